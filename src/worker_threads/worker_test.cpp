// Tests workers on the Linux port and in a simulated world, recorded and replayed, and many at once.
#include <nodecpp/concurrency.h>
#include <nodecpp/worker_threads.h>
#include <nodecpp/worker_threads/locks.h>
#include <nodecpp/worker_threads/shared.h>

#include <doctest/doctest.h>

#include <cmath>
#include <set>
#include <string>

#include "os/linux/linux_port.h"
#include "os/session/recorded_port.h"
#include "os/sim/watched_port.h"
#include "process/process_state.h"
#include "support/folder.h"
#include "support/worker_programs.h"
#include "worker_threads/port_message.h"
#include "world/simulated_program.h"

using namespace nodecpp;
using namespace nodecpp::worker_threads;
using namespace nodecpp::worker_threads::testing;
namespace runtime = nodecpp::detail;

namespace {

// A worker that answers each number with its square, and ends after the message "end".
void squares() {
  parentPort->on(event::message, [](var message) {
    if (message == "end") return parentPort->close();
    parentPort->postMessage(message * message);
  });
}

void askSquares() {
  auto worker = make<Worker>(squares, WorkerOptions{.name = "squares"});
  worker->on(event::online, [] { note("online"); });
  worker->on(event::message, [=](var message) {
    note(message.toString());
    if (message < 1000)
      worker->postMessage(message);
    else
      worker->postMessage("end");
  });
  worker->on(event::exit, [](int code) { note("exit " + str(code)); });
  worker->postMessage(3);
}

// A program that tests what a parent does to its worker, and what a worker does to itself.
void story() {
  auto worker = make<Worker>(
      [] {
        var data = workerData;
        parentPort->postMessage(data["text"]);
        parentPort->on(event::message, [](var message) {
          Buffer bytes = message["bytes"].buffer();
          message["port"].handle<MessagePort>()->postMessage(bytes.length());
          setTimeout(
              [] {
                process::exitCode = 3;
                throw RangeError("enough");
              },
              5);
        });
      },
      WorkerOptions{.workerData = var::object({{"text", "given"}})});
  MessageChannel channel;
  auto near = channel.port1;
  near->on(event::message, [=](var message) { note("near " + message.toString()); });
  near->on(event::close, [] { note("near closed"); });
  worker->on(event::message, [=, far = channel.port2](var message) {
    note(message.toString());
    Buffer bytes = Buffer::alloc(70'000, 1);
    worker->postMessage(var::object({{"bytes", bytes}, {"port", far}}), {bytes, far});
    note("left " + str(double(bytes.length())));
  });
  worker->on(event::error, [](Error error) { note(error->name + " " + error->message); });
  worker->on(event::exit, [](int code) { note("exit " + str(code)); });
}

}  // namespace

TEST_CASE("a worker and its parent, on Linux and simulated") {
  CHECK(onLinux(askSquares) == "online;9;81;6561;exit 0;");
  CHECK(simulated(askSquares) == "online;9;81;6561;exit 0;");
  const char* expected = "given;left 0;near 70000;RangeError enough;near closed;exit 1;";
  CHECK(simulated(story) == expected);
  CHECK(onLinux(story).size() == std::string(expected).size());
}

TEST_CASE("a worker's end can be waited for, and the wait retracted") {
  auto program = [] {
    auto waits = [] -> Promise<> {
      note(str(co_await make<Worker>([] { process::exit(4); })->exited()));
      try {
        co_await make<Worker>([] { throw TypeError("bad"); })->exited();
      } catch (const Error& error) {
        note(error->name);
      }
      auto endless = make<Worker>([] { setInterval([] {}, 1000); });
      auto first = co_await race([=] { return endless->exited(); },
                                 [] -> Promise<int> {
                                   co_await sleep(20);
                                   co_return -5;
                                 });
      note(str(first) + " " + str(endless->threadId()));
    };
    waits();
  };
  CHECK(onLinux(program) == "4;TypeError;-5 -1;");
  CHECK(simulated(program) == "4;TypeError;-5 -1;");
}

TEST_CASE("a recorded program with workers is replayed, and each of its workers alone") {
  tests::Folder folder;
  const std::string path = folder.path() + "/log";
  static int thread;
  auto quiet = [] {
    story();
    auto worker = make<Worker>([] {
      process::on(event::workerMessage, [](var value, int source) { postMessageToThread(source, value + "!"); });
      locks.request("shared", [](Lock lock) -> Promise<> {
        co_await postMessageToThread(0, "worker holds " + lock->name());
        co_await sleep(5);
      });
      parentPort->once(event::message, [](var message) { parentPort->postMessage(message + str(Date::now() > 0)); });
    });
    process::on(event::workerMessage, [=](var value, int) {
      note(value.toString());
      if (!value.text().startsWith("worker")) return;
      locks.request("shared", [] { note("main holds"); });
      postMessageToThread(worker->threadId(), "letter").then([] { note("came"); });
    });
    worker->on(event::message, [](var message) { note(message.toString()); });
    worker->postMessage("time ");
    thread = worker->threadId();
  };
  const std::string told = recorded(path, quiet);
  for (const char* part : {"time true", "letter!", "main holds"}) CHECK(told.contains(part));
  CHECK(replayed(path, quiet) == told);
  os::replay::Replayer replayer;
  REQUIRE(replayer.open(path, "worker-" + std::to_string(thread)) == "");
  os::RecordedPort port(replayer);
  CHECK(port.ended(nodecpp::worker_threads::detail::runWorker(port, {})) == 0);
}

TEST_CASE("the same seed gives the same run of a program with workers, and faults end some") {
  auto program = [] {
    for (int i = 0; i < 4; ++i) {
      auto worker = make<Worker>(squares);
      worker->on(event::message, [=](var message) {
        note(str(i) + ":" + message.toString());
        if (message < 100)
          worker->postMessage(message);
        else
          worker->postMessage("end");
      });
      worker->on(event::error, [=](Error error) { note(str(i) + " " + error->code); });
      worker->on(event::exit, [=](int code) { note(str(i) + " exit " + str(code)); });
      worker->postMessage(3 + i);
    }
  };
  std::set<std::string> different;
  int ended = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    std::string told;
    std::uint64_t digest = 0;
    for (int again = 0; again < 2; ++again) {
      notes.clear();
      os::NetworkOptions options;
      options.seed = seed;
      options.watched = true;
      options.faults = {.reordering = 0.5, .threads = 0.02, .lateMessages = 50};
      simulation::World world(options);
      simulation::Program& run = world.spawn("test", program);
      world.run([&] { return !run.running(); });
      REQUIRE_FALSE(run.running());
      CHECK_FALSE(world.network().finding());
      if (again == 0) {
        told = notes;
        digest = run.watched()->digest().sum();
      } else {
        CHECK(notes == told);
        CHECK(run.watched()->digest().sum() == digest);
      }
    }
    different.insert(told);
    ended += told.find("exit 1") != told.npos;
  }
  CHECK(different.size() > 10);
  CHECK(ended > 0);
}

TEST_CASE("a port that nobody takes is closed with its message, and its other end hears so") {
  auto waits = [](const MessagePort& port, const char* name) {
    port->on(event::message, [](var) {});
    port->on(event::close, [=] { note(str(name) + " closed"); });
  };
  auto carrying = [](const MessagePort& port) { return var::object({{"port", port}}); };
  auto program = [=] {
    // Transfers a port to a worker that ends before it receives the message.
    MessageChannel first;
    waits(first.port1, "first");
    auto worker = make<Worker>([] { process::exit(0); });
    worker->postMessage(carrying(first.port2), {first.port2});
    // Transfers a port into the queue of a closed port, in a message that is itself in a dropped message.
    MessageChannel outer, inner, last;
    waits(inner.port1, "inner");
    waits(last.port1, "last");
    inner.port1->postMessage(carrying(last.port2), {last.port2});
    outer.port1->postMessage(carrying(inner.port2), {inner.port2});
    outer.port2->close();
    // Transfers a port to a port that is closed already.
    MessageChannel late;
    waits(late.port1, "late");
    outer.port1->on(event::close,
                    [=, near = outer.port1, far = late.port2] { near->postMessage(carrying(far), {far}); });
  };
  // The program must end, which shows that no port waits for ever.
  for (const std::string& told : {onLinux(program), simulated(program)})
    for (const char* name : {"first", "inner", "last", "late"})
      CHECK(told.find(std::string(name) + " closed;") != told.npos);
}

TEST_CASE("a port that is posted to itself is lost, with a warning") {
  auto program = [] {
    MessageChannel channel;
    process::on(event::warning, [](Error warning) { note(warning->message); });
    channel.port1->on(event::message, [](var) {});
    channel.port1->on(event::close, [] { note("closed"); });
    channel.port1->postMessage(var::object({{"port", channel.port2}}), {channel.port2});
    channel.port1->postMessage(1);
  };
  const char* expected = "The target port was posted to itself, and the communication channel was lost;closed;";
  CHECK(onLinux(program) == expected);
  CHECK(simulated(program) == expected);
}

TEST_CASE("a message that cannot be made again is a messageerror, and the port goes on") {
  auto program = [] {
    MessageChannel channel;
    auto far = channel.port2;
    far->on(event::messageerror, [](Error error) { note(error->message); });
    far->on(event::message, [=](var message) {
      note(str(message));
      far->close();
    });
    // A message whose bytes are missing, which no postMessage makes.
    worker_threads::detail::PortEnd::of(channel.port1)
        ->peer->post(worker_threads::detail::marked(worker_threads::detail::Mark::message));
    channel.port1->postMessage("whole");
  };
  CHECK(onLinux(program) == "Unable to deserialize cloned data.;whole;");
  CHECK(simulated(program) == "Unable to deserialize cloned data.;whole;");
}

TEST_CASE("a worker that cannot start ends, also where its error is caught elsewhere") {
  notes.clear();
  os::NetworkOptions options;
  options.faults.threads = 1;
  os::Network network(options);
  os::SimPort port(network, {});
  auto program = [] {
    process::on(event::uncaughtException, [](Error error) { note(error->code); });
    auto worker = make<Worker>(squares);
    worker->on(event::exit, [](int code) { note("exit " + str(code)); });
  };
  CHECK(tests::runOn(port, program) == 0);
  CHECK(notes == "ERR_WORKER_INIT_FAILED;exit 1;");
}

TEST_CASE("threads share memory through atomic operations, and wait for one another") {
  auto program = [] {
    SharedArrayBuffer shared(16);
    Int32Array cells(shared);
    for (int i = 0; i < 4; ++i)
      make<Worker>(
          [] {
            Int32Array cells{SharedArrayBuffer(var(workerData))};
            Atomics::wait(cells, 1, 0);
            for (int n = 0; n < 1000; ++n) Atomics::add(cells, 0, 1);
            if (Atomics::add(cells, 2, 1) == 3) parentPort->postMessage("all");
          },
          WorkerOptions{.workerData = shared})
          ->on(event::message, [=](var) { note(str(Atomics::load(cells, 0))); });
    setTimeout(
        [=] {
          Atomics::store(cells, 1, 1);
          Atomics::notify(cells, 1);
        },
        20);
    note(Atomics::wait(cells, 1, 5));
    note(Atomics::wait(cells, 3, 0, 1));
    note(Atomics::wait(cells, 3, 0, -INFINITY));
    note(str(Atomics::compareExchange(cells, 3, 0, 8)) + str(Atomics::exchange(cells, 3, 9)));
    try {
      Atomics::load(cells, 4);
    } catch (const RangeError& error) {
      note(error->message);
    }
  };
  CHECK(onLinux(program) == "not-equal;timed-out;timed-out;08;Invalid atomic access index;4000;");
}

TEST_CASE("typed arrays go in messages: copied, moved, and over shared memory") {
  auto program = [] {
    auto worker = make<Worker>([] {
      parentPort->once(event::message, [](var message) {
        auto cells = message["cells"].as<Int32Array>();
        Atomics::store(cells, 0, 77);
        cells[1] = 78;
        message["moved"][0] = 5;
        parentPort->postMessage(message["moved"]);
      });
    });
    SharedArrayBuffer shared(8);
    Int32Array cells(shared);
    ArrayBuffer bytes(4);
    const Uint8Array view(bytes), copied({1, 2});
    worker->on(event::message, [=](var message) {
      note(message.as<Uint8Array>().join() + " " + str(message["byteOffset"]));
      note(cells.join() + " " + str(SharedArrayBuffer(cells.buffer()).byteLength()));
    });
    // Before the message, because from then on the worker changes the cells at any time.
    note(cells.map([](int x) { return x + 1; }).sort().join() + cells.slice(1).join() + str(cells.fill(0).includes(0)));
    worker->postMessage(var::object({{"cells", cells}, {"moved", Uint8Array(bytes, 1)}, {"copied", copied}}), {bytes});
    note(str(view.length()) + str(bytes.detached()) + str(copied.length()));
    try {
      worker->postMessage(1, {bytes});
    } catch (const Error& error) {
      note(error->message);
    }
    try {
      Atomics::wait(Int32Array(1), 0, 0);
    } catch (const TypeError& error) {
      note(error->message);
    }
    note(str(Atomics::notify(Int32Array(1), 0)) + str(Atomics::add(Uint8Array({250}), 0, 10)));
  };
  CHECK(onLinux(program) ==
        "1,10true;0true2;Cannot transfer object of unsupported type.;[object Int32Array] is not a shared typed "
        "array.;0250;5,0,0 1;77,78 8;");
}

TEST_CASE("a worker that waits for shared memory can be terminated") {
  auto program = [] {
    SharedArrayBuffer shared(4);
    auto worker = make<Worker>(
        [] {
          parentPort->postMessage("waits");
          Atomics::wait(Int32Array{SharedArrayBuffer(var(workerData))}, 0, 0);
        },
        WorkerOptions{.workerData = shared});
    worker->on(event::message, [=](var) { worker->terminate(); });
    worker->on(event::exit, [](int code) { note("exit " + str(code)); });
    make<Worker>([] { Atomics::wait(Int32Array(SharedArrayBuffer(4)), 0, 0); })->unref();
  };
  CHECK(onLinux(program) == "exit 1;");
  CHECK(simulated(program) == "exit 1;");
}

TEST_CASE("64 workers that come and go at random leave nothing behind") {
  static std::uint64_t state;
  state = 12345;
  onLinux([] {
    auto draw = [](std::uint64_t below) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      return (state >> 33) % below;
    };
    static int over, wrong;
    over = wrong = 0;
    for (int i = 0; i < 64; ++i) {
      auto kind = draw(4);
      auto worker = make<Worker>(
          [] {
            int kind = var(workerData);
            parentPort->on(event::message, [=](var message) {
              parentPort->postMessage(message);
              if (kind == 1) process::exit(5);
              if (kind == 2) throw Error("random");
            });
            setInterval([] {}, 1);
          },
          WorkerOptions{.workerData = double(kind)});
      worker->on(event::error, [=](Error error) { wrong += kind != 2 || error->message != "random"; });
      worker->on(event::exit, [=](int code) {
        wrong += kind == 1 ? code != 5 && code != 1 : code != 1;
        ++over;
      });
      auto stop = [=] { worker->terminate(); };
      Buffer bytes = Buffer::alloc(10'000);
      switch (draw(3)) {
        case 0: stop(); break;
        case 1: setTimeout(stop, double(draw(30))); [[fallthrough]];
        default: worker->on(event::message, [=](var) { stop(); }); worker->postMessage(bytes, {bytes});
      }
    }
    process::on(event::exit, [](int) { note(str(over) + " over, " + str(wrong) + " wrong"); });
  });
  CHECK(notes == "64 over, 0 wrong;");
}
