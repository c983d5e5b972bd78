// Multiplies two matrices of 120 by 120. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

var matrix(var n, var f) {
  var rows = var::array();
  for (var i = 0; i < n; i++) {
    rows[i] = var::array();
    for (var j = 0; j < n; j++) rows[i][j] = f(i, j);
  }
  return rows;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var n = 120;
  var a = matrix(n, [](var i, var j) { return (i * 3 + j) % 7 + 0.5; });
  var b = matrix(n, [](var i, var j) { return (i + j * 5) % 11 - 0.25; });

  bench::measure([=] {
    var c = matrix(n, [] { return 0; });
    for (var i = 0; i < n; i++) {
      for (var j = 0; j < n; j++) {
        var sum = 0;
        for (var k = 0; k < n; k++) sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
    }
    var trace = 0;
    for (var i = 0; i < n; i++) trace += c[i][i];
    return format("{} {}", trace, c[3][17]);
  });
}); }
