// right: assigning to a let destroys its old value, whose destructor also assigns to the let
// > 3
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>

#include <optional>
#include <utility>
using namespace nodecpp;

struct Ending {
  Function<void()> run;
  explicit Ending(Function<void()> run) : run(run) {}
  Ending(Ending&& other) : run(std::exchange(other.run, nullptr)) {}
  Ending& operator=(Ending&& other) { return std::swap(run, other.run), *this; }
  ~Ending() { if (run) run(); }
};
struct Session {
  int id = 0;
  std::optional<Ending> ending;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Session> session;
  Session first{1, Ending([=] {
    Session third{3, Ending([] {})};
    session = std::move(third);
  })};
  session = std::move(first);
  session = Session{2, std::nullopt};
  console::log(session->id);
}); }
