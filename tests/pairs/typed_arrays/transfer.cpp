#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

static void tell(String name, ArrayBuffer b) { console::log(name, b.byteLength(), b.detached(), b.maxByteLength(), b.resizable()); }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto first = ArrayBuffer(4, {.maxByteLength = 8});
  Uint8Array(first).set({1, 2, 3, 4});
  tell("first", first);
  auto second = first.transfer();
  tell("first", first);
  tell("second", second);
  auto third = second.transferToFixedLength();
  tell("second", second);
  tell("third", third);
  console::log(Uint8Array(third));
  auto longer = third.transferToFixedLength(6);
  tell("longer", longer);
  console::log(Uint8Array(longer));
  auto shorter = longer.transferToFixedLength(2);
  console::log(Uint8Array(shorter));
  for (Function<void()> f : {Function<void()>([=] { first.resize(2); }), Function<void()>([=] { first.resize(-1); }), Function<void()>([=] { third.resize(2); }), Function<void()>([=] { third.transferToFixedLength(); }), Function<void()>([=] { shorter.transferToFixedLength(-1); })}) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  }
}); }
