// right: a loop over the query of a temporary result of url::parse
// > first a value that is longer than what a String has room for
// > second 2
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

url::Url parsed() { return url::parse("/?first=a+value+that+is+longer+than+what+a+String+has+room+for&second=2", true); }

int main(int argc, char** argv) { return run(argc, argv, [] {
  for (auto& [key, value] : parsed().query) console::log(key, value);
}); }
