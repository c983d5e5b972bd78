// What a client asks for, and the agents that keep its connections. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpagent
#pragma once

#include <nodecpp/http/headers.h>
#include <nodecpp/list.h>
#include <nodecpp/net.h>

namespace nodecpp::detail {
class Loop;
}

namespace nodecpp::http {

class AgentObject;
class ClientRequestObject;
using Agent = Handle<AgentObject>;
using ClientRequest = Handle<ClientRequestObject>;
struct RequestOptions;

// The `agent` of a request: undefined (http::globalAgent), an Agent, or false, for one of its own.
class AgentOption {
 public:
  AgentOption() noexcept = default;
  AgentOption(const Agent& agent);
  AgentOption(bool own) : kind_(own ? Kind::wrong : Kind::own) {}
  enum class Kind : unsigned char { undefined, agent, own, wrong };
  Kind kind() const noexcept { return kind_; }
  Agent agent() const;

 private:
  Kind kind_ = Kind::undefined;
  Handle<EventEmitterObject> agent_{};
};

// Answers a createConnection that does not return its socket: callback(err, socket).
using SocketCallback = Function<void(Error, net::Socket)>;
// Makes the connection of a request; returns the socket, or undefined when it calls `callback`.
using CreateConnection = Function<net::Socket(const RequestOptions&, SocketCallback)>;

// Of request() and get(). Empty strings, zeros and what is not given are Node's undefined. The last ones, and those of a
// name, an address or a path, go to net::createConnection.
struct RequestOptions {
  AgentOption agent{};
  String auth{};  // "user:password", for Basic authentication
  CreateConnection createConnection{};
  double defaultPort = 0;
  int family = 0;
  Headers headers{};
  int hints = 0;
  String host{};      // "localhost"
  String hostname{};  // the same, preferred
  bool insecureHTTPParser = false;
  bool joinDuplicateHeaders = false;
  String localAddress{};
  double localPort = 0;
  net::LookupFunction lookup{};
  stream::OptionalNumber maxHeaderSize{};  // 16 KiB
  String method{};                         // "GET"
  String path{};                           // "/"
  Lookup port{};                           // defaultPort, else 80
  String protocol{};                       // "http:"
  bool setDefaultHeaders = true;
  stream::OptionalNumber setHost{};  // as setDefaultHeaders
  AbortSignal signal{};
  String socketPath{};
  stream::OptionalNumber timeout{};  // of the socket, milliseconds
  Array<String> uniqueHeaders{};
  Lookup autoSelectFamily{};
  Lookup autoSelectFamilyAttemptTimeout{};
  net::BlockList blockList{};
  stream::OptionalNumber highWaterMark{};
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  bool noDelay = false;
};

// What net::createConnection is given for such a request.
net::ConnectOptions connectOptions(const RequestOptions& options);

struct AgentOptions {
  bool keepAlive = false;
  double keepAliveMsecs = 1000;
  double agentKeepAliveTimeoutBuffer = 1000;
  double maxSockets = 0;  // 0: no limit, as for the next
  stream::OptionalNumber maxTotalSockets{};
  double maxFreeSockets = 256;
  String scheduling = "lifo";  // or "fifo"
  stream::OptionalNumber timeout{};
  double defaultPort = 80;
  String protocol = "http:";
  // Those of net::createConnection that are the same for all requests.
  int family = 0;
  String localAddress{};
  net::LookupFunction lookup{};
  bool noDelay = true;
};

// Lists by name, in the order in which they were begun.
template <class T>
class NamedLists {
 public:
  // As it is now; empty where Node has undefined.
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

// Keeps connections for requests, one or several a host.
class AgentObject : public EventEmitterObject {
 public:
  using Options = AgentOptions;
  // Throws ERR_INVALID_ARG_VALUE for `scheduling`, ERR_OUT_OF_RANGE for `maxTotalSockets`.
  explicit AgentObject(AgentOptions options = {});
  ~AgentObject() override;

  using EventEmitterObject::eventArgs;
  // A socket has become free, before it is kept or closed.
  static Args<net::Socket, RequestOptions> eventArgs(event::free_t);

  AgentOptions options;
  double defaultPort;
  String protocol;
  double keepAliveMsecs;
  bool keepAlive;
  double maxSockets;  // infinity: no limit
  double maxFreeSockets;
  String scheduling;
  double maxTotalSockets;
  double totalSocketCount = 0;
  double agentKeepAliveTimeoutBuffer;
  NamedLists<net::Socket> sockets;      // in use, by getName()
  NamedLists<net::Socket> freeSockets;  // kept
  NamedLists<ClientRequest> requests;   // that wait for a socket

  // Makes the connections; assign to it what Node would have overridden. net::createConnection unless changed.
  CreateConnection createConnection;
  // Whether a socket that has become free is kept; one that is used again. What Node lets programs override.
  virtual bool keepSocketAlive(const net::Socket& socket);
  virtual void reuseSocket(const net::Socket& socket, const ClientRequest& request);

  // "host:port:localAddress", with ":family" and ":socketPath" where they are set: who shares connections.
  String getName(const RequestOptions& options = {}) const;
  // Destroys the sockets of this agent, in use or not.
  void destroy();

  // For ClientRequest: gives it a socket, now or when one is free.
  void addRequest(const ClientRequest& request, RequestOptions options);
  // It waits no longer. False when it does not.
  bool removeRequest(const ClientRequestObject& request);

  const char* className() const override { return "Agent"; }

 private:
  struct Kept;
  void createSocket(const ClientRequest& request, RequestOptions options, SocketCallback callback);
  void install(const net::Socket& socket, const RequestOptions& options);
  void onFree(Kept& kept);
  void removeSocket(const net::Socket& socket, RequestOptions options);
  void give(const ClientRequest& request, const net::Socket& socket);
  void merge(RequestOptions& options) const;
  // Its requests and sockets refer to it: the end of its loop empties it. It joins when it is made in a program, or used.
  friend struct Agents;
  void join();
  void leave() noexcept;
  void empty();
  AgentObject* next_ = nullptr;
  AgentObject** link_ = nullptr;
};

// http.globalAgent: keeps connections alive, for 5 seconds. Assignable. Each program has its own.
struct GlobalAgent {
  AgentObject* operator->() const;
  operator Agent() const;
  const GlobalAgent& operator=(const Agent& agent) const;
};
inline constexpr GlobalAgent globalAgent{};

}  // namespace nodecpp::http
