#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/uri.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String texts[] = {"", "a b&c=d/é?x", "日本語 😀", "-_.!~*'()", ";/?:@&=+$,#", "a%20b%2Fc%23", "%F0%9F%98%80", "%u0041%e9", "%", "%C3%28", "%ED%A0%80", JSON::parse("\"x\\ud83d\"")};
  struct Named { String name; String (*f)(StringArg text); };
  for (const String& text : texts)
    for (auto [name, f] : {Named{"encodeURIComponent", encodeURIComponent}, Named{"encodeURI", encodeURI}, Named{"decodeURIComponent", decodeURIComponent}, Named{"decodeURI", decodeURI}, Named{"escape", escape}, Named{"unescape", unescape}})
      try {
        console::log(name, f(text));
      } catch (const URIError& error) {
        console::log(name, error->name, error->message, true);
      }
  console::log(encodeURIComponent(5), encodeURIComponent(true), decodeURIComponent("a+b"), "q=" + encodeURIComponent("a&b"));
}); }
