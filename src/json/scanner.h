// The parser for texts that walkJson does not accept: invalid JSON, for which V8's message is produced, and valid JSON
// that simdjson refuses (lone surrogates, numbers beyond the range of a double, deep nesting).
#pragma once

#include <nodecpp/error.h>

#include "json/tree_builder.h"

namespace nodecpp::detail {

// Parses `text`. Throws V8's SyntaxError when the text is not valid JSON. With `sources`, also builds there a tree of
// the same form in which each primitive is replaced by its source text.
var scanJson(StringArg text, var* sources = nullptr);

// The kinds of syntax errors, each with a message of V8. jsonError takes the byte offset `at` of the error in `text`.
enum class JsonFault : unsigned char {
  unexpected,  // the message depends on what is found: a token, a number, a string or the end
  propertyName,
  quotedPropertyName,
  colon,
  commaOrBrace,
  commaOrBracket,
  unterminatedString,
  badControl,
  badUnicodeEscape,
  badEscape,
  noNumber,
  unterminatedFraction,
  exponent,
  afterJson,
};
SyntaxError jsonError(StringArg text, std::size_t at, JsonFault fault);

}  // namespace nodecpp::detail
