// Plays Conway's game of life in a Buffer of 128 by 128 cells. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

var step(var size, var cells) {
  var next = Buffer::alloc(size * size);
  for (var y = 0; y < size; y++) {
    for (var x = 0; x < size; x++) {
      var around = 0;
      for (var dy = -1; dy <= 1; dy++) {
        for (var dx = -1; dx <= 1; dx++) {
          if (dx == 0 && dy == 0) continue;
          var row = (y + dy + size) % size;
          var column = (x + dx + size) % size;
          around += cells[row * size + column];
        }
      }
      next[y * size + x] = around == 3 || (around == 2 && cells[y * size + x] == 1) ? 1 : 0;
    }
  }
  return next;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var size = 128;
  var first = Buffer::alloc(size * size);
  for (var i = 0; i < first["length"]; i++) first[i] = (i * 7919) % 5 == 0 || i % 11 == 3 ? 1 : 0;

  bench::measure([=] {
    var cells = first;
    for (var i = 0; i < 10; i++) cells = step(size, cells);
    var alive = 0;
    var begin = "";
    for (var cell : cells) alive += cell;
    for (var i = 0; i < 40; i++) begin += cells[i];
    return format("{} {}", alive, begin);
  });
}); }
