// What the two kinds of paths share: the last part of a path, its extension, and the resolution of "." and "..".
#pragma once

#include <nodecpp/path.h>

#include <string>
#include <string_view>

namespace nodecpp::path::rules {

using View = std::string_view;

inline View view(const StringArg& s) { return {s.data(), s.size()}; }
inline View view(const String& s) { return {s.data(), s.size()}; }
inline String text(View s) { return String::copyOf(s.data(), s.size()); }

// Where `resolve` and `relative` begin.
String currentDirectory();

// As JavaScript counts: in units of UTF-16, of which a character of four bytes has two.
inline std::size_t length(View s) {
  std::size_t units = 0;
  for (char c : s) units += ((c & 0xc0) != 0x80) + (static_cast<unsigned char>(c) >= 0xf0);
  return units;
}

struct Posix {
  static constexpr char separator = '/';
  static constexpr bool isSeparator(char c) { return c == '/'; }
};
struct Windows {
  static constexpr char separator = '\\';
  static constexpr bool isSeparator(char c) { return c == '/' || c == '\\'; }
};

// The last part of a path: [begin, end). `end` is npos when there is nothing but separators.
struct Part {
  std::size_t begin;
  std::size_t end;
  bool found() const { return end != View::npos; }
  View of(View path) const { return path.substr(begin, end - begin); }
};

// Looks no further left than `from`.
template <class Rules>
Part lastPart(View path, std::size_t from) {
  std::size_t end = path.size();
  while (end > from && Rules::isSeparator(path[end - 1])) --end;
  if (end <= from) return {from, View::npos};
  std::size_t begin = end;
  while (begin > from && !Rules::isSeparator(path[begin - 1])) --begin;
  return {begin, end};
}

// Where the extension of `part` starts; the part's end when it has none: no dot, a dot in front only, or "..".
// `dotsFrom` is where ".." must start to count as such.
inline std::size_t extensionStart(View path, Part part, std::size_t dotsFrom) {
  std::size_t dot = part.of(path).rfind('.');
  if (dot == View::npos || dot == 0) return part.end;
  dot += part.begin;
  bool isParent = path[part.begin] == '.' && dot + 1 == part.end && dot == dotsFrom + 1;
  return isParent ? part.end : dot;
}

template <class Rules>
String basename(View path, View suffix, std::size_t from) {
  Part part = lastPart<Rules>(path, from);
  if (suffix.empty() || length(suffix) > length(path)) return part.found() ? text(part.of(path)) : String();
  if (suffix == path) return "";
  // Node's answers where a suffix is given but the path has no part, or one that the suffix merely ends with: all up
  // to the end, separators too.
  if (!part.found()) return text(path.substr(from));
  View name = part.of(path);
  if (suffix.size() > name.size() && suffix.ends_with(name)) return text(path.substr(part.begin));
  if (name != suffix && name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return text(name);
}

// Drops empty and "." segments and lets ".." take the segment before it away. A ".." with nothing to take stays when
// `allowAbove`.
template <class Rules>
std::string resolveDots(View path, bool allowAbove) {
  std::string out;
  auto lastSegment = [&] {
    std::size_t at = out.rfind(Rules::separator);
    return at == std::string::npos ? std::size_t(0) : at + 1;
  };
  for (std::size_t at = 0; at < path.size();) {
    std::size_t end = at;
    while (end < path.size() && !Rules::isSeparator(path[end])) ++end;
    View segment = path.substr(at, end - at);
    at = end + 1;
    if (segment.empty() || segment == ".") continue;
    if (segment == "..") {
      std::size_t last = lastSegment();
      if (!out.empty() && View(out).substr(last) != "..") {
        out.resize(last == 0 ? 0 : last - 1);
        continue;
      }
      if (!allowAbove) continue;
    }
    if (!out.empty()) out += Rules::separator;
    out += segment;
  }
  return out;
}

template <class Rules>
String format(const ParsedPath& parts) {
  const String& dir = parts.dir ? parts.dir : parts.root;
  String base = parts.base;
  if (!base) base = parts.name + (parts.ext && !parts.ext.startsWith(".") ? "." : "") + parts.ext;
  if (!dir) return base;
  if (dir == parts.root) return dir + base;
  return dir + std::string_view(&Rules::separator, 1) + base;
}

// How many segments of `from` (behind `at`) must be left: "..", joined.
template <class Rules>
std::string climb(View from, std::size_t at) {
  std::string out;
  for (std::size_t i = at; i <= from.size(); ++i) {
    if (i < from.size() && !(from[i] == Rules::separator)) continue;
    if (!out.empty()) out += Rules::separator;
    out += "..";
  }
  return out;
}

}  // namespace nodecpp::path::rules
