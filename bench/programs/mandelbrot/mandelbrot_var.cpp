// Computes with numbers only: after how many steps points leave the Mandelbrot set. Written with var instead of static
// types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    var total = 0;
    var inside = 0;
    for (var y = 0; y < 60; y++) {
      for (var x = 0; x < 80; x++) {
        var re = x / 40 - 1.5;
        var im = y / 30 - 1;
        var a = 0;
        var b = 0;
        var n = 0;
        while (n < 200 && a * a + b * b < 4) {
          var next = a * a - b * b + re;
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
