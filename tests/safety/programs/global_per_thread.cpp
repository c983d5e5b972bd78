// right: each worker has its own copy of a global variable, as each worker of Node has its own module variables
// > worker 1 a text that is longer than what a String has room for
// > main 3 a text that is longer than what a String has room for!!!
#include <nodecpp/console.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

perThread<int> count = 0;
perThread<String> text = "a text that is longer than what a String has room for";

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    for (int i = 0; i < 3; i++) ++*count, *text += "!";
    auto worker = make<Worker>(thisFile);
    worker->on(event::exit, [] { console::log("main", *count, *text); });
  } else {
    ++*count;
    console::log("worker", *count, *text);
  }
}); }
