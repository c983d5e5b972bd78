// Tests streams that are transferred between event loops: simulated, recorded and replayed, and when nobody ends them.
#include <nodecpp/concurrency.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/worker_threads.h>

#include <doctest/doctest.h>

#include <string>

#include "base/objects/cycle_collector.h"
#include "support/folder.h"
#include "support/worker_programs.h"
#include "worker_threads/port_message.h"

using namespace nodecpp;
using namespace nodecpp::worker_threads;
using namespace nodecpp::worker_threads::testing;

namespace {

ReadableStream numbers(int count) {
  let<int> n = 0;
  return make<ReadableStream>({.pull = [=](auto controller) {
    if (n == count) return controller->close();
    controller->enqueue(n++);
  }});
}

Promise<> addUp(var message) {
  int sum = 0;
  auto all = message.handle<ReadableStream>()->values();
  while (auto number = co_await all.next()) sum += number.value.as<int>();
  parentPort->postMessage(sum);
}

// A worker adds up the numbers of a stream.
void sums() {
  auto worker = make<Worker>([] { parentPort->once(event::message, [](var message) { (void)addUp(message); }); });
  worker->on(event::message, [](var sum) { note("sum " + str(sum)); });
  worker->on(event::exit, [](int code) { note("exit " + str(code)); });
  auto stream = numbers(100);
  worker->postMessage(stream, {stream});
  note(stream->locked() ? "locked" : "free");
}

}  // namespace

TEST_CASE("a stream goes to a worker, on Linux and simulated") {
  CHECK(onLinux(sums) == "locked;sum 4950;exit 0;");
  CHECK(simulated(sums) == "locked;sum 4950;exit 0;");
}

TEST_CASE("a program that transfers streams is recorded and replayed") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  CHECK(recorded(path, sums) == "locked;sum 4950;exit 0;");
  CHECK(replayed(path, sums) == "locked;sum 4950;exit 0;");
}

// What waits for the other end leaves with its loop; AddressSanitizer sees what does not.
TEST_CASE("streams whose other end never comes leave nothing behind") {
  auto inWorker = [] {
    // The message is dropped with the port that would have received it.
    MessageChannel closed;
    closed.port2->close();
    auto lost = numbers(3);
    closed.port1->postMessage(lost, {lost});
    // Nobody takes the message, and a write waits.
    MessageChannel unread;
    auto sink = make<WritableStream>();
    unread.port1->postMessage(sink, {sink});
    auto transform = make<TransformStream>();
    auto moved = structuredClone(transform, {.transfer = {transform}});
    (void)moved->writable()->getWriter()->write("waits");
    auto reader = moved->readable()->getReader();
    (void)[](auto reader)->Promise<> {
      co_await reader->read();
      co_await reader->read();
      parentPort->postMessage("is not reached");
    }
    (reader);
    parentPort->postMessage(str(lost->locked()) + str(sink->locked()) + str(transform->readable()->locked()));
    setTimeout([] { process::exit(0); }, 5);
  };
  auto program = [=] {
    auto worker = make<Worker>(inWorker);
    worker->on(event::message, [](var message) { note(message.toString()); });
    worker->on(event::exit, [](int code) { note("exit " + str(code)); });
  };
  CHECK(onLinux(program) == "truetruetrue;exit 0;");
  CHECK(simulated(program) == "truetruetrue;exit 0;");
}

TEST_CASE("a worker that ends in the middle of a stream leaves its reader waiting") {
  auto program = [] {
    auto worker = make<Worker>([] {
      auto stream = make<ReadableStream>({.pull = [](auto controller) { controller->enqueue("tick"); }});
      parentPort->postMessage(stream, {stream});
      setTimeout([] {}, 1000);
    });
    worker->on(event::message, [=](this auto self, var message) -> Promise<> {
      auto reader = message.handle<ReadableStream>()->getReader();
      note((co_await reader->read()).value.toString());
      co_await worker->terminate();
      note("ended");
      // The chunk that was on its way comes still.
      (void)co_await reader->read();
      (void)co_await reader->read();
      note("is not reached");
    });
  };
  CHECK(onLinux(program) == "tick;ended;");
  CHECK(simulated(program) == "tick;ended;");
}

TEST_CASE("streams that have ended are freed with their ports") {
  struct Watched : Object {
    explicit Watched(int* freed) : freed(freed) {}
    ~Watched() override { ++*freed; }
    int* freed;
  };
  static int freed;
  freed = 0;
  auto program = []() -> Promise<> {
    for (int i = 0; i < 10; ++i) {
      auto watched = make<Handle<Watched>>(&freed);
      auto source = make<ReadableStream>({
          .pull =
              [watched](auto controller) {
                controller->enqueue("a");
                controller->close();
              },
          .cancel = [watched] {},
      });
      auto moved = structuredClone(source, {.transfer = {source}});
      auto all = moved->values();
      while (co_await all.next()) {
      }
    }
    co_await sleep(1);
    for (int i = 0; i < 100 && freed < 10; ++i) {
      nodecpp::detail::CycleCollector::collect();
      co_await sleep(1);
    }
    note(str(freed));
  };
  CHECK(simulated([=] { (void)program(); }) == "10;");
}

TEST_CASE("a stream in a message that has lost its port is an error") {
  auto program = [] {
    auto stream = make<ReadableStream>();
    os::Message message =
        worker_threads::detail::encode(worker_threads::detail::Mark::message, stream, Array<Transfer>{stream});
    message.addresses.clear();
    try {
      (void)worker_threads::detail::decode(std::move(message));
    } catch (const Error& error) {
      note(error->message);
    }
  };
  CHECK(simulated(program) == "Unable to deserialize cloned data.;");
}
