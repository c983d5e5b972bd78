// right: objects that frames wait in are dropped: these frames end, and the frames that wait for them
// > put ends
// > send ends
// > condition ends
// > caller ends
// > the other one
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

struct Noted {
  const char* name;
  ~Noted() { console::log(name, "ends"); }
};

Promise<> waitInQueue(let<Queue<int>> queue) {
  try {
    co_await queue->get();
    console::log("a value has come");
  } catch (...) {
    console::log("it is no error");
  }
}
Promise<> caller(let<Queue<int>> queue) {
  Noted noted{"caller"};
  co_await waitInQueue(queue);
  console::log("the call has returned");
}
Promise<> put(let<Queue<int>> queue) {
  Noted noted{"put"};
  co_await queue->put(1);
}
Promise<> send(let<Channel<int>> channel) {
  Noted noted{"send"};
  co_await channel->send(1);
}
Promise<> wait(let<Condition> condition) {
  Noted noted{"condition"};
  co_await condition->wait();
}
int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Queue<int>> full = Queue<int>(0), empty = Queue<int>(1), raced = Queue<int>(1);
  let<Channel<int>> channel = Channel<int>();
  let<Condition> condition = Condition();
  put(full);
  send(channel);
  wait(condition);
  caller(empty);
  race([=] { return raced->get(); }, [] { return sleep(5).then([] { return 0; }); })
      .then([](int) { console::log("the other one"); });
  full = Queue<int>(0);
  channel = Channel<int>();
  condition = Condition();
  setTimeout([=] {
    empty = Queue<int>(1);
    raced = Queue<int>(1);
  }, 1);
  setTimeout([] { console::log("end"); }, 10);
}); }
