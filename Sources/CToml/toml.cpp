#include "CToml.h"
