// In a method, [=] copies only the address of the object, which may have ended when the closure runs.
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
