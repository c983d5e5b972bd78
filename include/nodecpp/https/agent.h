// Agent, which keeps encrypted connections and sessions for later requests. Part of https.
// https://nodejs.org/docs/latest-v24.x/api/https.html#class-httpsagent
#pragma once

#include <nodecpp/https/options.h>

namespace nodecpp::https {

class AgentObject;
using Agent = Handle<AgentObject>;

namespace detail {
class SecureRequest;
net::Socket connectSecurely(const http::RequestOptions& asked, const http::SocketCallback& callback);
}  // namespace detail

// An http::Agent whose connections are encrypted. Requests share a connection only when their options of TLS are equal,
// and a request with a `checkServerIdentity` of its own always gets a new one.
class AgentObject : public http::AgentObject {
 public:
  using Options = AgentOptions;
  // Throws the errors of http::Agent.
  explicit AgentObject(const AgentOptions& options = {});
  ~AgentObject() override;

  using http::AgentObject::eventArgs;
  // A line of the NSS key log of one of the connections, see tls::TLSSocket.
  static Args<Buffer, tls::TLSSocket> eventArgs(event::keylog_t);

  // The options of TLS that were passed to the constructor. Those of http are in `options`.
  ClientTlsOptions tlsOptions;
  // The number of sessions that are kept, one for each getName(). A new connection resumes the session of its name, so
  // that its handshake is shorter.
  double maxCachedSessions;

  // Returns the name of http::Agent, followed by the options of TLS. Requests with equal names share connections.
  String getName(const RequestOptions& options = {}) const;

 protected:
  String nameOf(const http::RequestOptions& asked) const override;
  void complete(http::RequestOptions& asked, const http::ClientRequestObject& request) override;
  bool mayKeep(const http::RequestOptions& asked) const override;
  void empty() override;

 private:
  friend net::Socket detail::connectSecurely(const http::RequestOptions&, const http::SocketCallback&);
  Buffer sessionOf(StringArg name) const;
  void cacheSession(const String& name, const Buffer& session);
  void evictSession(StringArg name);

  // The kept sessions by getName(), in the order in which the names were first used.
  nodecpp::detail::List<std::pair<String, Buffer>> sessions_;
};

// https.globalAgent, the agent of requests that name none. It keeps idle connections for 5 seconds. A program can assign
// another Agent; each program has a globalAgent of its own.
struct GlobalAgent {
  AgentObject* operator->() const;
  operator Agent() const;
  operator http::Agent() const;
  const GlobalAgent& operator=(const Agent& agent) const;
};
inline constexpr GlobalAgent globalAgent{};

}  // namespace nodecpp::https
