#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
using namespace nodecpp;
using child_process::ChildProcess, child_process::spawn;
using Next = Function<void()>;

void show(String name, ChildProcess child, Next next) {
  let<String> out("");
  let<String> err("");
  child->on(event::spawn, [=] { console::log(name, "spawn", child->pid > 0); });
  child->on(event::error, [=](Error error) {
    console::log(name, "error", error->message, error->code, error->errno_, error->syscall, error->path);
  });
  if (child->stdout) child->stdout->on(event::data, [=](auto chunk) { out += chunk; });
  if (child->stderr) child->stderr->on(event::data, [=](auto chunk) { err += chunk; });
  child->on(event::exit, [=](auto code, auto signal) { console::log(name, "exit", code, signal, child->exitCode, child->signalCode); });
  child->on(event::close, [=](auto code, auto signal) {
    console::log(name, "close", code, signal, JSON::stringify(out.value()), JSON::stringify(err.value()), child->killed);
    next();
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Function<void(Next)>>> steps(Array<Function<void(Next)>>{
    [](Next next) {
      auto child = spawn("sh", {"-c", "echo out; echo err >&2; cat; exit 3"});
      show("streams", child, next);
      console::log(child->spawnfile, child->spawnargs[0] + "," + child->spawnargs[1] + "," + child->spawnargs[2], child->exitCode, child->signalCode, child->connected);
      child->stdin->write("hello ");
      child->stdin->end("world\n");
    },
    [](Next next) {
      auto child = spawn("no_such_program", {"a", "b"});
      console::log(child->pid > 0);
      show("missing", child, next);
    },
    [](Next next) { show("bad cwd", spawn("true", child_process::Arguments{}, {.cwd = "/no/such/folder"}), next); },
    [](Next next) { show("not executable", spawn("/etc/passwd"), next); },
    [](Next next) { show("cwd", spawn("pwd", {.cwd = "/usr"}), next); },
    [](Next next) { show("env", spawn("sh", {"-c", "echo $ONE-$TWO-$HOME"}, {.env = {{"ONE", "1"}, {"TWO", Lookup()}}}), next); },
    [](Next next) { show("more env", spawn("sh", {"-c", "echo $ONE-${PATH:+path}"}, {.env = {process::env, {{"ONE", 1}}}}), next); },
    [](Next next) { show("argv0", spawn("sh", {"-c", "echo $0 $*"}, {.argv0 = "other"}), next); },
    [](Next next) { show("argv0 seen", spawn("bash", {"-c", "cat /proc/$$/cmdline | tr \"\\0\" \" \""}, {.argv0 = "other"}), next); },
    [](Next next) { show("shell", spawn("echo $((1 + 2)) && false", {.shell = true}), next); },
    [](Next next) { show("other shell", spawn("echo $0", {.shell = "/bin/bash"}), next); },
    [](Next next) { show("script", spawn("exit 4", {.stdio = "ignore", .shell = true}), next); },
    [](Next next) {
      auto child = spawn("sleep", {"100"});
      show("kill", child, next);
      child->on(event::spawn, [=] { bool sent = child->kill(); console::log(sent, child->killed, child->kill(0)); });
    },
    [](Next next) {
      auto child = spawn("sleep", {"100"});
      show("kill by number", child, next);
      child->on(event::spawn, [=] { console::log(child->kill(9)); });
      child->on(event::exit, [=] { console::log(child->kill(), child->kill("SIGKILL")); });
    },
    [](Next next) {
      auto child = spawn("sleep", {"100"});
      show("unknown signal", child, next);
      try {
        child->kill("SIGNONE");
      } catch (const Error& error) {
        console::log(error->name, error->code, error->message);
      }
      child->kill("sigint");
    },
    [](Next next) { show("time-out", spawn("sleep", {"100"}, {.timeout = 50, .killSignal = "SIGKILL"}), next); },
    [](Next next) { show("dies by itself", spawn("sh", {"-c", "kill -ABRT $$"}), next); },
    [](Next next) {
      auto controller = make<AbortController>();
      auto child = spawn("sleep", {"100"}, {.signal = controller->signal()});
      child->on(event::error, [](Error error) { console::log(error->name, error->code, error->message); });
      child->on(event::close, [=](auto code, auto signal) { console::log("aborted", code, signal, child->killed); next(); });
      child->on(event::spawn, [=] { controller->abort(); });
    },
    [](Next next) {
      auto child = spawn("sleep", {"100"}, {.signal = AbortSignal::abort()});
      child->on(event::error, [](Error error) { console::log(error->name, error->code); });
      child->on(event::close, [=](auto code, auto signal) { console::log("aborted before", code, signal); next(); });
    },
    [](Next next) {
      auto child = spawn("sh", {"-c", "echo three >&3; cat <&4 >&3"}, {.stdio = {"ignore", "ignore", "ignore", "pipe", "pipe"}});
      console::log(nullptr, nullptr, nullptr, child->stdio.size(), nullptr);
      child->stdio[3]->on(event::data, [](auto chunk) { console::log("fd 3:", chunk.toString().trim()); });
      child->stdio[3]->on(event::end, [] { console::log("fd 3 ends"); });
      child->stdio[4]->end("four\n");
      child->on(event::close, [=](auto code, auto signal) { console::log("more streams", code, signal); next(); });
    },
    [](Next next) {
      auto child = spawn("sh", {"-c", "echo to standard output; echo to standard error >&2"}, {.stdio = {"ignore", "inherit", 1}});
      child->on(event::exit, [=] { next(); });
    },
    [](Next next) {
      auto child = spawn("sh", {"-c", "exec >&-; sleep 0.05; exit 7"});
      show("closes its output", child, next);
    },
    [](Next next) {
      auto child = spawn("sh", {"-c", "sleep 0.1 & exit 0"});
      child->on(event::exit, [=] { console::log("exit before close", child->stdout->destroyed()); });
      child->on(event::close, [=] { console::log("close"); next(); });
    },
    [](Next next) {
      auto child = spawn("sleep", {"0.05"}, {.stdio = "ignore", .detached = true});
      child->on(event::exit, [=](auto code, auto signal) { console::log("detached", code, signal); next(); });
      child->unref();
      child->ref();
    },
    [](Next next) {
      auto child = spawn("true");
      child->stdin->on(event::error, [](Error error) { console::log(error->code); });
      child->stdin->on(event::close, [] { console::log("stdin closes"); });
      child->on(event::close, [=] { next(); });
    },
  });

  let<int> at = 0;
  let<Next> run;
  run = [=] {
    int now = at.value();
    at += 1;
    if (std::size_t(now) < steps.ref().size()) return steps.ref()[std::size_t(now)](run.value());
    auto child = spawn("sleep", {"100"}, {.stdio = "ignore", .detached = true});
    child->on(event::spawn, [=] { child->unref(); child->kill(); });
  };
  run.value()();
}); }
