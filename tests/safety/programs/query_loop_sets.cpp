// right: a loop over a query changes entries of the query
// > a=1!, b=2!, c=3!
// > 42
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto query = querystring::parse("a=1&b=2&c=3");
  for (auto& [key, value] : query) query.set(key, value + "!");
  String all = "";
  for (auto& [key, value] : query) {
    for (int i = 0; i < 40; i++) query.set(str("more") + i, i);
    query.remove("c");
    if (all) all += ", ";
    all += key + "=" + value;
  }
  console::log(all);
  console::log(query.size());
}); }
