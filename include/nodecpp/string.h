// String: a reference-counted, immutable text with JavaScript's String methods. `length()`, indices and everything else
// that counts characters count UTF-16 code units, as JavaScript does. `byteLength()` is the number of bytes in UTF-8.
// Unless a comment says otherwise, each method follows the method of the same name on MDN (String) and in ECMAScript
// 2025, 22.1.
//
// The text is stored as UTF-8. An unpaired surrogate is stored as three bytes of its own (the encoding WTF-8) until it
// is joined with its other half, and is written as U+FFFD when the text leaves the program. A String remembers whether
// all of its text is ASCII. In an ASCII text one code unit is one byte, so an index costs nothing. For any other text
// the runtime remembers the positions that were looked up last, so that a loop over the indices, in either direction,
// takes time proportional to the length of the text. Looking up a position far from all of the remembered positions
// takes time proportional to the distance.
//
// A String can also be undefined or null, as a variable in JavaScript can. Such a String has no bytes, converts to
// false, and prints as "undefined" or "null".
#pragma once

#include <nodecpp/missing_include.h>
#include <nodecpp/string/string_class.h>
#include <nodecpp/string/string_operators.h>

#include <nodecpp/array.h>
#include <nodecpp/string/string_templates.h>
