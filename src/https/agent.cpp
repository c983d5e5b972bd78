// Agents of https: the names that tell connections apart, and the sessions that new connections resume.
#include "https/options.h"

#include <cmath>

#include "base/assertion.h"
#include "http/proxy.h"
#include "https/tunnel.h"
#include "loop/loop.h"

namespace nodecpp::https {

using detail::SecureRequest;

namespace {

String textOf(const tls::Bytes& bytes) { return bytes.given() ? bytes.bytes().toString() : String(); }

// Returns the texts of all certificates or keys in the list, separated by commas, as in Node.
String textOf(const tls::BytesList& list) {
  String text;
  bool first = true;
  for (const auto& entry : list.entries()) {
    if (!std::exchange(first, false)) text += ",";
    text += textOf(entry.bytes);
  }
  return text;
}

// Returns the part of getName() for PKCS #12 archives. A pass phrase that belongs to an archive is a part of the name,
// so that the same archive with another pass phrase gets a connection of its own.
String nameOfArchives(const tls::BytesList& list, const String& passphrase) {
  const auto& all = list.entries();
  if (all.size() == 1 && all[0].passphrase.empty()) return textOf(all[0].bytes);
  String text;
  for (const auto& entry : all)
    text += ":" + textOf(entry.bytes) + ":" + (entry.passphrase.empty() ? passphrase : entry.passphrase);
  return text;
}

String textOf(const stream::OptionalNumber& flag) {
  return !flag.given ? String() : flag.value != 0 ? "true" : "false";
}

// Returns the part of getName() that is about TLS: each option after a colon, empty when it is not given. The names of
// options that do not exist here (clientCertEngine, privateKeyIdentifier, privateKeyEngine) are empty.
String tlsName(const ClientTlsOptions& options, const String& host, double ownCheck) {
  String name =
      ":" + textOf(options.ca) + ":" + textOf(options.cert) + "::" + options.ciphers + ":" + textOf(options.key);
  name += ":" + nameOfArchives(options.pfx, options.passphrase) + ":" + textOf(options.rejectUnauthorized) + ":";
  if (options.servername != host) name += options.servername;
  name +=
      ":" + options.minVersion + ":" + options.maxVersion + ":" + options.secureProtocol + ":" + textOf(options.crl);
  name += ":" + textOf(options.honorCipherOrder) + ":" + options.ecdhCurve + ":" + textOf(options.dhparam) + ":";
  if (options.secureOptions != 0) name += str(options.secureOptions);
  name += ":" + options.sessionIdContext + ":";
  if (!options.sigalgs.empty()) name += "\"" + options.sigalgs + "\"";
  name += "::";
  if (ownCheck != 0) name += ":" + str(ownCheck);
  return name;
}

// Returns the name that a client asks for (SNI): that of the Host header, or else the host. An IP address is no name.
String serverNameFor(const String& host, const http::ClientRequestObject& request) {
  String name = host;
  String header = request.getHeader("host").toString();
  if (request.hasHeader("host") && !header.empty()) {
    name = header.split(":")[0];
    if (header[0] == "[") {
      double end = header.indexOf("]");
      name = end == -1 ? header : header.substring(1, end);
    }
  }
  return net::isIP(name) ? String() : name;
}

bool isGiven(const tls::BytesList& value, const tls::BytesList&) { return value.given(); }
bool isGiven(const tls::Bytes& value, const tls::Bytes&) { return value.given(); }
bool isGiven(const String& value, const String&) { return !value.empty(); }
bool isGiven(const stream::OptionalNumber& value, const stream::OptionalNumber&) { return value.given; }
bool isGiven(const tls::ALPNList& value, const tls::ALPNList&) { return !value.empty(); }
bool isGiven(const tls::IdentityFunction& value, const tls::IdentityFunction&) { return bool(value); }
bool isGiven(const tls::SecureContext& value, const tls::SecureContext&) { return bool(value); }
bool isGiven(const Buffer& value, const Buffer&) { return value.size() > 0; }
bool isGiven(const tls::NotYet&, const tls::NotYet&) { return false; }
bool isGiven(double value, double unset) { return value != unset; }

// Replaces each option in `to` that is set in `from`, because the options of an agent override those of a request.
void overrideWith(const ClientTlsOptions& from, ClientTlsOptions& to) {
  const ClientTlsOptions unset;
#define NODECPP_HTTPS_OVERRIDE(type, name, ...) \
  if (isGiven(from.name, unset.name)) to.name = from.name;
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_HTTPS_OVERRIDE)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_HTTPS_OVERRIDE)
#undef NODECPP_HTTPS_OVERRIDE
}

}  // namespace

// Makes the connection of a request, which resumes the session that its agent has for the same name. Returns undefined
// and calls back later when the connection goes through a proxy.
net::Socket detail::connectSecurely(const http::RequestOptions& asked, const http::SocketCallback& callback) {
  auto secure = asked.secure.as<Handle<SecureRequest>>();
  Agent agent = secure ? secure->agent : Agent();
  if (agent)
    if (const http::detail::Proxy* proxy = agent->proxyFor(asked)) {
      connectThrough(*proxy, asked, agent->keepAlive || std::isfinite(agent->maxSockets), callback);
      return nullptr;
    }
  tls::ConnectOptions options = https::connectOptions(asked);
  bool reuses = agent && secure->ownCheck == 0;
  if (reuses && options.session.size() == 0) options.session = agent->sessionOf(secure->name);
  tls::TLSSocket socket = tls::connect(std::move(options));
  if (agent && agent->listenerCount(event::keylog) > 0)
    socket->on(event::keylog, [agent, made = socket.get()](const Buffer& line) {
      agent->emit(event::keylog, line, tls::TLSSocket(made));
    });
  if (!reuses) return socket;
  socket->on(event::session,
             [agent, name = secure->name](const Buffer& session) { agent->cacheSession(name, session); });
  // A session with which a connection has failed is not used again.
  socket->once(event::close, [agent, name = secure->name](bool hadError) {
    if (hadError) agent->evictSession(name);
  });
  return socket;
}

AgentObject::AgentObject(const AgentOptions& given)
    : http::AgentObject(httpOptions(given)),
      tlsOptions(clientTlsOptions(given)),
      maxCachedSessions(given.maxCachedSessions) {
  createConnection = detail::connectSecurely;
}

AgentObject::~AgentObject() = default;

String AgentObject::getName(const RequestOptions& asked) const {
  return http::AgentObject::getName(httpOptions(asked)) + tlsName(clientTlsOptions(asked), asked.host, 0);
}

String AgentObject::nameOf(const http::RequestOptions& asked) const {
  auto secure = asked.secure.as<Handle<SecureRequest>>();
  if (secure && secure->agent.get() == this) return secure->name;
  return http::AgentObject::getName(asked) +
         tlsName(detail::tlsOptionsOf(asked), asked.host, secure ? secure->ownCheck : 0);
}

void AgentObject::complete(http::RequestOptions& asked, const http::ClientRequestObject& request) {
  auto secure = asked.secure.as<Handle<SecureRequest>>();
  if (secure && secure->agent.get() == this) return;
  auto completed = make<Handle<SecureRequest>>();
  if (secure) {
    completed->options = secure->options;
    completed->ownCheck = secure->ownCheck;
  }
  overrideWith(tlsOptions, completed->options);
  String& servername = completed->options.servername;
  if (servername.empty()) servername = serverNameFor(asked.host, request);
  asked.secure = completed;
  completed->name = nameOf(asked);
  completed->agent = Agent(this);
}

bool AgentObject::mayKeep(const http::RequestOptions& asked) const {
  auto secure = asked.secure.as<Handle<SecureRequest>>();
  return !secure || secure->ownCheck == 0;
}

void AgentObject::empty() {
  tlsOptions.checkServerIdentity = nullptr;
  sessions_.clear();
  http::AgentObject::empty();
}

Buffer AgentObject::sessionOf(StringArg name) const {
  for (const auto& [known, session] : sessions_)
    if (name == known) return session;
  return {};
}

void AgentObject::cacheSession(const String& name, const Buffer& session) {
  if (maxCachedSessions == 0) return;
  for (auto& [known, kept] : sessions_)
    if (known == name) {
      kept = session;
      return;
    }
  // When the cache of TLS sessions is full, the session that was added first is dropped.
  if (double(sessions_.size()) >= maxCachedSessions && !sessions_.empty()) sessions_.erase(sessions_.begin());
  sessions_.emplace_back(name, session);
  NODECPP_ASSERT(!sessions_.empty());
}

void AgentObject::evictSession(StringArg name) {
  erase_if(sessions_, [&](const auto& one) { return name == one.first; });
}

AgentObject* GlobalAgent::operator->() const {
  http::detail::GlobalAgents& global = http::detail::globalAgents();
  if (!global.secure.agent)
    global.secure.agent =
        make<Agent>({.keepAlive = true, .scheduling = "lifo", .timeout = 5000, .proxyEnv = global.secure.environment});
  return static_cast<AgentObject*>(global.secure.agent.get());
}
GlobalAgent::operator Agent() const { return Agent(operator->()); }
GlobalAgent::operator http::Agent() const { return http::Agent(operator->()); }
const GlobalAgent& GlobalAgent::operator=(const Agent& agent) const {
  http::detail::globalAgents().secure.agent = agent;
  return *this;
}

}  // namespace nodecpp::https
