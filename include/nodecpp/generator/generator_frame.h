// The header in front of a generator's frame, which does not depend on the type of its values. Programs use
// nodecpp/generator.h.
//
// A generator that delegates (yield*) to another generator is that one's `outer`. The outermost generator stores the
// innermost one, which is resumed directly, so that a value takes the same time at any depth and no recursion. When the
// innermost generator has ended, the one that delegated to it is resumed.
#pragma once

#include <nodecpp/safety.h>

#include <coroutine>
#include <cstdint>
#include <exception>
#include <utility>

namespace nodecpp::detail {

struct GeneratorFrame;

// One call of next(), throw_() or return_(), which may resume several frames.
struct GeneratorRun {
  GeneratorFrame* asked;
  GeneratorFrame* top;
  // The value that co_yield gives, of the generator's type N. Null when next() was called without an argument.
  void* sent;
  std::exception_ptr thrown;  // The exception that co_yield throws when the generator is resumed.
  // Set by return_(): when this frame ends, the frames that delegate to it end too. Otherwise null.
  GeneratorFrame* returns;
};

struct GeneratorFrame {
  std::uint32_t refs = 1;  // Counts the references to this block: the frame itself, and all handles.
  std::uint32_t handles = 0;
  std::uint32_t bytes;
  bool started = false;
  std::coroutine_handle<> frame{};  // The coroutine. Null when the generator has ended.
  GeneratorFrame* outer = nullptr;
  // The generator at the end of the chain of delegation. Only used in the outermost generator.
  GeneratorFrame* innermost;
  // Used in the outermost generator only: the generator that was asked for a value and has not answered.
  GeneratorFrame* running = nullptr;
  GeneratorRun* run = nullptr;  // The current call of next(), throw_() or return_(). Set in the generator that runs.
  void* yielded = nullptr;  // Points to the yielded value, which is in the frame of the generator that yields it.
  std::exception_ptr thrown{};  // The exception with which the generator has ended.
  void (*destroyReturned)(GeneratorFrame*) noexcept = nullptr;

  explicit GeneratorFrame(std::uint32_t bytes) noexcept : bytes(bytes), innermost(this) {}
  GeneratorFrame(const GeneratorFrame&) = delete;

  bool over() const noexcept { return !frame; }
  GeneratorFrame* top() noexcept {
    GeneratorFrame* at = this;
    while (at->outer) at = at->outer;
    return at;
  }
  // Resumes the generator until its next value, which is then the innermost frame's `yielded`, or to its end. Throws
  // what the generator throws, and a TypeError when the generator is running. Must not be called after the end.
  void ask(void* sent, std::exception_ptr error = nullptr, bool returns = false);
  // Tells whether the generator, or one that it delegates to, is running. It cannot be ended then, and asking it for a
  // value throws, here or at the co_yield that delegates.
  bool cannotEnd() noexcept { return frame && top()->running; }
  // Ends the generator after those that it delegates to, and runs their destructors. Does nothing after the end.
  void end() noexcept;
  // Delegates to `inner` and returns the frame to resume. Throws a TypeError when `inner` is running.
  std::coroutine_handle<> delegate(GeneratorFrame* inner);
  // Tells whether the running code was called by next() of this generator or of one that delegates to it.
  bool isRunning() noexcept {
    const GeneratorFrame* asked = top()->running;
    return asked && asked->reaches(this);
  }
  // Called when the generator's coroutine has come to its end. Returns the frame to resume.
  std::coroutine_handle<> finish() noexcept;

  void addHandle() noexcept {
    ++handles;
    detail::countHolder(refs);
  }
  void dropHandle() noexcept {
    if (--handles == 0 && frame)
      onLastHandleReleased();
    else
      dropRef();
  }
  void dropRef() noexcept {
    if (--refs == 0) free();
  }

 protected:
  ~GeneratorFrame() = default;

 private:
  // Tells whether this generator is `other` or delegates to it, directly or through further generators.
  bool reaches(const GeneratorFrame* other) const noexcept {
    while (other && other != this) other = other->outer;
    return other == this;
  }
  void endFrame() noexcept;
  void endFrames(GeneratorFrame* outermost) noexcept;
  // Detaches the running generator from those that delegate to it. Returns the exception that its next() throws in
  // them.
  std::exception_ptr detachRunning();
  void detachShared() noexcept;
  void onLastHandleReleased() noexcept;
  void free() noexcept;
};

[[noreturn]] void throwGeneratorRuns();

}  // namespace nodecpp::detail
