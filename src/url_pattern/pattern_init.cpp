#include "url_pattern/pattern_init.h"

#include "url_pattern/canonicalize.h"
#include "url_pattern/component.h"
#include "url_pattern/tokens.h"

namespace nodecpp::detail {

namespace {

// Completes the parts by those of the base URL.
class Completer {
 public:
  Completer(const PatternInit& init, bool ofUrl) : init_(init), ofUrl_(ofUrl) {
    if (ofUrl)
      for (auto& part : out_.parts) part = "";
  }

  PatternInit complete() {
    if (init_.baseURL) takeBase();
    set(UrlPart::protocol, [](std::string_view text) { return canonicalProtocol(text); }, ':', true);
    set(UrlPart::username, [](std::string_view text) { return canonicalUsername(text); });
    set(UrlPart::password, [](std::string_view text) { return canonicalPassword(text); });
    set(UrlPart::hostname, [](std::string_view text) { return canonicalHostname(text); });
    const std::string protocol = out_[UrlPart::protocol].value_or("");
    set(UrlPart::port, [&](std::string_view text) { return canonicalPortOf(text, protocol); });
    setPathname(protocol);
    set(UrlPart::search, [](std::string_view text) { return canonicalSearch(text); }, '?');
    set(UrlPart::hash, [](std::string_view text) { return canonicalHash(text); }, '#');
    return std::move(out_);
  }

 private:
  // Sets a part that is given. `sign` is removed from its front, or from its end.
  template <class F>
  void set(UrlPart part, F canonical, char sign = 0, bool atEnd = false) {
    if (!init_[part]) return;
    std::string_view text = *init_[part];
    if (sign && !text.empty() && (atEnd ? text.back() : text.front()) == sign)
      atEnd ? text.remove_suffix(1) : text.remove_prefix(1);
    out_[part] = ofUrl_ ? canonical(text) : std::string(text);
  }
  void setPathname(std::string_view protocol) {
    if (!init_[UrlPart::pathname]) return;
    std::string path = *init_[UrlPart::pathname];
    if (init_.baseURL && !base_.opaque && !isAbsolute(path)) {
      const std::string basePath = fromBase(base_.path);
      if (const std::size_t slash = basePath.rfind('/'); slash != basePath.npos)
        path = basePath.substr(0, slash + 1) + path;
    }
    const bool hasSegments = protocol.empty() || url::isSpecial(protocol);
    out_[UrlPart::pathname] = !ofUrl_ ? path : hasSegments ? canonicalPathname(path) : canonicalOpaquePathname(path);
  }
  bool isAbsolute(std::string_view path) const {
    return path.starts_with('/') || (!ofUrl_ && (path.starts_with("\\/") || path.starts_with("{/")));
  }
  std::string fromBase(std::string_view text) const { return ofUrl_ ? std::string(text) : escapedPattern(text); }

  // A part of the base URL is taken when neither the part itself nor one before it is given.
  void takeBase() {
    if (!url::parseRecord(*init_.baseURL, nullptr, base_)) throw InvalidPattern();
    auto given = [&](auto... parts) { return (init_[parts].has_value() || ...); };
    using enum UrlPart;
    if (!given(protocol)) out_[protocol] = fromBase(base_.scheme);
    if (ofUrl_ && !given(protocol, hostname, port, username)) out_[username] = fromBase(base_.username);
    if (ofUrl_ && !given(protocol, hostname, port, username, password)) out_[password] = fromBase(base_.password);
    if (given(protocol, hostname)) return;
    out_[hostname] = fromBase(base_.host.value_or(""));
    if (given(port)) return;
    out_[port] = base_.port < 0 ? "" : std::to_string(base_.port);
    if (given(pathname)) return;
    out_[pathname] = fromBase(base_.path);
    if (given(search)) return;
    out_[search] = fromBase(base_.query.value_or(""));
    if (given(hash)) return;
    out_[hash] = fromBase(base_.fragment.value_or(""));
  }

  const PatternInit& init_;
  const bool ofUrl_;
  url::Record base_;
  PatternInit out_;
};

}  // namespace

PatternInit processed(const PatternInit& init, bool ofUrl) { return Completer(init, ofUrl).complete(); }

PatternInit partsOf(const url::Record& url) {
  PatternInit out;
  out[UrlPart::protocol] = url.scheme;
  out[UrlPart::username] = url.username;
  out[UrlPart::password] = url.password;
  out[UrlPart::hostname] = url.host.value_or("");
  out[UrlPart::port] = url.port < 0 ? "" : std::to_string(url.port);
  out[UrlPart::pathname] = url.path;
  out[UrlPart::search] = url.query.value_or("");
  out[UrlPart::hash] = url.fragment.value_or("");
  return out;
}

}  // namespace nodecpp::detail
