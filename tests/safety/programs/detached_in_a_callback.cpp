// right: the ArrayBuffer of a typed array is detached in the functions that the array's methods call
// > 4 0
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Uint8Array bytes(4000);
  auto away = [=] {
    if (!bytes.buffer().detached()) bytes.buffer().transfer();
  };
  int calls = 0;
  try {
    bytes.subarray(0, 4).forEach([=, &calls](auto) { ++calls, away(); });
  } catch (const Error&) {
  }
  Uint8Array other(4000);
  try {
    other.sort([=](auto, auto) {
      if (!other.buffer().detached()) other.buffer().transfer();
      return 1;
    });
  } catch (const Error&) {
  }
  console::log(calls, other.length());
}); }
