// right: memory that was freed again does not count for the limit
// options: --nodecpp-max-memory=64m
// > 200
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  int rounds = 0;
  for (; rounds < 200; rounds++) {
    Array<Buffer> chunks;
    for (int i = 0; i < 10; i++) chunks.push(Buffer::alloc(1 << 20));
  }
  console::log(rounds);
}); }
