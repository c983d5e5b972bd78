// HTTP over TLS: servers and clients. https://nodejs.org/docs/latest-v24.x/api/https.html
#pragma once

#include <nodecpp/https/agent.h>
#include <nodecpp/https/server.h>

namespace nodecpp::https {

namespace detail {
http::ClientRequest makeRequest(RequestOptions options, Function<void(http::IncomingMessage)> callback);
http::ClientRequest makeRequest(StringArg url, RequestOptions options, Function<void(http::IncomingMessage)> callback);
http::ClientRequest makeRequest(const url::URL& url, RequestOptions options, Function<void(http::IncomingMessage)> callback);
}  // namespace detail

// Begins a request with `options`, or to `url` with `options` taking precedence over it, as http::request does. Its
// socket is a tls::TLSSocket: request->socket.as<tls::TLSSocket>(). A certificate that is not trusted, or that does not
// name the host, is an `error` event of the request. Throws the errors of http::request, where ERR_INVALID_PROTOCOL is
// for other protocols than "https:", and of tls::createSecureContext.
// https://nodejs.org/docs/latest-v24.x/api/https.html#httpsrequestoptions-callback
inline http::ClientRequest request(RequestOptions options, Function<void(http::IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(std::move(options), std::move(callback));
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
http::ClientRequest request(const Url& url, RequestOptions options, Function<void(http::IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(url, std::move(options), std::move(callback));
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
http::ClientRequest request(const Url& url, Function<void(http::IncomingMessage)> callback = nullptr) {
  return detail::makeRequest(url, {}, std::move(callback));
}

// Makes a request as request() does, but one without a body: end() is called at once.
inline http::ClientRequest get(RequestOptions options, Function<void(http::IncomingMessage)> callback = nullptr) {
  auto made = https::request(std::move(options), std::move(callback));
  made->end();
  return made;
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
http::ClientRequest get(const Url& url, RequestOptions options, Function<void(http::IncomingMessage)> callback = nullptr) {
  auto made = https::request(url, std::move(options), std::move(callback));
  made->end();
  return made;
}
template <class Url>
  requires nodecpp::detail::StringLike<const Url&> || std::same_as<Url, url::URL>
http::ClientRequest get(const Url& url, Function<void(http::IncomingMessage)> callback = nullptr) {
  return https::get(url, RequestOptions(), std::move(callback));
}

// Returns the function that connects to the host of a URL of https:, http:, wss: or ws: through the proxy that fetch would
// use for it (see http::setGlobalProxyFromEnv), for the option `createConnection`. Undefined when fetch would use none.
// The proxy is asked by CONNECT. Not in Node, where a program has undici's getGlobalDispatcher().
http::CreateConnection proxiedConnection(const url::URL& url);

}  // namespace nodecpp::https
