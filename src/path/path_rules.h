// The functions that POSIX paths and Windows paths share: finding the last part of a path and its extension, and the
// resolution of "." and "..".
#pragma once

#include <nodecpp/path.h>

#include <string>
#include <string_view>

namespace nodecpp::path::rules {

using View = std::string_view;

inline View view(const StringArg& s) { return {s.data(), s.size()}; }
inline View view(const String& s) { return {s.data(), s.size()}; }
inline String text(View s) { return String::copyOf(s.data(), s.size()); }

// Returns the directory against which `resolve` and `relative` resolve.
String currentDirectory();

// Returns JavaScript's length: UTF-16 units, two for a character of four bytes.
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

// The position of the last part of a path: [begin, end). `end` is npos when the path has nothing but separators.
struct Part {
  std::size_t begin;
  std::size_t end;
  bool found() const { return end != View::npos; }
  View of(View path) const { return path.substr(begin, end - begin); }
};

// Returns the last part of the path. The characters before `from` (a root or a drive) are not part of it.
template <class Rules>
Part lastPart(View path, std::size_t from) {
  std::size_t end = path.size();
  while (end > from && Rules::isSeparator(path[end - 1])) --end;
  if (end <= from) return {from, View::npos};
  std::size_t begin = end;
  while (begin > from && !Rules::isSeparator(path[begin - 1])) --begin;
  return {begin, end};
}

// Returns where the extension of `part` starts, or the part's end when it has none: there is no dot, the only dot is
// its first character, or the part is "..". The part counts as ".." only if it starts at `dotsFrom`.
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
  // Node's results for two odd cases with a suffix, the path without any part and the part that is only the end of the
  // suffix: the rest of the path, including trailing separators.
  if (!part.found()) return text(path.substr(from));
  View name = part.of(path);
  if (suffix.size() > name.size() && suffix.ends_with(name)) return text(path.substr(part.begin));
  if (name != suffix && name.ends_with(suffix)) name.remove_suffix(suffix.size());
  return text(name);
}

// Removes empty and "." segments, and for each ".." the segment before it. A ".." without a segment before it is kept
// if `allowAbove` is set.
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

// Returns ".." joined by separators, once for each segment of `from` after the position `at`.
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
