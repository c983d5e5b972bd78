// Makes frames. RFC 6455, 5.2.
#pragma once

#include <nodecpp/ws/websocket.h>

namespace nodecpp::ws::detail {

enum class Opcode : unsigned char { continuation = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

struct FrameHead {
  Opcode opcode = Opcode::text;
  bool fin = true;
  bool isCompressed = false;
  bool isMasked = false;
};

// A frame: its head, with the payload behind it when `payload` is empty.
struct Frame {
  Buffer head;
  Buffer payload;
};

// The text or bytes of a message, which are copied into a frame or, when they are many and not masked, sent as they are.
// It is a view of its argument.
class Payload {
 public:
  explicit Payload(const Data& data) noexcept;
  explicit Payload(const Buffer& bytes) noexcept : bytes_(bytes.bytes()), size_(bytes.size()), buffer_(&bytes) {}
  std::size_t size() const noexcept { return size_; }
  const char* bytes() const noexcept { return bytes_; }
  // Returns the bytes as a Buffer; those of a text are copied.
  Buffer toBuffer() const { return buffer_ ? *buffer_ : Buffer::copyOf(bytes_, size_); }

 private:
  const char* bytes_;
  std::size_t size_;
  const Buffer* buffer_ = nullptr;
};

// Makes a frame. `generateMask` fills the mask, which is random without it.
Frame frameOf(const Payload& payload, const FrameHead& head, const Function<void(Buffer)>& generateMask);

}  // namespace nodecpp::ws::detail
