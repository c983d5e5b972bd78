// https://url.spec.whatwg.org/#url-serializing
#include "url/serialize.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/text/string_build.h"
#include "url/format.h"

namespace nodecpp::url {

Serialized serialize(const Record& record) {
  const std::string port = record.port >= 0 ? ":" + std::to_string(record.port) : std::string();
  const bool hasPassword = !record.password.empty();
  // Without "/." a path that begins with two slashes would be read as a host.
  const bool dotted = !record.host && !record.opaque && record.path.starts_with("//");
  Serialized out{};
  out.protocolEnd = record.scheme.size() + 1;
  out.usernameEnd = out.protocolEnd + (record.host ? 2 : 0) + record.username.size();
  out.hostStart = out.usernameEnd + (hasPassword ? 1 + record.password.size() : 0) + (record.hasCredentials() ? 1 : 0);
  out.hostnameEnd = out.hostStart + (record.host ? record.host->size() : 0);
  out.hostEnd = out.hostnameEnd + port.size();
  out.pathStart = out.hostEnd + (dotted ? 2 : 0);
  out.searchStart = out.pathStart + record.path.size();
  out.hashStart = out.searchStart + (record.query ? 1 + record.query->size() : 0);
  const std::size_t size = out.hashStart + (record.fragment ? 1 + record.fragment->size() : 0);

  // A port and credentials belong to a host.
  NODECPP_DEBUG_ASSERT(record.host || (record.port < 0 && !record.hasCredentials()), record.port);
  NODECPP_DEBUG_ASSERT(record.port <= 65535, record.port);
  out.href = nodecpp::detail::buildString(size, [&](char* to) {
    auto put = [&](std::string_view text) { to = std::copy(text.begin(), text.end(), to); };
    put(record.scheme);
    put(record.host ? "://" : ":");
    put(record.username);
    if (hasPassword) put(":");
    put(record.password);
    if (record.hasCredentials()) put("@");
    if (record.host) put(*record.host);
    put(port);
    if (dotted) put("/.");
    put(record.path);
    if (record.query) put("?");
    if (record.query) put(*record.query);
    if (record.fragment) put("#");
    if (record.fragment) put(*record.fragment);
  });
  NODECPP_DEBUG_ASSERT(out.href.size() == size, out.href.size(), size);
  return out;
}

URL RecordAccess::make(const Record& record) {
  nodecpp::detail::Making making;
  return URL(new (making) URLObject(record));
}

Record RecordAccess::of(const URLObject& url) {
  const std::string_view href = view(url.href_);
  NODECPP_DEBUG_ASSERT(url.protocolEnd_ >= 1 && url.protocolEnd_ <= url.usernameEnd_ &&
                           url.usernameEnd_ <= url.hostStart_,
                       url.protocolEnd_, url.usernameEnd_, url.hostStart_);
  NODECPP_DEBUG_ASSERT(url.hostStart_ <= url.hostnameEnd_ && url.hostnameEnd_ <= url.hostEnd_ &&
                 url.hostEnd_ <= url.pathStart_, url.hostStart_, url.hostEnd_);
  NODECPP_DEBUG_ASSERT(url.pathStart_ <= url.searchStart_ && url.searchStart_ <= url.hashStart_ &&
                 url.hashStart_ <= href.size(), url.pathStart_, url.hashStart_, href.size());
  auto part = [&](std::size_t from, std::size_t to) { return href.substr(from, to - from); };
  Record out;
  out.scheme = part(0, url.protocolEnd_ - 1);
  // A path can begin with two slashes only after a host or "/.", so "//" after the scheme means that there is a host.
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
