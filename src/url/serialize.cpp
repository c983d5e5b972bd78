// https://url.spec.whatwg.org/#url-serializing
#include "url/serialize.h"

#include "url/format.h"

namespace nodecpp::url {

Serialized serialize(const Record& record) {
  Serialized out{};
  std::string& href = out.href;
  href.reserve(record.scheme.size() + record.path.size() + 32);
  href = record.scheme;
  href += ':';
  out.protocolEnd = href.size();
  if (record.host) href += "//";
  href += record.username;
  out.usernameEnd = href.size();
  if (!record.password.empty()) {
    href += ':';
    href += record.password;
  }
  if (record.hasCredentials()) href += '@';
  out.hostStart = href.size();
  if (record.host) href += *record.host;
  out.hostnameEnd = href.size();
  if (record.port >= 0) {
    href += ':';
    href += std::to_string(record.port);
  }
  out.hostEnd = href.size();
  // Else the path would be read as a host.
  if (!record.host && !record.opaque && record.path.starts_with("//")) href += "/.";
  out.pathStart = href.size();
  href += record.path;
  out.searchStart = href.size();
  if (record.query) {
    href += '?';
    href += *record.query;
  }
  out.hashStart = href.size();
  if (record.fragment) {
    href += '#';
    href += *record.fragment;
  }
  return out;
}

Record RecordAccess::of(const URLObject& url) {
  const std::string_view href = view(url.href_);
  auto part = [&](std::size_t from, std::size_t to) { return href.substr(from, to - from); };
  Record out;
  out.scheme = part(0, url.protocolEnd_ - 1);
  // A path begins with two slashes only behind a host or a "/.".
  const bool hasHost = part(url.protocolEnd_, url.searchStart_).starts_with("//");
  if (hasHost) {
    out.username = part(url.protocolEnd_ + 2, url.usernameEnd_);
    if (url.usernameEnd_ + 1 < url.hostStart_) out.password = part(url.usernameEnd_ + 1, url.hostStart_ - 1);
    out.host = part(url.hostStart_, url.hostnameEnd_);
    if (url.hostnameEnd_ < url.hostEnd_) {
      out.port = 0;
      for (char c : part(url.hostnameEnd_ + 1, url.hostEnd_)) out.port = out.port * 10 + (c - '0');
    }
  }
  out.path = part(url.pathStart_, url.searchStart_);
  out.opaque = !hasHost && !out.path.starts_with('/');
  if (url.searchStart_ < url.hashStart_) out.query = part(url.searchStart_ + 1, url.hashStart_);
  if (url.hashStart_ < href.size()) out.fragment = href.substr(url.hashStart_ + 1);
  return out;
}

}  // namespace nodecpp::url
