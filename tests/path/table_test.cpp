// Compares our results with each line of answers/path.tsv and path_globs.tsv.
#include <doctest/doctest.h>
#include <nodecpp/error.h>
#include <nodecpp/path.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/upward_calls.h"

using namespace nodecpp;

namespace {

using Args = std::vector<std::string>;
using Call = std::function<String(const Args&)>;

String fields(const path::ParsedPath& p) { return p.root + "|" + p.dir + "|" + p.base + "|" + p.ext + "|" + p.name; }

// Reads an object as JSON.stringify writes it, such as {"root":"/","ext":".t"}. The values contain no quotes.
path::ParsedPath parts(const std::string& json) {
  auto field = [&](const std::string& key) -> String {
    auto at = json.find("\"" + key + "\":\"");
    if (at == std::string::npos) return "";
    std::string out;
    for (at += key.size() + 4; json[at] != '"'; ++at) {
      if (json[at] == '\\') ++at;
      out += json[at];
    }
    return out;
  };
  return {
      .dir = field("dir"), .root = field("root"), .base = field("base"), .name = field("name"), .ext = field("ext")};
}

template <class Join>
String spread(const Args& a, Join join) {
  switch (a.size()) {
    case 0: return join();
    case 1: return join(a[0]);
    case 2: return join(a[0], a[1]);
    default: return join(a[0], a[1], a[2]);
  }
}

#define CALLS(kind)                                                                                             \
  {#kind ".basename",                                                                                           \
   [](const Args& a) { return a.size() > 1 ? path::kind::basename(a[0], a[1]) : path::kind::basename(a[0]); }}, \
      {#kind ".dirname", [](const Args& a) { return path::kind::dirname(a[0]); }},                              \
      {#kind ".extname", [](const Args& a) { return path::kind::extname(a[0]); }},                              \
      {#kind ".normalize", [](const Args& a) { return path::kind::normalize(a[0]); }},                          \
      {#kind ".isAbsolute", [](const Args& a) { return str(path::kind::isAbsolute(a[0])); }},                   \
      {#kind ".parse", [](const Args& a) { return fields(path::kind::parse(a[0])); }},                          \
      {#kind ".format", [](const Args& a) { return path::kind::format(parts(a[0])); }},                         \
      {#kind ".toNamespacedPath", [](const Args& a) { return path::kind::toNamespacedPath(a[0]); }},            \
      {#kind ".matchesGlob", [](const Args& a) { return str(path::kind::matchesGlob(a[0], a[1])); }},           \
      {#kind ".relative", [](const Args& a) { return path::kind::relative(a[0], a[1]); }},                      \
      {#kind ".join",                                                                                           \
       [](const Args& a) { return spread(a, [](const auto&... p) { return path::kind::join(p...); }); }},       \
  {                                                                                                             \
    #kind ".resolve",                                                                                           \
        [](const Args& a) { return spread(a, [](const auto&... p) { return path::kind::resolve(p...); }); }     \
  }

const std::map<std::string, Call> calls{CALLS(posix), CALLS(win32)};

void checkTable(const char* name, int atLeast) {
  std::ifstream table(std::string(NODECPP_SOURCE_DIR "/tests/answers/") + name);
  REQUIRE(table);
  static auto before = detail::upward().currentDirectory;
  detail::UpwardRegistration([](detail::Upward& to) { to.currentDirectory = [] { return String("/home/user/project"); }; });
  int lines = 0;
  for (std::string line; std::getline(table, line); ++lines) {
    Args cells;
    for (std::size_t at = 0; at <= line.size();) {
      std::size_t end = std::min(line.find('\t', at), line.size());
      cells.push_back(line.substr(at, end - at));
      at = end + 1;
    }
    std::string function = cells.front(), expected = cells.back();
    String got = calls.at(function)(Args(cells.begin() + 1, cells.end() - 1));
    INFO(line);
    CHECK(std::string(got.data(), got.size()) == expected);
  }
  detail::UpwardRegistration([](detail::Upward& to) { to.currentDirectory = before; });
  CHECK(lines > atLeast);
}

}  // namespace

TEST_CASE("path answers as Node does") { checkTable("path.tsv", 10000); }
TEST_CASE("path.matchesGlob answers as Node does") { checkTable("path_globs.tsv", 4000); }

TEST_CASE("patterns made to exhaust the stack") {
  std::string deep, nested, name(200'000, 'a');
  for (int i = 0; i < 15'000; ++i) deep += "@(", nested += "{a,";
  CHECK_FALSE(path::matchesGlob("a", deep + std::string(15'000, ')')));
  CHECK_FALSE(path::matchesGlob("x", nested + std::string(15'000, '}')));
  CHECK_FALSE(path::matchesGlob(name, "+(a|aa)b"));
  CHECK_THROWS_AS(path::matchesGlob("a", std::string(70'000, '*')), TypeError);
}

TEST_CASE("lengths are counted as JavaScript counts them") {
  CHECK(path::posix::basename("///", "\xe2\x82\xac\xe2\x82\xac") == "///");
  CHECK(path::posix::basename("/", "\xe2\x82\xac\xe2\x82\xac") == "");
  CHECK(path::posix::basename("//", "\xf0\x9f\x98\x80") == "//");  // the suffix is a surrogate pair
  CHECK(path::win32::basename("\\\\\\", "\xe2\x82\xac\xe2\x82\xac") == "\\\\\\");
  CHECK(path::win32::toNamespacedPath("//\xe2\x82\xac") == "//\xe2\x82\xac");
}
