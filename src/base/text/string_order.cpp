// Implements localeCompare: compares letters first, then accents, then case, as in Unicode's collation algorithm with
// root weights.
// https://www.unicode.org/reports/tr10/
#include <nodecpp/string.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/text/string_units.h"
#include "base/text/unicode.h"

namespace nodecpp {

namespace {

std::vector<unicode::Weight> weightsOf(const String& text) {
  std::vector<unicode::Weight> out;
  const String parts = text.normalize("NFD");
  out.reserve(parts.size());
  const std::string_view bytes = units::view(parts);
  for (const char *at = bytes.data(), *end = at + bytes.size(); at < end;) {
    const utf8::Decoded one = utf8::decodeWtf(at, end);
    unicode::appendWeights(out, one.code);
    at += one.size;
  }
  return out;
}

// Compares by one of the weights. Combining marks, which have no primary weight, take part only in the comparison of
// secondary weights.
int compareBy(std::uint32_t unicode::Weight::*weight, bool marksToo, const std::vector<unicode::Weight>& a,
              const std::vector<unicode::Weight>& b) {
  auto skip = [&](const std::vector<unicode::Weight>& of, std::size_t at) {
    while (!marksToo && at < of.size() && of[at].primary == 0) ++at;
    return at;
  };
  for (std::size_t i = skip(a, 0), j = skip(b, 0);; i = skip(a, i + 1), j = skip(b, j + 1)) {
    if (i >= a.size() || j >= b.size()) return int(i < a.size()) - int(j < b.size());
    if (a[i].*weight != b[j].*weight) return a[i].*weight < b[j].*weight ? -1 : 1;
  }
}

}  // namespace

int String::localeCompare(detail::TextArg given) const {
  const String other = given.toString().printed();
  const auto a = weightsOf(*this), b = weightsOf(other);
  int order = compareBy(&unicode::Weight::primary, false, a, b);
  if (order == 0) order = compareBy(&unicode::Weight::secondary, true, a, b);
  if (order == 0) order = compareBy(&unicode::Weight::tertiary, false, a, b);
  return order;
}

}  // namespace nodecpp
