// right: a listener of 'pipe' clears the variable that was passed as the destination
// > true
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>

#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto source = make<stream::PassThrough>();
  auto through = make<stream::PassThrough>();
  std::vector<stream::PassThrough> destinations(3, through);
  through->once(event::pipe, [&] { destinations = std::vector<stream::PassThrough>(); });
  auto to = source->pipe(destinations[1]);
  console::log(to == through);
}); }
