// URLSearchParams of lists, and the elements of a list whose type is known only at run time.
#include <nodecpp/array.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/url.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Array<String>> entries = {{"a", "1"}, {"b", "x y"}};
  console::log(make<URLSearchParams>(entries)->toString());
  console::log(make<URLSearchParams>(entries.map([](auto entry) { return Array<String>{entry[0].toUpperCase(), entry[1]}; }))->toString());
  console::log(str(make<URLSearchParams>(JSON::parse("[[\"c\",2],[\"d\",null]]"))));
  for (auto wrong : Array<Array<Array<String>>>{{{"a"}}, {{"a", "b", "c"}}}) {
    try {
      make<URLSearchParams>(wrong);
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
  try {
    make<URLSearchParams>(JSON::parse("[[\"a\", \"b\"], \"cd\"]"));
  } catch (const Error& error) {
    console::log(error->code);
  }
  auto [status, text, none] = JSON::parse("[201, \"made\"]").first<3>();
  console::log(status + 1, text, none);
  try {
    auto [first] = JSON::parse("{\"a\": 1}").first<1>();
    console::log(first);
  } catch (const Error& error) {
    console::log(error->name);
  }
}); }
