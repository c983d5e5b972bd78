// Computes with numbers only: after how many steps points leave the Mandelbrot set.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    num total = 0;
    int inside = 0;
    for (num y = 0; y < 60; y++) {
      for (num x = 0; x < 80; x++) {
        num re = x / 40 - 1.5;
        num im = y / 30 - 1;
        num a = 0;
        num b = 0;
        int n = 0;
        while (n < 200 && a * a + b * b < 4) {
          num next = a * a - b * b + re;
          b = 2 * a * b + im;
          a = next;
          n++;
        }
        total += n;
        if (n == 200) inside++;
      }
    }
    return format("{} {}", total, inside);
  });
}); }
