#include <string>

#include "path/path_rules.h"

#include "base/upward_calls.h"

namespace nodecpp {

String path::rules::currentDirectory() {
  auto ask = detail::upward().currentDirectory;
  return ask ? ask() : String("/");
}

namespace path::posix {

using namespace rules;

String basename(StringArg path, StringArg suffix) { return rules::basename<Posix>(view(path), view(suffix), 0); }

String dirname(StringArg arg) {
  View path = view(arg);
  if (path.empty()) return ".";
  // The first byte is never removed: it is the root, or a name for which the result is ".".
  std::size_t end = path.size();
  while (end > 1 && path[end - 1] == '/') --end;
  while (end > 1 && path[end - 1] != '/') --end;
  bool rooted = path[0] == '/';
  if (end == 1) return rooted ? "/" : ".";
  if (rooted && end == 2) return "//";
  return text(path.substr(0, end - 1));
}

String extname(StringArg arg) {
  View path = view(arg);
  Part part = lastPart<Posix>(path, 0);
  if (!part.found()) return "";
  std::size_t dot = extensionStart(path, part, part.begin);
  return text(path.substr(dot, part.end - dot));
}

String format(const ParsedPath& parts) { return rules::format<Posix>(parts); }

bool isAbsolute(StringArg path) { return view(path).starts_with('/'); }

String normalize(StringArg arg) {
  View path = view(arg);
  if (path.empty()) return ".";
  bool absolute = path.starts_with('/');
  std::string out = resolveDots<Posix>(path, !absolute);
  if (out.empty()) return absolute ? "/" : path.ends_with('/') ? "./" : ".";
  if (path.ends_with('/')) out += '/';
  if (absolute) out.insert(0, 1, '/');
  return text(out);
}

ParsedPath parse(StringArg arg) {
  View path = view(arg);
  ParsedPath out;
  std::size_t rootEnd = path.starts_with('/') ? 1 : 0;
  out.root = text(path.substr(0, rootEnd));
  Part part = lastPart<Posix>(path, rootEnd);
  // As in Node, ".." directly under the root is not taken for the parent directory: its `ext` is ".".
  bool underRoot = part.begin == rootEnd;
  if (part.found()) {
    std::size_t dot = extensionStart(path, part, underRoot ? 0 : part.begin);
    out.base = text(part.of(path));
    out.name = text(path.substr(part.begin, dot - part.begin));
    out.ext = text(path.substr(dot, part.end - dot));
  }
  out.dir = underRoot || !part.found() ? out.root : text(path.substr(0, part.begin - 1));
  return out;
}

String joinAll(std::initializer_list<StringArg> parts) {
  std::string joined;
  for (const StringArg& part : parts) {
    if (part.empty()) continue;
    if (!joined.empty()) joined += '/';
    joined += view(part);
  }
  return normalize(joined);
}

String resolveAll(std::initializer_list<StringArg> parts) {
  if (parts.size() == 0 || (parts.size() == 1 && (parts.begin()->empty() || view(*parts.begin()) == "."))) {
    String cwd = rules::currentDirectory();
    if (cwd.startsWith("/")) return cwd;
  }
  std::string joined;
  bool absolute = false;
  for (auto part = parts.end(); part != parts.begin() && !absolute;) {
    --part;
    if (part->empty()) continue;
    joined = std::string(view(*part)) + "/" + joined;
    absolute = view(*part).starts_with('/');
  }
  if (!absolute) {
    String cwd = rules::currentDirectory();
    joined = std::string(view(cwd)) + "/" + joined;
    absolute = cwd.startsWith("/");
  }
  std::string out = resolveDots<Posix>(joined, !absolute);
  if (absolute) return text("/" + out);
  return out.empty() ? String(".") : text(out);
}

String relative(StringArg fromArg, StringArg toArg) {
  if (fromArg == toArg) return "";
  String fromPath = resolve(fromArg), toPath = resolve(toArg);
  if (fromPath == toPath) return "";
  // Both paths are absolute and normalized. `common` is the position of the separator before the first part in which
  // the paths differ.
  View from = view(fromPath), to = view(toPath);
  if (from == "/") return text(to.substr(1));
  std::size_t common = 0;
  std::size_t i = 0;
  for (; i < from.size() && i < to.size() && from[i] == to[i]; ++i)
    if (from[i] == '/') common = i;
  if ((i == from.size() || from[i] == '/') && (i == to.size() || to[i] == '/')) common = i;
  if (to == "/") return text(climb<Posix>(from, 1));
  std::string up = common >= from.size() ? std::string() : climb<Posix>(from, common + 1);
  View rest = common < to.size() ? to.substr(common + 1) : View();
  if (!up.empty() && !rest.empty()) up += '/';
  return text(up + std::string(rest));
}

String toNamespacedPath(StringArg path) { return path.toString(); }

}  // namespace path::posix
}  // namespace nodecpp
