// Takes the bytes of a connection apart into messages, pings, pongs and the close frame. RFC 6455, 5.
#pragma once

#include <nodecpp/buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/list.h>

#include <cstdint>

namespace nodecpp::ws::detail {

// What a Receiver finds. The functions may give the Receiver more bytes, and end it.
class Frames {
 public:
  virtual void onMessage(Buffer message, bool isBinary) = 0;
  virtual void onPing(Buffer data) = 0;
  virtual void onPong(Buffer data) = 0;
  virtual void onConclude(int code, Buffer reason) = 0;
  // The bytes break the protocol. `status` is the code of the close frame to send. Comes in a later tick.
  virtual void onBadFrame(const Error& error, int status) = 0;
  // All that had come before the end was taken apart. Comes in a later tick.
  virtual void onFinished() = 0;
  // Decompresses a part of a message, and calls Receiver::inflated() later.
  virtual void inflate(const Buffer& data, bool fin) = 0;
  // Reads on after a pause for isFull().
  virtual void onDrain() = 0;
  // Calls `call` in a later tick, or in a later turn of the loop, when this object still exists.
  virtual void later(Function<void()> call) = 0;
  virtual void inLaterTurn(Function<void()> call) = 0;

 protected:
  ~Frames() = default;
};

class Receiver {
 public:
  struct Options {
    bool isServer = false;
    bool allowsSynchronousEvents = true;
    bool skipsUtf8Validation = false;
    bool inflates = false;  // permessage-deflate was agreed
    double maxPayload = 0;
  };
  Receiver(Frames& frames, const Options& options) noexcept : frames_(frames), options_(options) {}
  Receiver(const Receiver&) = delete;

  // Takes bytes. They are ignored after the close frame and after an error.
  void take(const Buffer& bytes);
  // Whether so much waits for a decompression that reading should pause until onDrain().
  bool isFull() const noexcept { return waitingBytes_ >= mostWaiting; }
  // No more bytes come.
  void end();
  bool isFinished() const noexcept { return isFinished_; }
  bool hasFailed() const noexcept { return hasFailed_; }
  // The result of Frames::inflate().
  void inflated(const Buffer& data);
  void failInflating(const Error& error, int status);

 private:
  static constexpr std::size_t mostWaiting = 65536;
  enum class Stage : unsigned char { start, length, mask, payload };

  void parse(const Buffer& bytes);
  bool readHead(const Buffer& bytes, std::size_t& at);
  bool begin();
  bool checkDataFrame(int opcode, bool isCompressed);
  bool checkControlFrame(bool isCompressed);
  bool measure();
  bool readPayload(const Buffer& bytes, std::size_t& at);
  void endFrame();
  void control();
  void conclude();
  void append(const Buffer& part);
  void endFragment();
  void emitLater(Function<void()> emit);
  void resume();
  void dropWaiting();
  bool fail(const Error& error, int status, int ticks = 2);
  bool breach(const char* code, StringArg message, int status = 1002);
  bool isTooLong(double bytes) const noexcept { return options_.maxPayload > 0 && bytes > options_.maxPayload; }

  Frames& frames_;
  const Options options_;
  Stage stage_ = Stage::start;
  bool isBusy_ = false;  // a part of a message is being decompressed, or an event waits for its turn
  bool isOver_ = false;  // a close frame or an error has come
  bool hasEnded_ = false, isFinished_ = false, hasFailed_ = false;
  bool fin_ = false, isMasked_ = false, isCompressed_ = false;
  std::uint8_t opcode_ = 0;
  std::uint8_t fragmented_ = 0;  // the opcode of the message whose fragments come
  std::uint8_t headSize_ = 0;    // how much of the stage's bytes is in head_
  std::uint8_t head_[8] = {};
  std::uint8_t mask_[4] = {};
  double length_ = 0;         // of the frame's payload
  double messageLength_ = 0;  // of the frames of the message so far
  Buffer payload_;            // of the frame, as far as it has come when it is in several chunks
  std::size_t filled_ = 0;
  Buffer message_;            // the fragments of the message so far
  std::size_t messageSize_ = 0;
  nodecpp::detail::List<Buffer> waiting_;  // what has come while isBusy_
  std::size_t waitingAt_ = 0;              // the first of them that was not taken apart
  std::size_t waitingBytes_ = 0;
};

// Copies bytes of a frame's payload, from `offset` on, and applies the mask to them. `to` may be `from`. RFC 6455, 5.3.
void applyMask(char* to, const char* from, std::size_t size, const std::uint8_t* mask, std::size_t offset = 0) noexcept;
bool isValidStatusCode(double code) noexcept;

}  // namespace nodecpp::ws::detail
