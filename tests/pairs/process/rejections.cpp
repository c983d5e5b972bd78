#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Promise<>> late;
  process::on(event::unhandledRejection, [=](Error reason, Promise<> promise) {
    console::log("unhandled", reason->message, promise == late.value());
    if (reason->message == "off") process::removeAllListeners(event::unhandledRejection);
  });
  process::on(event::rejectionHandled, [=](Promise<> promise) { console::log("handled", promise == late.value()); });
  process::on(event::uncaughtException, [](Error error, String origin) { console::log("uncaught", error->message, origin); });
  late = Promise<>::reject(Error("late"));
  setTimeout([=] { late->catch_([](Error error) { console::log("caught", error->message); }); }, 5);
  setTimeout([] { (void)Promise<>::reject(Error("off")); }, 10);
  setTimeout([] { (void)Promise<>::reject(TypeError("nobody listens")); }, 15);
}); }
