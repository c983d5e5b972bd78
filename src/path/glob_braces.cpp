// Brace expansion, as shells and Node's matcher do it.
#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/ascii.h"
#include "path/matches_glob.h"

namespace nodecpp::path::glob {

namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t maxTexts = 100'000;
constexpr int maxBraceDepth = 400;         // the limit for nested and successive groups; deeper ones stay unexpanded
constexpr char closedLater = '\x01';  // stands for a } that belongs to no group

struct Group {
  std::string_view before, body, after;
  bool found = false;
};

// Returns the first group whose braces are balanced. When a { is never closed, returns the first balanced group after
// it.
Group firstGroup(std::string_view s) {
  std::vector<std::size_t> open;
  std::size_t left = s.npos, right = s.npos;
  auto group = [&](std::size_t from, std::size_t to) {
    return Group{s.substr(0, from), s.substr(from + 1, to - from - 1), s.substr(to + 1), true};
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    if (s[i] == '{') {
      open.push_back(i);
    } else if (s[i] == '}' && !open.empty()) {
      std::size_t from = open.back();
      open.pop_back();
      if (open.empty()) return group(from, i);
      if (left == s.npos || from < left) {
        left = from;
        right = i;
      }
    }
  }
  return right == s.npos ? Group() : group(left, right);
}

// Splits at the commas that are outside of inner groups.
Texts options(std::string_view body) {
  if (body.empty()) return {""};
  Group inner = firstGroup(body);
  Texts out(1);
  std::string_view plain = inner.found ? inner.before : body;
  for (char c : plain) {
    if (c == ',')
      out.emplace_back();
    else
      out.back() += c;
  }
  if (!inner.found) return out;
  out.back() += "{" + std::string(inner.body) + "}";
  if (inner.after.empty()) return out;
  Texts rest = options(inner.after);
  out.back() += rest.front();
  out.insert(out.end(), rest.begin() + 1, rest.end());
  return out;
}

bool isInteger(std::string_view s) {
  if (s.starts_with('-')) s.remove_prefix(1);
  return !s.empty() && s.size() < 16 && std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; });
}
bool isLetter(std::string_view s) { return s.size() == 1 && ascii::isLetter(s[0]); }

// Expands 1..9, 01..10 or a..z, each with an optional step after a further "..". Returns nothing for any other text.
Texts sequence(std::string_view body) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= body.size();) {
    std::size_t end = std::min(body.find("..", at), body.size());
    parts.emplace_back(body.substr(at, end - at));
    at = end + 2;
  }
  if (parts.size() < 2 || parts.size() > 3 || (parts.size() == 3 && !isInteger(parts[2]))) return {};
  bool letters = isLetter(parts[0]) && isLetter(parts[1]);
  if (!letters && !(isInteger(parts[0]) && isInteger(parts[1]))) return {};
  long long from = letters ? parts[0][0] : std::atoll(parts[0].c_str());
  long long to = letters ? parts[1][0] : std::atoll(parts[1].c_str());
  long long step = parts.size() == 3 ? std::max(std::llabs(std::atoll(parts[2].c_str())), 1LL) : 1;
  std::size_t width = std::max(parts[0].size(), parts[1].size());
  bool padded = std::any_of(parts.begin(), parts.end(), [](std::string_view p) {
    if (p.starts_with('-')) p.remove_prefix(1);
    return p.size() > 1 && p[0] == '0';
  });
  Texts out;
  for (long long i = from; (to < from ? i >= to : i <= to) && out.size() < maxTexts; i += to < from ? -step : step) {
    std::string text = letters ? std::string(i == '\\' ? 0 : 1, char(i)) : std::to_string(i);
    if (!letters && padded && text.size() < width) text.insert(i < 0 ? 1 : 0, width - text.size(), '0');
    out.push_back(text);
  }
  return out;
}

// Whether a single comma and later a } follow. Then the } of this group is skipped, and a later } closes the group.
bool hasClosingBrace(std::string_view after) {
  for (std::size_t i = 0; i < after.size(); ++i)
    if (after[i] == ',' && !after.substr(i + 1).starts_with(',') && after.find('}', i) != after.npos) return true;
  return false;
}

Texts expand(std::string_view s, bool top, int depth) {
  Group group = firstGroup(s);
  if (!group.found || depth > maxBraceDepth) return {std::string(s)};
  auto rest = [&] { return group.after.empty() ? Texts{""} : expand(group.after, false, depth + 1); };
  auto prefixed = [&](const std::string& front) {
    Texts out = rest();
    for (std::string& text : out) text = front + text;
    return out;
  };
  std::string before(group.before), body(group.body);
  if (before.ends_with('$')) return prefixed(before + "{" + body + "}");
  Texts values = sequence(group.body);
  bool isSequence = !values.empty();
  if (!isSequence) {
    if (body.find(',') == body.npos) {
      if (!hasClosingBrace(group.after)) return {std::string(s)};
      return expand(before + "{" + body + closedLater + std::string(group.after), true, depth + 1);
    }
    Texts parts = options(group.body);
    if (parts.size() == 1) {
      parts = expand(parts[0], false, depth + 1);
      for (std::string& part : parts) part = "{" + part + "}";
      if (parts.size() == 1) return prefixed(before + parts[0]);
    }
    for (const std::string& part : parts)
      for (std::string& each : part.empty() ? Texts{""} : expand(part, false, depth + 1))
        values.push_back(std::move(each));
  }
  Texts out;
  for (const std::string& value : values) {
    for (const std::string& tail : rest()) {
      std::string text = before + value + tail;
      if (top && !isSequence && text.empty()) continue;
      if (out.size() == maxTexts) return out;
      out.push_back(std::move(text));
    }
  }
  return out;
}

// Returns whether there is a { that is followed by a } before the next {. Otherwise nothing is expanded.
bool hasGroup(std::string_view s) {
  for (std::size_t open = s.find('{'); open != s.npos; open = s.find('{', open + 1)) {
    std::size_t next = s.find_first_of("{}", open + 1);
    if (next != s.npos && s[next] == '}') return true;
  }
  return false;
}

}  // namespace

Texts expandBraces(std::string_view pattern) {
  if (!hasGroup(pattern)) return {std::string(pattern)};
  // An empty group at the beginning stands for itself.
  bool empty = pattern.starts_with("{}");
  Texts out = expand(empty ? pattern.substr(2) : pattern, true, 0);
  for (std::string& text : out) {
    std::replace(text.begin(), text.end(), closedLater, '}');
    if (empty) text.insert(0, "{}");
  }
  return out;
}

}  // namespace nodecpp::path::glob
