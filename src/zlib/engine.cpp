#include "zlib/engine.h"

#include <nodecpp/thread_transfer.h>

#include <algorithm>
#include <new>

#include "base/assertion.h"
#include "zlib/deliveries.h"

namespace nodecpp::zlib::detail {

namespace {

// How many steps of one chunk this thread does before the rest goes to another one. Data that grows without end when it
// is decompressed would otherwise occupy the loop.
constexpr int mostInlineSteps = 4;
// How much a task on another thread brings at once: more would have to be kept when the stream is full, and less would
// cost a wake-up for each chunk.
constexpr std::size_t taskOutput = 64 << 10;

// Runs one step into at most `room` of the `chunkSize` bytes that the machine's memory has.
Piece stepOnce(Machine& machine, std::size_t chunkSize, std::string_view input, std::size_t room, int flush) noexcept {
  NODECPP_ASSERT(machine.codec && room > 0 && room <= chunkSize, room);
  Piece piece;
  if (!machine.scratch) machine.scratch.reset(new (std::nothrow) std::uint8_t[chunkSize]);
  if (!machine.scratch) {
    piece.failure = {"Zlib error", "Z_MEM_ERROR", -4};
    return piece;
  }
  Room both{reinterpret_cast<const std::uint8_t*>(input.data()), input.size(), machine.scratch.get(), room};
  piece.failure = machine.codec->step(both, flush);
  piece.left = both.inLeft;
  piece.used = input.size() - both.inLeft;
  piece.full = both.outLeft == 0;
  if (!piece.failure && both.outLeft < room)
    piece.output = Buffer::copyOf(reinterpret_cast<const char*>(machine.scratch.get()), room - both.outLeft);
  return piece;
}

}  // namespace

TypeError junkAfterEnd() {
  return nodecpp::detail::codedError<TypeError>("ERR_TRAILING_JUNK_AFTER_STREAM_END",
                                                "Trailing junk found after the end of the compressed stream");
}

Error errorOf(const Failure& failure) {
  Error error(failure.message);
  error->errno_ = failure.number;
  error->code = failure.code;
  return error;
}

// Some steps on another thread. It has a copy of the input, since the program may change its own meanwhile.
class Engine::Steps final : public Task {
 public:
  Steps(const Engine& engine, Machine machine)
      : machine_(std::move(machine)),
        chunkSize_(engine.settings_.chunkSize),
        input_(engine.copy_),
        at_(engine.at_),
        outOffset_(engine.outOffset_),
        flush_(engine.flush_) {}
  void run() noexcept override {
    std::size_t total = 0;
    do {
      std::string_view rest = std::string_view(*input_).substr(at_);
      Piece piece = stepOnce(machine_, chunkSize_, rest, chunkSize_ - outOffset_, flush_);
      at_ += piece.used;
      total += piece.output.size();
      outOffset_ = piece.full ? 0 : outOffset_ + piece.output.size();
      nodecpp::detail::unshare(piece.output);  // the loop's thread counts the references from now on
      bool ends = piece.failure || !piece.full;
      pieces_.push_back(std::move(piece));
      if (ends) return;
    } while (total < taskOutput);
  }
  bool changesState() const noexcept override { return true; }
  Machine takeMachine() { return std::move(machine_); }
  std::deque<Piece> takePieces() { return std::move(pieces_); }

 private:
  Machine machine_;
  std::size_t chunkSize_;
  std::shared_ptr<const std::string> input_;
  std::size_t at_;
  std::size_t outOffset_;
  int flush_;
  std::deque<Piece> pieces_;
};

Engine::Engine(Settings settings, std::unique_ptr<Codec> codec) : settings_(std::move(settings)) {
  NODECPP_ASSERT(codec && settings_.library && settings_.chunkSize >= 64, settings_.chunkSize);
  machine_.codec = std::move(codec);
}

void Engine::process(ZlibBaseObject& stream, Buffer input, int flush, stream::TransformCallback callback) {
  NODECPP_ASSERT(open_ && !busy_ && !waitsForRead_ && pieces_.empty() && !callback_);
  input_ = std::move(input);
  at_ = 0;
  flush_ = flush;
  inlineSteps_ = 0;
  callback_ = std::move(callback);
  work(stream);
}

bool Engine::isSmall() const {
  if (inlineSteps_ >= mostInlineSteps) return false;
  std::size_t bytes = input_.size() - at_ + (settings_.library->gathers ? gathered_ : 0);
  return bytes <= settings_.library->inlineBytes(settings_);
}

// Does the next steps. What is small is done here, without a copy; the result is given to the stream in a later phase
// in any case.
void Engine::work(ZlibBaseObject& stream) {
  NODECPP_ASSERT(open_ && !busy_ && pieces_.empty() && machine_.codec);
  busy_ = true;
  ZlibBase self(&stream);
  if (!isSmall()) {
    if (!copy_) copy_ = std::make_shared<const std::string>(input_.bytes(), input_.size());
    std::unique_ptr<Task> task = std::make_unique<Steps>(*this, std::move(machine_));
    if (compute(task, [self, this](Task& done) {
          auto& steps = static_cast<Steps&>(done);
          if (open_) machine_ = steps.takeMachine();
          pieces_ = steps.takePieces();
          nodecpp::detail::Loop::current().enterContext(context_);
          take(*self);
        }))
      return;
    machine_ = static_cast<Steps&>(*task).takeMachine();
  }
  ++inlineSteps_;
  std::string_view rest = std::string_view(input_.bytes(), input_.size()).substr(at_);
  pieces_.push_back(stepOnce(machine_, settings_.chunkSize, rest, settings_.chunkSize - outOffset_, flush_));
  deliverLater([self, this] {
    nodecpp::detail::Loop::current().enterContext(context_);
    take(*self);
  });
}

// Gives what is done to the stream, as long as the stream takes it.
void Engine::take(ZlibBaseObject& stream) {
  NODECPP_ASSERT(busy_ && !pieces_.empty());
  busy_ = false;
  ZlibBase keep(&stream);  // a listener may drop the program's last handle
  while (!pieces_.empty()) {
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    if (!takeOne(stream, std::move(piece))) return;
  }
  work(stream);
}

// Returns true when the stream takes more at once.
bool Engine::takeOne(ZlibBaseObject& stream, Piece piece) {
  if (piece.failure) {
    // As in Node, the callback of the write is not called: the error is the stream's.
    pieces_.clear();
    forgetInput();
    callback_ = {};
    fail(stream, piece.failure);
    return false;
  }
  if (stream.destroyed()) {
    finished();
    return false;
  }
  at_ += piece.used;
  gathered_ += piece.used;
  stream.bytesWritten += double(piece.used);
  outOffset_ += piece.output.size();
  if (piece.full || outOffset_ >= settings_.chunkSize) outOffset_ = 0;
  bool streamIsFull = !piece.output.empty() && !stream.push(std::move(piece.output));
  if (stream.destroyed()) {
    finished();
    return false;
  }
  if (piece.full) {
    waitsForRead_ = streamIsFull;
    return !streamIsFull;
  }
  NODECPP_ASSERT(pieces_.empty());
  // The compressed data has ended before the input, which can only be garbage, except for gzip, whose codec goes on by
  // itself.
  if (piece.left > 0) {
    if (settings_.rejectGarbage) {
      Error error = junkAfterEnd();
      stream.destroy(error);
      stream::TransformCallback callback = std::exchange(callback_, {});
      forgetInput();
      callback(error);
      return false;
    }
    stream.push(nullptr);
  }
  finished();
  return false;
}

void Engine::forgetInput() noexcept {
  input_ = {};
  copy_ = {};
  at_ = 0;
}

// The chunk is done: the stream may write the next one.
void Engine::finished() {
  pieces_.clear();
  forgetInput();
  if (flush_ != 0) gathered_ = 0;
  std::exchange(callback_, {})();
}

void Engine::onRead(ZlibBaseObject& stream) {
  if (!std::exchange(waitsForRead_, false)) return;
  NODECPP_ASSERT(open_ && !busy_);
  if (pieces_.empty()) return work(stream);
  busy_ = true;
  deliverLater([self = ZlibBase(&stream), this] {
    nodecpp::detail::Loop::current().enterContext(context_);
    take(*self);
  });
}

void Engine::trace(nodecpp::detail::Tracer& tracer) { tracer(callback_); }

void Engine::close() noexcept {
  open_ = false;
  machine_ = {};
  // As in Node, the callback of a write that waits for a reader is not called any more.
  if (!std::exchange(waitsForRead_, false)) return;
  pieces_.clear();
  forgetInput();
  callback_ = {};
}

void Engine::fail(ZlibBaseObject& stream, const Failure& failure) { stream.destroy(errorOf(failure)); }

}  // namespace nodecpp::zlib::detail
