// Tests URL and URLSearchParams: Node's answers from a table (written by tests/url/table.js), and their behaviour in
// C++. tests/url/run.js compares many more calls with Node.
#include <doctest/doctest.h>
#include <nodecpp/json.h>  // makes a list of pairs convertible to a string, too
#include <nodecpp/url.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "support/thrown.h"
#include "url/whatwg_answers.h"

using namespace nodecpp;
using tests::codeThrown;
using namespace std::literals;

namespace {

struct Row {
  std::string_view question, answer;
};
constexpr Row rows[] = {
#include "answers/whatwg_url.inc"
};

constexpr char fieldSeparator = '\x1e';

String answerTo(std::string_view question) {
  std::vector<String> fields;
  for (;;) {
    const auto end = question.find(fieldSeparator);
    fields.push_back(question.substr(0, end));
    if (end == question.npos) break;
    question.remove_prefix(end + 1);
  }
  std::vector<String> answer;
  try {
    answer = whatwg_answers::answer(fields);
  } catch (const Error& error) {
    answer = {"throws", error->name, error->code.orElse(""), error->message};
  }
  String out;
  for (std::size_t i = 0; i < answer.size(); ++i) out += (i ? "\x1e" : "") + answer[i];
  return out;
}

// Returns the fields, separated, for a message.
std::string readable(std::string_view fields) {
  std::string out(fields);
  std::ranges::replace(out, fieldSeparator, '|');
  return out;
}

}  // namespace

TEST_CASE("URL and URLSearchParams answer as Node's do") {
  static_assert(std::size(rows) > 1500);
  std::size_t different = 0;
  for (const Row& row : rows) {
    const String ours = answerTo(row.question);
    if (ours == row.answer) continue;
    if (++different > 10) break;
    FAIL_CHECK(readable(row.question) << "\n  Node.js:  " << readable(row.answer)
                                      << "\n  Node.cpp: " << readable({ours.data(), ours.size()}));
  }
  CHECK(different == 0);
}

TEST_CASE("arguments are printed first, as in JavaScript") {
  auto base = make<URL>("http://h:81/a/b");
  CHECK(make<URL>("c", base)->href() == "http://h:81/a/c");
  CHECK(make<URL>(base)->href() == base->href());
  CHECK(make<URL>("c", let<URL>(base))->href() == "http://h:81/a/c");
  CHECK(make<URL>("x:y", URL())->href() == "x:y");  // an undefined base counts as not given
  CHECK(make<URL>("x:y", Lookup())->href() == "x:y");
  CHECK(codeThrown([] { make<URL>("x:y", nullptr); }) == "ERR_INVALID_URL");  // a null base becomes the text "null"
  CHECK(codeThrown([] { make<URL>(5); }) == "ERR_INVALID_URL");
  CHECK(codeThrown([] { make<URL>(); }) == "ERR_MISSING_ARGS");
  base->setPort(8080);
  CHECK(base->port() == "8080");
  base->setPort(8081.5);
  CHECK(base->host() == "h:8081");
  base->setPathname(Lookup());
  CHECK(base->pathname() == "/undefined");
}

TEST_CASE("an invalid URL's error has what was asked for") {
  try {
    make<URL>("/a", "b");
    FAIL("nothing was thrown");
  } catch (const TypeError& error) {
    CHECK(error->message == "Invalid URL");
    CHECK(error->properties.size() == 2);
    CHECK(error->properties[0].second == "/a");
    CHECK(error->properties[1].second == "b");
  }
  CHECK(URL::parse("/a") == nullptr);
  // URL::parse has returned null; Node throws a TypeError as well
  CHECK(codeThrown([] { URL::parse("/a")->href(); }) == "TypeError");
}

TEST_CASE("a URL and its parameters are one") {
  auto u = make<URL>("http://h/?a=1&b=2");
  auto params = u->searchParams();
  CHECK(params == u->searchParams());
  params->append("c", true);
  CHECK(u->search() == "?a=1&b=2&c=true");
  u->setSearch("x=%20");
  CHECK(params->get("x") == " ");
  CHECK(params->get("a") == nullptr);
  u->setHref("http://h/?y");
  CHECK(params->toString() == "y=");
  u = nullptr;
  params->append("z", 1);  // the parameters outlive their URL
  CHECK(params->toString() == "y=&z=1");
}

TEST_CASE("loops see what is changed meanwhile") {
  auto params = make<URLSearchParams>("a=1&b=2&c=3");
  String seen;
  for (auto& [name, value] : params) {
    seen += name + value + " ";
    if (name == "a") params->delete_("b");
    if (name == "c") params->append("d", 4);
  }
  CHECK(seen == "a1 c3 d4 ");
  seen = "";
  params->forEach([&](String value, String name, URLSearchParams of) {
    seen += name + value + " ";
    if (name == "a") of->delete_("c");
  });
  CHECK(seen == "a1 d4 ");
  auto keys = params->keys();
  CHECK(keys.next().value == "a");
  CHECK(keys.next().value == "d");
  CHECK(keys.next().done);
  CHECK(keys.next().done);
}

TEST_CASE("parameters are made of many things") {
  CHECK(make<URLSearchParams>({{"a", "b"}, {"c", 1}, {"d", {"1", "2"}}, {"a", nullptr}})->toString() ==
        "a=b&c=1&d=1%2C2&a=null");
  CHECK(make<URLSearchParams>({{"a", "b"}})->toString() == "a=b");
  CHECK(make<URLSearchParams>("?a=b")->toString() == "a=b");
  CHECK(make<URLSearchParams>(querystring::parse("a=1&a=2"))->toString() == "a=1%2C2");
  CHECK(make<URLSearchParams>()->size() == 0);
  CHECK(make<URLSearchParams>(Lookup())->size() == 0);
  std::vector<std::pair<String, String>> list{{"q", "r"}};
  auto params = make<URLSearchParams>(list);
  CHECK(make<URLSearchParams>(std::map<String, String>{{"b", "2"}, {"a", "1"}})->toString() == "a=1&b=2");
  auto copy = make<URLSearchParams>(params);
  params->set("q", "s");
  CHECK(copy->get("q") == "r");
  CHECK("?" + params == "?q=s");
  CHECK(str(URLSearchParams()) == "undefined");
}

TEST_CASE("URLs accept strings of any bytes") {
  // Tests halves of a surrogate pair that were joined, a lone surrogate, and bytes that are not UTF-8.
  CHECK(make<URL>("http://h/\xed\xa0\xbd\xed\xb8\x80")->pathname() == "/%F0%9F%98%80");
  CHECK(make<URL>("http://h/\xed\xa0\xbdx")->pathname() == "/%EF%BF%BDx");
  CHECK(make<URL>("http://h/\xff")->pathname() == "/%EF%BF%BD");
  CHECK(make<URL>("http://u:p@h/\0x"sv)->href() == "http://u:p@h/%00x");
}

TEST_CASE("forEach goes on with the function that it was given") {
  std::string seen;
  Function<void(String, String, URLSearchParams)> each;
  each = [&](String, String name, URLSearchParams) {
    seen += std::string(name.data(), name.size());
    each = nullptr;
  };
  make<URLSearchParams>("a=1&b=2")->forEach(each);
  CHECK(seen == "ab");
}

TEST_CASE("URLs are printed as Node prints them") {
  CHECK(util::inspect(make<URLSearchParams>({{"a", "b"}, {"c", "'"}})) ==
        "URLSearchParams { 'a' => 'b', 'c' => \"'\" }");
  CHECK(util::inspect(make<URLSearchParams>("a=b")->entries()) == "URLSearchParams Iterator { [ 'a', 'b' ] }");
  auto u = make<URL>("http://h/");
  CHECK("at " + u == "at http://h/");
  CHECK(u + "x" == "http://h/x");
  CHECK(util::inspect(u).startsWith("URL {\n  href: 'http://h/',\n  origin: 'http://h',"));
}
