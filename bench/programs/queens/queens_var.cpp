// Finds all solutions of the eight queens problem by backtracking. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

var place(var row, var n, var columns, var up, var down) {
  if (row == n) return 1;
  var ways = 0;
  for (var column = 0; column < n; column++) {
    if (columns[column] || up[row + column] || down[row - column + n]) continue;
    columns[column] = up[row + column] = down[row - column + n] = true;
    ways += place(row + 1, n, columns, up, down);
    columns[column] = up[row + column] = down[row - column + n] = false;
  }
  return ways;
}

var falses(var count) {
  var list = var::array();
  list.setLength(count);
  return list.fill(false);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var n = 8;
    return place(0, n, falses(n), falses(2 * n), falses(2 * n + 1));
  });
}); }
