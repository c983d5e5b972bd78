// right: a channel is dropped while a coroutine waits for a value; the wait ends, and with it its frame
// > the wait has ended
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Noted {
  ~Noted() { console::log("the wait has ended"); }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Channel<int>> channel = Channel<int>();
  [](let<Channel<int>> channel) -> Promise<> {
    Noted noted;
    auto value = co_await channel->next();
  }(channel);
  channel = Channel<int>();
  setTimeout([] { console::log("end"); }, 5);
}); }
