// `names HOST` prints the address of a host and the names of that address, with co_await, like the $dns of Stratified
// Node.js. `names HOST callbacks` does the same with callbacks.
#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/process.h>
using namespace nodecpp;

static Promise<> straight(String name) {
  auto found = co_await dns::promises::lookup(name);
  console::log(name + " is " + found.address);
  auto names = co_await dns::promises::reverse(found.address);
  for (auto each : names)
    console::log(found.address + " is " + each);
}

static void callbacks(String name, Function<void(Error)> done) {
  dns::lookup(name, [=](Error err, String address) {
    if (err) return done(err);
    console::log(name + " is " + address);
    dns::reverse(address, [=](Error err, Array<String> names) {
      if (err) return done(err);
      for (auto each : names)
        console::log(address + " is " + each);
    });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto failed = [](Error error) {
    console::error(error->message);
    process::exitCode = 1;
  };
  auto name = process::argv[2] || "localhost";
  if (process::argv[3] == "callbacks")
    callbacks(name, failed);
  else
    straight(name).catch_(failed);
}); }
