// Plays Conway's game of life in a Buffer of 128 by 128 cells.
#include <nodecpp/buffer.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

constexpr int size = 128;

Buffer step(Buffer cells) {
  auto next = Buffer::alloc(size * size);
  for (int y = 0; y < size; y++) {
    for (int x = 0; x < size; x++) {
      int around = 0;
      for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
          if (dx == 0 && dy == 0) continue;
          int row = (y + dy + size) % size;
          int column = (x + dx + size) % size;
          around += cells[row * size + column];
        }
      }
      next[y * size + x] = around == 3 || (around == 2 && cells[y * size + x] == 1) ? 1 : 0;
    }
  }
  return next;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto first = Buffer::alloc(size * size);
  for (int i = 0; i < int(first.length()); i++) first[i] = (i * 7919) % 5 == 0 || i % 11 == 3 ? 1 : 0;

  bench::measure([=] {
    auto cells = first;
    for (int i = 0; i < 10; i++) cells = step(cells);
    int alive = 0;
    for (auto cell : cells) alive += cell;
    String shown = "";
    for (auto cell : cells.subarray(0, 40)) shown += str(int(cell));
    return format("{} {}", alive, shown);
  });
}); }
