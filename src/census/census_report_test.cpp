#include "census/census_report.h"

#include <nodecpp/json.h>

#include <doctest/doctest.h>

using namespace nodecpp;
using census::Entry;
using census::Kind;
using census::Report;

namespace {

// Returns a report whose names contain characters with a meaning in JSON or HTML, so that a missing escape is noticed.
Report hostile() {
  Report report{};
  report.noted = true;
  report.counts[0] = 1;
  report.blocks = 1234567;
  report.bytes = 7654321;
  Entry entry{Kind::object, "Pair<\"a\\b\", '&'>", {"make<int>", "a \"b\".cpp", 3}, {}, false, false};
  entry.count = 1000;
  entry.chain.push_back({"the variable <script>\n", {}});
  report.entries.push_back(entry);
  return report;
}

bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("a census is written as text") {
  const std::string text = hostile().text();
  CHECK(has(text, "Heap census: 1 object, 0 closures, 0 cells, 0 frames, 0 others; 7,654,321 bytes in 1,234,567 blocks\n"));
  CHECK(has(text, "     1,000             0             0  Pair<\"a\\b\", '&'>, made at make<int> (a \"b\".cpp:3) (not reached)\n"));
  CHECK(has(text, "held by the variable <script>"));
  CHECK(!has(text, "--nodecpp-census"));
  Report plain{};
  CHECK(has(plain.text(), "known with --nodecpp-census"));
}

TEST_CASE("a census as JSON can be read whatever names are in it") {
  const std::string text = hostile().json();
  const var read = JSON::parse(String::copyOf(text.data(), text.size()));
  CHECK(read["objects"] == 1);
  CHECK(read["bytes"] == 7654321);
  CHECK(read["entries"].length() == 1);
  const var entry = read["entries"][0];
  CHECK(entry["what"] == "Pair<\"a\\b\", '&'>");
  CHECK(entry["made"]["file"] == "a \"b\".cpp");
  CHECK(entry["made"]["line"] == 3);
  CHECK(entry["reached"] == false);
  CHECK(entry["heldBy"][0]["what"] == "the variable <script>\n");
}

TEST_CASE("a census as a page has names as text") {
  const std::string page = hostile().html();
  CHECK(!has(page, "<script"));
  CHECK(has(page, "the variable &lt;script&gt;"));
  CHECK(has(page, "<tr class=\"lost\">"));
  CHECK(has(page, "Pair&lt;&quot;a\\b&quot;, '&amp;'&gt;"));
}

TEST_CASE("a long list is cut in the text, and said to be") {
  Report report{};
  for (int i = 0; i < 45; ++i) report.entries.push_back({Kind::other, "x" + std::to_string(i), {}, {}, true, false});
  CHECK(has(report.text(), "x39\n… and 5 more\n"));
  CHECK(!has(report.text(), "x40"));
  CHECK(has(report.json(), "\"x44\""));
}
