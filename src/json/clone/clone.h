// The structured clone of a var: the form in which a value is sent to another thread or stored. It consists of bytes,
// and of the Buffers and ArrayBuffers that are moved instead of copied.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#considerations-when-transferring-typedarrays-and-buffers
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/var.h>

#include <vector>

namespace nodecpp::detail {

struct Clone {
  Buffer bytes;
  std::vector<Buffer> moved;  // the Buffers of the transfer list in its order, then the ArrayBuffers
};

// CloneHandle returns the number that is written for a handle in the message; MakeHandle makes the object from this
// number on the receiving side. CloneHandle throws for an object that may not be sent.
using CloneHandle = Function<double(const var& handle)>;
using MakeHandle = Function<var(double number)>;
// Returns the number that is written for an ArrayBuffer over memory that threads share.
using CloneShared = Function<double(const ArrayBuffer& buffer)>;

// Serializes a value. An array or object that is reached more than once, also in a circle, is a single object on the
// receiving side as well. Buffers are copied, except those in `transfer`: these are moved, `moved` of the clone refers
// to their bytes, and in `value` they are empty afterwards. The ArrayBuffers in `arrays` are detached, and their bytes
// follow the Buffers in `moved`. Throws a DataCloneError for values that cannot be cloned, and for a handle when
// `handle` is null.
Clone serialize(const var& value, const std::vector<Buffer>& transfer = {}, const CloneHandle& handle = nullptr,
                const std::vector<ArrayBuffer>& arrays = {}, const CloneShared& shared = nullptr);
// Makes the value from its clone. Throws an Error for bytes that `serialize` has not made.
var deserialize(const Clone& clone, const MakeHandle& make = nullptr);

// Returns the typed array or DataView over `view`, and takes ownership of `view`. Throws an Error for an array of
// BigInts when the program does not use that type.
var varOver(ViewBody* view);

// Returns Node's words for a value that cannot be cloned.
String notCloned(const var& value);
// Removes what the containers hold. A reader that fails does this, because circles among them would be freed late or
// never.
void emptyAll(const std::vector<var>& containers);

// Returns a DOMException of the name DataCloneError.
Error dataCloneError(StringArg message);

}  // namespace nodecpp::detail
