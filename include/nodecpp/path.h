// path: Node's path module. `path::…` is posix, as on every system Node.cpp runs on; `path::win32` is whole too.
// https://nodejs.org/docs/latest-v24.x/api/path.html
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::path {

// What `parse` gives and `format` takes, in the order of Node's page: format({.dir = "/tmp", .base = "a.txt"}).
struct ParsedPath {
  String dir{};
  String root{};
  String base{};
  String name{};
  String ext{};

  // Node's object has its own order.
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.property("root", root);
    out.property("dir", dir);
    out.property("base", base);
    out.property("ext", ext);
    out.property("name", name);
  }
  friend bool operator==(const ParsedPath& a, const ParsedPath& b) noexcept {
    return a.dir == b.dir && a.root == b.root && a.base == b.base && a.name == b.name && a.ext == b.ext;
  }
};

namespace posix {

inline const String sep = "/";
inline const String delimiter = ":";

// The last part of a path. Trailing separators do not count; `suffix` is cut off unless it is the whole part.
String basename(StringArg path, StringArg suffix = "");
// The path without its last part; "." when there is nothing before it.
String dirname(StringArg path);
// From the last "." of the last part on; "" when there is none or the part starts with it.
String extname(StringArg path);
// `dir` wins over `root`, `base` over `name` + `ext`; a dot is put before an `ext` without one.
String format(const ParsedPath& parts);
bool isAbsolute(StringArg path);
// Resolves "." and ".." and doubled separators; keeps a trailing one. "." for an empty path.
String normalize(StringArg path);
ParsedPath parse(StringArg path);
// The way from `from` to `to`, both resolved against the current directory.
String relative(StringArg from, StringArg to);
// The path itself: only Windows has namespaced paths.
String toNamespacedPath(StringArg path);
// Whether the glob `pattern` (*, **, ?, [a-z], {a,b}, !(x), …) matches the whole path.
bool matchesGlob(StringArg path, StringArg pattern);

String joinAll(std::initializer_list<StringArg> parts);
String resolveAll(std::initializer_list<StringArg> parts);
// The parts with separators between them, normalized. "." for none.
template <class... T>
String join(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return joinAll({StringArg(parts)...});
}
// From the right to the left until the path is absolute, at last from process::cwd(). No trailing separator.
template <class... T>
String resolve(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return resolveAll({StringArg(parts)...});
}

}  // namespace posix

// As `posix`, by the rules of Windows: "/" and "\" separate, drives and \\server\share are roots, case is ignored by
// `relative` (ASCII letters only, a documented difference).
namespace win32 {

inline const String sep = "\\";
inline const String delimiter = ";";

String basename(StringArg path, StringArg suffix = "");
String dirname(StringArg path);
String extname(StringArg path);
String format(const ParsedPath& parts);
bool isAbsolute(StringArg path);
String normalize(StringArg path);
ParsedPath parse(StringArg path);
String relative(StringArg from, StringArg to);
// \\?\C:\x for C:\x, \\?\UNC\server\share\x for \\server\share\x.
String toNamespacedPath(StringArg path);
bool matchesGlob(StringArg path, StringArg pattern);

String joinAll(std::initializer_list<StringArg> parts);
String resolveAll(std::initializer_list<StringArg> parts);
template <class... T>
String join(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return joinAll({StringArg(parts)...});
}
template <class... T>
String resolve(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return resolveAll({StringArg(parts)...});
}

}  // namespace win32

using posix::basename;
using posix::delimiter;
using posix::dirname;
using posix::extname;
using posix::format;
using posix::isAbsolute;
using posix::join;
using posix::matchesGlob;
using posix::normalize;
using posix::parse;
using posix::relative;
using posix::resolve;
using posix::sep;
using posix::toNamespacedPath;

}  // namespace nodecpp::path
