// right: an entry of a query is kept while the query changes
// > a a value that is longer than what a String has room for
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto query = querystring::parse("a=a+value+that+is+longer+than+what+a+String+has+room+for");
  auto first = query.begin();
  for (int i = 0; i < 40; i++) query.set(str("more") + i, i);
  query.remove("a");
  auto& [key, value] = *first;
  console::log(key, value);
}); }
