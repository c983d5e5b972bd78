// right: an encoder assigns to the variable that holds the separator of a query
// > [a]=[1]& a separator that is longer than what a String has room for &[b]=[2]
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> separator = str("& a separator that is longer ") + "than what a String has room for &";
  const Function<String(String)> encode = [=](String text) {
    separator = "-";
    return "[" + text + "]";
  };
  console::log(querystring::stringify({{"a", "1"}, {"b", "2"}}, separator, nullptr, {.encodeURIComponent = encode}));
}); }
