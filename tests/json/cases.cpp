// Answers the questions of tests/json/run.js: reads texts from standard input, each preceded by its size, and writes
// for each the results of JSON in the same format as run.js.
#include <nodecpp/json.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "json/json_walk.h"
#include "json/scanner.h"

using namespace nodecpp;

namespace {

template <class F>
String outcome(F f) {
  try {
    return f();
  } catch (const Error& error) {
    return JSON::stringify(error.toString());
  }
}

std::string readAll() {
  std::string in;
  char bytes[65536];
  while (std::size_t n = std::fread(bytes, 1, sizeof bytes, stdin)) in.append(bytes, n);
  return in;
}

// Returns whether the two parsers disagree about a text that the first one can read.
bool differ(const String& text) {
  var fast;
  return detail::walkJson(text, fast) && JSON::stringify(fast) != JSON::stringify(detail::scanJson(text));
}

String answer(const String& text, std::size_t number) {
  String out = outcome([&] { return JSON::stringify(JSON::parse(text)); });
  out += outcome([&] {
    String seen;
    var value = JSON::parse(text, [&](const String& key, const var& each, const JSON::Context& context) -> var {
      seen += JSON::stringify(key) + JSON::stringify(context.source);
      if (key == "gone") return var();
      return each.isNumber() ? var(each.toNumber() + 1) : each;
    });
    return seen + JSON::stringify(value);
  });
  out += outcome([&] {
    String seen;
    String written = JSON::stringify(
        JSON::parse(text),
        [&](const String& key, const var& each) -> var {
          seen += JSON::stringify(key);
          return key == "gone" ? var() : each;
        },
        number % 12);
    return seen + written;
  });
  out += outcome([&] { return JSON::stringify(JSON::parse(text), {"a", "b", 1, "0", "a"}, "\t\xc3\xa9"); });
  if (differ(text)) out += "the parsers differ";
  return out;
}

}  // namespace

int main() {
  std::string in = readAll();
  std::size_t number = 0;
  for (std::size_t at = 0; at + 4 <= in.size(); ++number) {
    std::uint32_t size;
    std::memcpy(&size, in.data() + at, 4);
    at += 4;
    String out = answer(std::string_view(in).substr(at, size), number);
    at += size;
    size = std::uint32_t(out.size());
    std::fwrite(&size, 1, 4, stdout);
    std::fwrite(out.data(), 1, out.size(), stdout);
  }
}
