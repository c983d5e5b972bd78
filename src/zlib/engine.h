// The engine of a stream: it feeds the codec, on this thread or another one, and gives what comes out to the stream.
#pragma once

#include <nodecpp/chunk.h>
#include <nodecpp/zlib/streams.h>

#include <deque>
#include <memory>
#include <string>
#include <string_view>

#include "loop/loop.h"
#include "zlib/codec.h"

namespace nodecpp::zlib::detail {

// A codec and the memory that it writes to. Both go to another thread together.
struct Machine {
  std::unique_ptr<Codec> codec;
  std::unique_ptr<std::uint8_t[]> scratch;
};

// What one step of the codec brought.
struct Piece {
  Failure failure;
  Buffer output;
  std::size_t used = 0;  // the bytes of input that the step took
  std::size_t left = 0;  // the bytes of input that it did not take
  bool full = false;     // the room was used up, so that more may come
};

class Engine {
 public:
  Engine(Settings settings, std::unique_ptr<Codec> codec);
  Engine(const Engine&) = delete;

  const Settings& settings() const noexcept { return settings_; }
  bool isOpen() const noexcept { return open_; }
  bool isBusy() const noexcept { return busy_; }
  Codec& codec() { return *machine_.codec; }

  // Processes a chunk of the stream. `callback` is called when that is done. Only one chunk at a time.
  void process(ZlibBaseObject& stream, Buffer input, int flush, stream::TransformCallback callback);
  // Called when the stream has room again.
  void onRead(ZlibBaseObject& stream);
  // Shows the cycle collector what the engine holds.
  void trace(nodecpp::detail::Tracer& tracer);
  // Ends the codec. A step that is under way on another thread still ends, and its result is dropped.
  void close() noexcept;
  // Destroys the stream with Node's error.
  static void fail(ZlibBaseObject& stream, const Failure& failure);

 private:
  class Steps;
  void work(ZlibBaseObject& stream);
  void take(ZlibBaseObject& stream);
  bool takeOne(ZlibBaseObject& stream, Piece piece);
  bool isSmall() const;
  void forgetInput() noexcept;
  void finished();

  Settings settings_;
  // The context in which the stream was made, in which it emits what it gets.
  Handle<Object> context_ = nodecpp::detail::Loop::currentContext();
  Machine machine_;
  bool open_ = true;
  bool busy_ = false;          // the codec works, or the result of a step is on its way
  bool waitsForRead_ = false;  // the stream is full: the next step waits until it is read
  int inlineSteps_ = 0;        // the steps of this chunk that this thread has done
  Buffer input_;
  std::shared_ptr<const std::string> copy_;  // of `input_`, once another thread has worked on it
  std::size_t at_ = 0;                       // how much of `input_` the codec has taken
  std::size_t gathered_ = 0;                 // how much the codec has taken since the last flush
  int flush_ = 0;
  std::size_t outOffset_ = 0;  // how far the chunk of output is filled, as Node counts
  std::deque<Piece> pieces_;   // steps that are done and not yet given to the stream
  stream::TransformCallback callback_;
};

// Return Node's errors: of a step, and of what follows the compressed data when that is refused.
Error errorOf(const Failure& failure);
TypeError junkAfterEnd();

}  // namespace nodecpp::zlib::detail
