// right: toString() of an element empties the list whose text is made
// > the first row, with a name that is longer than what a String has room for
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
using namespace nodecpp;

struct Row {
  String name;
  Array<Row> list;
  String toString() const {
    list.setLength(0);
    return name;
  }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Row> list;
  list.push(Row{str("the first row, ") + "with a name that is longer than what a String has room for", list});
  list.push(Row{str("the second row, ") + "with a name that is longer than what a String has room for", list});
  console::log(list.join());
  list.setLength(0);
}); }
