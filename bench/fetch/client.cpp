// Fetches a URL as often as the second argument says, one time after the other, and prints the CPU time of a fetch in
// microseconds. The third argument is the length that each body must have. client.js is the same program.
#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Promise<> load(String url, int times, double length) {
  for (int i = 0; i < times; i++) {
    auto response = co_await fetch(url);
    auto body = co_await response->arrayBuffer();
    if (body.byteLength() != length) throw Error(format("{} bytes were read", body.byteLength()));
  }
}

int main(int argc, char** argv) {
  return run(argc, argv, []() -> Promise<> {
    const String url = str(process::argv[2]);
    const int times = int(toNumber(str(process::argv[3])));
    const double length = toNumber(str(process::argv[4]));
    co_await load(url, times / 4, length);
    auto before = process::cpuUsage();
    co_await load(url, times, length);
    auto used = process::cpuUsage(before);
    console::log((used.user + used.system) / times);
    process::exit(0);
  });
}
