// defined: Maximum call stack size exceeded
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

[[gnu::noinline]] String path(int n, String so) {
  if (n < 0) return so;
  return path(n + 1, so + "/") + n;
}

int main(int argc, char** argv) { return run(argc, argv, [] { console::log(path(0, "")); }); }
