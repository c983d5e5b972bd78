// Finds all solutions of the eight queens problem by backtracking.
#include <nodecpp/array.h>

#include "../measure.h"
using namespace nodecpp;

int place(int row, int n, Array<bool> columns, Array<bool> up, Array<bool> down) {
  if (row == n) return 1;
  int ways = 0;
  for (int column = 0; column < n; column++) {
    if (columns[column] || up[row + column] || down[row - column + n]) continue;
    columns[column] = up[row + column] = down[row - column + n] = true;
    ways += place(row + 1, n, columns, up, down);
    columns[column] = up[row + column] = down[row - column + n] = false;
  }
  return ways;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    const int n = 8;
    return place(0, n, Array<bool>(n).fill(false), Array<bool>(2 * n).fill(false), Array<bool>(2 * n + 1).fill(false));
  });
}); }
