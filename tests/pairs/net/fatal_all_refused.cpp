#include <nodecpp/console.h>
#include <nodecpp/net.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  net::connect({.port = 1, .host = "x.test", .lookup = [](String, net::LookupOptions, net::LookupCallback callback) { callback(nullptr, Array<net::LookupAddress>{{"127.0.0.1", 4}, {"127.0.0.2", 4}}); }});
}); }
