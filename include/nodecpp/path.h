// path: Node's path module. `path::…` means `path::posix::…`, because Node.cpp runs on POSIX systems only;
// `path::win32` is there as well.
// https://nodejs.org/docs/latest-v24.x/api/path.html
#pragma once

#include <nodecpp/string.h>

namespace nodecpp::path {

// The result of `parse` and the argument of `format`, with the fields in the order of Node's page: format({.dir =
// "/tmp", .base = "a.txt"}).
struct ParsedPath {
  String dir{};
  String root{};
  String base{};
  String name{};
  String ext{};

  // Prints the fields in the order that the properties of Node's object have.
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

// Returns the last part of a path. Trailing separators are ignored. `suffix` is removed from the part's end unless it
// is the whole part.
String basename(StringArg path, StringArg suffix = "");
// Returns the path without its last part; "." when the path has only one part.
String dirname(StringArg path);
// Returns the extension: the end of the last part from its last "." on; "" when the part has no "." or only one at its
// beginning.
String extname(StringArg path);
// Returns the path made of the parts. `dir` is used instead of `root`, and `base` instead of `name` and `ext`. A dot is
// inserted before an `ext` that does not start with one.
String format(const ParsedPath& parts);
bool isAbsolute(StringArg path);
// Returns the path with ".", ".." and doubled separators resolved. A trailing separator is kept. Returns "." for an
// empty path.
String normalize(StringArg path);
ParsedPath parse(StringArg path);
// Returns the relative path that leads from `from` to `to`. Both are resolved against the current directory first.
String relative(StringArg from, StringArg to);
// Returns the path unchanged, because namespaced paths exist on Windows only.
String toNamespacedPath(StringArg path);
// Returns whether the glob `pattern` (*, **, ?, [a-z], {a,b}, !(x) and so on) matches the whole path.
bool matchesGlob(StringArg path, StringArg pattern);

String joinAll(std::initializer_list<StringArg> parts);
String resolveAll(std::initializer_list<StringArg> parts);
// Returns the parts joined by separators and normalized; "." when there are no parts.
template <class... T>
String join(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return joinAll({StringArg(parts)...});
}
// Returns an absolute path. The parts are prepended one after another, from the last to the first, until the path is
// absolute; if it is still relative then, process::cwd() is prepended. The result is normalized and has no trailing
// separator.
template <class... T>
String resolve(const T&... parts)
    NODECPP_DIAGNOSE((nodecpp::detail::AnyValue<T> || ...), NODECPP_NO_STRING) {
  return resolveAll({StringArg(parts)...});
}

}  // namespace posix

// The functions of `posix` by the rules of Windows: "/" and "\" are separators, drives and \\server\share are roots,
// and `relative` ignores the case of ASCII letters (Node ignores the case of all letters).
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
// Returns the namespaced path: \\?\C:\x for C:\x, \\?\UNC\server\share\x for \\server\share\x.
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
