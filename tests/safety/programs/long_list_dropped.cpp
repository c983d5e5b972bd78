// right: long chains of handles, of lets and of owning_ptrs are dropped
// > 0
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/object.h>
#include <nodecpp/owning_ptr.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int alive = 0;
struct Item : Object {
  Item() { ++alive; }
  ~Item() override { --alive; }
  Handle<Item> next;
};
struct Cell {
  let<Function<void()>> next;
};
struct Owned {
  Owned() { ++alive; }
  ~Owned() { --alive; }
  owning_ptr<Owned> next;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Handle<Item> first;
  owning_ptr<Owned> own;
  Function<void()> call = [] {};
  for (int i = 0; i < 300000; i++) {
    auto item = make<Item>();
    item->next = first;
    first = item;
    auto owner = make_owning<Owned>();
    owner->next = std::move(own);
    own = std::move(owner);
    call = [call] { call(); };
  }
  first = nullptr;
  own = nullptr;
  call = nullptr;
  setImmediate([] { console::log(alive); });
}); }
