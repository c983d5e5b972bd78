// right: an async generator's value ends a race; a destructor in the loser asks the generator again
// > 1
// > 2
// > 3
#include <nodecpp/async_generator.h>
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>

#include <utility>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  ~Ending() { if (run) run(); }
};

AsyncGenerator<int> numbers() {
  for (int i = 1;; i++) {
    co_await nullptr;
    co_yield i;
  }
}
Promise<IteratorResult<int>> wait(Function<void()> atEnd) {
  Ending ending(atEnd);
  co_await never();
  co_return IteratorResult<int>::end();
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto generator = numbers();
  let<Promise<IteratorResult<int>>> next;
  next = generator.next();
  let<Promise<IteratorResult<int>>> asked;
  auto first = [=] { return next.value(); };
  auto loser = [=] { return wait([=] { asked = generator.next(); }); };
  race(first, loser).then([=](IteratorResult<int> result) {
    console::log(int(result.value));
    asked->then([=](IteratorResult<int> result) {
      console::log(int(result.value));
      generator.next().then([](IteratorResult<int> result) { console::log(int(result.value)); });
    });
  });
}); }
