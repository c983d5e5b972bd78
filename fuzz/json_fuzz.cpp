// Parses any bytes as JSON: both parsers must give the same result, a value that is written and parsed again must be
// equal, reading a struct must succeed or be refused, and a clone must be equal to its value.
#include <nodecpp/json.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "json/clone/clone.h"
#include "json/json_walk.h"
#include "json/scanner.h"

using namespace nodecpp;

namespace {

struct Point {
  double x;
  std::optional<String> name;
  std::vector<Point> more;
  var any;
};
NODECPP_FIELDS(Point, x, name, more, any)

void check(bool holds) {
  if (!holds) std::abort();
}

bool isSyntaxError(const Error& error) { return error->name == "SyntaxError"; }

void parsed(const var& value, const String& text) {
  String written = JSON::stringify(value);
  check(JSON::stringify(JSON::parse(written)) == written);
  check(JSON::stringify(JSON::parse(JSON::stringify(value, nullptr, 2))) == written);
  check(JSON::stringify(detail::deserialize(detail::serialize(value))) == written);
  var fast;
  if (detail::walkJson(text, fast)) check(JSON::stringify(fast) == written);
  try {
    auto same = [](const String&, const var& each, const JSON::Context&) { return each; };
    JSON::parse(text, same);
  } catch (const RangeError&) {
    // The value is nested too deeply for a reviver.
  }
}

// Breaks the cycles in a value. Reference counting would never free a value that refers to itself.
void breakCircles(const var& root) {
  std::vector<var> met{root};
  for (std::size_t i = 0; i < met.size(); ++i) {
    var each = met[i];
    if (!each.isArray() && !each.isObject()) continue;
    for (const auto& [key, value] : each.entries()) {
      if (value.identity() && std::find(met.begin(), met.end(), value) == met.end()) met.push_back(value);
    }
  }
  for (const var& each : met) {
    if (each.isArray()) each.setLength(0);
    if (!each.isObject()) continue;
    for (const auto& [key, value] : each.entries()) each.remove(key);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  String text(std::string_view(reinterpret_cast<const char*>(data), size));
  bool good = false;
  try {
    var value = detail::scanJson(text);
    good = true;
    parsed(value, text);
    parsed(JSON::parse(text), text);
  } catch (const Error& error) {
    check(!good && isSyntaxError(error));
    var fast;
    check(!detail::walkJson(text, fast));
  }
  try {
    String written = JSON::stringify(JSON::parse<Point>(text));
    check(good && JSON::stringify(JSON::parse<Point>(written)) == written);
  } catch (const Error& error) {
    check(good || isSyntaxError(error) || error->name == "TypeError" || error->name == "RangeError");
  }
  try {
    breakCircles(detail::deserialize({Buffer::copyOf(reinterpret_cast<const char*>(data), size), {}}));
  } catch (const Error&) {
    // The bytes are not a serialised clone.
  }
  return 0;
}
