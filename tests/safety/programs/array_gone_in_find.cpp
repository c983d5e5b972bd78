// right: the function of find() releases the list that it searches, and no element matches
// > RangeError
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>

#include <vector>
using namespace nodecpp;

struct Row { int width; };

int main(int argc, char** argv) { return run(argc, argv, [] {
  std::vector<Array<Row>> tables(3, Array<Row>{{1}, {2}});
  try {
    auto row = tables[1].find([&](Row) {
      tables = std::vector<Array<Row>>();
      return false;
    });
    console::log(row.width);
  } catch (const Error& error) {
    console::log(error->name);
  }
}); }
