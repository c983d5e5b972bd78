// right: ++ of a variable destroys the object that it held, whose destructor reads the variable
// > NaN
// > NaN
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>

#include <utility>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  Ending& operator=(Ending&& other) { return std::swap(run, other.run), *this; }
  ~Ending() { if (run) run(); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<var> value;
  {
    let<Ending> ending(Ending([=] { console::log(value.value()); }));
    value = var::object({{"end", [ending] {}}});
  }
  ++value;
  console::log(value.value());
}); }
