#include "http/proxy.h"

#include <nodecpp/process.h>
#include <nodecpp/uri.h>
#include <nodecpp/url.h>

#include <cstring>
#include <optional>

#include "base/upward_calls.h"
#include "http/message.h"
#include "process/process_state.h"

namespace nodecpp::http {

namespace {

constexpr const char* variableNames[] = {"http_proxy",  "HTTP_PROXY", "https_proxy",
                                         "HTTPS_PROXY", "no_proxy",   "NO_PROXY"};

Error invalidConfig(StringArg message) {
  return nodecpp::detail::codedError<Error>("ERR_PROXY_INVALID_CONFIG", message);
}

// Returns the URL of the proxy that `env` names for requests of the protocol; undefined when it names none.
Lookup urlIn(const ProxyEnv& env, bool secure) {
  const Lookup found = env[secure ? "https_proxy" : "http_proxy"];
  if (!found) return undefined;
  const String text = found.toString();
  if (text.includes("\r") || text.includes("\n")) throw invalidConfig("Invalid proxy URL: " + text);
  return text;
}

// Throws the error of undici, the implementation of fetch in Node.js, for a proxy of another protocol.
void checkForFetch(const Lookup& text) {
  if (!text) return;
  const String protocol = make<url::URL>(text.toString())->protocol();
  for (const char* known : {"http:", "https:", "socks5:", "socks:"})
    if (protocol == known) return;
  auto error = nodecpp::detail::codedError<Error>("UND_ERR_INVALID_ARG",
                                                  "Invalid URL protocol: the URL must start with `http:` or `https:`.");
  error->name = "InvalidArgumentError";
  throw error;
}

// Whether `entry` is a range of IPv4 addresses, as in 192.168.1.0-192.168.1.255, with the host in it.
bool isInRange(const String& entry, const String& host) {
  if (!entry.includes("-")) return false;
  const Array<String> ends = entry.split("-");
  using net::detail::parseAddress;
  unsigned char at[16], first[16], last[16];
  if (parseAddress(host, at) != 4 || parseAddress(ends[0].trim(), first) != 4 || parseAddress(ends[1].trim(), last) != 4)
    return false;
  return std::memcmp(first, at, 4) <= 0 && std::memcmp(at, last, 4) <= 0;
}

// Whether NO_PROXY's entry means the host. Both are in lower case.
bool matches(const String& entry, const String& host, const String& hostWithPort) {
  if (entry == "*" || entry == host || entry == hostWithPort) return true;
  if (entry.startsWith(".") && (host == entry.slice(1) || host.endsWith(entry))) return true;
  if (entry.startsWith("*.") && host.endsWith(entry.slice(1))) return true;
  return isInRange(entry, host);
}

}  // namespace

ProxyEnv::ProxyEnv(const process::Environment& all) : given_(true) {
  for (const char* name : variableNames) take(name, all[name]);
}
ProxyEnv::ProxyEnv(std::initializer_list<std::pair<String, Lookup>> variables) : given_(true) {
  for (const auto& [name, value] : variables) take(name, value);
}
ProxyEnv::ProxyEnv(const Array<std::pair<String, Lookup>>& variables) : given_(true) {
  for (const auto& [name, value] : variables) take(name, value);
}

void ProxyEnv::take(const String& name, const Lookup& value) {
  if (!value) return;
  for (const char* known : variableNames)
    if (name == known) variables_.emplace_back(name, value.toString());
}

Lookup ProxyEnv::operator[](StringArg lowerName) const {
  const String lower = lowerName.toString(), upper = lower.toUpperCase();
  for (const String& wanted : {lower, upper})
    for (const auto& [name, value] : variables_)
      if (name == wanted) return value;
  return undefined;
}

namespace detail {

Proxy::Proxy(const String& text, const String& bypassed) {
  const url::URL parsed = url::URL::parse(text);
  if (!parsed) throw invalidConfig("Invalid proxy URL: " + text);
  href_ = text;
  const String user = parsed->username(), password = parsed->password();
  if (!user.empty() || !password.empty()) {
    parsed->setUsername("");
    parsed->setPassword("");
    href_ = parsed->href();
    hasUserAndPassword_ = !user.empty() && !password.empty();
    authorization_ =
        "Basic " + Buffer::from(decodeURIComponent(user) + ":" + decodeURIComponent(password)).toString("base64");
  }
  isSecure_ = parsed->protocol() == "https:";
  host_ = parsed->hostname();
  if (host_.startsWith("[")) host_ = host_.slice(1, -1);
  port_ = parsed->port().empty() ? (isSecure_ ? 443 : 80) : Lookup(parsed->port()).toNumber();
  if (!bypassed.empty())
    bypassed_ = bypassed.split(",").map([](const String& entry) { return entry.trim().toLowerCase(); });
}

bool Proxy::serves(const RequestOptions& asked) const {
  // A Unix domain socket cannot be reached by a proxy.
  if (!asked.socketPath.empty()) return false;
  return bypassed_.empty() || !isBypassed(asked.host.empty() ? String("localhost") : asked.host, asked.port);
}

bool Proxy::isBypassed(const String& given, const Lookup& port) const {
  const String host = given.toLowerCase();
  const String hostWithPort = port ? host + ":" + port.toString() : host;
  for (const String& entry : bypassed_)
    if (matches(entry, host, hostWithPort)) return true;
  return false;
}

net::Socket Proxy::connect() const {
  if (!isSecure_) return net::createConnection({.port = port_, .host = host_});
  const auto secure = nodecpp::detail::upward().connectToSecureProxy;
  if (!secure) throw invalidConfig("A proxy with an https: URL needs <nodecpp/https.h>: " + href_);
  return secure(host_, port_);
}

Handle<Proxy> proxyOf(const ProxyEnv& env, const String& protocol) {
  const bool secure = protocol == "https:";
  if (!secure && protocol != "http:") return nullptr;
  const Lookup found = urlIn(env, secure);
  if (!found) return nullptr;
  const String text = found.toString();
  // As in Node, proxies of other protocols are left to the program.
  if (!text.startsWith("http://") && !text.startsWith("https://")) return nullptr;
  const Lookup bypassed = env["no_proxy"];
  return make<Handle<Proxy>>(text, bypassed ? bypassed.toString() : String());
}

// By NODE_USE_ENV_PROXY=1 or --nodecpp-use-env-proxy, the environment names the proxies, from the first use on.
GlobalAgents::GlobalAgents() {
  const auto* state = static_cast<const nodecpp::detail::ProcessState*>(Loop::current().processState);
  if (!state || !(state->useEnvProxy || process::env["NODE_USE_ENV_PROXY"] == "1")) return;
  plain.environment = secure.environment = ProxyEnv(process::env);
  fetch.used = bool(urlIn(plain.environment, false)) || bool(urlIn(plain.environment, true));
}

GlobalAgents& globalAgents() {
  static constinit nodecpp::detail::LoopLocal<GlobalAgents> agents;
  return *agents;
}

}  // namespace detail

Function<void()> setGlobalProxyFromEnv() { return setGlobalProxyFromEnv(ProxyEnv(process::env)); }

Function<void()> setGlobalProxyFromEnv(const ProxyEnv& env) {
  const Lookup plain = urlIn(env, false), secure = urlIn(env, true);
  if (!plain && !secure) return [] {};
  for (const Lookup& text : {plain, secure})
    if (text && !url::URL::canParse(text.toString())) throw invalidConfig(text.toString());
  for (const Lookup& text : {plain, secure}) checkForFetch(text);
  detail::GlobalAgents& global = detail::globalAgents();
  const detail::FetchProxies formerFetch = global.fetch;
  const auto given = [](const Lookup& text) { return text ? std::optional(text.toString()) : std::nullopt; };
  global.fetch = {true, given(plain), given(secure), given(env["no_proxy"]), ++global.versions};
  // The agents are made when they are used first.
  const detail::GlobalAgents::Used formerPlain = global.plain, formerSecure = global.secure;
  if (plain) global.plain = {nullptr, env};
  if (secure) global.secure = {nullptr, env};
  return [=] {
    detail::GlobalAgents& global = detail::globalAgents();
    global.fetch = formerFetch;
    if (plain) global.plain = formerPlain;
    if (secure) global.secure = formerSecure;
  };
}

}  // namespace nodecpp::http
