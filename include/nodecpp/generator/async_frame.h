// What stands in front of an async generator's frame, whatever it yields. Programs use nodecpp/async_generator.h.
//
// The order of what happens is ECMAScript's (AsyncGeneratorStart, AsyncGeneratorYield, AsyncGeneratorDrainQueue): calls of
// next(), throw_() and return_() are answered one after the other, each by a promise of its own; a value that is yielded, and
// one that is returned, are awaited before that.
#pragma once

#include <nodecpp/promise/coroutine.h>

namespace nodecpp::detail {

struct AsyncGeneratorFrame;

enum class Resumption : unsigned char { next, throw_, return_ };

// A call: part of the block of its promise's state, whose settler the generator is.
struct AsyncRequest {
  AsyncGeneratorFrame* of = nullptr;  // null when it is in no queue
  AsyncRequest* following = nullptr;
  PromiseState* state = nullptr;
  Resumption kind = Resumption::next;
  std::exception_ptr error{};  // of throw_
  void* sent = nullptr;        // of next: what co_yield gives
  void* given = nullptr;       // of return_
  // Fulfils the promise with the value, which may be null, and `done`. It is in no queue any more.
  void (*answer)(AsyncRequest* request, void* value, bool done) = nullptr;
  // Destroys what it was made with.
  void (*clear)(AsyncRequest* request) noexcept = nullptr;
};

// What a generator that delegates (yield*) asks.
struct AsyncDelegate {
  // Asks the other one as the request says, or for its next value without one. The state is the delegate's.
  virtual PromiseState* forward(AsyncRequest* request) = 0;
  // Of that state, fulfilled: the value, and whether that was the last one.
  virtual void* value(bool& done) noexcept = 0;

 protected:
  ~AsyncDelegate() = default;
};

struct AsyncGeneratorFrame : PromiseState, WaitingFrame {
  // `draining`: its function has ended, and a return_() that came later is being answered.
  enum class State : unsigned char { start, yields, runs, draining, over };

  State state = State::start;
  bool answers = false;  // the queue is answered after the frame has gone
  bool isParked = false;  // it yields `yielded` to nobody: who asked has gone
  std::uint32_t handles = 0;
  AsyncRequest* first = nullptr;
  AsyncRequest* last = nullptr;
  AsyncDelegate* delegate = nullptr;
  void* yielded = nullptr;
  void* returned = nullptr;     // in the frame
  std::exception_ptr injected{};  // what co_yield throws
  std::exception_ptr thrown{};    // what the function has thrown

  explicit AsyncGeneratorFrame(std::uint32_t bytes) noexcept;
  ~AsyncGeneratorFrame() {}

  // Takes up a call, or puts it into the queue.
  void ask(AsyncRequest* request);
  // The function yields what stands at `yielded`.
  void yield() noexcept;
  // It yields a promise's value: that is awaited, and taken by `take`, which gives its place.
  void yieldWhenSettled(PromiseState* promised, void (*then)(void* reaction)) noexcept;
  // It goes on with its delegate's first value.
  void startDelegating(AsyncDelegate* to);
  // What co_yield throws, if anything; the call that is answered next.
  AsyncRequest* resumed() {
    if (injected) [[unlikely]]
      std::rethrow_exception(std::exchange(injected, nullptr));
    return first;
  }
  void finish() noexcept;
  // The frame has gone.
  void frameGone() noexcept;
  void addHandle() noexcept {
    if (handles++ == 0) retain(static_cast<PromiseState*>(this));
  }
  void dropHandle() noexcept {
    if (--handles == 0) lastHandleGone();
  }
  static AsyncGeneratorFrame* from(void* reaction) noexcept {
    return static_cast<AsyncGeneratorFrame*>(static_cast<WaitingFrame*>(static_cast<Reaction*>(reaction)));
  }
  // For a reaction of its own: whether the frame is still there, and goes on now.
  bool goesOn() noexcept;
  void deliver();
  void goOn();
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
  void lastHandleGone() noexcept;
  static void afterYield(void* reaction);
  static void afterReturn(void* reaction);
  static void afterReturned(void* reaction);
  static void afterDrain(void* reaction);
  static void afterDelegate(void* reaction);
  static void afterRetraction(void* reaction);
  static PromiseState* retractGenerator(PromiseState* state) noexcept;

  void (*resume_)(void*);  // of WaitingFrame
};
struct alignas(16) AsyncGeneratorHeader : AsyncGeneratorFrame {
  using AsyncGeneratorFrame::AsyncGeneratorFrame;
};

}  // namespace nodecpp::detail
