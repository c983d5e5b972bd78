// right: an async generator's value ends a race, whose loser holds the generator's last handle
// > 1 gone
// > won
#include <nodecpp/async_generator.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
using namespace nodecpp;

AsyncGenerator<String> texts() {
  co_yield str("a text that is ") + "longer than what a String has room for";
  console::log("never");
}
Promise<IteratorResult<String>> keep(AsyncGenerator<String> generator) {
  co_await never();
  co_return co_await generator.next();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<AsyncGenerator<String>> generator;
  generator = texts();
  let<Promise<IteratorResult<String>>> next;
  next = generator->next();
  auto first = [=] { return next.value(); };
  auto loser = [=] {
    auto taken = generator.value();
    generator = AsyncGenerator<String>();
    return keep(taken);
  };
  race(first, loser).then([=](IteratorResult<String> result) {
    console::log(int(str(result.value).length()) - 52, "gone");
    console::log("won");
  });
}); }
