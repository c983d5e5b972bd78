// right: a missing number of a temporary list of lists is read
// > NaN 2
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Array<Array<double>> rows() { return {{1, 2}, {3, 4}}; }

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto none = rows()[1][9];
  auto two = rows()[0][1];
  double n = none, m = two;
  console::log(n, m);
}); }
