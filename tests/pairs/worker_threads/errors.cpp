#include <nodecpp/console.h>
#include <nodecpp/worker_threads.h>
using namespace nodecpp;
using namespace nodecpp::worker_threads;

struct Scenes {
  static void throws() {
    process::on(event::exit, [=](int code) { parentPort->postMessage(format("exit listener {}", code)); });
    auto error = TypeError("no good");
    error->code = "E_BAD";
    throw error;
  }
  static void rejects() { (void)Promise<>::reject(RangeError("rejected")); }
  static void later() { setTimeout([=] { throw Error("later"); }, 1); }
  static void handled() {
    process::on(event::uncaughtException, [=](Error error, String origin) { parentPort->postMessage(format("{} {}", error->message, origin)); });
    setTimeout([=] { parentPort->postMessage("goes on"); }, 1);
    throw Error("handled");
  }
  static void exits() {
    process::on(event::exit, [=](int code) { parentPort->postMessage(format("exit listener {}", code)); });
    setTimeout([=] {}, 100000);
    process::exit(7);
  }
  static void exitCode() { process::exitCode = 9; }
  static void unsupported() {
    for (auto f : {+[] { process::chdir("/"); }, +[] { process::umask(0); }, +[] { process::abort(); }}) {
      try { f(); } catch (const Error& error) { parentPort->postMessage(format("{} {} {}", error->name, error->code, error->message)); }
    }
    process::on("SIGTERM", [=](String) {});
  }
  static void environment() {
    process::env["OWN"] = "worker";
    parentPort->postMessage(format("{} {} {}", process::env["GIVEN"], process::env["OWN"], process::argv[2]));
  }
};
const std::pair<const char*, void (*)()> scenes[] = {{"throws", Scenes::throws}, {"rejects", Scenes::rejects}, {"later", Scenes::later}, {"handled", Scenes::handled}, {"exits", Scenes::exits}, {"exitCode", Scenes::exitCode}, {"unsupported", Scenes::unsupported}, {"environment", Scenes::environment}};

void run(String name, WorkerOptions options, Function<void()> next) {
  options.workerData = name;
  auto worker = make<Worker>(thisFile, options);
  worker->on(event::error, [=](Error error) { console::log(name, "error", bool(error), error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message); });
  worker->on(event::message, [=](var message) { console::log(name, "message", message); });
  worker->on(event::exit, [=](int code) { console::log(name, "exit", code); next(); });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (isMainThread) {
    process::env["OWN"] = "main";
    run("throws", {}, [=] { run("rejects", {}, [=] { run("later", {}, [=] { run("handled", {}, [=] { run("exits", {}, [=] {
      run("exitCode", {}, [=] { run("unsupported", {}, [=] { run("environment", {.argv = {"a"}, .env = {{"GIVEN", "yes"}}}, [=] {
        console::log(process::env["OWN"]);
        auto [port1, port2] = MessageChannel();
        for (auto bad : Array<Function<void()>>{[=] { port1->postMessage(port2); }, [=] { port1->postMessage(1, {port1}); }, [=] { port1->postMessage(1, {port2, port2}); }}) {
          try { bad(); } catch (const Error& error) { console::log(error->name, error->name == "DataCloneError" ? var(25) : var(error->code), error->message); }
        }
        port1->close();
        // The error event has no listener, so it ends this program.
        make<Worker>(thisFile, WorkerOptions{.workerData = "later"});
        process::on(event::exit, [=](int code) { console::log("the end", code); });
      }); }); }); }); }); }); }); });
  } else {
    String name = var(workerData).toString();
    for (auto [scene, f] : scenes)
      if (name == scene) f();
  }
}); }
