#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
using namespace nodecpp;
using child_process::spawnSync, child_process::execSync, child_process::execFileSync;

String text(const child_process::SpawnSyncReturns& result, const stream::Chunk& chunk) {
  return JSON::stringify(result.pid == 0 ? String("undefined") : str(chunk));
}
void show(String name, const child_process::SpawnSyncReturns& result) {
  console::log(name, result.status, result.signal, result.pid > 0, text(result, result.stdout), text(result, result.stderr));
  if (result.error) console::log(name, result.error->message, result.error->code, result.error->errno_, result.error->syscall, result.error->path);
}
void attempt(String name, Function<String()> f) {
  try {
    console::log(name, f());
  } catch (const Error& error) {
    console::log(name, error->name, JSON::stringify(error->message));
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  show("plain", spawnSync("sh", {"-c", "echo out; echo err >&2; exit 3"}));
  show("text", spawnSync("echo", {"text"}, {.encoding = "utf8"}));
  show("input", spawnSync("cat", {.input = "given\n"}));
  show("no input", spawnSync("cat"));
  show("input as a buffer", spawnSync("cat", child_process::Arguments{}, {.input = Buffer::from("bytes")}));
  auto large = spawnSync("cat", {.input = str("x").repeat(500000)});
  large.stdout = str("x").repeat(3);
  show("large", large);
  console::log(spawnSync("cat", {.input = str("x").repeat(500000)}).stdout.length());
  show("missing", spawnSync("no_such_program", {"a"}));
  show("bad cwd", spawnSync("true", {.cwd = "/no/such/folder"}));
  show("not executable", spawnSync("/etc/passwd"));
  show("cwd", spawnSync("pwd", {.cwd = "/usr"}));
  show("env", spawnSync("sh", {"-c", "echo $ONE"}, {.env = {{"ONE", "one"}}}));
  show("argv0", spawnSync("sh", {"-c", "echo $0"}, {.argv0 = "other"}));
  show("time-out", spawnSync("sleep", {"10"}, {.timeout = 50}));
  show("killSignal", spawnSync("sleep", {"10"}, {.timeout = 50, .killSignal = "SIGKILL"}));
  show("maxBuffer", spawnSync("sh", {"-c", "printf 12345; sleep 10"}, {.maxBuffer = 3}));
  show("signal", spawnSync("sh", {"-c", "kill -INT $$"}));
  show("shell", spawnSync("echo $((1 + 2)); exit 4", {.shell = true}));
  show("inherited", spawnSync("sh", {"-c", "echo to standard output"}, {.stdio = "inherit"}));
  show("ignored", spawnSync("echo", {"x"}, {.stdio = {"ignore", "ignore", "pipe"}}));
  console::log(spawnSync("sh", {"-c", "echo three >&3"}, {.stdio = {"pipe", "pipe", "pipe", "pipe"}, .encoding = "utf8"}).output);

  attempt("execSync", [] { return str(execSync("echo $0; echo to standard error >&2")); });
  attempt("execSync text", [] { return str(execSync("echo text", {.encoding = "utf8"})); });
  attempt("execSync fails", [] { return str(execSync("echo out; echo why >&2; exit 5")); });
  attempt("execSync quiet", [] { return str(execSync("echo out; echo why >&2; exit 5", {.stdio = "pipe"})); });
  attempt("execSync time-out", [] { return str(execSync("sleep 10", {.timeout = 50})); });
  attempt("execFileSync", [] { return str(execFileSync("echo", {"a", "b"})); });
  attempt("execFileSync fails", [] { return str(execFileSync("sh", {"-c", "exit 6"})); });
  attempt("execFileSync missing", [] { return str(execFileSync("no_such_program", {"a"})); });
  attempt("execFileSync input", [] { return str(execFileSync("cat", {.input = "in", .encoding = "hex"})); });
  try {
    execFileSync("sh", {"-c", "echo out; exit 7"}, {.encoding = "utf8"});
  } catch (const Error& error) {
    auto details = child_process::errorDetails(error);
    console::log(details.status, details.signal, details.pid > 0, details.stdout, details.stderr);
  }
}); }
