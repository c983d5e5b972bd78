// Instructions for promises, coroutines and the objects that they wait for: combinators, nurseries, queues, semaphores,
// sequences.
#include "api/program.h"

#include <nodecpp/async_generator.h>
#include <nodecpp/concurrency/signal.h>
#include <nodecpp/timers/promises.h>

namespace api {

namespace {

Promise<double> work(Body body, int left);

// Waits as a coroutine for one of the things that the program has.
Promise<double> waitForOne(Body body) {
  Program* p = Program::current();
  if (!p) co_return 0;
  switch (p->below(20)) {
    case 0: co_await sleep(p->time()); break;
    case 1: co_return co_await p->promises.any();
    case 2: co_await p->plainPromises.any(); break;
    case 3:
      if (auto queue = p->queues.any()) co_return co_await queue->get();
      break;
    case 4:
      if (auto queue = p->queues.any()) co_await queue->put(p->number());
      break;
    case 5:
      if (auto channel = p->channels.any()) co_await channel->send(p->text());
      break;
    case 6:
      if (auto channel = p->channels.any())
        while (auto text = co_await channel->next()) body();
      break;
    case 7:
      if (auto semaphore = p->semaphores.any()) {
        auto permit = co_await semaphore->acquire();
        body();
        if (Program* q = Program::current(); q && q->chance(3)) q->permits.any() = std::move(permit);
      }
      break;
    case 8:
      if (auto condition = p->conditions.any()) co_await condition->wait();
      break;
    case 9: {
      let<Sequence<double>> sequence = p->sequences.any();
      if (auto next = co_await sequence->next()) co_return *next;
      break;
    }
    case 10:
      // The variable is the only owner of this queue, which may be destroyed while the coroutine waits for it.
      if (p->queues.any()) co_return co_await p->queues.first().value().get();
      break;
    case 11: co_return co_await work(body, 2);
    case 12: co_await never(); break;
    case 13:
      if (auto cast = p->casts.any()) {
        auto subscription = cast->subscribe();
        if (auto value = co_await subscription.next()) co_return *value;
      }
      break;
    case 14: co_await nodecpp::timers::promises::setTimeout(p->time(), 1.0, {.signal = p->signal()}); break;
    case 15: co_await nodecpp::timers::promises::setImmediate(); break;
    case 16: co_return co_await operation<double>([body](auto resolve, auto) {
        body();
        Timeout timer = setTimeout([resolve] { resolve(1); }, 5);
        return [timer, body] { body(); clearTimeout(timer); };
      });
    default: co_await Promise<>::resolve(); break;
  }
  co_return 1;
}

// Runs some instructions with waits between them, and one more instruction when the coroutine ends in whatever way.
Promise<double> work(Body body, int left) {
  Ending ending(body);
  double sum = 0;
  while (body.step() && left-- > 0) {
    try {
      sum += co_await waitForOne(body);
    } catch (const Error&) {
      Program* p = Program::current();
      if (!p || p->chance(4)) throw;
    }
  }
  co_return sum;
}

auto working(Program& p) {
  return [body = p.body(), left = int(p.below(4))] { return work(body, left); };
}

Sequence<double> counting(Body body, unsigned most) {
  Ending ending(body);
  for (unsigned i = 0; i < most; ++i) {
    body();
    co_yield double(i);
    if (i % 2) co_await sleep(1);
  }
  if (most == 3) throw Error("of a sequence");
}

AsyncGenerator<double> generating(Body body, unsigned most) {
  Ending ending(body);
  for (unsigned i = 0; i < most; ++i) {
    body();
    co_yield double(i);
    co_await sleep(1);
  }
}

Promise<> inNursery(Body body, unsigned count) {
  co_await nursery([body, count](this auto, Nursery self) -> Promise<> {
    if (Program* p = Program::current(); p && p->keeps) p->nurseries.keep(self);
    for (unsigned i = 0; i < count; ++i) self.spawn([body, i] { return work(body, int(i)); });
    body();
    co_await sleep(2);
    body();
  });
}

}  // namespace

void promises(Program& p) {
  const Promise<double> promise = p.promises.any();
  switch (p.below(36)) {
    case 0: p.promises.keep(Promise<double>::resolve(p.number())); break;
    case 1: p.promises.keep(Promise<>::reject<double>(p.error())); break;
    case 2:
    case 3: {
      auto [made, resolve, reject] = Promise<double>::withResolvers();
      p.promises.keep(made);
      p.resolvers.keep(resolve);
      p.rejectors.keep(reject);
      break;
    }
    case 4:
      if (auto resolve = p.resolvers.any()) (*resolve)(p.number());
      break;
    case 5:
      if (auto resolve = p.resolvers.any()) (*resolve)(p.promises.any());
      break;
    case 6:
      if (auto reject = p.rejectors.any()) (*reject)(p.error());
      break;
    case 7: p.resolvers.any().reset(); break;
    case 8: p.rejectors.any().reset(); break;
    case 9: p.promises.any() = nullptr; break;
    case 10: p.promises.keep(promise.then([body = p.body()](double n) { body(); return n + 1; })); break;
    case 11: p.promises.keep(promise.then([body = p.body(), other = p.promises.any()](double) { body(); return other; })); break;
    case 12: p.promises.keep(promise.catch_([body = p.body()](Error) { body(); return 2.0; })); break;
    case 13: p.promises.keep(promise.finally_([body = p.body()] { body(); })); break;
    case 14: p.plainPromises.keep(promise); break;
    case 15: Promise<>::all(p.promises.any(), p.plainPromises.any(), 5).then([body = p.body()] { body(); }, [](Error) {}); break;
    case 16: p.promises.keep(Promise<>::race(p.promises.any(), p.promises.any())); break;
    case 17: p.promises.keep(Promise<>::any(p.promises.any(), p.promises.any())); break;
    case 18: Promise<>::allSettled(p.promises.any(), p.plainPromises.any()).then([body = p.body()] { body(); }); break;
    case 19:
    case 20: p.promises.keep(work(p.body(), int(p.below(5)))); break;
    case 21: work(p.body(), int(p.below(5))); break;
    case 22: nodecpp::all(working(p), working(p)).then([body = p.body()] { body(); }, [](Error) {}); break;
    case 23: p.promises.keep(nodecpp::race(working(p), working(p))); break;
    case 24: p.promises.keep(nodecpp::any(working(p), working(p))); break;
    case 25: p.promises.keep(withTimeout(p.time(), working(p))); break;
    case 26: p.plainPromises.keep(inNursery(p.body(), p.below(4))); break;
    case 27: p.plainPromises.keep(retract(promise)); break;
    case 28: p.plainPromises.keep(retract(p.plainPromises.any())); break;
    case 29:
      p.promises.keep(guarded(working(p)).onRetract(working(p)).finally_([body = p.body()] { body(); }).promise());
      break;
    case 30: p.promises.keep(untilAborted(p.signals.any(), working(p))); break;
    case 31: p.promises.keep(withSignal([body = p.body(), left = int(p.below(4))](AbortSignal signal) { if (Program* q = Program::current()) q->signals.keep(signal); return work(body, left); })); break;
    case 32:
      if (auto open = p.nurseries.any()) open->spawn(working(p));
      break;
    case 33:
      if (auto open = p.nurseries.any()) open->exit();
      break;
    case 34: {
      Array<Function<Promise<double>()>> all;
      for (unsigned i = p.below(4); i > 0; --i) all.push(working(p));
      p.promises.keep(nodecpp::race(all));
      break;
    }
    default: p.promises.keep(Promise<>::try_([body = p.body()] { body(); return 3.0; })); break;
  }
}

void waits(Program& p) {
  switch (p.below(34)) {
    case 0: p.queues.any().emplace(p.below(3)); break;
    case 1: p.queues.any().reset(); break;
    case 2:
      if (auto queue = p.queues.any()) queue->tryPut(p.number());
      break;
    case 3:
      if (auto queue = p.queues.any()) p.numbers.any() = queue->tryGet().value_or(0);
      break;
    case 4: p.channels.any().emplace(p.below(3)); break;
    case 5: p.channels.any().reset(); break;
    case 6:
      if (auto channel = p.channels.any()) channel->close();
      break;
    case 7:
      if (auto channel = p.channels.any()) channel->trySend(p.text());
      break;
    case 8: p.semaphores.any().emplace(p.below(3)); break;
    case 9: p.semaphores.any().reset(); break;
    case 10:
      if (auto semaphore = p.semaphores.any()) p.permits.any() = semaphore->tryAcquire();
      break;
    case 11:
    case 12: p.permits.any().release(); break;
    case 13: p.conditions.any().emplace(); break;
    case 14: p.conditions.any().reset(); break;
    case 15:
      if (auto condition = p.conditions.any()) condition->set();
      break;
    case 16:
      if (auto condition = p.conditions.any()) condition->notifyOne();
      break;
    case 17:
      if (auto condition = p.conditions.any()) condition->clear();
      break;
    case 18: p.casts.any().emplace(); break;
    case 19:
      if (auto cast = p.casts.any()) cast->send(p.number());
      break;
    case 20:
      if (auto cast = p.casts.any()) cast->close();
      break;
    case 21: p.casts.any().reset(); break;
    case 22: p.sequences.any() = counting(p.body(), p.below(6)); break;
    case 23: p.sequences.any() = Sequence<double>(); break;
    case 24: p.plainPromises.keep(p.sequences.any()->close()); break;
    case 25: p.sequences.any() = counting(p.body(), p.below(6)).map([body = p.body()](double n) { body(); return n; }).take(p.below(4)); break;
    case 26: p.plainPromises.keep(counting(p.body(), p.below(6)).each([body = p.body()](double) { body(); })); break;
    case 27: p.plainPromises.keep(counting(p.body(), p.below(6)).par(2).each([body = p.body()](double) { return work(body, 2); })); break;
    case 28: p.sequences.any() = counting(p.body(), p.below(6)).buffer(2); break;
    case 29: p.sequences.any() = nodecpp::timers::promises::setInterval(p.time(), 1.0, {.signal = p.signal()}); break;
    case 30: counting(p.body(), p.below(6)).toArray().then([body = p.body()] { body(); }, [](Error) {}); break;
    case 31: {
      let<AsyncGenerator<double>> all(generating(p.body(), p.below(5)));
      for (unsigned i = p.below(4); i > 0; --i) all->next().then([body = p.body()] { body(); });
      if (p.chance(2)) all->return_().then([body = p.body()] { body(); });
      break;
    }
    case 32: p.promises.keep(work(p.body(), 3)); break;
    default: p.promises.keep(waitForOne(p.body())); break;
  }
}

}  // namespace api
