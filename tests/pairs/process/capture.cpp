#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  console::log(process::hasUncaughtExceptionCaptureCallback());
  process::on(event::uncaughtExceptionMonitor, [](Error error) { console::log("monitor", error->message); });
  process::on(event::uncaughtException, [](Error error) { console::log("event", error->message); });
  process::setUncaughtExceptionCaptureCallback([](Error error) { console::log("captured", error->message); });
  console::log(process::hasUncaughtExceptionCaptureCallback());
  try {
    process::setUncaughtExceptionCaptureCallback([] {});
  } catch (const Error& error) {
    console::log(error->code, error->message);
  }
  setTimeout([] { throw Error("one"); }, 1);
  setTimeout([] {
    process::setUncaughtExceptionCaptureCallback(nullptr);
    console::log(process::hasUncaughtExceptionCaptureCallback());
    throw Error("two");
  }, 10);
}); }
