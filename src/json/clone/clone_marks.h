// The bytes of a clone: each value begins with a mark that says what follows it. clone.cpp writes them, and clone_read.cpp
// reads them.
#pragma once

#include "json/clone/clone.h"

namespace nodecpp::detail {

enum class CloneMark : unsigned char {
  undefined,
  null,
  yes,
  no,
  number,
  date,
  string,
  array,
  object,
  again,  // an array or object that has been written before: its number
  bytes,  // a Buffer that is copied: its size and its bytes
  moved,  // a Buffer of the transfer list: its number
  handle,
  hole,
  arrayBuffer,  // an ArrayBuffer: its size, its maximal size plus one (0 if it cannot be resized), and its bytes
  movedArray,   // an ArrayBuffer of the transfer list: its number, its size, its maximal size plus one or 0
  sharedArray,  // an ArrayBuffer that threads share: its number
  boxed,        // a Map and the like: the number of its type, the number of vars that it is made of, and these vars
  named,        // an array with named properties: its elements, then the object with these properties
  view,         // a typed array or DataView: its ArrayBuffer, kind, offset, length, and whether it tracks the length
};

// The list of all types that can be cloned, the newest first.
const CloneType* newestCloneType() noexcept;

}  // namespace nodecpp::detail
