// A listener that calls another one, for what rawListeners(), listeners() and newListener give to a program.
#pragma once

#include <nodecpp/events.h>

#include <utility>

namespace nodecpp::detail {

// Calls another listener; see wrapListener in nodecpp/events/listener.h. `inner` is the wrapped listener.
struct WrapperCell : ListenerCell {
  WrapperCell(Listener wrapped, EventEmitter of, bool isOnce)
      : inner(std::move(wrapped)), emitter(std::move(of)), takesOff(isOnce) {
    wraps = true;
    identity = inner.identity();
    call = [](ListenerCell* base, const Emission& emission) {
      auto* self = static_cast<WrapperCell*>(base);
      if (self->takesOff) {
        ListenerCell* cell = self->inner.cell();
        if (cell->fired) return;
        cell->fired = true;
        self->emitter->removeCell(cell);
      }
      self->inner.cell()->call(self->inner.cell(), emission);
    };
    handle = [](ListenerCell* base, Tracer* tracer) {
      auto* self = static_cast<WrapperCell*>(base);
      if (tracer) return self->show(*tracer);
      self->~WrapperCell();
      release(self, sizeof(WrapperCell));
    };
  }
  static ListenerCell* make(Listener wrapped, EventEmitter of, bool isOnce = false) {
    return ::new (allocate(sizeof(WrapperCell))) WrapperCell(std::move(wrapped), std::move(of), isOnce);
  }
  // The listener itself, for a program to keep.
  static Listener held(const Listener& listener, EventEmitter of) {
    ListenerCell* made = make(listener, std::move(of));
    made->wraps = false;
    return Listener(made, true);
  }
  void show(Tracer& tracer) {
    tracer.copy(emitter);
    if (inner.cell()->refs == 1) inner.cell()->handle(inner.cell(), &tracer);
  }
  Listener inner;
  EventEmitter emitter;  // where the listener came from: a listener of the runtime may use the emitter without holding it
  bool takesOff;         // rawListeners() gave it: the call removes the listener from the emitter first
};

}  // namespace nodecpp::detail
