#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
#include <nodecpp/util.h>
#include <nodecpp/util/promisify.h>

#include <limits>
using namespace nodecpp;
using child_process::exec, child_process::execFile, util::promisify;
using Next = Function<void()>;

child_process::Done show(String name, Next next) {
  return [=](Error error, auto out, auto err) {
    if (error) console::log(name, error->name, JSON::stringify(error->message), error->code.empty() ? Lookup(nullptr) : Lookup(error->code), error->errno_ ? Lookup(error->errno_) : Lookup(), error->path.empty() ? Lookup() : Lookup(error->path));
    else console::log(name, "ok");
    console::log(name, JSON::stringify(out.toString()), JSON::stringify(err.toString()));
    next();
  };
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Function<void(Next)>>> steps(Array<Function<void(Next)>>{
    [](Next next) { exec("echo $ONE", {.env = {{"ONE", "one"}}}, show("exec", next)); },
    [](Next next) { exec("echo out; echo err >&2; exit 3", show("code", next)); },
    [](Next next) { exec("kill $$", show("signal", next)); },
    [](Next next) { exec("no_such_program_at_all 2>/dev/null", show("shell says", next)); },
    [](Next next) { exec("echo $0", {.shell = "/bin/bash"}, show("shell", next)); },
    [](Next next) { exec("pwd", {.cwd = "/usr"}, show("cwd", next)); },
    [](Next next) { exec("pwd", {.cwd = "/no/such/folder"}, show("bad cwd", next)); },
    [](Next next) { execFile("echo", {"a", "b  c"}, show("execFile", next)); },
    [](Next next) { execFile("no_such_program", {"a"}, show("missing", next)); },
    [](Next next) { execFile("sh", {"-c", "echo \"$0-$1\"", "x", "y"}, {.timeout = 5000}, show("arguments", next)); },
    [](Next next) { execFile("echo $((2 * 3))", {.shell = true}, show("execFile with a shell", next)); },
    [](Next next) { execFile("false", show("false", next)); },
    [](Next next) { exec("printf 1234567890abc; sleep 10", {.maxBuffer = 10}, show("maxBuffer", next)); },
    [](Next next) { exec("printf 1234567890", {.maxBuffer = 10}, show("maxBuffer just", next)); },
    [](Next next) { exec("printf 1234567890abc >&2; sleep 10", {.maxBuffer = 3}, show("maxBuffer of stderr", next)); },
    [](Next next) { exec("printf abc", {.maxBuffer = std::numeric_limits<double>::infinity()}, show("no bound", next)); },
    [](Next next) { exec("sleep 10", {.timeout = 50}, show("time-out", next)); },
    [](Next next) { exec("trap \"\" TERM; sleep 10", {.timeout = 50, .killSignal = "SIGKILL"}, show("killSignal", next)); },
    [](Next next) {
      auto controller = make<AbortController>();
      exec("sleep 10", {.signal = controller->signal()}, show("abort", next));
      setTimeout([=] { controller->abort(); }, 20);
    },
    [](Next next) { exec("printf \"\\303\\244\\377\"", {.encoding = "buffer"}, [=](Error error, Buffer out, Buffer err) {
      console::log(error ? Lookup(error->message) : Lookup(nullptr), out, err);
      next();
    }); },
    [](Next next) { exec("printf \"\\303\\244\"", {.encoding = "hex"}, [=](Error, String out) { console::log(out); next(); }); },
    [](Next next) { exec("printf \"\\303\\244\"", {.encoding = "latin1"}, [=](Error, String out) { console::log(out); next(); }); },
    [](Next next) {
      auto child = exec("cat", show("stdin", next));
      child->stdin->end("to the shell");
      console::log(child->spawnfile, child->spawnargs.size());
    },
    [](Next next) -> Promise<> {
      auto run = promisify(exec);
      auto [out, err] = co_await run("echo out; echo err >&2");
      console::log(out.toString().trim(), err.toString().trim());
      try {
        co_await run("echo to; echo fail >&2; exit 5");
      } catch (const Error& error) {
        console::log(error->message.trim(), error->code);
      }
      auto file = co_await promisify(execFile)("echo", {"-n", "file"});
      console::log(file.stdout, file.stderr.length());
      next();
    },
  });

  let<int> at = 0;
  let<Next> run;
  run = [=] {
    int now = at.value();
    at += 1;
    if (std::size_t(now) < steps.ref().size()) steps.ref()[std::size_t(now)](run.value());
  };
  run.value()();
}); }
