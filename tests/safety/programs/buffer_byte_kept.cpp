// right: a byte that was read from a Buffer is kept after the Buffer was freed
// > 65 66
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto chunk = Buffer::from(str("AB").repeat(4000));
  auto a = chunk[0];
  auto b = Buffer::from(str("BC").repeat(4000))[0];
  chunk = Buffer::alloc(10000);
  console::log(a, b);
}); }
