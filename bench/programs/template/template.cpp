// A template with {{names}} that is parsed once and filled in many times.
#include <nodecpp/map.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

struct Part {
  String text;
  String name;
};

Array<Part> compile(String source) {
  Array<Part> parts;
  num at = 0;
  for (;;) {
    num open = source.indexOf("{{", at);
    if (open == -1) break;
    num close = source.indexOf("}}", open);
    parts.push({source.slice(at, open), source.slice(open + 2, close).trim()});
    at = close + 2;
  }
  parts.push({source.slice(at), ""});
  return parts;
}

String fill(Array<Part> parts, Map<String, String> values) {
  String out = "";
  for (auto part : parts) {
    out += part.text;
    if (part.name != "") out += values.get(part.name, "?");
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String source = "Dear {{ name }},\n\nyour order {{number}} of {{ count }} items comes to {{total}}.\n{{missing}}\nYours, {{ shop }}\n";

  bench::measure([=] {
    auto parts = compile(source);
    num length = 0;
    String last = "";
    for (num i = 0; i < 1000; i++) {
      last = fill(parts, {{"name", "Ann " + str(i)}, {"number", str(i * 7)}, {"count", str(i % 9)}, {"total", (i * 1.5).toFixed(2)}, {"shop", "Books"}});
      length += last.length();
    }
    return str(length) + " " + last;
  });
}); }
