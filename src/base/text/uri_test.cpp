#include <nodecpp/error.h>
#include <nodecpp/lookup.h>
#include <nodecpp/number.h>
#include <nodecpp/uri.h>

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace nodecpp;

namespace {

struct Case {
  std::string_view text, component, uri, fromComponent, fromUri, escaped, unescaped;
};
template <std::size_t N>
constexpr std::string_view whole(const char (&text)[N]) {
  return {text, N - 1};
}
#define TEXT(text, a, b, c, d, e, f) {whole(text), whole(a), whole(b), whole(c), whole(d), whole(e), whole(f)},
const Case cases[] = {
#include "answers/uri.inc"
};

template <class F>
std::string attempt(F&& f, std::string_view text) {
  try {
    const String made = f(text);
    return std::string(made.data(), made.size());
  } catch (const URIError& error) {
    return "!" + std::string(error.what());
  }
}

}  // namespace

TEST_CASE("encodeURI and its kin answer as JavaScript's") {
  for (const Case& one : cases) {
    INFO(std::string(one.text));
    CHECK(attempt([](auto text) { return encodeURIComponent(text); }, one.text) == one.component);
    CHECK(attempt([](auto text) { return encodeURI(text); }, one.text) == one.uri);
    CHECK(attempt([](auto text) { return decodeURIComponent(text); }, one.text) == one.fromComponent);
    CHECK(attempt([](auto text) { return decodeURI(text); }, one.text) == one.fromUri);
    CHECK(attempt([](auto text) { return escape(text); }, one.text) == one.escaped);
    CHECK(attempt([](auto text) { return unescape(text); }, one.text) == one.unescaped);
  }
}

TEST_CASE("encodeURIComponent: of two halves that met in a String, and of what is no text") {
  CHECK(encodeURIComponent("\xed\xa0\xbd\xed\xb8\x80") == "%F0%9F%98%80");
  CHECK(escape("\xed\xa0\xbd\xed\xb8\x80") == "%uD83D%uDE00");
  CHECK(encodeURIComponent(5) == "5");
  CHECK(encodeURIComponent(num(1.5)) == "1.5");
  CHECK(decodeURIComponent(Lookup("a%20b")) == "a b");
  CHECK(encodeURIComponent(Lookup()) == "undefined");
}
