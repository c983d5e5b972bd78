// Converts between Buffers, ArrayBuffers and typed arrays, which then share their memory where that is possible.
#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/typed_arrays/typed_array_functions.h>

#include <algorithm>
#include <cmath>

#include "base/errors/validate.h"

namespace nodecpp {

Buffer detail::bytesOf(const ViewBase& view) {
  const ViewBody& body = *ViewAccess::body(view);
  if (view.isUndefined()) throwUndefined();
  if (body.length == 0) return {};
  const std::size_t size = body.length * kindSize(body.kind);
  char* data = ViewAccess::data(view);
  if (!body.store->shared) return Buffer::sliceOf(body.store->block, data, size);
  Buffer copy = Buffer::allocUnsafe(double(size));
  moveElements(ElementKind::uint8, true, copy.bytes(), data, size);
  return copy;
}

Buffer Buffer::from(const ArrayBuffer& buffer, double byteOffset) { return from(buffer, byteOffset, __builtin_inf()); }
Buffer Buffer::from(const ArrayBuffer& buffer, double byteOffset, double length) {
  const auto outside = [](const char* what) {
    return detail::codedError<RangeError>("ERR_BUFFER_OUT_OF_BOUNDS", "\"" + str(what) + "\" is outside of buffer bounds");
  };
  if (byteOffset != byteOffset) byteOffset = 0;
  const double size = double(buffer.byteLength());
  const double room = size - byteOffset;
  if (room < 0) throw outside("offset");
  double wanted = length > 0 ? length : 0;
  if (length == __builtin_inf())
    wanted = room;
  else if (NODECPP_FAILS(bufferRoom, wanted > room))
    throw outside("length");
  const double offset = detail::wholeOf(byteOffset);
  if (offset < 0) throw RangeError("Start offset " + str(offset) + " is outside the bounds of the buffer");
  if (buffer.detached()) detail::throwDetached("Construct");
  const detail::ByteStore& store = *buffer.store();
  const auto count = std::size_t(std::min(detail::wholeOf(wanted), size - offset));
  return count ? sliceOf(store.block, store.data + std::size_t(offset), count) : Buffer();
}

Buffer Buffer::copyBytes(const detail::ViewBase& view, double offset, double length) {
  const Buffer all = detail::bytesOf(view);
  const std::size_t element = detail::kindSize(detail::ViewAccess::body(view)->kind);
  const std::size_t count = all.size() / element;
  if (count == 0) return {};
  detail::validateInteger(offset, "offset", 0);
  if (offset >= double(count)) return {};
  if (length < double(SIZE_MAX)) detail::validateInteger(length, "length", 0);
  const auto from = std::size_t(offset);
  const std::size_t taken = length < double(count - from) ? std::size_t(length) : count - from;
  return copyOf(all.bytes() + from * element, taken * element);
}

std::ptrdiff_t Buffer::byteLength(const detail::ViewBase& view) {
  const detail::ViewBody& body = *detail::ViewAccess::body(view);
  if (view.isUndefined()) detail::throwUndefined();
  return std::ptrdiff_t(body.length * detail::kindSize(body.kind));
}

std::ptrdiff_t Buffer::byteLength(const ArrayBuffer& buffer) { return buffer.byteLength(); }

ArrayBuffer Buffer::buffer() const {
  if (ownsBlock()) return ArrayBuffer::of(detail::makeStoreOver(block_, block_->bytes(), block_->capacity));
  return ArrayBuffer::of(detail::makeStoreOver(block_, data_, size_));
}

void Buffer::set(const Buffer& source, double offset) const {
  const double at = detail::wholeOf(offset);
  if (NODECPP_FAILS(bufferSet, !(at >= 0 && at + double(source.size_) <= double(size_)))) detail::throwTypedOffset();
  if (source.size_) std::memmove(data_ + std::size_t(at), source.data_, source.size_);
}

}  // namespace nodecpp
