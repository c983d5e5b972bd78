#include "https/dispatcher.h"

#include "diagnostics_channel/undici_channels.h"

#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include "loop/loop.h"

namespace nodecpp::https::detail {

namespace {

bool isSecure(const url::URL& url) { return url->protocol() == "https:" || url->protocol() == "wss:"; }

// Returns a variable of the environment: in lower case, or else in upper case.
String variable(const char* lower, const char* upper) {
  const Lookup set = process::env[lower].isUndefined() ? process::env[upper] : process::env[lower];
  return set.isUndefined() ? String() : set.toString();
}

// Returns the number at the end of "host:80" and shortens the text by it; 0 when there is none.
double takePort(String& entry) {
  const double colon = entry.lastIndexOf(":");
  if (colon < 1) return 0;
  const String digits = entry.slice(std::ptrdiff_t(colon) + 1);
  for (std::size_t i = 0; i < digits.size(); ++i)
    if (digits.data()[i] < '0' || digits.data()[i] > '9') return 0;
  if (digits.empty()) return 0;
  entry = entry.slice(0, std::ptrdiff_t(colon));
  return Lookup(digits).toNumber();
}

}  // namespace

Dispatcher::Dispatcher(const http::detail::FetchProxies& proxies)
    : plain_(proxies.httpProxy ? *proxies.httpProxy : variable("http_proxy", "HTTP_PROXY")),
      secure_(proxies.httpsProxy ? *proxies.httpsProxy : variable("https_proxy", "HTTPS_PROXY")),
      fromEnvironment_(!proxies.noProxy) {
  if (secure_.empty()) secure_ = plain_;
  if (proxies.noProxy) noProxy_ = *proxies.noProxy;
  readBypassed();
}

void Dispatcher::readBypassed() {
  if (fromEnvironment_) noProxy_ = variable("no_proxy", "NO_PROXY");
  bypassed_.clear();
  String text = noProxy_;
  for (const char* space : {"\t", "\n", "\v", "\f", "\r", ","}) text = text.replaceAll(space, " ");
  for (String entry : text.split(" ")) {
    if (entry.empty()) continue;
    const double port = takePort(entry);
    if (entry.startsWith("*.")) entry = entry.slice(1);
    if (entry.startsWith(".")) entry = entry.slice(1);
    bypassed_.push_back({entry.toLowerCase(), port});
  }
}

bool Dispatcher::isBypassed(const url::URL& url) {
  if (fromEnvironment_ && noProxy_ != variable("no_proxy", "NO_PROXY")) readBypassed();
  if (bypassed_.empty()) return false;
  if (noProxy_ == "*") return true;
  const String host = url->hostname().toLowerCase();
  const double port = !url->port().empty() ? Lookup(url->port()).toNumber() : isSecure(url) ? 443 : 80;
  for (const Entry& entry : bypassed_) {
    if (entry.port != 0 && entry.port != port) continue;
    if (host == entry.host || host.endsWith("." + entry.host)) return true;
  }
  return false;
}

Handle<http::detail::Proxy> Dispatcher::proxyFor(const url::URL& url) {
  const bool secure = isSecure(url);
  const String& text = secure ? secure_ : plain_;
  if (text.empty() || isBypassed(url)) return nullptr;
  if (!text.startsWith("http://") && !text.startsWith("https://"))
    throw nodecpp::detail::codedError<Error>("ERR_PROXY_INVALID_CONFIG",
                                             "fetch goes through proxies of http and https only: " + text);
  Handle<http::detail::Proxy>& proxy = secure ? secureProxy_ : plainProxy_;
  if (!proxy) proxy = make<Handle<http::detail::Proxy>>(text, "");
  return proxy;
}

namespace {

struct Current {
  Handle<Dispatcher> dispatcher;
  double version = -1;
};
constinit nodecpp::detail::LoopLocal<Current> current;

// The errors of EventSource and WebSocket do not tell what has failed.
Error errorOf(const TunnelEnd& end, const http::detail::Proxy&) {
  return end.kind == TunnelEnd::Kind::failed
             ? end.error
             : nodecpp::detail::codedError<Error>("ERR_PROXY_TUNNEL", "The proxy has not made the connection");
}

}  // namespace

Handle<Dispatcher> dispatcher() {
  Current& own = *current;
  const http::detail::FetchProxies& proxies = http::detail::globalAgents().fetch;
  if (own.version != proxies.version) {
    own.version = proxies.version;
    own.dispatcher = proxies.used ? make<Handle<Dispatcher>>(proxies) : nullptr;
  }
  return own.dispatcher;
}

// Publishes what undici does when a proxy has opened a tunnel.
static void tellOfTunnel(const http::detail::Proxy& proxy, const String& target, const String& host,
                         const net::Socket& socket) {
  const auto channel = diagnostics_channel::channel("undici:proxy:connected");
  if (!channel->hasSubscribers()) return;
  const auto url = make<url::URL>(proxy.href());
  var headers = var::object();
  if (proxy.hasUserAndPassword()) headers.set("proxy-authorization", proxy.authorization());
  headers.set("host", host);
  headers.set("proxy-connection", "keep-alive");
  channel->publish(var::object({{"socket", var(Handle<Object>(socket))},
                                {"connectParams", var::object({{"origin", url->origin()},
                                                               {"port", url->port()},
                                                               {"path", target},
                                                               {"signal", undefined},
                                                               {"headers", headers},
                                                               {"servername", url->hostname()}})}}));
}

void connectByTunnel(const Handle<http::detail::Proxy>& proxy, const http::RequestOptions& asked, bool secure,
                     Error (*errorOf)(const TunnelEnd& end, const http::detail::Proxy& proxy),
                     const http::SocketCallback& callback) {
  const String host = http::detail::bracketed(asked.host);
  const double usual = secure ? 443 : 80, port = asked.port.toNumber();
  const String target = host + ":" + str(port);
  String question = "CONNECT " + target + " HTTP/1.1\r\nhost: " + (port == usual ? host : target) + "\r\n";
  question += "connection: close\r\n";
  if (proxy->hasUserAndPassword()) question += "proxy-authorization: " + proxy->authorization() + "\r\n";
  question += "proxy-connection: keep-alive\r\n\r\n";
  openTunnel(*proxy, question, dispatcherTimes, [=](TunnelEnd end) {
    if (end.kind == TunnelEnd::Kind::opened && !end.rest.empty()) {
      // Neither TLS nor a response begins before this side has sent something.
      std::exchange(end.socket, nullptr)->destroy();
      end.kind = TunnelEnd::Kind::excess;
    }
    if (end.kind != TunnelEnd::Kind::opened) return callback(errorOf(end, *proxy), nullptr);
    if (diagnostics_channel::detail::isUndiciWanted()) [[unlikely]]
      tellOfTunnel(*proxy, target, port == usual ? host : target, end.socket);
    if (!secure) return callback(nullptr, end.socket);
    // As in undici, the time to connect holds for the handshake, too.
    let<Timeout> timer;
    const tls::TLSSocket socket = secureTunnel(end.socket, asked, [=](const Error& error, const net::Socket& made) {
      clearTimeout(timer);
      callback(error, made);
    });
    timer = setTimeout([=] { socket->destroy(errorOf({.kind = TunnelEnd::Kind::expired}, *proxy)); },
                       dispatcherTimes.connecting);
  });
}

}  // namespace nodecpp::https::detail

namespace nodecpp::https {

http::CreateConnection proxiedConnection(const url::URL& url) {
  const Handle<detail::Dispatcher> dispatcher = detail::dispatcher();
  Handle<http::detail::Proxy> proxy;
  try {
    if (dispatcher) proxy = dispatcher->proxyFor(url);
  } catch (const Error& error) {
    return [error](const http::RequestOptions&, const http::SocketCallback& callback) {
      callback(error, nullptr);
      return net::Socket();
    };
  }
  if (!proxy) return nullptr;
  const bool secure = detail::isSecure(url);
  return [proxy, secure](const http::RequestOptions& asked, const http::SocketCallback& callback) {
    detail::connectByTunnel(proxy, asked, secure, detail::errorOf, callback);
    return net::Socket();
  };
}

}  // namespace nodecpp::https
