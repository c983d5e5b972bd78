// What stands in front of a generator's frame, whatever it yields. Programs use nodecpp/generator.h.
//
// A generator that delegates (yield*) to another one is `outer` to it. The outermost knows the innermost, which is the one
// that goes on: a value takes as long however deep it comes from, and no stack. When the innermost has ended, the one that
// delegated to it goes on in its place.
#pragma once

#include <nodecpp/safety.h>

#include <coroutine>
#include <cstdint>
#include <exception>
#include <utility>

namespace nodecpp::detail {

struct GeneratorFrame;

// One call of next() or throw_(), which may go through several frames.
struct GeneratorRun {
  GeneratorFrame* asked;
  GeneratorFrame* top;
  void* sent;                // what co_yield gives, of the generator's own type; null where next() was given nothing
  std::exception_ptr thrown;  // what co_yield throws
  GeneratorFrame* returns;    // of return_(): when this one ends, those that delegate to it end, too; else null
};

struct GeneratorFrame {
  std::uint32_t refs = 1;  // the frame's, and the handles'
  std::uint32_t handles = 0;
  std::uint32_t bytes;
  bool started = false;
  std::coroutine_handle<> frame{};  // null when it has ended
  GeneratorFrame* outer = nullptr;
  GeneratorFrame* innermost;      // of the outermost
  GeneratorFrame* running = nullptr;  // of the outermost: which one was asked, and has not answered
  GeneratorRun* run = nullptr;     // of the one that runs
  void* yielded = nullptr;         // the value, in the frame that yields it
  std::exception_ptr thrown{};     // what it has ended with
  void (*destroyReturned)(GeneratorFrame*) noexcept = nullptr;

  explicit GeneratorFrame(std::uint32_t bytes) noexcept : bytes(bytes), innermost(this) {}
  GeneratorFrame(const GeneratorFrame&) = delete;

  bool over() const noexcept { return !frame; }
  GeneratorFrame* top() noexcept {
    GeneratorFrame* at = this;
    while (at->outer) at = at->outer;
    return at;
  }
  // Goes on to the next value, which is the innermost's `yielded` then, or to the end. Throws what the generator throws; a
  // TypeError where it is running. Only one that is not over is asked.
  void ask(void* sent, std::exception_ptr error = nullptr, bool returns = false);
  // Whether it runs, or one that it delegates to does: then to ask it says so, here or where it delegates.
  bool cannotEnd() noexcept { return frame && top()->running; }
  // Ends it, and those that it delegates to before: destructors run. Nothing happens to one that is over.
  void end() noexcept;
  // It delegates to `inner`; what goes on then. Throws a TypeError where that is running.
  std::coroutine_handle<> delegate(GeneratorFrame* inner);
  // Whether next() of it, or of one that delegates to it, is a call of what runs.
  bool isRunning() noexcept {
    const GeneratorFrame* asked = top()->running;
    return asked && asked->reaches(this);
  }
  // Its coroutine has come to its end; what goes on then.
  std::coroutine_handle<> finish() noexcept;

  void addHandle() noexcept {
    ++handles;
    detail::countHolder(refs);
  }
  void dropHandle() noexcept {
    if (--handles == 0 && frame)
      lastHandleGone();
    else
      dropRef();
  }
  void dropRef() noexcept {
    if (--refs == 0) free();
  }

 protected:
  ~GeneratorFrame() = default;

 private:
  // Whether it, or one that it delegates to in the end, is this one.
  bool reaches(const GeneratorFrame* other) const noexcept {
    while (other && other != this) other = other->outer;
    return other == this;
  }
  void endFrame() noexcept;
  void endFrames(GeneratorFrame* outermost) noexcept;
  // From now on nothing delegates to the one that runs; gives what its next() throws for that.
  std::exception_ptr letGoOfRunning();
  void letGoOfShared() noexcept;
  void lastHandleGone() noexcept;
  void free() noexcept;
};

[[noreturn]] void throwGeneratorRuns();

}  // namespace nodecpp::detail
