#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <deque>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> seen;
  auto heard = listener([=](String name, int number) {
    seen += " " + name;
    console::log("heard", name, number);
  });
  for (const char* name : {"SIGINT", "SIGHUP", "SIGUSR2", "SIGTERM", "SIGWINCH", "SIGQUIT"}) process::on(name, heard);
  auto keep = setInterval([] {}, 1000);
  let<std::deque<String>> rest = std::deque<String>{"SIGHUP", "SIGUSR2", "SIGTERM", "SIGWINCH", "SIGQUIT"};
  process::kill(process::pid, "SIGINT");
  let<Timeout> next;
  next = setInterval([=] {
    if (rest->size() > 0) { process::kill(process::pid, rest->front()); return rest->pop_front(); }
    clearInterval(next);
    clearInterval(keep);
    process::removeListener("SIGTERM", heard);
    process::removeAllListeners("SIGHUP");
    process::emit("SIGINT", "SIGINT", 2);
    console::log(seen->trim());
    process::kill(process::pid, "SIGPIPE");
    setTimeout([] {
      console::log("still here");
      process::kill(process::pid, "SIGHUP");
      setTimeout([] { console::log("never"); }, 5000);
    }, 5);
  }, 5);
}); }
