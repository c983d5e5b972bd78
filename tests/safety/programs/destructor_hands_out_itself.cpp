// defined: a destructor gave away a handle to its object
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

class Session : public EventEmitterObject {
 public:
  Session(let<Array<Handle<Session>>> pool, String user) : pool_(pool), user(user) {}
  ~Session() override { pool_->push(Handle<Session>(this)); }

 private:
  let<Array<Handle<Session>>> pool_;

 public:
  String user;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Handle<Session>>> pool;
  make<Session>(pool, "Ann");
  setImmediate([=] { console::log(pool[0]->user); });
}); }
