// right: an element of a list is put into that list, which grows
// > 34 an element that is longer than what a String has room for
// > an element that is longer than what a String has room for
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> list = {"an element that is longer than what a String has room for"};
  for (int i = 0; i < 30; i++) list.push(list[0]);
  list.unshift(list[list.length() - 1]);
  list.splice(0, 0, list[1], list[2]);
  list.fill(list[3]);
  console::log(list.length(), list.concat(list).at(-1));
  list.setLength(0);
  Array<Array<String>> rows = {{"an element that is longer than what a String has room for"}};
  rows[0].push(rows[0][0]);
  auto row = rows[0];
  rows.setLength(0);
  console::log(row[1]);
}); }
