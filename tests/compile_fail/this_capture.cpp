// A function in a method that uses the object: [=] copies no more than its address, and the object may be gone when it runs.
// error: -Wdeprecated-this-capture
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/object.h>
using namespace nodecpp;

class CounterObject : public Object {
 public:
  Function<void()> later() {
#ifdef TRAP
    return [=] { ++count_; };
#else
    return [self = Handle<CounterObject>(this)] { ++self->count_; };
#endif
  }

 private:
  int count_ = 0;
};
