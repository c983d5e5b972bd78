// Bypasses the port in a callback in the way that $BESIDE names: opens a socket (the default), reads a coarse clock, or
// starts a thread.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <sys/socket.h>
#include <unistd.h>

#include <ctime>
#include <thread>

using namespace nodecpp;

static String done(const String& what) {
  if (what == "time") return std::time(nullptr) > 0 ? "a time" : "no time";
  if (what == "thread") return std::thread([] {}).join(), "a thread";
  int made = ::socket(AF_INET, SOCK_STREAM, 0);
  ::close(made);
  return made >= 0 ? "a socket" : "no socket";
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  setTimeout([] { console::log(done((process::env["BESIDE"] || "socket").toString())); }, 1);
}); }
