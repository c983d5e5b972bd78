// Which proxy fetch(), and with it EventSource and WebSocket, uses for a URL. The rules are those of undici's
// EnvHttpProxyAgent, which differ from those of http's agents: what is not set in lower case may be set in upper case,
// also to an empty text; https without a proxy of its own goes through that of http; and all requests go through
// tunnels.
#pragma once

#include <nodecpp/url.h>

#include "https/tunnel.h"

namespace nodecpp::https::detail {

class Dispatcher final : public Object {
 public:
  explicit Dispatcher(const http::detail::FetchProxies& proxies);
  // Returns the proxy for the URL; undefined when its host is reached without one. Throws ERR_PROXY_INVALID_CONFIG for
  // a proxy that is none of http or https.
  Handle<http::detail::Proxy> proxyFor(const url::URL& url);

 private:
  struct Entry {
    String host;
    double port;  // 0 for all ports
  };
  void readBypassed();
  bool isBypassed(const url::URL& url);

  String plain_, secure_;  // empty for no proxy
  Handle<http::detail::Proxy> plainProxy_, secureProxy_;
  bool fromEnvironment_;  // NO_PROXY is that of the environment, as it is now
  String noProxy_;
  nodecpp::detail::List<Entry> bypassed_;
};

// Returns that of the program as it is now; undefined when no proxies are used.
Handle<Dispatcher> dispatcher();

// Milliseconds. The proxy gets as much time as a server has for the head of a response.
inline constexpr TunnelTimes dispatcherTimes{10'000, 300'000};

// Connects to the host of `asked` through the proxy as undici does, for http and https alike. Calls `callback` once,
// with what `errorOf` returns when there is no tunnel.
void connectByTunnel(const Handle<http::detail::Proxy>& proxy, const http::RequestOptions& asked, bool secure,
                     Error (*errorOf)(const TunnelEnd& end, const http::detail::Proxy& proxy),
                     const http::SocketCallback& callback);

}  // namespace nodecpp::https::detail
