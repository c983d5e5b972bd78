#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::unhandledRejection, [](Error error) { console::log("unhandled", error->message); });
  process::on(event::rejectionHandled, [] { console::log("handled later"); });
  process::on(event::exit, [](int code) { console::log("exit", code); });
  auto late = Promise<>::reject(Error("late"));
  (void)Promise<>::reject(Error("never"));
  auto soon = Promise<>::reject(Error("soon"));
  Promise<>::resolve().then([=] { soon.catch_([](Error error) { console::log("caught", error->message); }); });
  setTimeout([=] { late.catch_([](Error error) { console::log("caught", error->message); }); }, 5);
  setTimeout([] { console::log("goes on"); }, 20);
}); }
