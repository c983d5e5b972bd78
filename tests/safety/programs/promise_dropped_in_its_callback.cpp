// right: the last reference to a promise is dropped by a callback of the promise
// > a value that is longer than what a String has room for
// > a value that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Promise<String>> promise;
  promise = Promise<String>::resolve(str("a value that is ") + "longer than what a String has room for");
  promise->then([=](String value) {
    promise = Promise<String>();
    console::log(value);
  });
  promise->then([=](String value) {
    promise = Promise<String>();
    console::log(value);
  });
}); }
