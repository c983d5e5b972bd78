#include <nodecpp/child_process.h>
#include <nodecpp/console.h>

#include <string_view>
using namespace nodecpp;
using child_process::Arguments, child_process::spawn, child_process::exec, child_process::execFile, child_process::fork, child_process::spawnSync, child_process::execSync;

void attempt(String name, Function<void()> f) {
  try {
    f();
    console::log(name, "nothing");
  } catch (const Error& error) {
    console::log(name, error->name, error->code, error->message);
  }
}
auto nothing = [](Error) {};
using namespace std::string_view_literals;

int main(int argc, char** argv) { return run(argc, argv, [] {
  attempt("empty file", [] { spawn(""); });
  attempt("null byte in file", [] { spawn("a\0b"sv); });
  attempt("null byte in args", [] { spawn("true", Arguments{"a", "b\0"sv}); });
  attempt("null byte in cwd", [] { spawn("true", {.cwd = "\0"sv}); });
  attempt("null byte in argv0", [] { spawn("true", {.argv0 = "a\0"sv}); });
  attempt("null byte in env", [] { spawn("true", {.env = {{"A", String("a\0"sv)}}}); });
  attempt("null byte in command", [] { exec("a\0"sv, nothing); });
  attempt("null byte in shell", [] { spawn("true", {.shell = "/bin/sh\0"sv}); });
  attempt("timeout", [] { spawn("true", {.timeout = -1}); });
  attempt("timeout", [] { execFile("true", {.timeout = 1.5}, nothing); });
  attempt("maxBuffer", [] { execFile("true", {.maxBuffer = -1}, nothing); });
  attempt("maxBuffer", [] { spawnSync("true", {.maxBuffer = -1}); });
  attempt("killSignal", [] { spawn("true", {.killSignal = "SIGNONE"}); });
  attempt("killSignal", [] { spawn("true", {.killSignal = 500}); });
  attempt("killSignal", [] { spawnSync("true", {.killSignal = "SIGNONE"}); });
  attempt("stdio", [] { spawn("true", {.stdio = "none"}); });
  attempt("stdio", [] { spawn("true", {.stdio = {"pipe", "other"}}); });
  attempt("stdio", [] { spawnSync("true", {.stdio = {"pipe", "ipc"}}); });
  attempt("serialization", [] { spawn("true", {.serialization = "other"}); });
  attempt("too much", [] { spawn("true", Arguments{str("x").repeat(3000000)}); });
  attempt("bad fd", [] { spawn("true", {.stdio = {0, 1, 999}}); });
  attempt("empty", [] { execSync(""); });
  attempt("fork without ipc", [] { fork("x", {.stdio = {"pipe"}}); });
}); }
