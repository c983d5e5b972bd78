// The options of https's requests, agents and servers: those of http together with those of tls. Part of https.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/tls.h>

namespace nodecpp::https {

// The options of http::request, F(type, name, default), in the same order as there.
#define NODECPP_HTTPS_REQUEST_OPTIONS(F)                         \
  F(nodecpp::http::AgentOption, agent, {})                       \
  F(nodecpp::String, auth, {})                                   \
  F(nodecpp::http::CreateConnection, createConnection, {})       \
  F(double, defaultPort, {0})                                    \
  F(int, family, {0})                                            \
  F(nodecpp::http::Headers, headers, {})                         \
  F(int, hints, {0})                                             \
  F(nodecpp::String, host, {})                                   \
  F(nodecpp::String, hostname, {})                               \
  F(bool, insecureHTTPParser, {false})                           \
  F(bool, joinDuplicateHeaders, {false})                         \
  F(nodecpp::String, localAddress, {})                           \
  F(double, localPort, {0})                                      \
  F(nodecpp::net::LookupFunction, lookup, {})                    \
  F(nodecpp::stream::OptionalNumber, maxHeaderSize, {})          \
  F(nodecpp::String, method, {})                                 \
  F(nodecpp::String, path, {})                                   \
  F(nodecpp::Lookup, port, {})                                   \
  F(nodecpp::String, protocol, {})                               \
  F(bool, setDefaultHeaders, {true})                             \
  F(nodecpp::stream::OptionalNumber, setHost, {})                \
  F(nodecpp::AbortSignal, signal, {})                            \
  F(nodecpp::String, socketPath, {})                             \
  F(nodecpp::stream::OptionalNumber, timeout, {})                \
  F(nodecpp::Array<nodecpp::String>, uniqueHeaders, {})          \
  F(nodecpp::Lookup, autoSelectFamily, {})                       \
  F(nodecpp::Lookup, autoSelectFamilyAttemptTimeout, {})         \
  F(nodecpp::net::BlockList, blockList, {})                      \
  F(nodecpp::stream::OptionalNumber, highWaterMark, {})          \
  F(bool, keepAlive, {false})                                    \
  F(double, keepAliveInitialDelay, {0})                          \
  F(bool, noDelay, {false})

// The options of http::Agent, in the same order as there.
#define NODECPP_HTTPS_AGENT_OPTIONS(F)                  \
  F(bool, keepAlive, {false})                           \
  F(double, keepAliveMsecs, {1000})                     \
  F(double, agentKeepAliveTimeoutBuffer, {1000})        \
  F(double, maxSockets, {0})                            \
  F(nodecpp::stream::OptionalNumber, maxTotalSockets, {}) \
  F(double, maxFreeSockets, {256})                      \
  F(nodecpp::String, scheduling, {"lifo"})              \
  F(nodecpp::stream::OptionalNumber, timeout, {})       \
  F(nodecpp::http::ProxyEnv, proxyEnv, {})              \
  F(double, defaultPort, {443})                         \
  F(nodecpp::String, protocol, {"https:"})              \
  F(int, family, {0})                                   \
  F(nodecpp::String, localAddress, {})                  \
  F(nodecpp::net::LookupFunction, lookup, {})           \
  F(bool, noDelay, {true})

// The options of http::createServer, in the same order as there.
#define NODECPP_HTTPS_SERVER_OPTIONS(F)                                                                      \
  F(double, connectionsCheckingInterval, {30000})                                                            \
  F(nodecpp::stream::OptionalNumber, headersTimeout, {})                                                     \
  F(nodecpp::stream::OptionalNumber, highWaterMark, {})                                                      \
  F(nodecpp::String, httpValidation, {})                                                                     \
  F(bool, insecureHTTPParser, {false})                                                                       \
  F(nodecpp::Function<nodecpp::http::IncomingMessage(nodecpp::net::Socket)>, IncomingMessage, {})            \
  F(bool, joinDuplicateHeaders, {false})                                                                     \
  F(bool, keepAlive, {false})                                                                                \
  F(double, keepAliveInitialDelay, {0})                                                                      \
  F(double, keepAliveTimeout, {5000})                                                                        \
  F(double, keepAliveTimeoutBuffer, {1000})                                                                  \
  F(nodecpp::stream::OptionalNumber, maxHeaderSize, {})                                                      \
  F(bool, noDelay, {true})                                                                                   \
  F(nodecpp::stream::OptionalNumber, requestTimeout, {})                                                     \
  F(bool, requireHostHeader, {true})                                                                         \
  F(bool, rejectNonStandardBodyWrites, {false})                                                              \
  F(nodecpp::Function<nodecpp::http::ServerResponse(nodecpp::http::IncomingMessage)>, ServerResponse, {})    \
  F(nodecpp::Function<bool(nodecpp::http::IncomingMessage)>, shouldUpgradeCallback, {})                      \
  F(nodecpp::Array<nodecpp::String>, uniqueHeaders, {})                                                      \
  F(bool, optimizeEmptyRequests, {false})                                                                    \
  F(bool, strictHostHeader, {false})

// The options of request() and get(): those of http::request, then those by which a client speaks TLS, then those of
// the secure context. `port` is 443 by default, `protocol` "https:", and `agent` https::globalAgent. An empty
// `servername` stands for the name in the Host header, or else `host`; an IP address is not sent as a name.
struct RequestOptions {
  NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// The options of Agent: those of http::Agent, and those of TLS, which take precedence over the request's.
struct AgentOptions {
  NODECPP_HTTPS_AGENT_OPTIONS(NODECPP_TLS_FIELD)
  double maxCachedSessions = 100;  // 0 keeps no sessions
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// The options of createServer: those of the secure context and of tls::createServer, and those of http::createServer.
// `ALPNProtocols` is {"http/1.1"} by default.
struct ServerOptions {
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_SERVER_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_HTTPS_SERVER_OPTIONS(NODECPP_TLS_FIELD)
  bool allowHalfOpen = false;
  bool pauseOnConnect = false;
  net::BlockList blockList{};
};

// The options by which a client speaks TLS, and of its secure context.
struct ClientTlsOptions {
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// Returns the options of tls::connect for the connection that a request needs. A `createConnection` function of a
// program calls it with its first argument.
tls::ConnectOptions connectOptions(const http::RequestOptions& options);

}  // namespace nodecpp::https
