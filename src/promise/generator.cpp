#include <nodecpp/generator.h>

#include "base/assertion.h"

namespace nodecpp::detail {

void throwGeneratorRuns() { throw TypeError("Generator is already running"); }

void GeneratorFrame::ask(void* sent, std::exception_ptr error, bool returns) {
  NODECPP_DEBUG_ASSERT(!over() && handles > 0, handles);
  if (NODECPP_FAILS(generatorRuns, isRunning())) throwGeneratorRuns();
  GeneratorFrame* outermost = top();
  // A generator that this one delegates to is running, called by other code. Its next() throws in the generator that
  // delegates to it.
  if (outermost->running) error = outermost->detachRunning();
  GeneratorFrame* at = outermost->innermost;
  GeneratorRun call{this, outermost, sent, std::move(error), returns ? at : nullptr};
  // The generator's own code may drop the last handles, so the call holds handles of its own.
  struct Running {
    GeneratorRun& call;
    GeneratorFrame* self;
    GeneratorFrame* top;
    explicit Running(GeneratorRun& call) noexcept : call(call), self(call.asked), top(call.top) {
      self->addHandle();
      top->addHandle();
      NODECPP_DEBUG_ASSERT(!top->outer);
      top->running = self;
    }
    ~Running() {
      NODECPP_DEBUG_ASSERT(call.top->innermost && !call.top->outer);
      call.top->running = nullptr;
      call.top->innermost->run = nullptr;
      top->dropHandle();
      self->dropHandle();
    }
  } running(call);
  NODECPP_DEBUG_ASSERT(at->frame);
  at->run = &call;
  at->started = true;
  at->frame.resume();
  if (over() && thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
}

std::exception_ptr GeneratorFrame::detachRunning() {
  std::exception_ptr error = std::make_exception_ptr(TypeError("Generator is already running"));
  GeneratorFrame* asked = std::exchange(running, nullptr);
  NODECPP_ASSERT(asked && !asked->running);
  asked->running = asked;
  asked->innermost = std::exchange(innermost, std::exchange(asked->outer, nullptr));
  if (GeneratorRun* call = asked->innermost->run) call->top = asked;
  // The frame that delegated to the detached ones waits for its next call, so the present call is not its own any more.
  if (asked != this && innermost) innermost->run = nullptr;
  return error;
}

std::coroutine_handle<> GeneratorFrame::delegate(GeneratorFrame* inner) {
  if (inner->isRunning()) throwGeneratorRuns();
  NODECPP_ASSERT(run && run->top->innermost == this && inner != this);
  if (inner->running) run->thrown = inner->detachRunning();
  NODECPP_ASSERT(!inner->outer && !inner->running);  // A generator has one outer generator.
  inner->outer = this;
  GeneratorFrame* at = run->top->innermost = inner->innermost;
  run->sent = nullptr;
  NODECPP_ASSERT(at->frame && !at->run);
  at->run = run;
  at->started = true;
  return at->frame;
}

std::coroutine_handle<> GeneratorFrame::finish() noexcept {
  GeneratorRun* call = run;
  NODECPP_ASSERT(call && call->top->innermost == this && !call->top->outer);
  endFrame();
  GeneratorFrame* next = std::exchange(outer, nullptr);
  if (!next) return std::noop_coroutine();
  call->top->innermost = next;
  // The finished generator was called directly, and not by the generator that delegates to it.
  if (call->asked == this) return std::noop_coroutine();
  // return_() was called while this generator was the innermost one. When it ends without an error, those that delegate
  // to it end, too.
  if (call->returns == this) {
    if (!thrown) {
      call->asked->endFrames(call->top);
      return std::noop_coroutine();
    }
    call->returns = next;
  }
  NODECPP_ASSERT(next->frame && next->started);
  next->run = call;
  return next->frame;
}

void GeneratorFrame::endFrame() noexcept {
  NODECPP_ASSERT(bool(frame));
  try {
    std::exchange(frame, nullptr).destroy();
  } catch (...) {
    destructorThrew();
  }
}

// Destroys the frames from the innermost up to this one. A frame that is destroyed drops the generator that it
// delegated to, whose frame is gone by then. Ending a chain of any length therefore needs no recursion.
void GeneratorFrame::endFrames(GeneratorFrame* outermost) noexcept {
  NODECPP_ASSERT(!outermost->outer && outermost->innermost);
  outermost->running = this;
  GeneratorFrame* at = outermost->innermost;
  for (bool last = false; !last;) {
    NODECPP_ASSERT(at);  // The chain leads from the innermost generator to this one.
    last = at == this;
    GeneratorFrame* next = std::exchange(at->outer, nullptr);
    // A destructor may have made the outermost generator let go of this one.
    GeneratorFrame* chain = outermost->running == this ? outermost : this;
    chain->innermost = next ? next : chain;
    chain->innermost->run = nullptr;
    at->endFrame();
    at = next;
  }
  (outermost->running == this ? outermost : this)->running = nullptr;
}

void GeneratorFrame::end() noexcept {
  if (over()) return;
  GeneratorFrame* outermost = top();
  NODECPP_ASSERT(!outermost->running);
  addHandle();
  outermost->addHandle();
  endFrames(outermost);
  outermost->dropHandle();
  dropHandle();
}

// Generators that other handles refer to are detached and stay as they are.
void GeneratorFrame::detachShared() noexcept {
  GeneratorFrame* shared = nullptr;
  for (GeneratorFrame* at = innermost; at != this; at = at->outer) {
    NODECPP_ASSERT(at);
    if (at->handles > 1) shared = at;
  }
  if (!shared) return;
  shared->innermost = innermost;
  innermost = std::exchange(shared->outer, nullptr);
}

void GeneratorFrame::onLastHandleReleased() noexcept {
  destroyInTurn(this, [](void* object) noexcept {
    auto* self = static_cast<GeneratorFrame*>(object);
    NODECPP_ASSERT(self->handles == 0 && !self->outer && !self->running, self->handles);
    // A generator that delegates to another one holds a handle to it, so a generator without handles is the outermost.
    if (self->frame) {
      self->detachShared();
      self->endFrames(self);
    }
    self->dropRef();
  });
}

void GeneratorFrame::free() noexcept {
  NODECPP_DEBUG_ASSERT(refs == 0 && handles == 0 && !frame && !outer, refs, handles);
  if (destroyReturned) destroyReturned(this);
  const std::size_t size = bytes;
  this->~GeneratorFrame();
  release(this, size);
}

}  // namespace nodecpp::detail
