// The functions of path.win32, with Node's results in special cases: reserved names (CON:, COM1:), drive-relative
// paths, and devices (\\?\ and \\.\).
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text/ascii.h"
#include "path/path_rules.h"

namespace nodecpp::path::win32 {

using namespace rules;

namespace {

constexpr bool isSeparator(char c) { return Windows::isSeparator(c); }
bool isDriveLetter(char c) { return ascii::isLetter(c); }
bool startsWithDrive(View path) { return path.size() >= 2 && isDriveLetter(path[0]) && path[1] == ':'; }

std::string lower(View s) {
  std::string out(s);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = char(c + 32);
  return out;
}

// Whether the name is that of a device, which exists in every directory. ¹, ² and ³ count as digits.
bool isReservedName(View name) {
  std::string low = lower(name);
  for (View fixed : {"con", "prn", "aux", "nul"})
    if (low == fixed) return true;
  if (!low.starts_with("com") && !low.starts_with("lpt")) return false;
  View port = View(low).substr(3);
  return (port.size() == 1 && port[0] >= '1' && port[0] <= '9') || port == "\xc2\xb9" || port == "\xc2\xb2" ||
         port == "\xc2\xb3";
}

// Checks the name before a colon as Node does. Without a colon, Node checks the path without its last UTF-16 unit.
bool isReservedBeforeColon(View path, std::size_t colon) {
  if (colon != View::npos) return isReservedName(path.substr(0, colon));
  std::size_t end = path.size();
  if (end == 0) return false;
  --end;
  while (end > 0 && (static_cast<unsigned char>(path[end]) & 0xc0) == 0x80) --end;
  bool halfOfPair = static_cast<unsigned char>(path[end]) >= 0xf0;
  return !halfOfPair && isReservedName(path.substr(0, end));
}

// The share \\host\share at the beginning of a path.
struct Share {
  View host;
  View share;
  std::size_t end = 0;  // the position after the share; 0 when the path does not begin with a share
};
Share shareOf(View path) {
  if (path.size() < 2 || !isSeparator(path[0]) || !isSeparator(path[1])) return {};
  auto skip = [&](std::size_t at, bool separators) {
    while (at < path.size() && isSeparator(path[at]) == separators) ++at;
    return at;
  };
  std::size_t hostEnd = skip(2, false);
  if (hostEnd == 2 || hostEnd == path.size()) return {};
  std::size_t begin = skip(hostEnd, true);
  if (begin == path.size()) return {};
  std::size_t end = skip(begin, false);
  return {path.substr(2, hostEnd - 2), path.substr(begin, end - begin), end};
}
bool isDevice(const Share& share) { return share.host == "." || share.host == "?"; }

// The root at the beginning of a path, as resolve and normalize need it.
struct Front {
  std::string device;  // such as "C:", "\\host\share", "\\?"
  std::size_t end = 0;
  bool absolute = false;
};
Front frontOf(View path) {
  Front front;
  if (path.empty()) return front;
  if (isSeparator(path[0])) {
    front.absolute = true;
    if (path.size() == 1 || !isSeparator(path[1])) {
      front.end = 1;
    } else if (Share share = shareOf(path); share.end) {
      front.device = "\\\\" + std::string(share.host);
      if (isDevice(share)) {
        front.end = 4;
      } else {
        front.device += "\\" + std::string(share.share);
        front.end = share.end;
      }
    }
  } else if (startsWithDrive(path)) {
    front.device = path.substr(0, 2);
    front.absolute = path.size() > 2 && isSeparator(path[2]);
    front.end = front.absolute ? 3 : 2;
  }
  return front;
}

// Returns the length of the root that dirname and parse do not touch. The separator after a share belongs to the root.
std::size_t rootLength(View path) {
  if (path.empty()) return 0;
  if (isSeparator(path[0])) {
    Share share = shareOf(path);
    return share.end == 0 ? 1 : std::min(share.end + 1, path.size());
  }
  if (!startsWithDrive(path)) return 0;
  return path.size() > 2 && isSeparator(path[2]) ? 3 : 2;
}

}  // namespace

String basename(StringArg arg, StringArg suffix) {
  View path = view(arg);
  return rules::basename<Windows>(path, view(suffix), startsWithDrive(path) ? 2 : 0);
}

String dirname(StringArg arg) {
  View path = view(arg);
  if (path.empty()) return ".";
  if (path.size() == 1) return isSeparator(path[0]) ? text(path) : String(".");
  if (shareOf(path).end == path.size()) return text(path);
  std::size_t root = rootLength(path);
  Part part = lastPart<Windows>(path, root);
  if (!part.found() || part.begin == root) return root ? text(path.substr(0, root)) : String(".");
  return text(path.substr(0, part.begin - 1));
}

String extname(StringArg arg) {
  View path = view(arg);
  Part part = lastPart<Windows>(path, startsWithDrive(path) ? 2 : 0);
  if (!part.found()) return "";
  std::size_t dot = extensionStart(path, part, part.begin);
  return text(path.substr(dot, part.end - dot));
}

String format(const ParsedPath& parts) { return rules::format<Windows>(parts); }

bool isAbsolute(StringArg arg) {
  View path = view(arg);
  if (path.empty()) return false;
  return isSeparator(path[0]) || (path.size() > 2 && startsWithDrive(path) && isSeparator(path[2]));
}

ParsedPath parse(StringArg arg) {
  View path = view(arg);
  ParsedPath out;
  if (path.empty()) return out;
  if (path.size() == 1 && !isSeparator(path[0])) {
    out.base = out.name = text(path);
    return out;
  }
  std::size_t root = rootLength(path);
  out.root = text(path.substr(0, root));
  Part part = lastPart<Windows>(path, root);
  if (part.found()) {
    std::size_t dot = extensionStart(path, part, part.begin);
    out.base = text(part.of(path));
    out.name = text(path.substr(part.begin, dot - part.begin));
    out.ext = text(path.substr(dot, part.end - dot));
  }
  out.dir = part.found() && part.begin != root ? text(path.substr(0, part.begin - 1)) : out.root;
  return out;
}

String normalize(StringArg arg) {
  View path = view(arg);
  if (path.empty()) return ".";
  if (path.size() == 1) return path == "/" ? String("\\") : text(path);
  std::size_t colon = path.find(':');
  Front front = frontOf(path);
  if (Share share = shareOf(path); share.end) {
    if (isDevice(share)) {
      View name = colon == View::npos || colon + 1 < 4 ? View() : path.substr(4, colon + 1 - 4);
      if (!name.empty() && isReservedName(name.substr(0, name.size() - 1))) {
        front.device = "\\\\?\\" + std::string(name);
        front.end = 4 + name.size();
      }
    } else if (share.end == path.size()) {
      return text("\\\\" + std::string(share.host) + "\\" + std::string(share.share) + "\\");
    }
  } else if (colon != View::npos && colon > 0 && front.device.empty() && !front.absolute &&
             isReservedName(path.substr(0, colon))) {
    front.device = path.substr(0, colon + 1);
    front.end = colon + 1;
  }
  std::string tail = front.end < path.size() ? resolveDots<Windows>(path.substr(front.end), !front.absolute) : "";
  if (tail.empty() && !front.absolute) tail = ".";
  if (!tail.empty() && isSeparator(path.back())) tail += '\\';
  if (!front.absolute && front.device.empty() && colon != View::npos) {
    // A "." is put in front so that a relative path does not become a drive or the name of a stream.
    if (startsWithDrive(tail)) return text(".\\" + tail);
    for (std::size_t at = colon; at != View::npos; at = path.find(':', at + 1))
      if (at + 1 == path.size() || isSeparator(path[at + 1])) return text(".\\" + tail);
  }
  if (isReservedBeforeColon(path, colon)) return text(".\\" + front.device + tail);
  return text(front.device + (front.absolute ? "\\" : "") + tail);
}

String joinAll(std::initializer_list<StringArg> parts) {
  std::string joined;
  View first;
  for (const StringArg& part : parts) {
    if (part.empty()) continue;
    if (first.empty())
      first = view(part);
    else
      joined += '\\';
    joined += view(part);
  }
  if (joined.empty()) return ".";
  // Two separators at the beginning of a path name a server. So join() keeps them only if they are in its first part
  // and are exactly two.
  bool namesServer = first.size() > 2 && isSeparator(first[0]) && isSeparator(first[1]) && !isSeparator(first[2]);
  if (!namesServer) {
    std::size_t slashes = 0;
    while (slashes < joined.size() && isSeparator(joined[slashes])) ++slashes;
    if (slashes >= 2) joined = "\\" + joined.substr(slashes);
  }
  for (std::size_t at = 0; at < joined.size();) {
    std::size_t end = std::min(joined.find('\\', at), joined.size());
    View part = View(joined).substr(at, end - at);
    at = end + 1;
    std::size_t colon = part.find(':');
    if (colon == View::npos || !isReservedName(part.substr(0, colon))) continue;
    std::replace(joined.begin(), joined.end(), '/', '\\');
    return text(joined);
  }
  return normalize(joined);
}

String resolveAll(std::initializer_list<StringArg> parts) {
  std::string device, tail;
  bool absolute = false;
  auto done = [&] { return absolute && !device.empty(); };
  auto take = [&](View path) {
    Front front = frontOf(path);
    if (!front.device.empty()) {
      if (device.empty())
        device = front.device;
      else if (lower(front.device) != lower(device))
        return;  // a part on another drive does not count
    }
    if (absolute) return;
    tail = std::string(path.substr(std::min(front.end, path.size()))) + "\\" + tail;
    absolute = front.absolute;
  };
  for (auto part = parts.end(); part != parts.begin() && !done();)
    if (!(--part)->empty()) take(view(*part));
  if (!done()) {
    String cwd = rules::currentDirectory();
    std::string here(view(cwd));
    if (device.empty()) {
      bool nothingGiven = parts.size() == 0;
      bool dot = parts.size() == 1 && (parts.begin()->empty() || view(*parts.begin()) == ".");
      if (nothingGiven || (dot && !here.empty() && isSeparator(here[0]))) {
        // Node returns the directory with backslashes when path.win32 is used on another system than Windows.
        std::replace(here.begin(), here.end(), '/', '\\');
        return text(here);
      }
    } else if (lower(View(here).substr(0, 2)) != lower(device) && here.size() > 2 && here[2] == '\\') {
      here = device + "\\";
    }
    take(here);
  }
  tail = resolveDots<Windows>(tail, !absolute);
  std::string out = device + (absolute ? "\\" : "") + tail;
  return out.empty() ? String(".") : text(out);
}

String relative(StringArg fromArg, StringArg toArg) {
  if (fromArg == toArg) return "";
  String fromPath = resolve(fromArg), toPath = resolve(toArg);
  if (fromPath == toPath) return "";
  std::string fromLow = lower(view(fromPath)), toLow = lower(view(toPath));
  if (fromLow == toLow) return "";

  // Returns the range of a path without the separators at its ends. Node compares from there, so the name of a share is
  // treated as any other part.
  auto inner = [](View path) {
    std::size_t begin = 0, end = path.size();
    while (begin < path.size() && path[begin] == '\\') ++begin;
    while (end > begin + 1 && path[end - 1] == '\\') --end;
    return std::pair(begin, std::max(begin, end));
  };
  auto [fromBegin, fromEnd] = inner(fromLow);
  auto [toBegin, toEnd] = inner(toLow);
  View from = View(fromLow).substr(fromBegin, fromEnd - fromBegin);
  View to = View(toLow).substr(toBegin, toEnd - toBegin);
  View original = view(toPath);

  std::size_t shared = std::min(from.size(), to.size());
  std::ptrdiff_t common = -1;
  std::size_t i = 0;
  for (; i < shared && from[i] == to[i]; ++i)
    if (from[i] == '\\') common = std::ptrdiff_t(i);
  if (i != shared) {
    if (common < 0) return toPath;  // paths on different devices have no relative path
  } else {
    // One path is the beginning of the other. "C:" ends a part without a separator after it.
    if (to.size() > shared) {
      if (to[i] == '\\') return text(original.substr(toBegin + i + 1));
      if (i == 2) return text(original.substr(toBegin + i));
    }
    if (from.size() > shared) {
      if (from[i] == '\\')
        common = std::ptrdiff_t(i);
      else if (i == 2)
        common = 3;
    }
    if (common < 0) common = 0;
  }
  std::size_t climbFrom = std::size_t(common) + 1;
  std::string up = climbFrom <= from.size() ? climb<Windows>(from, climbFrom) : "";
  std::size_t begin = toBegin + std::size_t(common);
  auto cut = [&](std::size_t at) { return at < toEnd ? std::string(original.substr(at, toEnd - at)) : std::string(); };
  if (!up.empty()) return text(up + cut(begin));
  if (begin < original.size() && original[begin] == '\\') ++begin;
  return text(cut(begin));
}

String toNamespacedPath(StringArg path) {
  if (path.empty()) return "";
  String resolved = resolve(path);
  View at = view(resolved);
  if (rules::length(at) <= 2) return path.toString();
  if (at.starts_with("\\\\")) {
    if (at[2] != '?' && at[2] != '.') return text("\\\\?\\UNC\\" + std::string(at.substr(2)));
  } else if (startsWithDrive(at) && at[2] == '\\') {
    return text("\\\\?\\" + std::string(at));
  }
  return resolved;
}

}  // namespace nodecpp::path::win32
