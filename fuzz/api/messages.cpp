// Instructions for message ports, broadcast channels, and workers. Each worker runs a random program of its own.
#include "api/program.h"

#include <nodecpp/process.h>
#include <nodecpp/structured_clone.h>

namespace api {

using namespace nodecpp::worker_threads;

namespace {

constexpr int mostWorkers = 1;
constexpr int workerInstructions = 60;

// The bytes of the input, sent to a worker as a message. The worker keeps them as long as its program runs.
struct WorkerBytes {
  Buffer bytes;
};
constinit LoopLocal<WorkerBytes> workerBytes;

void runWorker() {
  process::on(event::uncaughtException, [](Error, String) {});
  process::on(event::unhandledRejection, [](Error, Promise<>) {});
  workerBytes->bytes = Buffer(var(workerData).buffer());
  const Buffer& bytes = workerBytes->bytes;
  Program::begin(reinterpret_cast<const std::uint8_t*>(bytes.bytes()), bytes.size(), workerInstructions, false);
  Program::current()->ports.keep(parentPort);
  parentPort->on(event::message, [] {
    if (Program* p = Program::current()) p->step();
  });
  setTimeout([] { parentPort->close(); }, 50);
}

}  // namespace

void messages(Program& p) {
  MessagePort port = p.ports.any();
  switch (p.below(28)) {
    case 0:
    case 1: {
      MessageChannel channel;
      p.ports.keep(channel.port1);
      p.ports.keep(channel.port2);
      break;
    }
    case 2:
    case 3: port->postMessage(p.value()); break;
    case 4: port->postMessage(p.vars.any()); break;
    case 5: {
      Buffer& moved = p.buffers.any();
      port->postMessage(1, {moved});
      break;
    }
    case 6: {
      MessagePort& other = p.ports.any();
      port->postMessage(var::array({1}), {other});
      break;
    }
    case 7: port->postMessage(2, {p.arrayBuffers.any()}); break;
    case 8:
    case 9: port->on(event::message, [body = p.body()](var) { body(); }); break;
    case 10: port->onmessage = [body = p.body()](worker_threads::MessageEvent) { body(); }; break;
    case 11: port->on(event::close, [body = p.body()] { body(); }); break;
    case 12: port->close(); break;
    case 13: port->start(); break;
    case 14: p.chance(2) ? port->ref() : port->unref(); break;
    case 15: p.vars.any() = receiveMessageOnPort(port); break;
    case 16: p.ports.any() = nullptr; break;
    case 17: {
      BroadcastChannel made = make<BroadcastChannel>(p.chance(2) ? "one" : "two");
      made->onmessage = [body = p.body()](BroadcastEvent) { body(); };
      made->unref();
      p.broadcasts.keep(made);
      break;
    }
    case 18: p.broadcasts.any()->postMessage(p.value()); break;
    case 19: p.broadcasts.any()->close(); break;
    case 20: p.broadcasts.any() = nullptr; break;
    case 21: p.vars.any() = structuredClone(p.vars.any()); break;
    case 22: port->removeAllListeners(); break;
    case 23: {
      // Each worker is a thread, and starting it takes long.
      if (!isMainThread || p.workers >= mostWorkers || !p.chance(16)) break;
      ++p.workers;
      const Buffer bytes = Buffer::copyOf(reinterpret_cast<const char*>(p.bytes), p.size);
      Worker worker = make<Worker>(runWorker, WorkerOptions{.workerData = bytes});
      worker->on(event::message, [body = p.body()](var) { body(); });
      worker->on(event::exit, [body = p.body()](int) { body(); });
      worker->on(event::error, [body = p.body()](Error) { body(); });
      p.workerSlots.keep(worker);
      break;
    }
    case 24: p.workerSlots.any()->postMessage(p.value()); break;
    case 25: p.workerSlots.any()->terminate().then([body = p.body()] { body(); }); break;
    case 26: {
      MessagePort& moved = p.ports.any();
      p.workerSlots.any()->postMessage(3, {moved});
      break;
    }
    default: p.workerSlots.any() = nullptr; break;
  }
}

}  // namespace api
