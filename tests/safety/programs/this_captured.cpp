// refused: -Wdeprecated-this-capture
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class Counter : public EventEmitterObject {
 public:
  void later() {
    setTimeout([=] { console::log(count++); }, 1);
  }
  int count = 0;
};

int main(int argc, char** argv) { return run(argc, argv, [] { make<Counter>()->later(); }); }
