// util.diff, by the search that the messages of assert use.
#include <nodecpp/util/diff.h>

#include <string>
#include <string_view>
#include <vector>

#include "assert/line_diff.h"

namespace nodecpp::util {

namespace {

using Lines = std::vector<std::string>;

Lines elementsOf(const Array<String>& list) {
  Lines out;
  for (const String& each : list) out.emplace_back(each.data(), each.size());
  return out;
}
Lines unitsOf(const String& text) {
  Lines out;
  const std::ptrdiff_t length = text.length();
  for (std::ptrdiff_t i = 0; i < length; ++i) {
    const String unit = text.charAt(double(i));
    out.emplace_back(unit.data(), unit.size());
  }
  return out;
}
Array<DiffEntry> entries(const Lines& actual, const Lines& expected) {
  Array<DiffEntry> out;
  for (const auto& [kind, line] : nodecpp::detail::difference(actual, expected, false))
    out.push({int(kind), String::copyOf(line.data(), line.size())});
  return out;
}

}  // namespace

Array<DiffEntry> diff(const Array<String>& actual, const Array<String>& expected) {
  if (actual == expected) return {};
  return entries(elementsOf(actual), elementsOf(expected));
}
Array<DiffEntry> diff(StringArg actual, StringArg expected) {
  const String a = actual.toString(), b = expected.toString();
  if (a == b) return {};
  return entries(unitsOf(a), unitsOf(b));
}

}  // namespace nodecpp::util
