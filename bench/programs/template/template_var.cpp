// A template with {{names}} that is parsed once and filled in many times. Written with var instead of static types.
#include <nodecpp/map.h>

#include "../measure.h"
using namespace nodecpp;

var compile(var source) {
  var parts = var::array();
  var at = 0;
  for (;;) {
    var open = source.indexOf("{{", at);
    if (open == -1) break;
    var close = source.indexOf("}}", open);
    parts.push(var::object({{"text", source.slice(at, open)}, {"name", source.slice(open + 2, close).trim()}}));
    at = close + 2;
  }
  parts.push(var::object({{"text", source.slice(at)}, {"name", ""}}));
  return parts;
}

var fill(var parts, Map<var, var> values) {
  var out = "";
  for (var part : parts) {
    out += part["text"];
    if (part["name"] != "") out += values.get(part["name"]).orElse("?");
  }
  return out;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  var source = "Dear {{ name }},\n\nyour order {{number}} of {{ count }} items comes to {{total}}.\n{{missing}}\nYours, {{ shop }}\n";

  bench::measure([=] {
    var parts = compile(source);
    var length = 0;
    var last = "";
    for (var i = 0; i < 1000; i++) {
      last = fill(parts, Map<var, var>{{"name", "Ann " + i}, {"number", String(i * 7)}, {"count", String(i % 9)}, {"total", (i * 1.5).toFixed(2)}, {"shop", "Books"}});
      length += last["length"];
    }
    return length + " " + last;
  });
}); }
