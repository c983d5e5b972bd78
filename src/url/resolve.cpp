// Resolves one URL against another as Node's resolveObject does, including its treatment of dots and of schemes without
// slashes such as mailto:.
#include <nodecpp/url.h>

#include <string>
#include <vector>

#include "base/containers/vector_of.h"
#include "url/format.h"
#include "url/scheme.h"

namespace nodecpp::url {

namespace {

using Path = std::vector<String>;

Path splitPath(const Lookup& pathname) { return pathname ? nodecpp::detail::vectorOf(pathname.toString().split("/")) : Path{}; }

String joinPath(const Path& path) {
  std::string out;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (i) out += '/';
    out += view(path[i]);
  }
  return out;
}

Lookup shift(Path& path) {
  if (path.empty()) return {};
  Lookup first = std::move(path.front());
  path.erase(path.begin());
  return first;
}
void unshift(Path& path, const String& part) { path.insert(path.begin(), part); }

bool isSlashed(const Lookup& protocol) { return protocol.isString() && url::isSlashed(view(protocol.toString())); }
bool isHostless(const Lookup& protocol) { return protocol.isString() && url::isHostless(view(protocol.toString())); }
bool isAbsolute(const Lookup& pathname) { return pathname && pathname.toString().startsWith("/"); }
bool startsEmpty(const Path& path) { return !path.empty() && path[0].empty(); }

// JavaScript's === for two members.
bool same(const Lookup& a, const Lookup& b) { return a.kind() == b.kind() && a == b; }

class Resolver {
 public:
  Resolver(const Url& from, const Url& to) : result_(from), relative_(to) {}

  Url run() {
    result_.hash = relative_.hash;
    if (relative_.href == "") return finished();
    if (relative_.slashes && !relative_.protocol) return otherHost();
    if (relative_.protocol && !same(relative_.protocol, result_.protocol)) return otherProtocol();
    return sameProtocol();
  }

 private:
  Url finished() {
    result_.href = result_.format();
    return result_;
  }
  void setPath() {
    if (!result_.pathname.isNull() || !result_.search.isNull())
      result_.path = orEmpty(result_.pathname) + orEmpty(result_.search);
  }

  // Resolves "//host/path", which replaces the host and keeps the scheme.
  Url otherHost() {
    Lookup protocol = result_.protocol;
    result_ = relative_;
    result_.protocol = protocol;
    if (isSlashed(protocol) && result_.hostname && !result_.pathname) result_.path = result_.pathname = "/";
    return finished();
  }

  // Resolves a URL of another scheme. It is absolute, but a scheme with slashes that has no host takes the host from
  // its path.
  Url otherProtocol() {
    if (!isSlashed(relative_.protocol)) {
      result_ = relative_;
      return finished();
    }
    result_.protocol = relative_.protocol;
    const bool file = relative_.protocol == "file:" || relative_.protocol == "file";
    if (!relative_.host && !file && !isHostless(relative_.protocol))
      hostFromPath();
    else
      result_.pathname = relative_.pathname;
    result_.search = relative_.search;
    result_.query = relative_.query;
    result_.host = orEmpty(relative_.host);
    result_.auth = relative_.auth;
    result_.hostname = relative_.hostname || relative_.host;
    result_.port = relative_.port;
    if (result_.pathname || result_.search) result_.path = orEmpty(result_.pathname) + orEmpty(result_.search);
    if (!result_.slashes) result_.slashes = relative_.slashes;
    return finished();
  }

  void hostFromPath() {
    Path path = nodecpp::detail::vectorOf(orEmpty(relative_.pathname).split("/"));
    while (!path.empty() && !(relative_.host = shift(path))) {
    }
    relative_.host = orEmpty(relative_.host);
    relative_.hostname = orEmpty(relative_.hostname);
    if (!startsEmpty(path)) unshift(path, "");
    if (path.size() < 2) unshift(path, "");
    result_.pathname = joinPath(path);
  }

  Url sameProtocol() {
    const bool sourceAbsolute = isAbsolute(result_.pathname);
    const bool relativeAbsolute = relative_.host || isAbsolute(relative_.pathname);
    mustEndAbsolute_ = relativeAbsolute || sourceAbsolute || (result_.host && relative_.pathname);
    const bool removeAllDots = mustEndAbsolute_;
    source_ = splitPath(result_.pathname);
    Path path = splitPath(relative_.pathname);
    bare_ = result_.protocol && !isSlashed(result_.protocol);
    if (bare_) hostToPath(path);

    if (relativeAbsolute) {
      takeHost();
      takeQuery();
      source_ = path;
    } else if (!path.empty()) {
      if (!source_.empty()) source_.pop_back();
      source_.insert(source_.end(), path.begin(), path.end());
      takeQuery();
    } else if (relative_.search != nullptr) {
      if (bare_) hostFromSource();
      takeQuery();
      setPath();
      return finished();
    }
    if (source_.empty()) {
      result_.pathname = nullptr;
      result_.path = result_.search ? Lookup("/" + result_.search.toString()) : Lookup(nullptr);
      return finished();
    }
    const bool absolute = removeDots(removeAllDots);
    finishPath(absolute);
    return finished();
  }

  // For a scheme without slashes, the host becomes the first part of the path for the time being, so that "../.." can
  // remove it.
  void hostToPath(Path& path) {
    result_.hostname = "";
    result_.port = nullptr;
    putFirst(source_, result_.host);
    result_.host = "";
    if (relative_.protocol) {
      relative_.hostname = nullptr;
      relative_.port = nullptr;
      result_.auth = nullptr;
      putFirst(path, relative_.host);
      relative_.host = nullptr;
    }
    mustEndAbsolute_ = mustEndAbsolute_ && (startsEmpty(path) || startsEmpty(source_));
  }
  static void putFirst(Path& path, const Lookup& host) {
    if (!host) return;
    if (startsEmpty(path))
      path[0] = host.toString();
    else
      unshift(path, host.toString());
  }

  void takeHost() {
    if (relative_.host.isString()) {
      if (!same(result_.host, relative_.host)) result_.auth = nullptr;
      result_.host = relative_.host;
      result_.port = relative_.port;
    }
    if (relative_.hostname.isString()) {
      if (!same(result_.hostname, relative_.hostname)) result_.auth = nullptr;
      result_.hostname = relative_.hostname;
    }
  }
  void takeQuery() {
    result_.search = relative_.search;
    result_.query = relative_.query;
  }

  // Makes the first part of the path the host again. The part may be "user@host", which is split.
  void hostFromSource() {
    result_.hostname = result_.host = shift(source_);
    String host = orEmpty(result_.host);
    if (host.indexOf("@") <= 0) return;
    auto parts = host.split("@");
    result_.auth = parts[0];
    result_.host = result_.hostname = parts[1];
  }

  // Resolves "." and ".." in the path. Returns whether the path then begins with a slash.
  bool removeDots(bool removeAllDots) {
    const String last = source_.back();
    const bool dots = last == "." || last == "..";
    const bool trailingSlash = ((result_.host || relative_.host || source_.size() > 1) && dots) || last.empty();
    std::size_t up = 0;
    Path kept;  // the parts that are kept, in reverse order
    for (std::size_t i = source_.size(); i-- > 0;) {
      if (source_[i] == "..")
        ++up;
      else if (source_[i] != "." && up)
        --up;
      else if (source_[i] != ".")
        kept.push_back(source_[i]);
    }
    if (!mustEndAbsolute_ && !removeAllDots) kept.insert(kept.end(), up, "..");
    source_.assign(kept.rbegin(), kept.rend());
    if (mustEndAbsolute_ && !startsEmpty(source_)) unshift(source_, "");
    if (trailingSlash && !joinPath(source_).endsWith("/")) source_.push_back("");
    return startsEmpty(source_);
  }

  void finishPath(bool absolute) {
    if (bare_) {
      if (absolute) {
        result_.hostname = result_.host = "";
      } else {
        hostFromSource();
        if (result_.host.isUndefined()) result_.hostname = result_.host = "";
      }
    }
    mustEndAbsolute_ = mustEndAbsolute_ || (result_.host && !source_.empty());
    if (mustEndAbsolute_ && !absolute) unshift(source_, "");
    if (source_.empty()) {
      result_.pathname = nullptr;
      result_.path = nullptr;
    } else {
      result_.pathname = joinPath(source_);
    }
    setPath();
    if (relative_.auth) result_.auth = relative_.auth;
    if (!result_.slashes) result_.slashes = relative_.slashes;
  }

  Url result_, relative_;
  Path source_;
  bool mustEndAbsolute_ = false;
  bool bare_ = false;  // whether the base's scheme is one without slashes
};

}  // namespace

Url Url::resolveObject(const Url& relative) const { return Resolver(*this, relative).run(); }
Url Url::resolveObject(StringArg relative) const { return resolveObject(url::parse(relative, false, true)); }
String Url::resolve(StringArg relative) const { return resolveObject(relative).format(); }

String resolve(StringArg from, StringArg to) { return parse(from, false, true).resolve(to); }
Url resolveObject(StringArg from, StringArg to) {
  if (from.empty()) return parse(to, false, true);
  return parse(from, false, true).resolveObject(to);
}
Url resolveObject(const Url& from, StringArg to) { return from.resolveObject(to); }
Url resolveObject(const Url& from, const Url& to) { return from.resolveObject(to); }

}  // namespace nodecpp::url
