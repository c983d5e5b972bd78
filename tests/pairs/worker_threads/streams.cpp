#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/console.h>
#include <nodecpp/events/once.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/timers.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

static Promise<> answer(var message) {
  double bytes = 0;
  auto chunks = message["big"].handle<ReadableStream>()->values();
  while (auto chunk = co_await chunks.next()) bytes += double((*chunk).length());
  parentPort->postMessage(var::object({{"bytes", bytes}}));
  try {
    auto failing = message["failing"].handle<ReadableStream>()->values();
    while (auto chunk = co_await failing.next()) parentPort->postMessage(var::object({{"chunk", (*chunk).toString()}}));
  } catch (const Error& error) {
    parentPort->postMessage(var::object({{"error", error->name + ": " + error->message}}));
  }
  auto endless = make<ReadableStream>({.pull = [](auto controller) { controller->enqueue("tick"); }});
  setTimeout([] {}, 10000);
  parentPort->postMessage(var::object({{"endless", endless}}), {endless});
}
static Promise<> inWorker() {
  var words = var::array();
  auto chunks = var(workerData)["words"].handle<ReadableStream>()->values();
  while (auto word = co_await chunks.next()) words.push((*word).toString());
  parentPort->postMessage(var::object({{"words", words}}));
  auto writer = var(workerData)["log"].handle<WritableStream>()->getWriter();
  for (int i = 0; i < 3; i++) co_await writer->write("line " + str(i));
  co_await writer->close();
  co_await events::once(MessagePort(parentPort), event::message);
  auto double_ = make<TransformStream>({
    .transform = [](int number, auto controller) { controller->enqueue(number * 2); },
    .flush = [](auto controller) { controller->enqueue("end"); },
  });
  parentPort->postMessage(var::object({{"double", double_}}), {double_});
  parentPort->once(event::message, [](var message) { (void)answer(message); });
}
static Promise<> write(WritableStreamDefaultWriter writer) {
  for (int i = 1; i <= 3; i++) co_await writer->write(i);
  co_await writer->close();
}
static Promise<> onMessage(Worker worker, var message) {
  if (message["words"]) console::log("words", message["words"]);
  if (message["bytes"]) console::log("bytes", message["bytes"]);
  if (message["chunk"]) console::log("chunk", message["chunk"]);
  if (message["error"]) console::log(message["error"]);
  if (message["double"]) {
    auto double_ = message["double"].handle<TransformStream>();
    auto written = write(double_->writable()->getWriter());
    auto numbers = double_->readable()->values();
    while (auto number = co_await numbers.next()) console::log("doubled", *number);
    co_await written;
    let<int> left = 64;
    auto big = make<ReadableStream>({
      .pull = [=](auto controller) {
        if (left-- > 0) controller->enqueue(Buffer::alloc(16384));
        else controller->close();
      },
    });
    auto failing = make<ReadableStream>({
      .start = [](auto controller) { controller->enqueue("before"); },
      .pull = [](auto controller) { controller->error(SyntaxError("no further")); },
    });
    worker->postMessage(var::object({{"big", big}, {"failing", failing}}), {big, failing});
  }
  if (message["endless"]) {
    auto reader = message["endless"].handle<ReadableStream>()->getReader();
    auto first = co_await reader->read(), second = co_await reader->read();
    console::log(first.value, second.value);
    co_await reader->cancel("enough");
    worker->terminate();
  }
}
static void inMain() {
  auto words = make<ReadableStream>({
    .start = [](auto controller) {
      for (auto word : str("the quick brown fox").split(" ")) controller->enqueue(word);
      controller->close();
    },
  });
  let<Worker> worker;
  auto log = make<WritableStream>({
    .write = [](String line) -> Promise<> {
      co_await sleep(1);
      console::log("log", line);
    },
    .close = [=] {
      console::log("log is closed");
      worker->postMessage("go on");
    },
  });
  worker = make<Worker>(thisFile, WorkerOptions{.workerData = var::object({{"words", words}, {"log", log}}), .transferList = {words, log}});
  worker->on(event::exit, [=](int code) { console::log("exit", code); });
  worker->on(event::message, [=](var message) { (void)onMessage(worker.value(), message); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) inMain();
  else (void)inWorker();
}); }
