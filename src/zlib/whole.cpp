#include "zlib/whole.h"

#include <nodecpp/thread_transfer.h>

#include <algorithm>
#include <atomic>
#include <limits>

#include "base/assertion.h"
#include "loop/loop.h"
#include "os/port/threads_role.h"
#include "zlib/deliveries.h"
#include "zlib/engine.h"

namespace nodecpp::zlib::detail {

namespace {

// The most output of work that is done on the loop's thread while it could be done elsewhere: what grows beyond it when
// it is decompressed is begun again on another thread.
constexpr std::size_t mostInlineOutput = 64 << 10;
constexpr std::size_t unbounded = std::numeric_limits<std::ptrdiff_t>::max();

enum class End : unsigned char { whole, failed, tooLarge, junk, givenUp };

struct Outcome {
  End end = End::whole;
  Failure failure;
  Buffer output;
  std::size_t used = 0;
};

// Output that grows. Its memory is at most twice what it holds.
class Growing {
 public:
  explicit Growing(std::size_t expected) : bytes_(Buffer::allocUnsafe(double(expected))) {}
  std::uint8_t* end() noexcept { return reinterpret_cast<std::uint8_t*>(bytes_.bytes()) + size_; }
  std::size_t size() const noexcept { return size_; }
  void ensure(std::size_t room) {
    if (bytes_.size() - size_ >= room) return;
    Buffer larger = Buffer::allocUnsafe(double(std::max(2 * bytes_.size(), size_ + room)));
    std::copy_n(bytes_.bytes(), size_, larger.bytes());
    bytes_ = std::move(larger);
  }
  void add(std::size_t bytes) noexcept { size_ += bytes; }
  Buffer take() {
    if (size_ == bytes_.size()) return std::move(bytes_);
    return Buffer::copyOf(bytes_.bytes(), size_);
  }

 private:
  Buffer bytes_;
  std::size_t size_ = 0;
};

class Whole {
 public:
  Whole(const Settings& settings, Codec& codec, const Buffer& input, std::size_t mostOutput)
      : settings_(settings),
        codec_(codec),
        mostOutput_(mostOutput),
        room_{reinterpret_cast<const std::uint8_t*>(input.bytes()), input.size(), nullptr, 0},
        output_(expected(input.size())) {}

  // Node's function with a callback writes to a stream and ends it, which are two steps; the one without is one.
  Outcome run(bool asStream) {
    std::size_t before = room_.inLeft;
    bool goesOn = true;
    if (asStream) goesOn = feed(settings_.flush);
    if (goesOn && asStream && room_.inLeft > 0) {
      outcome_.used = before - room_.inLeft;
      if (settings_.rejectGarbage) outcome_.end = End::junk;
      return std::move(finish());
    }
    if (goesOn) goesOn = feed(settings_.finishFlush);
    outcome_.used = before - room_.inLeft;
    if (goesOn && room_.inLeft > 0 && settings_.rejectGarbage) outcome_.end = End::junk;
    return std::move(finish());
  }

 private:
  std::size_t expected(std::size_t input) const noexcept {
    std::size_t guess = compresses(settings_.mode) ? input / 2 + 128 : std::min<std::size_t>(4 * input, 1 << 20) + 1024;
    return std::clamp<std::size_t>(guess, 128, std::max(mostOutput_, settings_.chunkSize));
  }

  // Steps as Node does, chunk by chunk, because the first chunk that is too much decides which error it is.
  bool feed(int flush) {
    bool full = false;
    do {
      std::size_t room = settings_.chunkSize - outOffset_;
      output_.ensure(room);
      room_.out = output_.end();
      room_.outLeft = room;
      if (Failure failure = codec_.step(room_, flush)) {
        outcome_.end = End::failed;
        outcome_.failure = failure;
        return false;
      }
      output_.add(room - room_.outLeft);
      full = room_.outLeft == 0;
      outOffset_ = full ? 0 : outOffset_ + (room - room_.outLeft);
      if (double(output_.size()) > settings_.maxOutputLength) return outcome_.end = End::tooLarge, false;
      if (output_.size() > mostOutput_) return outcome_.end = End::givenUp, false;
    } while (full);
    return true;
  }
  Outcome& finish() {
    if (outcome_.end == End::whole) outcome_.output = output_.take();
    return outcome_;
  }

  const Settings& settings_;
  Codec& codec_;
  std::size_t mostOutput_;
  Room room_;
  Growing output_;
  std::size_t outOffset_ = 0;
  Outcome outcome_;
};

Outcome doWhole(const Prepared& prepared, const Buffer& input, bool asStream, std::size_t mostOutput) {
  const Settings& settings = prepared.settings;
  NODECPP_ASSERT(prepared.codec && settings.library);
  if (settings.library->whole && settings.flush == 0) {
    Outcome outcome;
    double most = std::min(settings.maxOutputLength, double(unbounded));
    if (settings.library->whole(settings, input, std::size_t(most), outcome.output, outcome.used)) return outcome;
  }
  return Whole(settings, *prepared.codec, input, mostOutput).run(asStream);
}

// Throws the error that the outcome is, if it is one.
void throwErrorOf(const Outcome& outcome, double most) {
  NODECPP_ASSERT(outcome.end != End::givenUp);
  if (outcome.end == End::tooLarge)
    throw nodecpp::detail::codedError<RangeError>("ERR_BUFFER_TOO_LARGE",
                                                  "Cannot create a Buffer larger than " + str(most) + " bytes");
  if (outcome.end == End::junk) throw junkAfterEnd();
  if (outcome.end == End::failed) throw errorOf(outcome.failure);
}

// The input of work on another thread. The work has a copy of its own, since the libraries read their input more than
// once and would write beyond their output if a program changed it in between. The other thread makes the copy, because
// ten megabytes would hold up the loop for milliseconds; a program that changes its Buffer before that gets what it
// gets, as in Node. A program that is recorded must compress the same again in its replay, so the copy is made at once
// there.
class TakenInput {
 public:
  TakenInput(const Buffer& input, bool atOnce) : given_(input), atOnce_(atOnce) {
    if (atOnce) copy_ = copyOf(std::exchange(given_, Buffer())), state_ = State::copied;
  }
  // Returns the copy, on any thread; an empty one when the loop has ended before.
  const Buffer& take() {
    State expected = State::given;
    if (state_.compare_exchange_strong(expected, State::copying)) {
      struct End {
        std::atomic<State>& state;
        ~End() {
          state = State::copied;
          state.notify_one();
        }
      } end{state_};
      copy_ = copyOf(given_);
    }
    return copy_;
  }
  // Frees the copy on the thread that has made it. What was copied at once may be wanted again, by a snapshot of the
  // process.
  void free() noexcept {
    if (!atOnce_) copy_ = Buffer();
  }
  // Releases the program's Buffer. Must run on the loop's thread, which alone counts references to the Buffer.
  void letGo() noexcept {
    State expected = State::given;
    if (!state_.compare_exchange_strong(expected, State::copied) && expected == State::copying)
      state_.wait(State::copying);
    given_ = Buffer();
  }

 private:
  enum class State : unsigned char { given, copying, copied };
  // The count of references is not touched: the copy is made of the bytes alone.
  static Buffer copyOf(const Buffer& input) { return Buffer::copyOf(input.bytes(), input.size()); }

  Buffer given_;
  Buffer copy_;
  const bool atOnce_;
  std::atomic<State> state_ = State::given;
};

// Whole work on another thread. It changes nothing but its outcome, which appears at once, so that it can be done
// again.
class WholeTask final : public Task {
 public:
  WholeTask(const Settings& settings, const Buffer& input)
      : settings_(settings), input_(input, !nodecpp::detail::Loop::current().port().threads.sharesMemory()) {}
  ~WholeTask() override { delete outcome(); }
  void letGo() noexcept override { input_.letGo(); }
  void run() noexcept override {
    auto made = std::make_unique<Outcome>();
    try {
      *made = doWhole({settings_, settings_.library->make(settings_)}, input_.take(), true, unbounded);
    } catch (...) {
      made->end = End::failed;
      made->failure = {"Zlib error", "Z_MEM_ERROR", -4};
    }
    input_.free();
    nodecpp::detail::unshare(made->output);  // the loop's thread counts the references from now on
    __atomic_store_n(&outcome_, made.release(), __ATOMIC_RELEASE);
  }
  Outcome* outcome() const noexcept { return __atomic_load_n(&outcome_, __ATOMIC_ACQUIRE); }

 private:
  const Settings settings_;
  TakenInput input_;
  Outcome* outcome_ = nullptr;
};

using WholeDone = Function<void(Error, Buffer, double)>;

void give(const WholeDone& done, Outcome& outcome, double most) {
  Error error = nullptr;
  try {
    throwErrorOf(outcome, most);
  } catch (const Error& thrown) {
    error = thrown;
  }
  done(error, std::move(outcome.output), double(outcome.used));
}

// Does the work, here or on another thread, and calls `done` in a later phase of the loop in any case.
void workLater(const Prepared& prepared, const Input& input, WholeDone done) {
  // The program gets the outcome as a callback of its own.
  const Settings& settings = prepared.settings;
  if (input.buffer().size() <= settings.library->inlineBytes(settings)) {
    auto outcome = std::make_shared<Outcome>(doWhole(prepared, input.buffer(), true, mostInlineOutput));
    if (outcome->end != End::givenUp)
      return deliverLater([done, most = settings.maxOutputLength, outcome] { give(done, *outcome, most); });
  }
  std::unique_ptr<Task> task = std::make_unique<WholeTask>(settings, input.buffer());
  auto ended = [done, most = settings.maxOutputLength](Task& task) {
    give(done, *static_cast<WholeTask&>(task).outcome(), most);
  };
  if (compute(task, ended)) return;
  task->run();
  deliverLater([ended, task = std::shared_ptr<Task>(std::move(task))] { ended(*task); });
}

}  // namespace

BufferAndEngine nowWith(const Prepared& prepared, const Input& input, const ZlibBase& engine) {
  Outcome outcome = doWhole(prepared, input.buffer(), false, unbounded);
  throwErrorOf(outcome, prepared.settings.maxOutputLength);
  if (engine) engine->bytesWritten = double(outcome.used);
  return {std::move(outcome.output), engine};
}

void laterWith(const Prepared& prepared, const Input& input, const ZlibBase& engine, DoneWithInfo done) {
  if (!done) throw nodecpp::detail::invalidArgType("callback", "of type function", "undefined");
  workLater(prepared, input, [engine, done = std::move(done)](Error error, Buffer output, double used) {
    if (error) return done(std::move(error), {});
    if (engine) {
      engine->bytesWritten = used;
      engine->close();
    }
    done(nullptr, {std::move(output), engine});
  });
}

}  // namespace nodecpp::zlib::detail
