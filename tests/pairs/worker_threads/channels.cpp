#include <nodecpp/console.h>
#include <nodecpp/worker_threads.h>

#include <vector>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

void inWorker() {
  parentPort->once(event::message, [=](var message) {
    auto port = message["port"].handle<MessagePort>(); Buffer bytes = message["bytes"].buffer();
    console::log("worker has", bytes.length(), int(bytes[0]), getEnvironmentData("key"));
    port->on(event::message, [=](var value) {
      if (value == "close") return port->close();
      port->postMessage(var::array({value, bytes.length()}));
    });
    port->on(event::close, [=] { setTimeout([=] {
      auto channel = make<BroadcastChannel>("news");
      channel->postMessage(var::object({{"from", "worker"}}));
      channel->close();
      setTimeout([] {}, 100);
    }, 20); });
  });
}

using Done = Function<void()>;
void next(let<std::vector<Function<void(Done)>>> steps) {
  if (steps.ref().empty()) return;
  auto step = steps.ref().front();
  steps.ref().erase(steps.ref().begin());
  step([=] { next(steps); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    next(std::vector<Function<void(Done)>>{
      [=](Done done) {
        auto [port1, port2] = MessageChannel();
        console::log(port1->hasRef(), receiveMessageOnPort(port2));
        port1->postMessage(var::object({{"a", 1}}));
        port1->postMessage("second");
        auto first = receiveMessageOnPort(port2), second = receiveMessageOnPort(port2); console::log(first, second, receiveMessageOnPort(port2));
        port1->postMessage("third");
        port2->on(event::message, [=](var value) {
          console::log("got", value, port2->hasRef());
          process::nextTick([=] { console::log("tick"); });
          Promise<>::resolve().then([=] { console::log("microtask"); });
          if (value == "last") port2->close();
        });
        port1->postMessage("fourth");
        port1->postMessage("last");
        setImmediate([=] { console::log("immediate"); });
        port1->on(event::close, [=] { console::log("close 1"); });
        port2->on(event::close, [=] { console::log("close 2"); done(); });
        console::log("sync end");
      },
      [=](Done done) {
        auto [port1, port2] = MessageChannel();
        port2->onmessage = [=](worker_threads::MessageEvent event) {
          console::log("onmessage", event.data);
          console::log(port2->hasRef());
          port1->postMessage("dropped");
          port1->close();
        };
        port2->on(event::close, [=] { console::log("closed"); done(); });
        port1->postMessage("x");
      },
      [=](Done done) {
        // Posts a cycle, a repeated object, and values of all kinds.
        auto [port1, port2] = MessageChannel();
        auto inner = var::object({{"n", 1}});
        auto value = var::object({{"a", inner}, {"b", inner}, {"list", var::array({var(), nullptr, true, 1.5, "text", Date(5)})}});
        value["self"] = value;
        port2->once(event::message, [=](var message) {
          console::log(message["a"] == message["b"], message["self"] == message, var(message["list"]));
          message.remove("self");
          port1->close();
          done();
        });
        port1->postMessage(value);
        value.remove("self");
      },
      [=](Done done) {
        auto [port1, port2] = MessageChannel();
        let<Buffer> bytes = Buffer::alloc(100000, 7);
        Buffer kept = Buffer::alloc(10);
        port2->once(event::message, [=](var message) {
          console::log(message.length(), int(message.buffer()[99999]), bytes.ref().length(), kept.length());
          port1->close();
          done();
        });
        port1->postMessage(bytes.ref(), {bytes});
        console::log("moved", bytes.ref().length());
        Buffer marked = Buffer::alloc(10);
        markAsUntransferable(marked);
        try { port1->postMessage(marked, {marked}); } catch (const Error& error) { console::log(error->name, 25); }
      },
      [=](Done done) {
        setEnvironmentData("key", "value");
        auto worker = make<Worker>(thisFile);
        auto [port1, port2] = MessageChannel();
        auto news = make<BroadcastChannel>("news");
        news->onmessage = [=](BroadcastEvent event) { console::log("news", event.data); news->close(); };
        Buffer bytes = Buffer::alloc(5000, 9);
        worker->postMessage(var::object({{"port", port2}, {"bytes", bytes}}), {port2, bytes});
        console::log("transferred", bytes.length());
        port1->on(event::message, [=](var value) { console::log("back", value); port1->postMessage("close"); });
        port1->postMessage("first");
        port1->on(event::close, [=] { console::log("port closed"); });
        worker->on(event::exit, [=](int code) { console::log("exit", code); done(); });
      },
      [=](Done done) {
        auto worker = make<Worker>([] { setInterval([] {}, 1000); });
        worker->on(event::online, [=](this auto self) -> Promise<> {
          worker->on(event::exit, [=](int code) { console::log("exit event", code); });
          console::log("terminated", co_await worker->terminate());
          console::log(var(), (co_await worker->terminate(), worker->threadId()));
          done();
        });
      },
      [=](Done) {
        auto worker = make<Worker>([] { setInterval([] {}, 1000); });
        worker->unref();
        console::log("the end");
      },
    });
  } else {
    inWorker();
  }
}); }
