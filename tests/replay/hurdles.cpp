// Difficult cases for the flight recorder, chosen by $HURDLE: a job that never ends, a turn that does not fit into the
// recorder's ring buffer, and a signal with a listener. Some turns after the hurdle the program crashes, except after
// the signal.
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

using namespace nodecpp;

static int turns = 0;
static int* volatile wild = nullptr;

// Whether the job has begun to open the FIFO: only then can a writer open it without waiting. The writer stays open, so that
// the job waits for bytes that never come.
static bool jobRuns() {
  try {
    fs::openSync(process::env["FIFO"].toString(), fs::constants::O_WRONLY | fs::constants::O_NONBLOCK);
    return true;
  } catch (const Error&) {
    return false;
  }
}

static void turn(const String& hurdle) {
  // On a busy machine the job's thread may begin much later than the job was given to it.
  if (hurdle == "job" && turns == 10 && !jobRuns()) {
    setImmediate([=] { turn(hurdle); });
    return;
  }
  fs::statSync("/");
  if (++turns == 10 && hurdle == "job") fs::readFile(process::env["FIFO"].toString(), [](auto&&...) {});
  if (turns == 100 && hurdle == "turn")
    for (int i = 0; i < 5000; ++i) fs::statSync("/");
  if (turns == (hurdle == "turn" ? 110 : 5000)) {
    if (hurdle == "signal") process::kill(process::pid, "SIGTERM");
    *wild = turns;
  }
  setImmediate([=] { turn(hurdle); });
}

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    String hurdle = (process::env["HURDLE"] || "none").toString();
      if (hurdle == "signal") {
      process::once("SIGTERM", [](String, int) { console::log("listened"); });
      process::kill(process::pid, "SIGTERM");
    }
    turn(hurdle);
  });
}
