// Instructions for emitters, abort signals, timers, and handles to objects.
#include "api/program.h"

#include <nodecpp/events/once.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>

namespace api {

namespace {
constexpr Event<double> ticked{"tick"};
constexpr Event<EventEmitter> given{"given"};

Promise<> awaitEvent(EventEmitter emitter, AbortSignal signal, Body body) {
  Ending ending(body);
  auto [value] = co_await nodecpp::events::once<double>(emitter, "tick", {.signal = signal});
  if (value != 1) body();
}
Promise<> iterateEvents(EventEmitter emitter, AbortSignal signal, Body body, unsigned most) {
  auto all = nodecpp::events::on<double>(emitter, "tick", {.close = {"close"}, .signal = signal});
  while (auto next = co_await all.next()) {
    if (most-- == 0) break;
    body();
  }
}
}  // namespace

void events(Program& p) {
  EventEmitter emitter = p.emitter();
  const unsigned which = p.below(32);
  switch (which) {
    case 0: p.emitters.keep(make<EventEmitter>()); break;
    case 1: p.emitters.keep(make<EventEmitter>({.captureRejections = true})); break;
    case 2:
    case 3: emitter->on(p.eventName(), [body = p.body()] { body(); }); break;
    case 4: emitter->on(ticked, [body = p.body()](double n) { body(); (void)n; }); break;
    case 5: emitter->once(p.eventName(), [body = p.body()] { body(); }); break;
    case 6: emitter->prependListener(p.eventName(), [body = p.body()] { body(); }); break;
    case 7: emitter->prependOnceListener(p.eventName(), [body = p.body()] { body(); }); break;
    case 8: {
      auto one = listener([body = p.body()] { body(); });
      const String name = p.eventName();
      emitter->on(name, one);
      setTimeout([emitter, name, one] { emitter->off(name, one); }, p.time());
      break;
    }
    case 9: emitter->on(p.eventName(), p.listeners.any()); break;
    case 10: emitter->once(p.eventName(), p.functions.any()); break;
    case 11: emitter->off(p.eventName(), p.listeners.any()); break;
    case 12: emitter->off(p.eventName(), p.functions.any()); break;
    case 13:
    case 14:
    case 15: emitter->emit(ticked, p.number()); break;
    case 16: emitter->emit(p.eventName()); break;
    case 17: emitter->emit(p.eventName(), p.text()); break;
    case 18: emitter->emit("error", p.error()); break;
    case 19: emitter->emit(given, p.emitter()); break;
    case 20: emitter->on(given, [body = p.body()](EventEmitter other) { body(); if (other) other->removeAllListeners(); }); break;
    case 21: emitter->removeAllListeners(); break;
    case 22: emitter->removeAllListeners(p.eventName()); break;
    case 23: emitter->setMaxListeners(p.number()); break;
    case 24: {
      const Array<Listener> all = p.chance(2) ? emitter->listeners(p.eventName()) : emitter->rawListeners(p.eventName());
      if (all.length() == 0) break;
      p.listeners.keep(all[p.below(unsigned(all.length()))]);
      break;
    }
    case 25: {
      const Listener one = p.listeners.any();
      if (one) one();
      break;
    }
    case 26: p.numbers.any() = double(emitter->listenerCount(p.eventName())); break;
    case 27: p.texts.keep(emitter->eventNames()); break;
    case 28: awaitEvent(emitter, p.signal(), p.body()); break;
    case 29: iterateEvents(emitter, p.signal(), p.body(), p.below(4)); break;
    case 30:
      // This listener is a coroutine. Its rejection may be passed to the emitter.
      emitter->on(ticked, [body = p.body(), fails = p.chance(2)](this auto, double) -> Promise<> {
        body();
        co_await sleep(1);
        body();
        if (fails) throw Error("rejected");
      });
      break;
    default: p.strings.keep(util::inspect(emitter)); break;
  }
}

void timers(Program& p) {
  switch (p.below(20)) {
    case 0:
    case 1: p.timeouts.keep(setTimeout(p.callback(), p.time())); break;
    case 2: setTimeout(p.callback(), p.time()); break;
    case 3: {
      // The interval stops after a number of calls, so that the program comes to its end.
      Timeout& slot = p.timeouts.any();
      let<int> left = int(p.below(6));
      let<Timeout> own;
      own = setInterval([body = p.body(), left, own] {
        if (left-- <= 0) return clearInterval(own);
        body();
      }, p.time());
      slot = own;
      break;
    }
    case 4: p.timeouts.keep(setTimeout([](Body body, double) { body(); }, p.time(), p.body(), 1.5)); break;
    case 5:
    case 6: p.immediates.keep(setImmediate(p.callback())); break;
    case 7: process::nextTick(p.callback()); break;
    case 8: queueMicrotask(p.callback()); break;
    case 9: clearTimeout(p.timeouts.any()); break;
    case 10: clearImmediate(p.immediates.any()); break;
    case 11: clearTimeout(p.number()); break;
    case 12: p.numbers.any() = +p.timeouts.any(); break;
    case 13:
      if (p.spend()) p.timeouts.any()->refresh();
      break;
    case 14: p.timeouts.any()->unref(); break;
    case 15: p.timeouts.any()->ref(); break;
    case 16: p.timeouts.any()->close(); break;
    case 17: p.chance(2) ? p.immediates.any()->unref() : p.immediates.any()->ref(); break;
    case 18: p.timeouts.any() = Timeout(); break;
    default: process::nextTick([](Body body, String) { body(); }, p.body(), p.text()); break;
  }
}

void handles(Program& p) {
  switch (p.below(30)) {
    case 0: p.emitters.any() = p.emitter(); break;
    case 1: p.emitters.any() = nullptr; break;
    case 2: p.emitters.any() = std::move(p.emitters.any()); break;
    case 3: p.readables.any() = p.emitter().as<stream::Readable>(); break;
    case 4: p.writables.any() = p.emitter().as<stream::Writable>(); break;
    case 5: p.sockets.any() = p.emitter().as<net::Socket>(); break;
    case 6: p.counters.any() = p.emitters.any().as<Counter>(); break;
    case 7: p.counters.keep(make<Counter>(p.body())); break;
    case 8: p.counters.any()->raise(p.body()); break;
    case 9: {
      const EventEmitter of = p.emitter();
      p.weak.keep(WeakRef<EventEmitter>(of));
      break;
    }
    case 10: p.emitters.keep(p.weak.any().deref()); break;
    case 11: p.weakMaps.any().set(p.emitter(), p.number()); break;
    case 12: p.numbers.any() = p.weakMaps.any().get(p.emitter(), 3); break;
    case 13: p.weakMaps.any().delete_(p.emitter()); break;
    case 14: p.functions.keep(p.callback()); break;
    case 15: p.functions.any() = nullptr; break;
    case 16: {
      Function<void()>& slot = p.functions.any();
      if (slot) slot();
      break;
    }
    case 17: p.sharedFunctions.any() = p.callback(); break;
    case 18: {
      let<Function<void()>>& shared = p.sharedFunctions.any();
      if (shared) shared();
      break;
    }
    case 19: p.sharedFunctions.any() = Function<void()>(); break;
    case 20: p.sharedNodes.any()->use(p.body()); break;
    case 21: {
      let<Node>& shared = p.sharedNodes.any();
      Node fresh;
      fresh.value = p.number();
      fresh.parent = p.soft.any();
      if (p.chance(2)) fresh.ending.emplace(p.body());
      shared = std::move(fresh);
      break;
    }
    case 22: {
      owning_ptr<Node> made = make_owning<Node>();
      made->value = p.number();
      made->parent = p.soft.any();
      if (p.keeps) made->object = p.object();
      if (p.chance(2)) made->ending.emplace(p.body());
      if (p.chance(2)) made->child = std::move(p.owners.any());
      p.owners.any() = std::move(made);
      break;
    }
    case 23: p.numbers.any() = p.owners.any()->use(p.body()); break;
    case 24: p.soft.any() = p.owners.any(); break;
    case 25: p.numbers.any() = p.soft.any()->use(p.body()); break;
    case 26: p.owners.any() = nullptr; break;
    case 27: p.owners.any() = std::move(p.owners.any()->child); break;
    case 28: p.sharedEmitters.any() = p.emitter(); break;
    default: {
      let<EventEmitter>& shared = p.sharedEmitters.any();
      shared->emit(ticked, p.number());
      break;
    }
  }
}

void aborts(Program& p) {
  switch (p.below(16)) {
    case 0:
    case 1: {
      AbortController made = make<AbortController>();
      p.controllers.keep(made);
      p.signals.keep(made->signal());
      break;
    }
    case 2: p.controllers.any()->abort(); break;
    case 3: p.controllers.any()->abort(p.error()); break;
    case 4: p.signals.keep(AbortSignal::abort(p.error())); break;
    case 5: p.signals.keep(AbortSignal::timeout(p.time())); break;
    case 6: p.signals.keep(AbortSignal::any({p.signals.any(), p.signals.any()})); break;
    case 7:
    case 8: p.signals.any()->addEventListener("abort", p.callback(), {.once = p.chance(2)}); break;
    case 9: p.signals.any()->removeEventListener("abort", p.functions.any()); break;
    case 10: p.signals.any()->onabort = p.callback(); break;
    case 11: p.signals.any()->throwIfAborted(); break;
    case 12: p.signals.any() = AbortSignal(); break;
    case 13: p.controllers.any() = nullptr; break;
    case 14: {
      auto disposable = nodecpp::events::addAbortListener(p.signals.any(), p.callback());
      if (p.chance(2)) disposable.dispose();
      break;
    }
    default: p.controllers.any()->signal()->addEventListener("abort", p.functions.any()); break;
  }
}

}  // namespace api
