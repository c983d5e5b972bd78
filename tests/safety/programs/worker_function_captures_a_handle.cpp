// refused: a worker's function has no captures
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto emitter = make<EventEmitter>();
  make<Worker>([emitter] { emitter->emit("x"); });
}); }
