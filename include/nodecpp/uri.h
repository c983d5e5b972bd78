// JavaScript's functions for text in URIs. Text is UTF-8; a lone surrogate, which a String may hold, cannot be encoded.
// https://developer.mozilla.org/docs/Web/JavaScript/Reference/Global_Objects#functions
#pragma once

#include <nodecpp/string.h>

namespace nodecpp {

// Every byte but those of letters, digits and - _ . ! ~ * ' ( ) as %XX. URIError for a lone surrogate.
String encodeURIComponent(StringArg text);
// As encodeURIComponent, but ; / ? : @ & = + $ , # stay as well.
String encodeURI(StringArg text);
// The text of %XX. URIError for a % without two digits behind it, and for bytes that are not UTF-8.
String decodeURIComponent(StringArg text);
// As decodeURIComponent, but what stands for ; / ? : @ & = + $ , # stays as it is.
String decodeURI(StringArg text);

// The deprecated pair: each UTF-16 unit but letters, digits and @ * _ + - . / as %XX or %uXXXX. Neither fails: what
// unescape() does not understand stays as it is.
String escape(StringArg text);
String unescape(StringArg text);

// What is no string is made one first, as in JavaScript: encodeURIComponent(5), decodeURIComponent(query["a"]).
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
