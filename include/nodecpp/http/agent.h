// The options of a client's request, and Agent, which keeps connections for later requests. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpagent
#pragma once

#include <nodecpp/http/headers.h>
#include <nodecpp/list.h>
#include <nodecpp/net.h>
#include <nodecpp/traits.h>

namespace nodecpp::detail {
class Loop;
}
namespace nodecpp::process {
struct Environment;
}

namespace nodecpp::http {

class AgentObject;
class ClientRequestObject;
using Agent = Handle<AgentObject>;
using ClientRequest = Handle<ClientRequestObject>;
struct RequestOptions;

// The `agent` option of a request: undefined for http::globalAgent, an Agent, or false for a new Agent of this
// request's own. `true` is refused with ERR_INVALID_ARG_TYPE when the request is made.
class AgentOption {
 public:
  AgentOption() noexcept = default;
  AgentOption(const Agent& agent);
  // An agent of a derived class, or a global agent.
  template <class T>
    requires nodecpp::detail::ConvertsTo<const T&, Agent>
  AgentOption(const T& agent) : AgentOption(Agent(agent)) {}
  AgentOption(bool own) : kind_(own ? Kind::wrong : Kind::own) {}
  enum class Kind : unsigned char { undefined, agent, own, wrong };
  Kind kind() const noexcept { return kind_; }
  Agent agent() const;

 private:
  Kind kind_ = Kind::undefined;
  Handle<EventEmitterObject> agent_{};
};

namespace detail {
class Proxy;
// The part of a request's options that http does not know. https derives from this class.
class SecureOptions : public Object {
 public:
  // The agent of a request that names none.
  virtual Agent defaultAgent() const = 0;
  // A new agent for a request with the option `agent: false`.
  virtual Agent ownAgent() const = 0;
};
}  // namespace detail

// Called once with the result, callback(err, socket), by a createConnection function that does not return its socket.
using SocketCallback = Function<void(Error, net::Socket)>;
// Makes the connection for a request. Returns the socket, or undefined when it calls the callback later.
using CreateConnection = Function<net::Socket(const RequestOptions&, SocketCallback)>;

// The options of request() and get(). An empty string, zero, or an option that is not given stands for Node's
// undefined. Options that are not of http, for example `family` or `blockList`, are handed to net::createConnection.
struct RequestOptions {
  AgentOption agent{};
  String auth{};  // "user:password" for Basic authentication
  CreateConnection createConnection{};
  double defaultPort = 0;
  int family = 0;
  Headers headers{};
  int hints = 0;
  String host{};      // "localhost" by default
  String hostname{};  // used instead of `host` when both are given
  bool insecureHTTPParser = false;
  bool joinDuplicateHeaders = false;
  String localAddress{};
  double localPort = 0;
  net::LookupFunction lookup{};
  stream::OptionalNumber maxHeaderSize{};  // in bytes, 16 KiB by default
  String method{};                         // "GET" by default
  String path{};                           // "/" by default
  Lookup port{};                           // `defaultPort`, or else 80, by default
  String protocol{};                       // "http:" by default
  bool setDefaultHeaders = true;
  stream::OptionalNumber setHost{};  // the value of setDefaultHeaders by default
  AbortSignal signal{};
  String socketPath{};
  stream::OptionalNumber timeout{};  // in milliseconds without traffic on the socket
  Array<String> uniqueHeaders{};
  Lookup autoSelectFamily{};
  Lookup autoSelectFamilyAttemptTimeout{};
  net::BlockList blockList{};
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
  // Used by https: the options of TLS. https::connectOptions returns them.
  Handle<detail::SecureOptions> secure{};
};

// Returns the options of net::createConnection for the connection that a request with these options needs.
net::ConnectOptions connectOptions(const RequestOptions& options);

// The `proxyEnv` option: the variables that name proxies, which are process::env or {{"HTTP_PROXY", "http://a:3128"}}.
// http_proxy, https_proxy and no_proxy, in lower or upper case, are copied. By default no proxy is used.
class ProxyEnv {
 public:
  ProxyEnv() = default;
  ProxyEnv(const process::Environment& all);
  ProxyEnv(std::initializer_list<std::pair<String, Lookup>> variables);
  ProxyEnv(const Array<std::pair<String, Lookup>>& variables);

  bool isGiven() const noexcept { return given_; }
  // Returns the variable, whose name is in lower case here. What is set in lower case goes first. As in Node, an empty
  // text counts as unset. Undefined when it is not set.
  Lookup operator[](StringArg lowerName) const;

 private:
  void take(const String& name, const Lookup& value);
  nodecpp::detail::List<std::pair<String, String>> variables_;
  bool given_ = false;
};

// The options of Agent, with Node's defaults. Times are in milliseconds.
struct AgentOptions {
  bool keepAlive = false;
  double keepAliveMsecs = 1000;
  double agentKeepAliveTimeoutBuffer = 1000;
  double maxSockets = 0;  // the most connections to one host; 0 means no limit
  stream::OptionalNumber maxTotalSockets{};
  double maxFreeSockets = 256;
  String scheduling = "lifo";  // which idle socket is used first: "lifo" or "fifo"
  stream::OptionalNumber timeout{};
  ProxyEnv proxyEnv{};  // the proxies that the agent's connections go through
  double defaultPort = 80;
  String protocol = "http:";
  // Options of net::createConnection that the agent uses for all its connections.
  int family = 0;
  String localAddress{};
  net::LookupFunction lookup{};
  bool noDelay = true;
};

// Lists by key, where the keys are in the order in which they were first used.
template <class T>
class NamedLists {
 public:
  // Returns a copy of the list as it is now; an empty list where Node has undefined.
  Array<T> operator[](StringArg name) const {
    for (const auto& [key, list] : lists_)
      if (name == key) return nodecpp::detail::arrayOf(list);
    return {};
  }
  Array<String> keys() const {
    Array<String> all;
    for (const auto& one : lists_) all.push(one.first);
    return all;
  }
  // Return copies of the lists as they are now, alone or with their names: Object.values() and Object.entries() in
  // Node.
  Array<Array<T>> values() const {
    Array<Array<T>> all;
    for (const auto& one : lists_) all.push(nodecpp::detail::arrayOf(one.second));
    return all;
  }
  Array<std::pair<String, Array<T>>> entries() const {
    Array<std::pair<String, Array<T>>> all;
    for (const auto& one : lists_) all.push({one.first, nodecpp::detail::arrayOf(one.second)});
    return all;
  }
  template <class I>
  void inspectTo(I& out) const {
    out.name("[Object: null prototype]");
    for (const auto& [key, list] : entries()) out.property(key, list);
  }

 private:
  friend class AgentObject;
  nodecpp::detail::List<T>* find(StringArg name) {
    for (auto& [key, list] : lists_)
      if (name == key) return &list;
    return nullptr;
  }
  nodecpp::detail::List<T>& list(StringArg name) {
    if (auto* known = find(name)) return *known;
    return lists_.emplace_back(name.toString(), nodecpp::detail::List<T>()).second;
  }
  void erase(StringArg name) {
    erase_if(lists_, [&](const auto& one) { return name == one.first; });
  }
  nodecpp::detail::List<std::pair<String, nodecpp::detail::List<T>>> lists_;
};

// Keeps connections open for later requests, and limits how many connections each host gets. Each combination that
// getName() distinguishes has connections of its own.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpagent
class AgentObject : public EventEmitterObject {
 public:
  using Options = AgentOptions;
  // Throws ERR_PROXY_INVALID_CONFIG for a proxy whose URL is wrong, ERR_INVALID_ARG_VALUE for `scheduling` and
  // ERR_OUT_OF_RANGE for `maxTotalSockets`.
  explicit AgentObject(AgentOptions options = {});
  ~AgentObject() override;

  using EventEmitterObject::eventArgs;
  // Emitted when a request no longer uses a socket, after the agent has handed it on, kept it or closed it.
  static Args<net::Socket, RequestOptions> eventArgs(event::free_t);

  AgentOptions options;
  double defaultPort;
  String protocol;
  double keepAliveMsecs;
  bool keepAlive;
  double maxSockets;  // the most connections to one host; infinity means no limit
  double maxFreeSockets;
  String scheduling;
  double maxTotalSockets;
  double totalSocketCount = 0;
  double agentKeepAliveTimeoutBuffer;
  // The sockets that requests use, by getName().
  NamedLists<net::Socket> sockets;
  // The idle sockets that are kept for later requests, by getName().
  NamedLists<net::Socket> freeSockets;
  // The requests that wait for a socket, by getName().
  NamedLists<ClientRequest> requests;

  // Makes the agent's connections; net::createConnection by default. A program assigns a function to it where it would
  // override Agent's createConnection in Node.
  CreateConnection createConnection;
  // Hooks that a program's own agent class can override, as in Node. keepSocketAlive returns whether the agent keeps a
  // socket that is no longer in use; reuseSocket prepares a kept socket for its next request.
  virtual bool keepSocketAlive(const net::Socket& socket);
  virtual void reuseSocket(const net::Socket& socket, const ClientRequest& request);

  // Returns "host:port:localAddress", followed by ":family" and ":socketPath" where they are set. Requests with equal
  // names share connections.
  String getName(const RequestOptions& options = {}) const;
  // Destroys all sockets of this agent, those in use and the idle ones.
  void destroy();

  // Used by ClientRequest: gives the request a socket, at once or as soon as one is free.
  void addRequest(const ClientRequest& request, RequestOptions options);
  // Takes a request off the queue for a socket. Returns false when the request is not in the queue.
  bool removeRequest(const ClientRequestObject& request);
  // Used by fetch: whether a request that has not begun would get an idle socket.
  bool hasIdle(const ClientRequestObject& request);
  // Used by requests and by https: the proxy for a host, and null when its connections do not go through one.
  const detail::Proxy* proxyFor(const RequestOptions& asked) const;

  const char* className() const override { return "Agent"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("defaultPort", defaultPort).property("protocol", protocol);
    out.property("requests", requests).property("sockets", sockets).property("freeSockets", freeSockets);
    out.property("keepAliveMsecs", keepAliveMsecs).property("keepAlive", keepAlive).property("maxSockets", maxSockets);
    out.property("maxFreeSockets", maxFreeSockets).property("scheduling", scheduling);
    out.property("maxTotalSockets", maxTotalSockets).property("totalSocketCount", totalSocketCount);
    out.property("agentKeepAliveTimeoutBuffer", agentKeepAliveTimeoutBuffer);
  }

 protected:
  // https overrides the following functions. nameOf returns what getName() returns for the complete options.
  virtual String nameOf(const RequestOptions& asked) const { return getName(asked); }
  // Sets those options of the agent that http does not know; they take precedence over those of the request.
  virtual void complete(RequestOptions&, const ClientRequestObject&) {}
  // Returns whether a connection with these options may serve further requests.
  virtual bool mayKeep(const RequestOptions&) const { return true; }
  // Whether an idle socket may serve a request now.
  virtual bool mayReuse(const net::Socket&) const { return true; }
  // Releases what may refer back to this agent. Called when the program's loop ends.
  virtual void empty();

 private:
  struct PooledSocket;
  void createSocket(const ClientRequest& request, RequestOptions options, SocketCallback callback);
  void install(const net::Socket& socket, const RequestOptions& options);
  void onFree(PooledSocket& kept);
  void removeSocket(const net::Socket& socket, RequestOptions options);
  void give(const ClientRequest& request, const net::Socket& socket);
  net::Socket takeIdle(nodecpp::detail::List<net::Socket>& idle);
  void merge(RequestOptions& options, const ClientRequestObject& request);
  // An agent's requests and sockets refer back to the agent in a circle. Each program has a list of its agents, which
  // an agent joins when it is made or first used; the list empties them when the program's loop ends.
  friend struct Agents;
  void join();
  void leave() noexcept;
  Handle<detail::Proxy> proxy_;
  AgentObject* next_ = nullptr;
  AgentObject** link_ = nullptr;
};

// http.globalAgent, the agent of requests that name none. It keeps idle connections for 5 seconds. A program can assign
// another Agent; each program has a globalAgent of its own.
struct GlobalAgent {
  AgentObject* operator->() const;
  operator Agent() const;
  const GlobalAgent& operator=(const Agent& agent) const;
};
inline constexpr GlobalAgent globalAgent{};

// Makes this program's requests go through the proxies that `env` names, by default those of the environment: those of
// http::globalAgent, https::globalAgent, fetch, and the global WebSocket and EventSource. Returns a function that puts
// the former agents back. Without a proxy in `env`, nothing changes. Throws ERR_PROXY_INVALID_CONFIG.
// https://nodejs.org/docs/latest-v24.x/api/http.html#httpsetglobalproxyfromenvproxyenv
Function<void()> setGlobalProxyFromEnv();
Function<void()> setGlobalProxyFromEnv(const ProxyEnv& env);

}  // namespace nodecpp::http
