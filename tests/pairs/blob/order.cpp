#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> order;
  auto note = [=](auto name) { return [=] { order.push(str(name)); }; };
  make<Blob>({})->arrayBuffer().then(note("none"));
  make<Blob>({"a"})->arrayBuffer().then(note("one"));
  make<Blob>({"a", "b"})->arrayBuffer().then(note("two"));
  make<Blob>({"a", "b"})->text().then(note("text of two"));
  make<Blob>({"a", "b", "c"})->bytes().then(note("bytes of three"));
  auto turn = Promise<>::resolve();
  for (int i = 0; i < 8; i++) turn = turn.then(note(i));
  turn.then([=] { console::log(order.join()); });
}); }
