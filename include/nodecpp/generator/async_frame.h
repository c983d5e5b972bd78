// The header in front of an async generator's frame, which does not depend on the type of its values. Programs use
// nodecpp/async_generator.h.
//
// The order of steps is ECMAScript's (AsyncGeneratorStart, AsyncGeneratorYield, AsyncGeneratorDrainQueue). Calls of
// next(), throw_() and return_() are answered one after the other, each through a promise of its own. A value that is
// yielded or returned is awaited before it is passed on.
#pragma once

#include <nodecpp/promise/coroutine.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {

struct AsyncGeneratorFrame;

enum class Resumption : unsigned char { next, throw_, return_ };

// One call of next(), throw_() or return_(). It lies in the memory block of its promise's state, and the generator is
// the settler of that state.
struct AsyncRequest {
  // The generator with this request in its queue. Null when the request is in no queue.
  AsyncGeneratorFrame* of = nullptr;
  AsyncRequest* following = nullptr;
  PromiseState* state = nullptr;
  Resumption kind = Resumption::next;
  std::exception_ptr error{};  // The error that was passed to throw_().
  void* sent = nullptr;  // The value that was passed to next(), which co_yield gives.
  void* given = nullptr;  // The value that was passed to return_().
  // Fulfils the promise with `value`, which may be null, and `done`. The request was removed from its queue before.
  void (*answer)(AsyncRequest* request, void* value, bool done) = nullptr;
  // Destroys the arguments of the call.
  void (*clear)(AsyncRequest* request) noexcept = nullptr;
};

// A generator or iterator that an async generator delegates to with yield*.
struct AsyncDelegate {
  // Passes the request on, or asks for the next value when `request` is null. Returns the state of the answer's
  // promise, which the delegate owns.
  virtual PromiseState* forward(AsyncRequest* request) = 0;
  // Returns the value of the last answer, which is fulfilled, and sets `done` when the value is the last one. The
  // pointer is valid until the next forward().
  virtual void* value(bool& done) noexcept = 0;

 protected:
  ~AsyncDelegate() = default;
};

struct AsyncGeneratorFrame : PromiseState, WaitingFrame {
  // `draining` means that the function has ended and that a return_() which came later is being answered.
  enum class State : unsigned char { start, yields, runs, draining, over };

  State state = State::start;
  bool answers = false;  // The requests in the queue are still answered after the frame is gone.
  bool isParked = false;  // The generator has yielded `yielded`, but the caller that asked for it is gone.
  std::uint32_t handles = 0;
  AsyncRequest* first = nullptr;
  AsyncRequest* last = nullptr;
  AsyncDelegate* delegate = nullptr;
  void* yielded = nullptr;
  void* returned = nullptr;  // Points to the value that the function has returned, which is in the generator's frame.
  std::exception_ptr injected{};  // The exception that co_yield throws when the generator is resumed.
  std::exception_ptr thrown{};  // The exception that the generator's function has thrown.

  explicit AsyncGeneratorFrame(std::uint32_t bytes) noexcept;
  ~AsyncGeneratorFrame() {}

  // Handles a call of next(), throw_() or return_() at once, or puts it into the queue.
  void ask(AsyncRequest* request);
  // Called when the function yields the value that `yielded` points to.
  void yield() noexcept;
  // Called when the function yields a promise. The promise is awaited, and `then` is run when it is settled.
  void yieldWhenSettled(PromiseState* promised, void (*then)(void* reaction)) noexcept;
  // Starts yield*: asks the delegate for its first value.
  void startDelegating(AsyncDelegate* to);
  // Called when co_yield goes on. Throws the injected exception if there is one. Returns the request that is answered
  // next.
  AsyncRequest* resumed() {
    if (injected) [[unlikely]]
      std::rethrow_exception(detail::exchange(injected, nullptr));
    return first;
  }
  void finish() noexcept;
  // Called when the generator's frame has been destroyed.
  void onFrameFreed() noexcept;
  void addHandle() noexcept {
    if (handles++ == 0) retain(static_cast<PromiseState*>(this));
  }
  void dropHandle() noexcept {
    if (--handles == 0) onLastHandleReleased();
  }
  static AsyncGeneratorFrame* from(void* reaction) noexcept {
    return static_cast<AsyncGeneratorFrame*>(static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction)));
  }
  // Called by a reaction of the frame. Returns whether the frame still exists and goes on now.
  bool continues() noexcept;
  void deliver();
  void takeNextRequest();
  static PromiseState* retractRequest(AsyncRequest* request) noexcept;

 private:
  void wait(void (*then)(void*)) noexcept;
  void takeUp();
  void forwardTo(AsyncRequest* request);
  void complete(void* value);
  void endFrame() noexcept;
  void drain();
  void awaitReturn();
  AsyncRequest* pop() noexcept;
  void remove(AsyncRequest* request) noexcept;
  void onLastHandleReleased() noexcept;
  static void afterYield(void* reaction);
  static void afterReturn(void* reaction);
  static void afterReturned(void* reaction);
  static void afterDrain(void* reaction);
  static void afterDelegate(void* reaction);
  static void afterRetraction(void* reaction);
  static PromiseState* retractGenerator(PromiseState* state) noexcept;

  void (*resume_)(void*);  // The function that resumes the frame: the original `run` of the WaitingFrame.
};
struct alignas(16) AsyncGeneratorHeader : AsyncGeneratorFrame {
  using AsyncGeneratorFrame::AsyncGeneratorFrame;
};

}  // namespace nodecpp::detail
