#include <nodecpp/async_generator.h>

#include "base/assertion.h"

namespace nodecpp::detail {

namespace {

// Rejects the promise of a request that was removed from its queue.
void fail(AsyncRequest* request, std::exception_ptr error) {
  NODECPP_ASSERT(!request->of && request->state->outcome == Outcome::pending);
  request->clear(request);
  reject(request->state, std::move(error));
  dropSettler(request->state);
}

}  // namespace

AsyncGeneratorFrame::AsyncGeneratorFrame(std::uint32_t bytes) noexcept : PromiseState(bytes), resume_(run) {
  PromiseState::retract = retractGenerator;
}

void AsyncGeneratorFrame::ask(AsyncRequest* request) {
  NODECPP_ASSERT(!request->of && !request->following && request->state);
  NODECPP_ASSERT(!first == !last);
  retain(static_cast<PromiseState*>(this));
  struct Held {
    AsyncGeneratorFrame* self;
    ~Held() { release(static_cast<PromiseState*>(self)); }
  } held{this};
  request->of = this;
  (first ? last->following : first) = request;
  last = request;
  if (state == State::yields) {
    takeUp();
  } else if (state == State::start) {
    if (request->kind == Resumption::next) return takeNextRequest();
    answers = true;
    state = State::runs;  // What destructors of the frame ask for waits in the queue until the frame is gone.
    endFrame();
    state = State::over;
    drain();
  } else if (state == State::over) {
    drain();
  }
}

// Runs the function until its next co_await or co_yield. Called in a microtask or by the call that asks for a value.
void AsyncGeneratorFrame::takeNextRequest() {
  NODECPP_ASSERT(frame && !isParked, state);
  state = State::runs;
  own = first ? first->state : this;
  WaitingFrame::run = resume_;
  resume_(static_cast<Reaction*>(this));
}

void AsyncGeneratorFrame::wait(void (*then)(void*)) noexcept {
  NODECPP_ASSERT(frame && state != State::over && state != State::draining, state);
  state = State::runs;
  on = &leafState;
  WaitingFrame::run = then;
  keepContext(this);
  queue(this);
}

bool AsyncGeneratorFrame::continues() noexcept {
  NODECPP_ASSERT(on);
  if (!frame) {
    release(on);
    return false;
  }
  NODECPP_ASSERT(on == &leafState || on->outcome != Outcome::pending);
  on = &leafState;
  WaitingFrame::next = nullptr;
  WaitingFrame::run = resume_;
  return true;
}

void AsyncGeneratorFrame::yield() noexcept {
  NODECPP_ASSERT(state == State::runs && frame && !isParked, state);
  if (retracting) [[unlikely]]
    return suspendRetracted(this, this);
  wait(afterYield);
}

void AsyncGeneratorFrame::yieldWhenSettled(PromiseState* promised, void (*then)(void* reaction)) noexcept {
  NODECPP_ASSERT(state == State::runs && frame && promised, state);
  on = promised;
  if (retracting) [[unlikely]]
    return suspendRetracted(this, this, promised);
  WaitingFrame::run = then;
  attach(this);
}

void AsyncGeneratorFrame::afterYield(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  if (self->continues()) self->deliver();
}

// Passes the yielded value to the first request, then handles the next request.
void AsyncGeneratorFrame::deliver() {
  NODECPP_ASSERT(state == State::runs && frame && !isParked, state);
  // A caller that gets an answer may end other callers, and with them the last handle to this generator; their
  // destructors may ask for another value. So the frame is held until this function returns.
  retain(static_cast<PromiseState*>(this));
  state = State::yields;
  own = this;
  if (AsyncRequest* request = pop())
    request->answer(request, yielded, false);
  else
    isParked = true;
  if (first)
    takeUp();
  else if (state == State::yields && handles == 0)
    end();
  release(static_cast<PromiseState*>(this));
}

void AsyncGeneratorFrame::takeUp() {
  while (isParked && first && first->kind == Resumption::next) {
    isParked = false;
    AsyncRequest* request = pop();
    request->answer(request, yielded, false);
  }
  if (!first || state != State::yields) return;
  isParked = false;
  AsyncRequest* request = first;
  if (delegate) return forwardTo(request);
  if (request->kind == Resumption::return_) return wait(afterReturn);
  if (request->kind == Resumption::throw_) injected = request->error;
  takeNextRequest();
}

void AsyncGeneratorFrame::afterReturn(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  if (self->continues()) self->complete(self->first ? self->first->given : nullptr);
}

// Called when the function has ended. The value that it returned is awaited.
void AsyncGeneratorFrame::finish() noexcept {
  NODECPP_ASSERT(state == State::runs && frame && !delegate, state);
  if (!retracting) {
    if (!thrown && returned) return wait(afterReturned);
    return complete(returned);
  }
  ++settlers;
  end();
  dropSettler(this);
}
void AsyncGeneratorFrame::afterReturned(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  if (self->continues()) self->complete(self->returned);
}

// Ends the frame, answers the first request with `value`, and then the other requests.
void AsyncGeneratorFrame::complete(void* value) {
  NODECPP_ASSERT(state == State::runs && frame && !answers, state);
  retain(static_cast<PromiseState*>(this));
  answers = true;
  AsyncRequest* request = pop();
  // The value may be in the frame. The promise copies it before the frame is destroyed, and no other code runs between.
  if (std::exception_ptr failed = std::exchange(thrown, nullptr)) {
    endFrame();
    if (request)
      fail(request, std::move(failed));
    else
      // Without a waiting request, the error is kept, and the next request is rejected with it.
      error = std::move(failed);
  } else {
    if (value && request && value == request->given) {
      endFrame();
      request->answer(request, value, true);
    } else {
      if (request) request->answer(request, value, true);
      endFrame();
    }
  }
  NODECPP_ASSERT(!frame && !thrown);
  state = State::over;
  drain();
  release(static_cast<PromiseState*>(this));
}

void AsyncGeneratorFrame::endFrame() noexcept { end(); }

void AsyncGeneratorFrame::drain() {
  NODECPP_ASSERT(!frame && !delegate && !isParked);
  while (first && state == State::over) {
    if (error) {
      fail(pop(), std::exchange(error, nullptr));
    } else if (first->kind == Resumption::return_) {
      awaitReturn();
    } else {
      AsyncRequest* request = pop();
      if (request->kind == Resumption::next)
        request->answer(request, nullptr, true);
      else
        fail(request, request->error);
    }
  }
}

void AsyncGeneratorFrame::awaitReturn() {
  NODECPP_ASSERT(state == State::over && first && first->kind == Resumption::return_, state);
  state = State::draining;
  retain(static_cast<PromiseState*>(this));
  WaitingFrame::run = afterDrain;
  on = this;
  queue(this);
}
void AsyncGeneratorFrame::afterDrain(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  NODECPP_ASSERT(self->state == State::draining && self->on == self && !self->frame, self->state);
  self->WaitingFrame::next = nullptr;
  self->on = nullptr;
  self->state = State::over;
  if (AsyncRequest* request = self->pop()) request->answer(request, request->given, true);
  self->drain();
  release(static_cast<PromiseState*>(self));
}

void AsyncGeneratorFrame::startDelegating(AsyncDelegate* to) {
  NODECPP_ASSERT(to && !delegate && state == State::runs, state);
  delegate = to;
  forwardTo(nullptr);
}

void AsyncGeneratorFrame::forwardTo(AsyncRequest* request) {
  NODECPP_ASSERT(delegate && frame && (!request || request == first));
  state = State::runs;
  PromiseState* asked = delegate->forward(request);
  on = asked;
  WaitingFrame::run = afterDelegate;
  if (retracting) [[unlikely]]
    return suspendRetracted(this, this, asked);
  attach(this);
}

// As with JavaScript's yield*, a value is passed on without being awaited again, and the delegate's last value is what
// co_yield gives. The value of a return_() is awaited once more.
void AsyncGeneratorFrame::afterDelegate(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  PromiseState* asked = self->on;
  if (!self->continues()) return;
  NODECPP_ASSERT(self->delegate && asked->outcome != Outcome::pending);
  if (asked->outcome == Outcome::rejected) {
    self->delegate = nullptr;
    self->injected = asked->error;
    return self->takeNextRequest();
  }
  bool done = false;
  void* value = self->delegate->value(done);
  if (!done) {
    self->yielded = value;
    return self->deliver();
  }
  self->delegate = nullptr;
  if (self->first && self->first->kind == Resumption::return_) {
    self->returned = value;
    return self->wait(afterReturned);
  }
  self->takeNextRequest();
}

AsyncRequest* AsyncGeneratorFrame::pop() noexcept {
  AsyncRequest* request = first;
  if (request) remove(request);
  return request;
}

void AsyncGeneratorFrame::remove(AsyncRequest* request) noexcept {
  NODECPP_ASSERT(request->of == this && first && last);
  AsyncRequest** at = &first;
  AsyncRequest* before = nullptr;
  while (*at != request) {
    NODECPP_ASSERT(*at);  // A request that names this generator is in its queue.
    before = *at;
    at = &before->following;
  }
  *at = request->following;
  if (last == request) last = before;
  NODECPP_ASSERT(!first == !last && (!last || !last->following));
  request->following = nullptr;
  request->of = nullptr;
  if (own == request->state) own = this;
}

// A frame that is destroyed with unanswered requests was retracted, or nothing can resume it. What waits for a value
// then ends with it.
void AsyncGeneratorFrame::onFrameFreed() noexcept {
  NODECPP_ASSERT(!frame && settlers > 0, settlers);
  delegate = nullptr;
  isParked = false;
  injected = nullptr;
  if (!answers) {
    state = State::over;
    std::exception_ptr failed = std::exchange(thrown, nullptr);
    while (AsyncRequest* request = pop()) {
      request->clear(request);
      if (failed) reject(request->state, std::exchange(failed, nullptr));
      dropSettler(request->state);
    }
  }
  dropSettler(this);
}

void AsyncGeneratorFrame::onLastHandleReleased() noexcept {
  destroyInTurn(this, [](void* object) noexcept {
    auto* self = static_cast<AsyncGeneratorFrame*>(object);
    // A generator that runs or awaits something has been asked for a value, and ends after it has answered.
    if (self->frame && (self->state == State::start || self->state == State::yields)) self->end();
    release(static_cast<PromiseState*>(self));
  });
}

PromiseState* AsyncGeneratorFrame::retractRequest(AsyncRequest* request) noexcept {
  AsyncGeneratorFrame* self = request->of;
  if (!self) return nullptr;
  // When no other caller has asked or can ask for a value, the generator itself is retracted.
  const bool alone = self->first == request && !request->following && self->handles <= 1;
  if (alone && self->frame && self->state == State::runs && isRetractable(self) && !self->retracting) return self;
  // Otherwise the value that is being made goes to the next caller.
  self->remove(request);
  request->clear(request);
  dropSettler(request->state);
  return nullptr;
}

PromiseState* AsyncGeneratorFrame::retractGenerator(PromiseState* state) noexcept {
  auto* self = static_cast<AsyncGeneratorFrame*>(state);
  NODECPP_ASSERT(self->retracting);
  if (!self->frame) return nullptr;
  return retractFrame(self, self, afterRetraction);
}

void AsyncGeneratorFrame::afterRetraction(void* reaction) {
  AsyncGeneratorFrame* self = from(reaction);
  NODECPP_ASSERT(self->retracting && self->on && self->on->outcome != Outcome::pending);
  if (self->on->outcome == Outcome::rejected) self->thrown = self->on->error;
  retain(static_cast<PromiseState*>(self));
  self->end();
  release(static_cast<PromiseState*>(self));
}

}  // namespace nodecpp::detail
