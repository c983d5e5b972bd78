#include <nodecpp/generator.h>

namespace nodecpp::detail {

void throwGeneratorRuns() { throw TypeError("Generator is already running"); }

void GeneratorFrame::ask(void* sent, std::exception_ptr error, bool returns) {
  if (NODECPP_FAILS(generatorRuns, isRunning())) throwGeneratorRuns();
  GeneratorFrame* outermost = top();
  // A generator that this one delegates to is running, called by other code. Its next() throws in the generator that
  // delegates to it.
  if (outermost->running) error = outermost->letGoOfRunning();
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
      top->running = self;
    }
    ~Running() {
      call.top->running = nullptr;
      call.top->innermost->run = nullptr;
      top->dropHandle();
      self->dropHandle();
    }
  } running(call);
  at->run = &call;
  at->started = true;
  at->frame.resume();
  if (over() && thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
}

std::exception_ptr GeneratorFrame::letGoOfRunning() {
  std::exception_ptr error = std::make_exception_ptr(TypeError("Generator is already running"));
  GeneratorFrame* asked = std::exchange(running, nullptr);
  asked->running = asked;
  asked->innermost = std::exchange(innermost, std::exchange(asked->outer, nullptr));
  if (GeneratorRun* call = asked->innermost->run) call->top = asked;
  return error;
}

std::coroutine_handle<> GeneratorFrame::delegate(GeneratorFrame* inner) {
  if (inner->isRunning()) throwGeneratorRuns();
  if (inner->running) run->thrown = inner->letGoOfRunning();
  inner->outer = this;
  GeneratorFrame* at = run->top->innermost = inner->innermost;
  run->sent = nullptr;
  at->run = run;
  at->started = true;
  return at->frame;
}

std::coroutine_handle<> GeneratorFrame::finish() noexcept {
  GeneratorRun* call = run;
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
  next->run = call;
  return next->frame;
}

void GeneratorFrame::endFrame() noexcept {
  try {
    std::exchange(frame, nullptr).destroy();
  } catch (...) {
    destructorThrew();
  }
}

// Destroys the frames from the innermost up to this one. A frame that is destroyed drops the generator that it
// delegated to, whose frame is gone by then. Ending a chain of any length therefore needs no recursion.
void GeneratorFrame::endFrames(GeneratorFrame* outermost) noexcept {
  outermost->running = this;
  GeneratorFrame* at = outermost->innermost;
  for (bool last = false; !last;) {
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
  addHandle();
  outermost->addHandle();
  endFrames(outermost);
  outermost->dropHandle();
  dropHandle();
}

// Generators that other handles refer to are detached and stay as they are.
void GeneratorFrame::letGoOfShared() noexcept {
  GeneratorFrame* shared = nullptr;
  for (GeneratorFrame* at = innermost; at != this; at = at->outer)
    if (at->handles > 1) shared = at;
  if (!shared) return;
  shared->innermost = innermost;
  innermost = std::exchange(shared->outer, nullptr);
}

void GeneratorFrame::lastHandleGone() noexcept {
  destroyInTurn(this, [](void* object) noexcept {
    auto* self = static_cast<GeneratorFrame*>(object);
    // A generator that delegates to another one holds a handle to it, so a generator without handles is the outermost.
    if (self->frame) {
      self->letGoOfShared();
      self->endFrames(self);
    }
    self->dropRef();
  });
}

void GeneratorFrame::free() noexcept {
  if (destroyReturned) destroyReturned(this);
  const std::size_t size = bytes;
  this->~GeneratorFrame();
  release(this, size);
}

}  // namespace nodecpp::detail
