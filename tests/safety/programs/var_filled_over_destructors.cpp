// right: a value that is overwritten in a var has a destructor that changes the array or the variable
// > 101
// > 100
// > 0 undefined
// > NaN
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(const Ending& other) : run(other.run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  ~Ending() { if (auto now = std::exchange(run, nullptr)) now(); }
};
var ending(Function<void()> run) {
  return [ending = Ending(run)] { return bool(ending.run); };
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<var> own = var::array();
  own->push(ending([=] { own = undefined; }));
  for (int i = 0; i < 100; i++) own->push(i);
  console::log(own->fill("x").length());

  own = var::array();
  for (int i = 0; i < 100; i++) own->push(i);
  own->set(std::size_t(50), ending([=] { own = undefined; }));
  console::log(own->copyWithin(50, 0).length());

  own = var::array();
  own->push(ending([=] { own = undefined; }));
  own->push(1, 2, 3);
  own->setLength(0);
  console::log(own->length(), own);

  let<var> number;
  number = ending([=] { console::log(number->toNumber()); });
  ++number.ref();
}); }
