#include <nodecpp/console.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/var.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  Map<String, String> store;
  Array<String> out;
  Map<String, Function<var(Array<String>)>> commands{
    {"set", [=](auto args) { store.set(args[0], args[1]); }},
    {"get", [=](auto args) { return var(store.get(args[0])).orElse(nullptr); }},
    {"size", [=] { return store.size(); }},
    {"say", [=](auto words) { out.push(words.join(" ")); }},
    {"fail", [] { throw RangeError("no"); }},
  };
  for (auto line : {"set a 1", "get a", "get b", "size", "say hello there", "what", "fail"}) {
    auto args = str(line).split(" ");
    auto name = args.shift();
    auto command = commands.get(name);
    try {
      var result = command ? command(args) : "unknown";
      console::log(name, result, result.typeOf());
    } catch (const Error& error) {
      console::log(name, error->message);
    }
  }
  console::log(out);
}); }
