// Locks and messages to threads by number, where a thread or a request ends early. tests/pairs/ has the rest.
#include <nodecpp/concurrency.h>
#include <nodecpp/worker_threads.h>
#include <nodecpp/worker_threads/locks.h>

#include <doctest/doctest.h>

#include "support/worker_programs.h"

using namespace nodecpp;
using namespace nodecpp::worker_threads;
using namespace nodecpp::worker_threads::testing;

TEST_CASE("a lock is free when its thread has ended, and when its request is retracted") {
  auto program = [] {
    auto waits = [] -> Promise<> {
      auto worker = make<Worker>([] {
        locks.request("a", [] { return never(); });
        locks.request("b", [] { return never(); }).then([] {}, [](Error error) {});
        parentPort->postMessage("held");
        parentPort->on(event::message, [] {});
      });
      co_await Promise<var>([=](auto resolve) { worker->once(event::message, [=](var value) { resolve(value); }); });
      auto waiting = locks.request("a", [] { return str("free"); });
      // The first request of "b" is given up. The second one is stolen from the worker, and given up while it is held.
      co_await race([] { return locks.request("b", [] {}); }, [] { return sleep(2); });
      co_await race(
          [] {
            return locks.request("b", {.steal = true}, [] {
              note("stolen");
              return never();
            });
          },
          [] { return sleep(2); });
      co_await locks.request("b", [](Lock lock) { note(lock->name()); });
      note(str(double((co_await locks.query()).pending.length())));
      co_await worker->terminate();
      note(co_await waiting);
      note(str(double((co_await locks.query()).held.length())));
    };
    waits();
  };
  const char* expected = "stolen;b;1;free;0;";
  CHECK(simulated(program) == expected);
  CHECK(onLinux(program) == expected);
}

TEST_CASE("a message to a thread that ends without an answer has failed") {
  auto program = [] {
    auto worker = make<Worker>([] {
      process::on(event::workerMessage, [](var value, int) {
        if (value == "end") process::exit(3);
        if (value == "fail") throw Error("in the listener");
      });
      parentPort->on(event::message, [] {});
      parentPort->postMessage("ready");
    });
    worker->on(event::message, [=] {
      auto send = [=](var value) {
        postMessageToThread(worker->threadId(), value)
            .then([=] { note("came"); }, [=](Error error) { note(error->code); });
      };
      send("hello");
      send("fail");
      send("end");
      send("too late");
    });
    worker->on(event::exit, [](int code) {
      note("exit " + str(code));
      postMessageToThread(1, 1).then([] {}, [](Error error) { note(error->code); });
    });
  };
  const char* expected =
      "came;ERR_WORKER_MESSAGING_ERRORED;ERR_WORKER_MESSAGING_FAILED;ERR_WORKER_MESSAGING_FAILED;exit 3;"
      "ERR_WORKER_MESSAGING_FAILED;";
  CHECK(simulated(program) == expected);
  CHECK(onLinux(program) == expected);
}
