// Tests Semaphore, Condition, Queue, Channel and Broadcast: their order, and what retraction gives back. Time is
// virtual.
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include <string>

#include "support/program_notes.h"

namespace {

Promise<> holds(Semaphore semaphore, int ms, std::string name) {
  auto permit = co_await semaphore.acquire();
  note(name);
  co_await sleep(ms);
}
Promise<> gets(Queue<int> queue, std::string name) {
  Local local(name);
  int got = co_await queue.get();
  note(name + " got " + std::to_string(got));
}
Promise<> puts(Queue<int> queue, int v) {
  co_await queue.put(v);
  note("put " + std::to_string(v));
}

}  // namespace

TEST_CASE("Semaphore: fair, and never more than its places") {
  auto notes = program([]() -> Promise<> {
    Semaphore semaphore(2);
    Array<Function<Promise<>()>> all;
    for (const char* name : {"a", "b", "c", "d"}) all.push([=] { return holds(semaphore, 5, name); });
    co_await nodecpp::all(all);
    CHECK(now() == 10);
    CHECK(semaphore.available() == 2);
    auto one = semaphore.tryAcquire();
    auto two = semaphore.tryAcquire();
    CHECK(!semaphore.tryAcquire());
    one.release();
    CHECK(semaphore.available() == 1);
  });
  CHECK(notes == Notes{"a", "b", "c", "d"});
}

TEST_CASE("Semaphore: a place is given back by a holder that is retracted, by one that waits, and by one just woken") {
  program([]() -> Promise<> {
    Semaphore semaphore(1);
    co_await race([=] { return holds(semaphore, 100, "a"); }, [] { return sleep(1); });
    CHECK(semaphore.available() == 1);
    {
      auto permit = co_await semaphore.acquire();
      co_await race([=] { return holds(semaphore, 100, "b"); }, [] { return sleep(1); });
      CHECK(semaphore.waiting() == 0);
      Promise<> woken = holds(semaphore, 100, "c");
      Promise<> next = holds(semaphore, 1, "d");
      permit.release();  // The place goes to the frame c, which is then in the microtask queue.
      CHECK(semaphore.waiting() == 1);
      co_await retract(woken);
      co_await next;
    }
    CHECK(semaphore.available() == 1);
  });
  CHECK(notes == Notes{"a", "d"});
}

TEST_CASE("a Condition wakes those that wait for it") {
  auto notes = program([]() -> Promise<> {
    Condition condition;
    auto waits = [=](this auto, std::string name) -> Promise<> {
      co_await condition.wait();
      note(name);
    };
    waits("a");
    waits("b");
    waits("c");
    condition.notifyOne();
    co_await nullptr;
    note("-");
    condition.notifyAll();
    co_await nullptr;
    note("-");
    waits("d");
    condition.set();
    co_await condition.wait();
    waits("e");
    note("-");
    condition.clear();
    co_await race([=] { return condition.wait(); }, [] { return sleep(1); });
    CHECK(now() == 1);
  });
  CHECK(notes == Notes{"a", "-", "b", "c", "-", "e", "-", "d"});
}

TEST_CASE("Queue: values in order; put waits for room") {
  auto notes = program([]() -> Promise<> {
    Queue<int> queue(2);
    auto producer = [=](this auto) -> Promise<> {
      for (int i = 1; i <= 4; i++) co_await puts(queue, i);
    };
    auto consumer = [=](this auto) -> Promise<> {
      for (int i = 1; i <= 4; i++) {
        co_await sleep(1);
        note("got " + std::to_string(co_await queue.get()));
      }
    };
    co_await all(producer, consumer);
  });
  CHECK(notes == Notes{"put 1", "put 2", "got 1", "put 3", "got 2", "put 4", "got 3", "got 4"});
}

TEST_CASE("Queue of capacity 0: a rendezvous") {
  auto notes = program([]() -> Promise<> {
    Queue<int> queue(0);
    auto first = puts(queue, 1);
    CHECK(!queue.tryPut(9));
    co_await sleep(1);
    note("meets");
    CHECK(co_await queue.get() == 1);
    co_await first;
    auto second = gets(queue, "a");
    co_await queue.put(2);
    note("put");
    co_await second;
  });
  CHECK(notes == Notes{"meets", "put 1", "put", "a got 2", "~a"});
}

TEST_CASE("Queue: a value already given to a retracted get goes back to the front, or to the next that waits") {
  auto notes = program([]() -> Promise<> {
    Queue<int> queue;
    auto woken = gets(queue, "woken");
    queue.tryPut(1);
    queue.tryPut(2);
    co_await retract(woken);
    CHECK(queue.size() == 2);
    CHECK(co_await queue.get() == 1);
    CHECK(co_await queue.get() == 2);
    woken = gets(queue, "woken");
    auto next = gets(queue, "next");
    queue.tryPut(3);
    co_await retract(woken);
    co_await next;
  });
  CHECK(notes == Notes{"~woken", "~woken", "next got 3", "~next"});
}

TEST_CASE("Queue: a retracted put leaves no value, a retracted get no trace") {
  program([]() -> Promise<> {
    Queue<Local> queue(1);
    queue.tryPut(Local("first"));
    co_await race([=] { return queue.put(Local("second")); }, [] { return sleep(1); });
    CHECK(queue.size() == 1);
    CHECK(alive == 1);
    CHECK((co_await queue.get()).name == "first");
    co_await race([=] { return queue.get(); }, [] { return sleep(1).then([] { return Local("late"); }); });
    queue.tryPut(Local("third"));
    CHECK(queue.size() == 1);
  });
}

TEST_CASE("Queue: two of a race may both be served; nothing is lost") {
  program([]() -> Promise<> {
    Queue<int> a, b;
    auto either = [=] { return race([=] { return a.get(); }, [=] { return b.get(); }); };
    auto waiting = either();
    a.tryPut(1);
    b.tryPut(2);
    CHECK(co_await waiting == 1);
    CHECK(b.size() == 1);
    CHECK(co_await either() == 2);
  });
}

TEST_CASE("Channel: ends when it is closed") {
  auto notes = program([]() -> Promise<> {
    Channel<String> channel(1);
    auto producer = [=](this auto) -> Promise<> {
      co_await channel.send("a");
      co_await channel.send("b");
      channel.close();
      try {
        co_await channel.send("c");
      } catch (const Error& error) {
        note(text(error->code));
      }
    };
    auto consumer = [=](this auto) -> Promise<> {
      while (auto value = co_await channel.next()) note(text(*value));
      note("end");
      CHECK(!(co_await channel.next()));
    };
    co_await all(producer, consumer);
    Channel<int> idle;
    auto waits = [=](this auto) -> Promise<> { CHECK(!(co_await idle.next())); };
    auto sends = [](Channel<int> full) -> Promise<> { co_await full.send(1); };
    auto waiting = waits();
    Channel<int> full;
    auto sending = sends(full);
    idle.close();
    full.close();
    co_await waiting;
    co_await sending.catch_([](Error error) { note(text(error->message)); });
  });
  CHECK(notes == Notes{"a", "b", "ERR_INVALID_STATE", "end", "Invalid state: The channel is closed"});
}

TEST_CASE("Broadcast: to all that have subscribed") {
  auto notes = program([]() -> Promise<> {
    Broadcast<int> broadcast;
    auto listens = [=](this auto, std::string name) -> Promise<> {
      auto subscription = broadcast.subscribe();
      while (auto value = co_await subscription.next()) note(name + std::to_string(*value));
      note(name + " ends");
    };
    auto a = listens("a");
    broadcast.send(1);
    auto b = listens("b");
    broadcast.send(2);
    co_await nullptr;
    co_await retract(a);
    CHECK(broadcast.subscribers() == 1);
    broadcast.send(3);
    broadcast.close();
    co_await b;
  });
  CHECK(notes == Notes{"a1", "a2", "b2", "b3", "b ends"});
}

TEST_CASE("what was made before the last handle went can be awaited after") {
  auto notes = program([]() -> Promise<> {
    auto got = [] {
      Queue<int> queue;
      queue.tryPut(1);
      return queue.get();
    }();
    CHECK(co_await got == 1);
    auto none = [] { return Semaphore(1).acquire(); }();
    auto permit = co_await none;
    CHECK(permit);
    auto set = [] {
      Condition condition;
      condition.set();
      return condition.wait();
    }();
    co_await set;
    auto sent = [] { return Channel<int>(1).send(3); }();
    co_await sent;
    // Nothing can end these waits, so the frames are destroyed.
    auto gets = []() -> Promise<> {
      Local local("gets");
      auto wait = Queue<int>().get();
      co_await wait;
    };
    auto waits = []() -> Promise<> {
      Local local("waits");
      auto wait = Condition().wait();
      co_await wait;
    };
    auto acquires = []() -> Promise<> {
      Local local("acquires");
      auto wait = Semaphore(0).acquire();
      static_cast<void>(co_await wait);
    };
    auto puts = []() -> Promise<> {
      Local local("puts");
      auto wait = Queue<int>(0).put(1);
      co_await wait;
    };
    gets();
    waits();
    acquires();
    puts();
    co_await sleep(1);
  });
  CHECK(notes == Notes{"~gets", "~waits", "~acquires", "~puts"});
}

TEST_CASE("one wait in a variable is awaited several times") {
  program([]() -> Promise<> {
    Queue<int> queue;
    auto next = queue.get();
    for (int i = 0; i < 4; ++i) {
      setTimeout([=] { queue.tryPut(i); }, i % 2);
      if (i % 2 == 0) co_await sleep(2);
      CHECK(co_await next == i);
    }
    Semaphore semaphore(0);
    auto place = semaphore.acquire();
    Condition condition;
    auto told = condition.wait();
    for (int i = 0; i < 2; ++i) {
      setTimeout([=] { condition.notifyOne(); }, 1);
      co_await told;
      setTimeout([=] { condition.notifyAll(); }, 1);
      co_await told;
    }
    Channel<int> channel;
    auto receive = channel.next();
    setTimeout([=] { channel.close(); }, 1);
    CHECK_FALSE(co_await receive);
    CHECK_FALSE(co_await receive);
  });
}
