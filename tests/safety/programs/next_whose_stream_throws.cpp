// right: an error of _read is thrown to the frame that awaits next(), and is uncaught when the frame has ended
// > listener: of read
// > caught: of the listener
// > uncaught: of a frame that is gone
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

Promise<> readAll(stream::Readable from) {
  co_await Promise<>::resolve();
  try {
    while (auto chunk = co_await from->next()) console::log(chunk);
  } catch (const Error& error) {
    console::log("caught:", error->message);
  }
}
Promise<> iterate(stream::Readable from) {
  auto all = from->iterator();
  while (auto chunk = co_await all.next()) console::log("never");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::uncaughtException, [](Error error, String) { console::log("uncaught:", error->message); });
  auto fails = make<stream::Readable>(stream::ReadableOptions{.autoDestroy = false, .read = [](stream::Readable, double) {
    throw Error("of read");
  }});
  fails->on(event::error, [](Error error) {
    console::log("listener:", error->message);
    throw Error("of the listener");
  });
  iterate(fails).catch_([](Error error) { console::log("caught:", error->message); });

  let<Promise<>> reading;
  auto retracts = make<stream::Readable>(stream::ReadableOptions{.autoDestroy = false, .read = [=](stream::Readable, double) {
    retract(reading.value());
    throw Error("of a frame that is gone");
  }});
  retracts->on(event::error, [](Error error) { throw error; });
  reading = readAll(retracts);
  setTimeout([] { console::log("end"); }, 5);
}); }
