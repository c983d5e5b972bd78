// defined: Reached heap limit Allocation failed
// options: --nodecpp-max-memory=64m
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> lines;
  for (int i = 0; i < 10000000; i++) lines.push(format("line {} of a log that nobody cuts", i));
  console::log(lines.length());
}); }
