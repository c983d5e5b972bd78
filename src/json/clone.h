// The structured clone of a var: what crosses from thread to thread, or into a store. Bytes, and the Buffers and
// objects that are moved instead of copied.
// https://nodejs.org/docs/latest-v24.x/api/worker_threads.html#considerations-when-transferring-typedarrays-and-buffers
#pragma once

#include <nodecpp/array_buffer.h>
#include <nodecpp/function.h>
#include <nodecpp/var.h>

#include <vector>

namespace nodecpp::detail {

struct Clone {
  Buffer bytes;
  std::vector<Buffer> moved;  // the transfer list, in its order: Buffers, and then ArrayBuffers
};

// What a handle in the message is written as: a number from which the other side makes its object again. Throws for an
// object that may not be in a message.
using CloneHandle = Function<double(Object* object)>;
using MakeHandle = Function<var(double number)>;
// The same of the ArrayBuffer over memory that threads share.
using CloneShared = Function<double(const ArrayBuffer& buffer)>;

// Arrays and objects that are met more than once, in circles too, are one object on the other side as well. Buffers are
// copied, those in `transfer` are moved: bytes() of the clone only refers to them, and in `value` they are empty after
// it. A DataCloneError for a handle,
// unless `handle` has a number for it. The ArrayBuffers of `arrays` are detached after it, and their bytes stand in the
// clone behind the Buffers.
Clone serialize(const var& value, const std::vector<Buffer>& transfer = {}, const CloneHandle& handle = nullptr,
                const std::vector<ArrayBuffer>& arrays = {}, const CloneShared& shared = nullptr);
// The value again. An Error for bytes that `serialize` has not made.
var deserialize(const Clone& clone, const MakeHandle& make = nullptr);

// The typed array or DataView over this view, which is taken over.
var varOver(ViewBody* view);

// "DataCloneError", as Node's DOMException of that name; its code is "25".
Error dataCloneError(StringArg message);

}  // namespace nodecpp::detail
