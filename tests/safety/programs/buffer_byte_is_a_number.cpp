// right: a byte that was read from a Buffer is kept while the same place of the Buffer is written to
// > 65 90
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto chunk = Buffer::from("A");
  auto a = chunk[0];
  chunk[0] = 90;
  console::log(a, chunk[0]);
}); }
