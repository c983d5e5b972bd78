// Renders a page with a list of a hundred rows from a template that was parsed before, as mustache.js does.
#include "../../tests/ports/mustache/mustache.h"
#include "../programs/measure.h"

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  String template_ = "<h1>{{title}}</h1>\n<ul>\n{{#rows}}\n  <li class=\"{{kind}}\">{{name}}: {{price.amount}} {{price.unit}}{{^left}} (sold out){{/left}}</li>\n"
    "{{/rows}}\n</ul>\n{{>footer}}";
  var rows = var::array();
  for (int i = 0; i < 100; i++) rows.push(var::object({{"name", str("Thing <") + i + ">"}, {"kind", i % 2 ? "odd" : "even"}, {"price", var::object({{"amount", num(i) / 4}, {"unit", "EUR"}})}, {"left", i % 3}}));
  var view = var::object({{"title", "Things & more"}, {"rows", rows}, {"year", 2026}});

  bench::measure([=] { return mustache::render(template_, view, var::object({{"footer", "<p>{{year}} \"{{title}}\"</p>\n"}})).length(); });
}); }
