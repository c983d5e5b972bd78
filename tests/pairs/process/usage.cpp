#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/net.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/regexp.h>
#include <nodecpp/util.h>
using namespace nodecpp;

// What tells about the process is printed, written as JSON and put into an object as any object is; so is an address.
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto shape = [](auto value) { return util::inspect(value, {.breakLength = Infinity}).replace(RegExp("[\\d.]+", "g"), "0"); };
  console::log(shape(process::memoryUsage()));
  console::log(shape(process::cpuUsage()), shape(process::resourceUsage()));
  var status = var::object({{"ok", true}, {"memory", process::memoryUsage()}, {"cpu", process::cpuUsage()}});
  console::log(JSON::stringify(status).replace(RegExp("\\d+", "g"), "0"));
  auto [rss, heapTotal, heapUsed, external, arrayBuffers] = process::memoryUsage();
  console::log(rss > 0, external >= 0);

  auto server = net::createServer();
  console::log(server->address());
  server->listen(0, "127.0.0.1", [=] {
    auto address = server->address();
    console::log(shape(address), format("{}:{}", address.address, "number"));
    console::log(JSON::stringify(address).replace(RegExp("\\d{2,}", "g"), "0"));
    server->close([=] { console::log(server->address()); });
  });
}); }
