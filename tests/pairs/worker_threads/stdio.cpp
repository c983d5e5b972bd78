#include <nodecpp/console.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    auto worker = make<Worker>(thisFile, WorkerOptions{.stdin = true, .stdout = true, .stderr = true, .workerData = 1, .name = "reader"});
    let<String> out = "", err = "";
    worker->stdout()->setEncoding("utf8"); worker->stdout()->on(event::data, [=](stream::Chunk chunk) { out += str(chunk); });
    worker->stderr()->on(event::data, [=](stream::Chunk chunk) { err += str(chunk); });
    worker->stdout()->on(event::end, [=] { console::log("stdout:", out.value().trim()); });
    worker->stderr()->on(event::end, [=] { console::log("stderr:", err.value().trim()); });
    worker->stdin()->write("some ");
    worker->stdin()->end("input");
    worker->on(event::exit, [=](int code) {
      console::log("exit", code);
      auto plain = make<Worker>(thisFile, WorkerOptions{.workerData = 2});
      plain->on(event::exit, [=] { console::log("plain exit", nullptr); });
    });
  } else if (var(workerData) == 1) {
    let<String> got = "";
    process::stdin->on(event::data, [=](stream::Chunk chunk) { got += str(chunk); });
    process::stdin->on(event::end, [=] {
      console::log("got", got, var());
      console::error("to stderr");
    });
  } else {
    process::stdin->on(event::data, [=] {});
    process::stdin->on(event::end, [=] { console::log("no input"); });
  }
}); }
