// An element of a list of structs or of lists that is assigned as a whole, `list[i] = {…}`.
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Line { int number; String text; int indent = 0; };

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<Array<Line>> lines = Array<Line>{{1, "one", 0}, {2, "two", 4}};
  lines[1] = {.number = lines[1].number, .text = "other", .indent = 2};
  lines[0] = {7, lines[1].text + "!"};
  lines->push({.number = 3, .text = "three", .indent = 6});
  for (auto [number, text, indent] : lines) console::log(number, text, indent);
  Array<Array<int>> rows = {{1}, {2}};
  rows[0] = {4, 5, 6};
  rows[1] = {};
  console::log(rows, rows[0].length());
  auto named = lines[0];
  named = {.number = 0, .text = "x", .indent = -1};
  lines[0] = named;
  console::log(lines[0].text, lines->length());
}); }
