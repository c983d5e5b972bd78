#include "receiver.h"

#include <nodecpp/number.h>

#include <cstring>

namespace nodecpp::ws::detail {

namespace {

constexpr std::size_t firstRoom = 4096;

// Gives `bytes` room for `size` bytes, of which the first `used` are kept. There is as much room again for what follows,
// so that a message in very many parts is copied a few times only, but never more than `most`: a peer that promises a long
// message costs no more than twice what it has sent.
void makeRoom(Buffer& bytes, std::size_t used, std::size_t size, double most) {
  if (bytes.size() >= size) return;
  double room = double(size) * 2;
  if (room < double(firstRoom)) room = double(firstRoom);
  if (room > most) room = most;
  if (room < double(size)) room = double(size);
  Buffer larger = Buffer::allocUnsafe(room);
  if (used > 0) std::memcpy(larger.bytes(), bytes.bytes(), used);
  bytes = larger;
}

}  // namespace

void applyMask(char* to, const char* from, std::size_t size, const std::uint8_t* mask, std::size_t offset) noexcept {
  std::uint8_t turned[8];
  for (std::size_t i = 0; i < sizeof turned; ++i) turned[i] = mask[(offset + i) & 3];
  std::uint64_t eight = 0;
  std::memcpy(&eight, turned, sizeof eight);
  std::size_t i = 0;
  // Many words are read before the first is written, so that the compiler need not care whether `to` is `from`, and
  // uses vectors.
  std::uint64_t words[8];
  for (; size - i >= sizeof words; i += sizeof words) {
    std::memcpy(words, from + i, sizeof words);
    for (std::uint64_t& word : words) word ^= eight;
    std::memcpy(to + i, words, sizeof words);
  }
  for (; i < size; ++i) to[i] = char(std::uint8_t(from[i]) ^ turned[i & 7]);
}

bool isValidStatusCode(double code) noexcept {
  return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
         (code >= 3000 && code <= 4999);
}

void Receiver::take(const Buffer& bytes) {
  if (isOver_ || hasEnded_) return;
  if (!isBusy_) return parse(bytes);
  waiting_.push_back(bytes);
  waitingBytes_ += bytes.size();
}

void Receiver::end() {
  if (hasEnded_) return;
  hasEnded_ = true;
  if (isBusy_) return;  // resume() ends
  frames_.later([this] {
    isFinished_ = true;
    frames_.onFinished();
  });
}

void Receiver::parse(const Buffer& bytes) {
  std::size_t at = 0;
  while (!isOver_ && !isBusy_) {
    if (stage_ != Stage::payload) {
      if (!readHead(bytes, at)) return;
    } else {
      if (!readPayload(bytes, at)) return;
      endFrame();
    }
  }
  if (isOver_ || at == bytes.size()) return;
  // The rest is the first of what waits. resume() has taken the chunk from there.
  waitingBytes_ += bytes.size() - at;
  if (waitingAt_ == 0) return waiting_.push_back(bytes.subarray(std::ptrdiff_t(at)));
  waiting_[--waitingAt_] = bytes.subarray(std::ptrdiff_t(at));
}

// Reads one stage of the head. Returns false when more bytes are needed, or the frame is bad.
bool Receiver::readHead(const Buffer& bytes, std::size_t& at) {
  const std::size_t wanted = stage_ == Stage::start ? 2 : stage_ == Stage::mask ? 4 : length_ == 126 ? 2 : 8;
  while (headSize_ < wanted) {
    if (at == bytes.size()) return false;
    head_[headSize_++] = std::uint8_t(bytes.bytes()[at++]);
  }
  headSize_ = 0;
  if (stage_ == Stage::start) return begin();
  if (stage_ == Stage::mask) {
    std::memcpy(mask_, head_, sizeof mask_);
    stage_ = Stage::payload;
    return true;
  }
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < wanted; ++i) length = length << 8 | head_[i];
  if (length > std::uint64_t(Number::MAX_SAFE_INTEGER)) {
    RangeError error("Unsupported WebSocket frame: payload length > 2^53 - 1");
    error->code = "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH";
    return fail(error, 1009);
  }
  length_ = double(length);
  return measure();
}

// Looks at the first two bytes of a frame.
bool Receiver::begin() {
  const std::uint8_t first = head_[0], second = head_[1];
  if (first & 0x30) return breach("WS_ERR_UNEXPECTED_RSV_2_3", "RSV2 and RSV3 must be clear");
  const bool isCompressed = first & 0x40;
  if (isCompressed && !options_.inflates) return breach("WS_ERR_UNEXPECTED_RSV_1", "RSV1 must be clear");
  fin_ = first & 0x80;
  opcode_ = first & 0x0f;
  length_ = second & 0x7f;
  if (opcode_ <= 2) {
    if (!checkDataFrame(opcode_, isCompressed)) return false;
  } else if (opcode_ > 7 && opcode_ < 11) {
    if (!checkControlFrame(isCompressed)) return false;
  } else {
    return breach("WS_ERR_INVALID_OPCODE", "invalid opcode " + str(int(opcode_)));
  }
  if (!fin_ && !fragmented_) fragmented_ = opcode_;
  isMasked_ = second & 0x80;
  if (options_.isServer && !isMasked_) return breach("WS_ERR_EXPECTED_MASK", "MASK must be set");
  if (!options_.isServer && isMasked_) return breach("WS_ERR_UNEXPECTED_MASK", "MASK must be clear");
  if (length_ < 126) return measure();
  stage_ = Stage::length;
  return true;
}

bool Receiver::checkDataFrame(int opcode, bool isCompressed) {
  if (opcode == 0) {
    if (isCompressed) return breach("WS_ERR_UNEXPECTED_RSV_1", "RSV1 must be clear");
    if (!fragmented_) return breach("WS_ERR_INVALID_OPCODE", "invalid opcode 0");
    opcode_ = fragmented_;
    return true;
  }
  if (fragmented_) return breach("WS_ERR_INVALID_OPCODE", "invalid opcode " + str(opcode));
  isCompressed_ = isCompressed;
  return true;
}

bool Receiver::checkControlFrame(bool isCompressed) {
  if (!fin_) return breach("WS_ERR_EXPECTED_FIN", "FIN must be set");
  if (isCompressed) return breach("WS_ERR_UNEXPECTED_RSV_1", "RSV1 must be clear");
  if (length_ > 125 || (opcode_ == 8 && length_ == 1))
    return breach("WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH", "invalid payload length " + str(length_));
  return true;
}

// The length of the payload is known.
bool Receiver::measure() {
  if (length_ > 0 && opcode_ < 8) {
    messageLength_ += length_;
    if (isTooLong(messageLength_)) {
      RangeError error("Max payload size exceeded");
      error->code = "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
      return fail(error, 1009);
    }
  }
  stage_ = isMasked_ ? Stage::mask : Stage::payload;
  return true;
}

// Reads the payload. A payload that is whole in one chunk is a part of the chunk; otherwise its parts are put together
// as they come. Returns false when more bytes are needed.
bool Receiver::readPayload(const Buffer& bytes, std::size_t& at) {
  const std::size_t rest = bytes.size() - at;
  if (filled_ == 0 && double(rest) >= length_) {
    const auto size = std::size_t(length_);
    payload_ = bytes.subarray(std::ptrdiff_t(at), std::ptrdiff_t(at + size));
    at += size;
    if (isMasked_) applyMask(payload_.bytes(), payload_.bytes(), size, mask_);
    return true;
  }
  if (rest == 0) return false;
  const auto size = std::size_t(length_ - double(filled_) < double(rest) ? length_ - double(filled_) : double(rest));
  makeRoom(payload_, filled_, filled_ + size, length_);
  if (isMasked_)
    applyMask(payload_.bytes() + filled_, bytes.bytes() + at, size, mask_, filled_);
  else
    std::memcpy(payload_.bytes() + filled_, bytes.bytes() + at, size);
  filled_ += size;
  at += size;
  return double(filled_) == length_;
}

void Receiver::endFrame() {
  stage_ = Stage::start;
  filled_ = 0;
  if (opcode_ > 7) return control();
  if (isCompressed_) {
    isBusy_ = true;
    const Buffer data = std::exchange(payload_, Buffer());
    return frames_.inflate(data, fin_);
  }
  if (!fin_ || messageSize_ > 0) append(std::exchange(payload_, Buffer()));
  endFragment();
}

void Receiver::append(const Buffer& part) {
  makeRoom(message_, messageSize_, messageSize_ + part.size(), options_.maxPayload > 0 ? options_.maxPayload : 9e15);
  if (!part.empty()) std::memcpy(message_.bytes() + messageSize_, part.bytes(), part.size());
  messageSize_ += part.size();
}

// A frame with a part of a message has come. When it is the last one, the message is payload_, or what the parts were
// put together to.
void Receiver::endFragment() {
  if (!fin_) return;
  Buffer message = std::exchange(payload_, Buffer());
  if (messageSize_ > 0) message = std::exchange(message_, Buffer()).subarray(0, std::ptrdiff_t(messageSize_));
  messageSize_ = 0;
  messageLength_ = 0;
  fragmented_ = 0;
  const bool isBinary = opcode_ == 2;
  if (!isBinary && !options_.skipsUtf8Validation && !buffer::isUtf8(message)) {
    Error error("Invalid WebSocket frame: invalid UTF-8 sequence");
    error->code = "WS_ERR_INVALID_UTF8";
    fail(error, 1007, isBusy_ ? 1 : 2);
    return;
  }
  if (options_.allowsSynchronousEvents || (isBusy_ && !isBinary)) return frames_.onMessage(std::move(message), isBinary);
  emitLater([this, message, isBinary] { frames_.onMessage(message, isBinary); });
}

void Receiver::inflated(const Buffer& data) {
  if (isOver_) return;
  if (isTooLong(double(messageSize_) + double(data.size()))) {
    RangeError error("Max payload size exceeded");
    error->code = "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH";
    fail(error, 1009, 1);
    return;
  }
  if (fin_ && messageSize_ == 0)
    payload_ = data;
  else
    append(data);
  const bool defers = fin_ && opcode_ == 2 && !options_.allowsSynchronousEvents;
  endFragment();
  if (!defers && !isOver_) resume();
}

void Receiver::failInflating(const Error& error, int status) {
  if (!isOver_) fail(error, status, 1);
}

void Receiver::control() {
  const Buffer data = std::exchange(payload_, Buffer());
  if (opcode_ == 8) {
    payload_ = data;
    return conclude();
  }
  const auto emit = [this, data, isPing = opcode_ == 9] {
    if (isPing)
      frames_.onPing(data);
    else
      frames_.onPong(data);
  };
  if (options_.allowsSynchronousEvents)
    emit();
  else
    emitLater(emit);
}

void Receiver::conclude() {
  const Buffer data = std::exchange(payload_, Buffer());
  int code = 1005;
  Buffer reason;
  if (!data.empty()) {
    code = data.readUInt16BE(0);
    if (!isValidStatusCode(code)) {
      breach("WS_ERR_INVALID_CLOSE_CODE", "invalid status code " + str(code));
      return;
    }
    reason = data.subarray(2);
    if (!options_.skipsUtf8Validation && !buffer::isUtf8(reason)) {
      Error error("Invalid WebSocket frame: invalid UTF-8 sequence");
      error->code = "WS_ERR_INVALID_UTF8";
      fail(error, 1007);
      return;
    }
  }
  isOver_ = true;
  frames_.onConclude(code, reason);
  end();
}

// An event in a turn of its own. What follows waits.
void Receiver::emitLater(Function<void()> emit) {
  isBusy_ = true;
  frames_.inLaterTurn([this, emit = std::move(emit)] {
    emit();
    if (!isOver_) resume();
  });
}

// Takes apart what has come while something was done.
void Receiver::resume() {
  isBusy_ = false;
  const bool wasFull = isFull();
  while (!isBusy_ && !isOver_ && waitingAt_ < waiting_.size()) {
    const Buffer bytes = std::exchange(waiting_[waitingAt_++], Buffer());
    waitingBytes_ -= bytes.size();
    parse(bytes);
  }
  if (isOver_ || waitingAt_ == waiting_.size()) dropWaiting();
  if (wasFull && !isFull()) frames_.onDrain();
  if (isBusy_ || isOver_ || !hasEnded_) return;
  hasEnded_ = false;
  end();
}

void Receiver::dropWaiting() {
  waiting_ = {};
  waitingAt_ = waitingBytes_ = 0;
}

// The rest is not read. As in a Writable of Node, the error comes one or two ticks later. Returns false.
bool Receiver::fail(const Error& error, int status, int ticks) {
  isOver_ = true;
  isBusy_ = false;
  dropWaiting();
  const auto tell = [this, error, status] {
    hasFailed_ = true;
    frames_.onBadFrame(error, status);
  };
  if (ticks == 1)
    frames_.later(tell);
  else
    frames_.later([this, tell] { frames_.later(tell); });
  return false;
}

bool Receiver::breach(const char* code, StringArg message, int status) {
  RangeError error("Invalid WebSocket frame: " + message.toString());
  error->code = code;
  return fail(error, status);
}

}  // namespace nodecpp::ws::detail
