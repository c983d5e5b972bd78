// Tests what contexts do where Node has no twin: retraction, sequences, the end of the loop, and memory.
#include <nodecpp/async_hooks.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/timers.h>

#include <string>

#include "support/program_notes.h"

namespace {

using async_hooks::AsyncLocalStorage;
using async_hooks::AsyncResource;
using Storage = AsyncLocalStorage<String>;

std::string current(const Storage& als) { return als->hasStore() ? text(als->getStore()) : "none"; }

// Notes the context in which it is destroyed.
struct Tells {
  Storage als;
  std::string name;
  ~Tells() { note("~" + name + " " + current(als)); }
};

Promise<> waits(Storage als, std::string name, int ms) {
  Tells local{als, name};
  co_await sleep(ms);
  note(name + " is over in " + current(als));
}

Promise<> callsNever(Storage als, Promise<> promise) {
  Tells local{als, "never"};
  co_await promise;
}

Promise<> takes(Storage als, Queue<int> queue, std::string name) {
  Tells local{als, name};
  const int number = co_await queue.get();
  note(name + std::to_string(number) + " " + current(als));
}

}  // namespace

TEST_CASE("retracted frames end in the contexts in which they wait") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    co_await als->run("racer", [=] {
      return race([=] { return als->run("loser", [=] { return waits(als, "loser", 100); }); }, [] { return sleep(1); });
    });
    note("then " + current(als));
    als->enterWith("main");
    co_await race([=] { return waits(als, "main", 100); }, [=] { return als->run("winner", [] { return sleep(1); }); });
    note("then " + current(als));
  });
  CHECK(notes == Notes{"~loser loser", "then none", "~main main", "then main"});
}

TEST_CASE("a frame that is queued when it is retracted ends in its context") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    Promise<> frame = als->run("queued", [=] { return waits(als, "frame", 1); });
    co_await sleep(1);  // Both are due in one turn; the frame is resumed first.
    note("now " + current(als));
    Promise<> ready = als->run("ready", [=](this auto self) -> Promise<> {
      Tells local{als, "ready"};
      co_await nullptr;
      note("is not reached");
    });
    co_await retract(ready);
    note("after " + current(als));
  });
  CHECK(notes == Notes{"frame is over in queued", "~frame queued", "now none", "~ready ready", "after none"});
}

TEST_CASE("clean-up functions run in the context of the guarded body") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    co_await race(
        [=] {
          return als->run("body", [=](this auto self) -> Promise<> {
            co_await guarded([] {
              return sleep(100);
            }).onRetract([=] {
                note("onRetract " + current(als));
              }).finally_([=] { note("finally " + current(als)); });
          });
        },
        [] { return sleep(1); });
    note("over " + current(als));
  });
  CHECK(notes == Notes{"onRetract body", "finally body", "over none"});
}

TEST_CASE("a frame that nothing can resume ends in its context") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    {
      Promise<> promise([](Resolver<void>) {});
      als->run("abandoned", [=] { callsNever(als, promise); });
    }
    co_await sleep(1);
    note("over " + current(als));
  });
  CHECK(notes == Notes{"~never abandoned", "over none"});
}

TEST_CASE("awaiters without a frame of their own give the context back") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    Queue<int> queue;
    auto first = als->run("a", [=] { return takes(als, queue, "first"); });
    auto second = als->run("b", [=] { return takes(als, queue, "second"); });
    als->run("pusher", [&] { (void)queue.tryPut(1); });
    co_await first;
    co_await retract(second);
    note("over " + current(als));
  });
  CHECK(notes == Notes{"first1 a", "~first a", "~second b", "over none"});
}

TEST_CASE("the frames that still wait when the loop ends do so in their contexts") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    als->run("last", [=] { callsNever(als, never()); });
    co_return;
  });
  REQUIRE(notes.size() == 1);
  CHECK(notes[0].starts_with("~never"));
}

TEST_CASE("a store that leads to its own context is freed") {
  struct Request : Object {
    explicit Request(int* freed) : freed(freed) {}
    ~Request() override { ++*freed; }
    Function<void()> listener;
    AsyncResource resource;
    int* freed;
    NODECPP_TRACE(listener, resource)
  };
  int freed = 0;
  auto notes = program([counter = &freed](this auto self) -> Promise<> {
    auto als = make<AsyncLocalStorage<Handle<Request>>>();
    for (int i = 0; i < 3; ++i) {
      auto request = make<Request>(counter);
      als->run(request, [=] {
        request->resource = make<AsyncResource>("R");
        request->listener = [=] { note(als->getStore() == request ? "same" : "other"); };
      });
    }
    co_await sleep(1);
    for (int i = 0; i < 100 && *counter < 3; ++i) {
      nodecpp::detail::CycleCollector::collect();
      co_await sleep(1);
    }
  });
  CHECK(notes.empty());
  CHECK(freed == 3);
}

TEST_CASE("two storages that are entered by turns keep only their last stores") {
  struct Counted : Object {
    explicit Counted(int* alive) : alive(alive) { ++*alive; }
    ~Counted() override { --*alive; }
    int* alive;
  };
  int alive = 0;
  auto notes = program([counter = &alive](this auto self) -> Promise<> {
    auto first = make<AsyncLocalStorage<Handle<Counted>>>();
    auto second = make<AsyncLocalStorage<Handle<Counted>>>();
    auto third = make<AsyncLocalStorage<int>>();
    for (int i = 0; i < 50; ++i) {
      const auto one = make<Handle<Counted>>(counter), two = make<Handle<Counted>>(counter);
      first->enterWith(one);
      third->enterWith(i);
      second->enterWith(two);
      co_await sleep(1);
      if (first->getStore() != one || second->getStore() != two || third->getStore() != i)
        note(text("wrong " + str(i)));
      if (*counter > 4) note(text(str(*counter) + " are alive"));
    }
    first->exit([&] { note(text(str(first->hasStore()) + str(second->hasStore()) + str(third->getStore()))); });
    third->disable();
    note(text(str(first->hasStore()) + str(second->hasStore()) + str(third->hasStore())));
  });
  CHECK(notes == Notes{"falsetrue49", "truetruefalse"});
  CHECK(alive == 0);
}

TEST_CASE("a scope gives its storage back where another context was entered in it") {
  auto notes = program([]() -> Promise<> {
    auto als = make<Storage>();
    auto other = make<Storage>();
    als->run("outer", [=] {
      other->run("o", [=] {
        als->run("inner", [=] { other->enterWith("entered"); });
        note(current(als) + " " + current(other));
        als->exit([=] { other->enterWith("again"); });
        note(current(als) + " " + current(other));
      });
      note(current(als) + " " + current(other));
      als->run("last", [=] { als->disable(); });
      note(current(als) + " " + current(other));
    });
    note(current(als) + " " + current(other));
    co_return;
  });
  CHECK(notes == Notes{"outer entered", "outer again", "outer none", "outer none", "none none"});
}
