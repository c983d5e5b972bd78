// A worker's function runs on another thread, and captures are counted without atomics, so it must capture nothing.
// error: a worker's function has no captures
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

void program(String text) {
#ifdef TRAP
  make<Worker>([=] { parentPort->postMessage(text); });
#else
  make<Worker>([] { parentPort->postMessage(workerData); }, WorkerOptions{.workerData = text});
#endif
}
