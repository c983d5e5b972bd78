#include <nodecpp/async_generator.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
using namespace nodecpp;

static AsyncGenerator<num> count(num last) {
  for (num n = 1; n <= last; n++) {
    co_await sleep(0);
    co_yield n;
  }
}

static Promise<> all() {
  console::log(co_await Array<>::fromAsync(count(3)));
  console::log(co_await Array<>::fromAsync(Array<Promise<String>>{Promise<String>::resolve("a"), Promise<String>::resolve("b")}));
  console::log((co_await Array<>::fromAsync(count(0))).length());
  try {
    co_await Array<>::fromAsync(Array<Promise<num>>{Promise<num>::resolve(1), Promise<num>::reject(RangeError("the second"))});
  } catch (const Error& error) {
    console::log(error->name, error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)all();
}); }
