// JavaScript's functions for text in URIs. The text is encoded as UTF-8. An unpaired surrogate, which a String may
// contain, cannot be encoded.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects#functions
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

// Writes every byte as %XX, except letters, digits and - _ . ! ~ * ' ( ). Throws a URIError for an unpaired surrogate.
String encodeURIComponent(StringArg text);
// Encodes as encodeURIComponent does, but also leaves ; / ? : @ & = + $ , # unchanged.
String encodeURI(StringArg text);
// Decodes %XX sequences. Throws a URIError for a % without two hexadecimal digits behind it and for bytes that are not
// UTF-8.
String decodeURIComponent(StringArg text);
// Decodes as decodeURIComponent does, but leaves sequences that stand for ; / ? : @ & = + $ , # unchanged.
String decodeURI(StringArg text);

// The deprecated pair of functions. escape writes each UTF-16 code unit as %XX or %uXXXX, except letters, digits and @
// * _ + - . /. Neither function fails: unescape leaves sequences that it does not recognize unchanged.
String escape(StringArg text);
String unescape(StringArg text);

// A value that is not a string is converted to one first, as in JavaScript: encodeURIComponent(5),
// decodeURIComponent(query["a"]).
#define NODECPP_URI_FUNCTION(name)                                      \
  template <class T>                                                    \
    requires(!detail::StringLike<const T&>) && requires(const T& value) { str(value); } \
  String name(const T& value) {                                         \
    return name(StringArg(str(value)));                                 \
  }
NODECPP_URI_FUNCTION(encodeURIComponent)
NODECPP_URI_FUNCTION(encodeURI)
NODECPP_URI_FUNCTION(decodeURIComponent)
NODECPP_URI_FUNCTION(decodeURI)
NODECPP_URI_FUNCTION(escape)
NODECPP_URI_FUNCTION(unescape)
#undef NODECPP_URI_FUNCTION

}  // namespace nodecpp
