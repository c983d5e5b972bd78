#include "frame.h"

#include <nodecpp/crypto.h>
#include <nodecpp/per_thread.h>

#include <cstring>

#include "receiver.h"

namespace nodecpp::ws::detail {

namespace {

// A payload of more bytes is not copied behind its head: the copy would cost more than the system's look at a second
// piece.
constexpr std::size_t mostCopied = 4096;
constexpr std::size_t poolSize = 8192;

// Random bytes for masks. One by one they would cost a system call each.
struct Pool {
  Buffer bytes;
  std::size_t used = poolSize;
};
LoopLocal<Pool> masks;

void randomMask(std::uint8_t* mask) {
  Pool& pool = *masks;
  if (pool.used == poolSize) {
    if (pool.bytes.empty()) pool.bytes = Buffer::alloc(poolSize);
    crypto::randomFillSync(pool.bytes);
    pool.used = 0;
  }
  std::memcpy(mask, pool.bytes.bytes() + pool.used, 4);
  pool.used += 4;
}

}  // namespace

Payload::Payload(const Data& data) noexcept : bytes_(nullptr), size_(data.size()) {
  if (data.isNull()) return;
  if (data.isString()) {
    bytes_ = data.text().data();
  } else {
    buffer_ = &data.buffer();
    bytes_ = buffer_->bytes();
  }
}

Frame frameOf(const Payload& payload, const FrameHead& head, const Function<void(Buffer)>& generateMask) {
  const std::size_t size = payload.size();
  const std::size_t lengthBytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  const std::size_t headSize = 2 + lengthBytes + (head.isMasked ? 4 : 0);
  const bool copies = head.isMasked || size <= mostCopied;
  Frame frame{Buffer::allocUnsafe(double(headSize + (copies ? size : 0))), Buffer()};
  auto* out = reinterpret_cast<std::uint8_t*>(frame.head.bytes());
  out[0] = std::uint8_t((head.fin ? 0x80 : 0) | (head.isCompressed ? 0x40 : 0) | int(head.opcode));
  out[1] = std::uint8_t((head.isMasked ? 0x80 : 0) | (lengthBytes == 0 ? int(size) : lengthBytes == 2 ? 126 : 127));
  for (std::size_t i = 0; i < lengthBytes; ++i) out[2 + i] = std::uint8_t(std::uint64_t(size) >> (8 * (lengthBytes - 1 - i)));
  if (!copies) {
    frame.payload = payload.toBuffer();
    return frame;
  }
  if (!head.isMasked) {
    if (size > 0) std::memcpy(out + headSize, payload.bytes(), size);
    return frame;
  }
  std::uint8_t mask[4] = {};
  if (generateMask) {
    const Buffer given = Buffer::alloc(4);
    generateMask(given);
    std::memcpy(mask, given.bytes(), sizeof mask);
  } else {
    randomMask(mask);
  }
  std::memcpy(out + headSize - 4, mask, sizeof mask);
  applyMask(frame.head.bytes() + headSize, payload.bytes(), size, mask);
  return frame;
}

}  // namespace nodecpp::ws::detail
