#include <nodecpp/generator.h>

namespace nodecpp::detail {

void throwGeneratorRuns() { throw TypeError("Generator is already running"); }

void GeneratorFrame::ask(void* sent, std::exception_ptr error) {
  GeneratorFrame* outermost = top();
  if (outermost->running) throwGeneratorRuns();
  GeneratorRun call{this, outermost, sent, std::move(error)};
  GeneratorFrame* at = outermost->innermost;
  // The generator's own code may let go of the last handles.
  struct Running {
    GeneratorFrame* self;
    GeneratorFrame* top;
    Running(GeneratorFrame* self, GeneratorFrame* top) noexcept : self(self), top(top) {
      self->addHandle();
      top->addHandle();
      top->running = true;
    }
    ~Running() {
      top->running = false;
      top->dropHandle();
      self->dropHandle();
    }
  } running(this, outermost);
  at->run = &call;
  at->started = true;
  at->frame.resume();
  if (over() && thrown) std::rethrow_exception(std::exchange(thrown, nullptr));
}

std::coroutine_handle<> GeneratorFrame::delegate(GeneratorFrame* inner) {
  if (inner->top()->running) throwGeneratorRuns();
  inner->outer = this;
  GeneratorFrame* at = run->top->innermost = inner->innermost;
  run->sent = nullptr;
  at->run = run;
  at->started = true;
  return at->frame;
}

std::coroutine_handle<> GeneratorFrame::finish() noexcept {
  GeneratorRun* call = run;
  GeneratorFrame* next = std::exchange(outer, nullptr);
  endFrame();
  if (!next) return std::noop_coroutine();
  call->top->innermost = next;
  if (call->asked == this) return std::noop_coroutine();  // not by the one that delegates to it
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

// From the innermost up to this one. A frame that goes lets go of the one that it delegated to, whose frame has gone then:
// however many there are, that takes no stack.
void GeneratorFrame::endFrames(GeneratorFrame* outermost) noexcept {
  outermost->running = true;
  GeneratorFrame* at = outermost->innermost;
  for (bool last = false; !last;) {
    last = at == this;
    GeneratorFrame* next = std::exchange(at->outer, nullptr);
    outermost->innermost = next ? next : outermost;
    at->endFrame();
    at = next;
  }
  outermost->running = false;
}

void GeneratorFrame::end() {
  GeneratorFrame* outermost = top();
  if (outermost->running) throwGeneratorRuns();
  ++refs;
  endFrames(outermost);
  dropRef();
}

// Those that others refer to, too, stay as they are.
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
    // What delegates to it has a handle to it, so that it is the outermost.
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
