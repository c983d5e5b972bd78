#include <nodecpp/cluster.h>
#include <nodecpp/console.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (cluster::isPrimary) {
    console::log(cluster::SCHED_RR_, cluster::SCHED_NONE, cluster::schedulingPolicy == cluster::SCHED_RR_);
    cluster::schedulingPolicy = cluster::SCHED_RR_;
    cluster::setupMaster({.args = {"one", "two"}, .silent = true});
    console::log(cluster::settings().args.join(), cluster::settings().silent);
    cluster::setupPrimary({.args = {"three"}, .silent = true});
    console::log(cluster::settings().args.join(), cluster::settings().silent, cluster::schedulingPolicy == cluster::SCHED_RR_);
    auto worker = cluster::fork();
    worker->process->stdout->setEncoding("utf8")->on(event::data, [](String text) { console::log("it wrote", text.trim()); });
    worker->on(event::message, [=](var message) {
      console::log(message, worker->process->pid > 0, worker->process->connected);
      worker->destroy();
    });
    worker->on(event::exit, [=](auto code, auto signal) { console::log("exit", code, signal, worker->isDead(), worker->process->killed); });
  } else {
    console::log(process::argv.slice(2).join());
    setTimeout([] { process::send("ready"); }, 50);
  }
}); }
