#include "CZones.h"
