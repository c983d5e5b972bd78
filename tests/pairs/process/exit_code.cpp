#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <cmath>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto message = [](const Error& error) { return error->name + " " + error->code + " " + error->message; };
  auto attempt = [=](auto f) {
    try {
      f();
      console::log("fine", process::exitCode);
    } catch (const Error& error) {
      console::log(message(error));
    }
  };
  console::log(process::exitCode);
  attempt([] { process::exitCode = 3; });
  attempt([] { process::exitCode = "4"; });
  attempt([] { process::exitCode = ""; });
  attempt([] { process::exitCode = "abc"; });
  attempt([] { process::exitCode = 1.5; });
  attempt([] { process::exitCode = NAN; });
  attempt([] { process::exitCode = INFINITY; });
  attempt([] { process::exitCode = true; });
  attempt([] { process::exitCode = -1; });
  attempt([] { process::exitCode = nullptr; });
  attempt([] { process::exit("x"); });
  attempt([] { process::exit(2.5); });
  attempt([] { process::exit(false); });
  process::on(event::exit, [](int code) {
    console::log("first", code, process::exitCode);
    process::exitCode = 9;
  });
  process::on(event::exit, [](int code) { console::log("second", code, process::exitCode); });
  process::exitCode = 5;
}); }
