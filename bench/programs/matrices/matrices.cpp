// Multiplies two matrices of 120 by 120.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

constexpr int n = 120;
template <class F>
Array<Array<num>> matrix(F f) {
  Array<Array<num>> rows;
  for (int i = 0; i < n; i++) {
    rows[i] = Array<num>();
    for (int j = 0; j < n; j++) rows[i][j] = f(i, j);
  }
  return rows;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto a = matrix([](num i, num j) { return (i * 3 + j) % 7 + 0.5; });
  auto b = matrix([](num i, num j) { return (i + j * 5) % 11 - 0.25; });

  bench::measure([=] {
    auto c = matrix([](num, num) { return 0; });
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        num sum = 0;
        for (int k = 0; k < n; k++) sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
    }
    num trace = 0;
    for (int i = 0; i < n; i++) trace += c[i][i];
    return format("{} {}", trace, c[3][17]);
  });
}); }
