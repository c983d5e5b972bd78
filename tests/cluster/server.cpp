// A cluster for tests/cluster: argv[2] workers of a server that responds with its process id. SIGHUP restarts the
// workers, and SIGUSR2 ends them.
#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/http.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isWorker) {
    http::createServer([](auto request, auto response) {
      if (request->url == "/crash") throw Error("as asked");
      auto answer = [=] { response->end(str(int(process::pid))); };
      if (request->url == "/slow") setTimeout(answer, 300);
      else answer();
    })->listen(process::env["PORT"]);
    return;
  }
  if (process::env["POLICY"] == "none") cluster::schedulingPolicy = cluster::SCHED_NONE;
  cluster::setupPrimary({.respawn = true, .respawnDelay = 50, .respawnMaxDelay = 200});
  int workers = int((process::argv[2] || 2).toNumber());
  for (int i = 0; i < workers; ++i) cluster::fork();
  cluster::on(event::exit, [](auto worker, auto code, auto signal) {
    console::log("exit", code, signal, worker->exitedAfterDisconnect);
  });
  process::on("SIGHUP", [] {
    cluster::restart().then([] { console::log("restarted"); }, [](Error error) { console::log("failed", error->message); });
  });
  process::on("SIGUSR2", [] { cluster::disconnect([] { process::exit(0); }); });
}); }
