// refused: static assertion failed due to requirement 'std::is_empty_v
#include <nodecpp/events.h>
#include <nodecpp/pool.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  pool::run([emitter] { emitter->emit("x"); });
}); }
