// Requests of http that a proxy forwards: their target is an absolute URL (RFC 9112, 3.2.2), which must agree with the
// Host field.
#include <nodecpp/http/client.h>
#include <nodecpp/url.h>
#include <nodecpp/util.h>

#include "http/proxy.h"
#include "net/socket_handle.h"

namespace nodecpp::http {

namespace {

using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgValue;

// Whether the value of a Host field names the same host and port as `canonical`.
bool isSameAuthority(const String& canonical, const String& given) {
  const url::URL parsed = url::URL::parse("http://" + given);
  return parsed && parsed->username().empty() && parsed->password().empty() && parsed->pathname() == "/" &&
         parsed->search().empty() && parsed->hash().empty() && parsed->host() == canonical;
}

Error otherHost(const String& given, const String& canonical) {
  return invalidArgValue("Host in options.headers", inspectString(given),
                         "must match the request authority (" + canonical + ")");
}

// Returns the Host field of a flat list of headers. Throws ERR_INVALID_ARG_VALUE when there are two.
Lookup hostIn(const Headers& headers) {
  Lookup host;
  const auto flat = nodecpp::detail::arrayOf(headers.flat());
  for (std::size_t i = 0; i + 1 < flat.size(); i += 2) {
    if (String(flat[i]).toLowerCase() != "host") continue;
    if (!host.isUndefined())
      throw invalidArgValue("options.headers", "'(redacted)'", "must not contain duplicate Host headers");
    host = String(flat[i + 1]);
  }
  return host;
}

// Returns what ERR_INVALID_ARG_VALUE shows of a long value.
String shortened(const String& inspected) {
  return inspected.length() > 128 ? inspected.slice(0, 128) + "..." : inspected;
}

// Returns the URL of a request for `path`, whose authority is that of `base`.
url::URL targetOf(const url::URL& base, const String& path) {
  const url::URL target = url::URL::parse(path);
  if (!target) {
    if (!path.startsWith("/"))
      throw invalidArgValue("options.path", inspectString(path), "must be in absolute-form or start with /");
    return make<url::URL>(base->origin() + path);
  }
  if (!target->username().empty() || !target->password().empty()) {
    target->setUsername("");
    target->setPassword("");
    throw invalidArgValue("options.path", inspectString(target->href()),
                          "must not contain userinfo, use options.auth instead");
  }
  if (target->protocol() != "http:")
    throw invalidArgValue("options.path", inspectString(target->protocol()),
                          "must use http: scheme when specified as an absolute URL");
  if (target->host() != base->host())
    throw invalidArgValue("options.path", shortened(util::inspect(target)),
                          "must match the request authority (" + base->host() + ")");
  return target;
}

}  // namespace

// Prepares the request for the proxy of its agent, if the agent has one for its host. `givenHost` is the Host field
// that the program has set.
void ClientRequestObject::goThroughProxy(const Lookup& givenHost) {
  const detail::Proxy* proxy = agent->protocol == "http:" ? agent->proxyFor(options_) : nullptr;
  if (!proxy) return;
  const bool flat = options_.headers.isFlat();
  if (method != "CONNECT" && !(method == "OPTIONS" && path == "*")) {
    net::detail::validatePort(options_.port, "options.port");
    const url::URL base = make<url::URL>("http://" + detail::bracketed(host));
    base->setPort(options_.port.toString());
    const Lookup asked = flat ? hostIn(options_.headers) : givenHost;
    // A flat list is sent as it is, so the value must be the very same.
    if (asked && !(flat ? asked == base->host() : isSameAuthority(base->host(), asked.toString())))
      throw otherHost(asked.toString(), base->host());
    if (const Lookup set = flat ? Lookup() : getHeader("host"); set && set != base->host())
      storeHeaderField("Host", base->host());
    path = targetOf(base, path)->href();
  }
  if (flat) return;
  if (!proxy->authorization().empty()) storeHeaderField("proxy-authorization", proxy->authorization());
  storeHeaderField("proxy-connection", shouldKeepAlive ? "keep-alive" : "close");
}

// As in Node, a tunnel that takes too long is first a time-out of the request.
void ClientRequestObject::tellTunnelError(const Error& error) {
  if (error->code != "ERR_PROXY_TUNNEL") return;
  const ClientRequest self(this);
  if (error->get("proxyTunnelTimeout")) emit(event::timeout);
  emitError(error);
}

}  // namespace nodecpp::http
