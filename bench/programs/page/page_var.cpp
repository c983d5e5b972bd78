// Builds an HTML page from rows, with special characters escaped. Written with var instead of static types.
#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var rows = var::array();
  for (var i = 0; i < 200; i++)
    rows.push(var::object({{"name", format("Item <{}> & \"more\"", i)}, {"price", i * 1.25}, {"tags", var::array({"new", "a&b", "t" + str(i % 7)})}}));

  var escape = [](var text) { return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;"); };

  bench::measure([=] {
    var page = "<!doctype html>\n<html><head><title>Items</title></head><body>\n<table>\n";
    for (var row : rows) {
      var tags = row["tags"].map([=](var tag) { return format("<li>{}</li>", escape(tag)); }).join("");
      page += format("<tr><td>{}</td><td>{}</td><td><ul>{}</ul></td></tr>\n", escape(row["name"]), row["price"].toFixed(2), tags);
    }
    page += "</table>\n</body></html>\n";
    return str(page["length"]) + " " + page.slice(1000, 1100);
  });
}); }
