#include "https/options.h"

namespace nodecpp::https {

namespace {

// The last field of http::RequestOptions is `secure`, which is not in the list. The last `{}` would be a further field.
template <class Options>
constexpr bool requestHasMore = requires { Options{NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_HTTPS_VALUE){}, {}}; };
static_assert(!requestHasMore<http::RequestOptions>);
template <class Options>
constexpr bool agentHasMore = requires { Options{NODECPP_HTTPS_AGENT_OPTIONS(NODECPP_HTTPS_VALUE){}}; };
static_assert(!agentHasMore<http::AgentOptions>);

}  // namespace

http::RequestOptions httpOptions(const RequestOptions& from) {
  http::RequestOptions to;
  NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

http::AgentOptions httpOptions(const AgentOptions& from) {
  http::AgentOptions to;
  NODECPP_HTTPS_AGENT_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

ClientTlsOptions detail::tlsOptionsOf(const http::RequestOptions& asked) {
  auto secure = asked.secure.as<Handle<SecureRequest>>();
  return secure ? secure->options : ClientTlsOptions();
}

tls::ConnectOptions connectOptions(const http::RequestOptions& asked) {
  net::ConnectOptions plain = http::connectOptions(asked);
  tls::ConnectOptions to{.port = plain.port,
                         // With `socketPath` the host is still the name that the certificate must have.
                         .host = asked.host,
                         .path = plain.path,
                         .localAddress = plain.localAddress,
                         .localPort = plain.localPort,
                         .family = plain.family,
                         .hints = plain.hints,
                         .lookup = plain.lookup,
                         .autoSelectFamily = plain.autoSelectFamily,
                         .autoSelectFamilyAttemptTimeout = plain.autoSelectFamilyAttemptTimeout,
                         .timeout = plain.timeout,
                         .blockList = plain.blockList,
                         .highWaterMark = asked.highWaterMark,
                         .keepAlive = plain.keepAlive,
                         .keepAliveInitialDelay = plain.keepAliveInitialDelay,
                         .noDelay = plain.noDelay};
  const ClientTlsOptions from = detail::tlsOptionsOf(asked);
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_COPY)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_COPY)
  return to;
}

}  // namespace nodecpp::https
