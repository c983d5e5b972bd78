// defined: was dropped by another thread than that which made it
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

Function<void()> greet = nullptr;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    greet = [text = str("a longer text, that no String ") + "keeps in itself"] { console::log(text); };
    auto worker = make<Worker>(thisFile);
    worker->on(event::exit, [] { console::log("exit"); });
  } else {
    greet = nullptr;
  }
}); }
