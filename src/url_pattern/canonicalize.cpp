#include "url_pattern/canonicalize.h"

#include <algorithm>

#include <nodecpp/url/whatwg.h>

#include "url/url_record.h"
#include "url_pattern/tokens.h"

namespace nodecpp::detail {

namespace {

url::Record parsed(const std::string& text) {
  url::Record record;
  if (!url::parseRecord(text, nullptr, record)) throw InvalidPattern();
  return record;
}
std::string bytesOf(const String& text) { return std::string(text.data(), text.size()); }
String asString(std::string_view text) { return String::copyOf(text.data(), text.size()); }

}  // namespace

std::string canonicalProtocol(std::string_view text) {
  if (text.empty()) return "";
  if (text.ends_with(':')) text.remove_suffix(1);
  return parsed(std::string(text) + "://dummy.test").scheme;
}

std::string canonicalUsername(std::string_view text) {
  const auto url = make<URL>("fake://dummy.test");
  url->setUsername(asString(text));
  return bytesOf(url->username());
}
std::string canonicalPassword(std::string_view text) {
  const auto url = make<URL>("fake://dummy.test");
  url->setPassword(asString(text));
  return bytesOf(url->password());
}

std::string canonicalHostname(std::string_view text) {
  if (text.empty()) return "";
  url::Record record = parsed("https://dummy.test");
  if (!url::setHost(record, url::setterInput(text), false)) throw InvalidPattern();
  return record.host.value_or("");
}

std::string canonicalIpv6Hostname(std::string_view text) {
  std::string out;
  for (char c : text) {
    const bool isLetter = (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!isLetter && !(c >= '0' && c <= '9') && c != '[' && c != ']' && c != ':') throw InvalidPattern();
    out += c >= 'A' && c <= 'F' ? char(c - 'A' + 'a') : c;
  }
  return out;
}

std::string canonicalPortOf(std::string_view text, std::string_view protocol) {
  if (text.empty()) return "";
  if (protocol.ends_with(':')) protocol.remove_suffix(1);
  url::Record record = parsed((protocol.empty() ? "fake" : std::string(protocol)) + "://dummy.test");
  if (!url::setPort(record, url::setterInput(text))) throw InvalidPattern();
  return record.port < 0 ? "" : std::to_string(record.port);
}
std::string canonicalPort(std::string_view text) { return canonicalPortOf(text, ""); }

std::string canonicalPathname(std::string_view text) {
  if (text.empty()) return "";
  const bool isAbsolute = text.front() == '/';
  url::Record record = parsed("fake://dummy.test");
  // The scheme is none that makes slashes of backslashes. A path is parsed with a slash in front of it. The sign behind
  // that keeps "." and ".." as they are.
  url::setPath(record, url::setterInput(isAbsolute ? std::string(text) : "/-" + std::string(text)));
  return isAbsolute ? record.path : record.path.substr(std::min<std::size_t>(2, record.path.size()));
}

std::string canonicalOpaquePathname(std::string_view text) {
  if (text.empty()) return "";
  url::Record record = parsed("fake:" + std::string(text));
  return record.path;
}

std::string canonicalSearch(std::string_view text) {
  if (text.empty()) return "";
  url::Record record = parsed("fake://dummy.test");
  url::setQuery(record, url::setterInput(text));
  return record.query.value_or("");
}
std::string canonicalHash(std::string_view text) {
  if (text.empty()) return "";
  url::Record record = parsed("fake://dummy.test");
  url::setFragment(record, url::setterInput(text));
  return record.fragment.value_or("");
}

}  // namespace nodecpp::detail
