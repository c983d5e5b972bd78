#include "http/compression/negotiation.h"

#include <nodecpp/number.h>

#include <algorithm>
#include <cmath>

#include "base/assertion.h"
#include "http/received_fields.h"

namespace nodecpp::http::detail {

namespace {

constexpr int codings = 5;
constexpr std::string_view names[codings] = {"br", "zstd", "gzip", "deflate", "identity"};

constexpr bool isSpace(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

// Returns what stands before the next separator, and takes it off `rest` together with the separator. `more` becomes
// false with the last part.
std::string_view nextPart(std::string_view& rest, char separator, bool& more) noexcept {
  const std::size_t end = std::min(rest.find(separator), rest.size());
  std::string_view part = rest.substr(0, end);
  more = end < rest.size();
  rest.remove_prefix(more ? end + 1 : end);
  return part;
}

// How much a client wants an encoding: `specific` when it is named and not meant by "*", and its place in the list.
struct Wish {
  double q = 0;
  int specific = 0;
  double place = -1;
};

// JavaScript's `a || b || c` of differences, where NaN counts as no difference.
double firstDifference(double a, double b, double c) noexcept {
  if (a != 0 && !std::isnan(a)) return a;
  if (b != 0 && !std::isnan(b)) return b;
  return c;
}

// Returns the q among the parameters of an encoding: that of the first one that is called so.
double qualityOf(std::string_view parameters) {
  bool more = true;
  while (more) {
    std::string_view parameter = trimmed(nextPart(parameters, ';', more));
    bool hasValue = false;
    if (nextPart(parameter, '=', hasValue) != "q") continue;
    // As JavaScript's split, what follows a second "=" is not part of the value.
    bool ignored = false;
    return hasValue ? double(parseFloat(StringArg(nextPart(parameter, '=', ignored)))) : std::nan("");
  }
  return 1;
}

class Wishes {
 public:
  explicit Wishes(std::string_view accept) {
    bool more = true;
    double place = 0;
    for (; more; ++place) add(trimmed(nextPart(accept, ',', more)), place);
    // What a client does not name at all it takes unchanged, rather than not at all.
    if (!namesIdentity_) note("identity", leastQuality_, place);
  }
  const Wish& of(int coding) const noexcept { return wishes_[coding]; }

 private:
  void add(std::string_view element, double place) {
    const auto end = std::ranges::find_if(element, [](char c) { return c == ';' || isSpace(c); });
    std::string_view name(element.begin(), end);
    std::string_view rest = trimmed(element.substr(name.size()));
    if (name.empty() || (!rest.empty() && rest.front() != ';')) return;
    const double q = rest.size() > 1 ? qualityOf(rest.substr(1)) : 1;
    if (q != 0 && !std::isnan(q)) leastQuality_ = std::min(leastQuality_, q);
    note(name, q, place);
  }
  void note(std::string_view name, double q, double place) noexcept {
    for (int i = 0; i < codings; ++i) {
      const bool named = equalsIgnoringCase(name, names[i]);
      if (!named && name != "*") continue;
      if (i == int(Coding::identity)) namesIdentity_ = true;
      Wish& best = wishes_[i];
      const int specific = named ? 1 : 0;
      if (firstDifference(best.specific - specific, best.q - q, best.place - place) < 0) best = {q, specific, place};
    }
  }

  Wish wishes_[codings];
  double leastQuality_ = 1;
  bool namesIdentity_ = false;
};

// The encodings that are preferred among those with the same q: smaller numbers first.
int preferenceOf(Coding coding) noexcept {
  switch (coding) {
    case Coding::zstd: return 0;
    case Coding::br: return 1;
    case Coding::gzip: return 2;
    default: return 3;
  }
}

}  // namespace

std::string_view nameOf(Coding coding) noexcept { return names[int(coding)]; }

Coding negotiate(std::string_view acceptEncoding, bool zstd) {
  const Wishes wishes(acceptEncoding);
  int best = -1;
  for (int i = 0; i < codings; ++i) {
    const Wish& wish = wishes.of(i);
    if (!(wish.q > 0) || (Coding(i) == Coding::zstd && !zstd)) continue;
    if (best < 0) {
      best = i;
      continue;
    }
    const Wish& other = wishes.of(best);
    const int preference = preferenceOf(Coding(i)) - preferenceOf(Coding(best));
    const bool better = wish.q != other.q     ? wish.q > other.q
                        : preference != 0     ? preference < 0
                                              : firstDifference(other.specific - wish.specific, wish.place - other.place, 0) < 0;
    if (better) best = i;
  }
  return best < 0 ? Coding::identity : Coding(best);
}

bool listHas(std::string_view list, std::string_view lowerWord) noexcept {
  for (bool more = true; more;)
    if (equalsIgnoringCase(trimmed(nextPart(list, ',', more)), lowerWord)) return true;
  return false;
}

bool isCompressible(std::string_view contentType) {
  while (!contentType.empty() && isSpace(contentType.front())) contentType.remove_prefix(1);
  const auto end = std::ranges::find_if(contentType, [](char c) { return c == ';' || isSpace(c); });
  const std::string_view type(contentType.begin(), end);
  auto begins = [&](std::string_view with) { return equalsIgnoringCase(type.substr(0, with.size()), with); };
  auto ends = [&](std::string_view with) {
    return type.size() >= with.size() && equalsIgnoringCase(type.substr(type.size() - with.size()), with);
  };
  if (begins("text/") || ends("+json") || ends("+text") || ends("+xml")) return true;
  static constexpr std::string_view known[] = {
#define TYPE(name) name,
#include "http/compression/compressible_types.inc"
#undef TYPE
  };
  return std::ranges::any_of(known, [&](std::string_view each) { return equalsIgnoringCase(type, each); });
}

}  // namespace nodecpp::http::detail
