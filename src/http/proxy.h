// The proxies that agents, fetch and the like go through, and where a program has them from.
#pragma once

#include <nodecpp/http/agent.h>

#include <optional>

namespace nodecpp::http::detail {

// The proxy of an agent: where it is, what it is told, and which hosts are reached without it.
class Proxy final : public Object {
 public:
  // Throws ERR_PROXY_INVALID_CONFIG when `text` is no URL.
  Proxy(const String& text, const String& bypassed);

  // Whether a connection for a request with these options goes through this proxy, by Node's rules for NO_PROXY.
  bool serves(const RequestOptions& asked) const;
  // Returns a socket that connects to the proxy, by TLS where the proxy's URL is one of https. Throws
  // ERR_PROXY_INVALID_CONFIG when that is needed and the program does not use https.
  net::Socket connect() const;
  bool isSecure() const noexcept { return isSecure_; }
  // The proxy's URL without the credentials, for messages.
  const String& href() const noexcept { return href_; }
  // The value of Proxy-Authorization; empty when the URL has no credentials.
  const String& authorization() const noexcept { return authorization_; }
  // Whether the URL has both a user and a password, without which fetch sends no credentials.
  bool hasUserAndPassword() const noexcept { return hasUserAndPassword_; }
  const String& host() const noexcept { return host_; }
  double port() const noexcept { return port_; }

 private:
  bool isBypassed(const String& host, const Lookup& port) const;

  String href_, authorization_, host_;
  double port_ = 0;
  bool isSecure_ = false, hasUserAndPassword_ = false;
  Array<String> bypassed_;
};

// Returns the host as a part of a URL, where an IPv6 address stands in brackets.
inline String bracketed(const String& host) { return net::isIPv6(host) ? "[" + host + "]" : host; }

// Returns the proxy that `env` names for requests of `protocol`; undefined when there is none, or none of http or
// https. Throws ERR_PROXY_INVALID_CONFIG.
Handle<Proxy> proxyOf(const ProxyEnv& env, const String& protocol);

// What fetch goes through: values that are not given are those of the environment.
struct FetchProxies {
  bool used = false;
  std::optional<String> httpProxy{}, httpsProxy{}, noProxy{};
  double version = 0;  // differs for each call of setGlobalProxyFromEnv, and after its undoing
};

// The agents of requests that name none, and the proxies of agents that are not made yet. Those of https are here
// because setGlobalProxyFromEnv changes both.
struct GlobalAgents {
  struct Used {
    Agent agent;
    ProxyEnv environment;
  };
  GlobalAgents();
  Used plain;
  Used secure;  // with an https::Agent
  FetchProxies fetch;
  double versions = 0;
};
GlobalAgents& globalAgents();

}  // namespace nodecpp::http::detail
