#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What a value of a TOML document is.
typedef enum ctoml_type {
  CTOML_STRING,
  CTOML_INTEGER,
  CTOML_REAL,
  CTOML_BOOLEAN,
  CTOML_TIME,
  CTOML_ARRAY,
  CTOML_TABLE,
} ctoml_type;

/// A value, with its key where it stands in a table. Lines and columns count from 1; columns count
/// characters (code points). Texts are UTF-8, not NUL-terminated, and may hold NUL bytes.
typedef struct ctoml_node {
  ctoml_type type;
  uint32_t line;
  uint32_t column;
  /// The key, NULL in an array and for the document itself.
  const char *key;
  size_t key_length;
  uint32_t key_line;
  uint32_t key_column;
  /// One of these holds the value, by the type; a time has none.
  const char *text;
  size_t text_length;
  int64_t integer;
  double real;
  bool boolean;
  /// Elements of an array in their order; entries of a table in no particular one.
  const struct ctoml_node *children;
  size_t child_count;
} ctoml_node;

/// A document that was read, or what is wrong with it.
typedef struct ctoml_document ctoml_document;

/// Reads TOML 1.0. Never returns NULL; free the result with ctoml_free. A byte order mark and CRLF
/// are accepted. Values nested more than 16 deep and lines with more than 200 dots (a key of so
/// many parts) are refused, as the parser would answer them by recursion without end.
ctoml_document *ctoml_parse(const char *text, size_t length);

/// The document as a table, valid until ctoml_free; NULL if it is wrong.
const ctoml_node *ctoml_root(const ctoml_document *document);

/// What is wrong, NUL-terminated, and where; empty for a document that is right. The message may
/// quote the text.
const char *ctoml_error(const ctoml_document *document, uint32_t *line, uint32_t *column);

/// Frees a document; NULL is allowed.
void ctoml_free(ctoml_document *document);

#ifdef __cplusplus
}
#endif
