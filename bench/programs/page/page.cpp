// Builds an HTML page from rows, with special characters escaped.
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

struct Row {
  String name;
  num price;
  Array<String> tags;
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<Row> rows;
  for (int i = 0; i < 200; i++) rows.push({format("Item <{}> & \"more\"", i), i * 1.25, {"new", "a&b", "t" + str(i % 7)}});

  auto escape = [](String text) { return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;"); };

  bench::measure([=] {
    String page = "<!doctype html>\n<html><head><title>Items</title></head><body>\n<table>\n";
    for (auto row : rows) {
      auto tags = row.tags.map([=](String tag) { return format("<li>{}</li>", escape(tag)); }).join("");
      page += format("<tr><td>{}</td><td>{}</td><td><ul>{}</ul></td></tr>\n", escape(row.name), row.price.toFixed(2), tags);
    }
    page += "</table>\n</body></html>\n";
    return str(page.length()) + " " + page.slice(1000, 1100);
  });
}); }
