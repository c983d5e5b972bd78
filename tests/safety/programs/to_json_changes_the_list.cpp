// right: a toJSON() empties the list that is being written as JSON
// > ["a",null]
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var list = var::array();
  var item = var::object();
  item.set("toJSON", [list](This) {
    list.set("length", 1);
    return "a";
  });
  list.push(item);
  list.push("a text that is longer than what a String has room for");
  console::log(JSON::stringify(list));
  list.set("length", 0);
}); }
