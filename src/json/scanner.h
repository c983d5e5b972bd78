// The parser for what simdjson does not take: texts that are no JSON, which get V8's message, and the few that simdjson
// refuses and JavaScript reads (lone surrogates, numbers beyond a double, deep nesting).
#pragma once

#include <nodecpp/error.h>

#include "json/build.h"

namespace nodecpp::detail {

// Throws V8's SyntaxError when `text` is no JSON. With `sources`, a tree of the same form is built there that has the
// text of each primitive for it.
var scanJson(StringArg text, var* sources = nullptr);

// V8's messages; `at` is the byte in `text` that the parser stumbled over.
enum class JsonFault : unsigned char {
  unexpected,  // by what stands there: a token, a number, a string, the end
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
