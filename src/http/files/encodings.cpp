#include "http/files/encodings.h"

#include <algorithm>
#include <utility>

namespace nodecpp::http::detail {

namespace {

std::string_view withoutSpaces(std::string_view text) noexcept {
  auto isSpace = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && isSpace(text.front())) text.remove_prefix(1);
  while (!text.empty() && isSpace(text.back())) text.remove_suffix(1);
  return text;
}

bool sameWord(std::string_view a, std::string_view b) noexcept {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c | 32) : c; };
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [&](char x, char y) { return lower(x) == lower(y); });
}

// Returns a weight ("q=0.5") in thousandths, 1000 where none is given, and 0 for a malformed one.
int weightOf(std::string_view parameters) noexcept {
  while (!parameters.empty()) {
    const std::size_t semicolon = parameters.find(';');
    std::string_view one = withoutSpaces(parameters.substr(0, semicolon));
    parameters = semicolon == parameters.npos ? std::string_view() : parameters.substr(semicolon + 1);
    if (one.size() < 2 || (one[0] | 32) != 'q' || one[1] != '=') continue;
    one.remove_prefix(2);
    if (one.empty() || one.size() > 5 || (one[0] != '0' && one[0] != '1') || (one.size() > 1 && one[1] != '.')) return 0;
    int weight = (one[0] - '0') * 1000;
    for (std::size_t i = 2, unit = 100; i < one.size(); ++i, unit /= 10) {
      if (one[i] < '0' || one[i] > '9') return 0;
      weight += (one[i] - '0') * int(unit);
    }
    return std::min(weight, 1000);
  }
  return 1000;
}

struct Preference {
  std::size_t place;
  int weight;
};

}  // namespace

std::vector<std::size_t> acceptedEncodings(std::string_view accepted, const std::vector<std::string_view>& offered) {
  // -1 stands for an encoding that the field does not name.
  std::vector<int> weights(offered.size(), -1);
  int identity = -1, others = -1;
  for (std::size_t at = 0; at < accepted.size();) {
    const std::size_t comma = std::min(accepted.find(',', at), accepted.size());
    const std::string_view element = accepted.substr(at, comma - at);
    at = comma + 1;
    const std::size_t semicolon = element.find(';');
    const std::string_view name = withoutSpaces(element.substr(0, semicolon));
    if (name.empty()) continue;
    const int weight = semicolon == element.npos ? 1000 : weightOf(element.substr(semicolon + 1));
    if (name == "*") others = weight;
    if (sameWord(name, "identity")) identity = weight;
    for (std::size_t i = 0; i < offered.size(); ++i)
      if (sameWord(name, offered[i]) || (offered[i] == "gzip" && sameWord(name, "x-gzip"))) weights[i] = weight;
  }
  // A request that does not say how much it likes the file as it is takes it when it accepts nothing else.
  const int least = std::max(identity, 1);
  std::vector<Preference> order;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const int weight = weights[i] >= 0 ? weights[i] : std::max(others, 0);
    if (weight >= least) order.push_back({i, weight});
  }
  std::ranges::sort(order, {}, [](const Preference& each) { return std::pair(-each.weight, each.place); });
  std::vector<std::size_t> places;
  for (const Preference& one : order) places.push_back(one.place);
  return places;
}

}  // namespace nodecpp::http::detail
