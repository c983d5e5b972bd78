// TLS servers: their options, and the choice of a context by the name that the client asks for.
#include <utility>

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "tls/handshake.h"

namespace nodecpp::tls {

using detail::bytesOf;
using detail::codedError;
using ascii::toLower;

namespace {

// Returns whether the host name `name` matches `pattern`, in which a `*` stands for any part of a label. After a
// mismatch the search goes back only to the last `*`, so the time is at most proportional to the product of the two
// lengths.
bool means(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, mark = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      mark = n;
    } else if (p < pattern.size() && toLower(pattern[p]) == toLower(name[n])) {
      ++p, ++n;
    } else if (star != std::string_view::npos && name[mark] != '.') {
      p = star + 1;
      n = ++mark;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

// A text that is the same for each process of this program, as Node's, so that the processes of a cluster resume each
// other's sessions, and those of other programs with the same certificate do not.
String programContext() {
  std::uint64_t hash = 14695981039346656037u;
  for (std::ptrdiff_t i = 0; i < process::argv.length(); ++i)
    for (char c : bytesOf(String(process::argv[std::size_t(i)])) + " ")
      hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  return str(hash);
}

SecureContextOptions completed(SecureContextOptions options, const SecureContextOptions& before) {
  if (!options.honorCipherOrder.given) options.honorCipherOrder = true;
  if (options.sessionIdContext.empty()) options.sessionIdContext = programContext();
  // As in Node, setSecureContext keeps the server's time-out of sessions and its ticket keys when the new options have
  // none.
  if (!options.sessionTimeout.given) options.sessionTimeout = before.sessionTimeout;
  if (!options.ticketKeys.given()) options.ticketKeys = before.ticketKeys;
  return options;
}

}  // namespace

SecureServing::SecureServing(net::ServerObject& server, const detail::ServingOptions& options)
    : requestCert(options.requestCert),
      rejectUnauthorized(options.rejectUnauthorized),
      server_(server),
      options_(options) {
  if (options.ALPNCallback && !options.ALPNProtocols.empty())
    throw codedError<TypeError>("ERR_TLS_ALPN_CALLBACK_WITH_PROTOCOLS",
                                "The ALPNCallback and ALPNProtocols TLS options are mutually exclusive");
  // In Node, createServer throws for names that are not possible.
  detail::checkProtocols(options.ALPNProtocols);
  setSecureContext(contextOptions(options));
}

SecureServing::~SecureServing() = default;

void SecureServing::setSecureContext(const SecureContextOptions& options) {
  SecureContextOptions all = completed(options, contextOptions(options_));
  context_ = createSecureContext(all);
  options_.sessionTimeout = all.sessionTimeout;
  options_.ticketKeys = all.ticketKeys;
}

void SecureServing::addContext(StringArg servername, const SecureContext& context) {
  if (servername.empty())
    throw codedError<Error>("ERR_TLS_REQUIRED_SERVER_NAME", "\"servername\" is required parameter for Server.addContext");
  named_.push_back({servername.toString(), context});
}

void SecureServing::addContext(StringArg servername, const SecureContextOptions& options) {
  if (servername.empty()) return addContext(servername, SecureContext());
  addContext(servername, createSecureContext(options));
}

SecureContext SecureServing::contextFor(StringArg servername) const {
  std::string name = bytesOf(servername.toString());
  for (std::size_t i = named_.size(); i-- > 0;)
    if (means(bytesOf(named_[i].pattern), name)) return named_[i].context;
  return {};
}

Buffer SecureServing::getTicketKeys() const {
  os::TlsContext* context = detail::contextOf(*context_);
  return context ? detail::bufferOf(detail::Loop::current().port().tls.ticketKeys(context)) : Buffer();
}

void SecureServing::setTicketKeys(const Bytes& keys) {
  if (keys.bytes().size() != 48)
    throw codedError<Error>("ERR_INTERNAL_ASSERTION", "Session ticket keys must be a 48-byte buffer");
  if (os::TlsContext* context = detail::contextOf(*context_))
    detail::Loop::current().port().tls.setTicketKeys(context, bytesOf(keys.bytes()));
}

String SecureServing::sharedKeys() const {
  os::TlsContext* context = detail::contextOf(*context_);
  return context ? detail::bufferOf(detail::Loop::current().port().tls.keysToShare(context)).toString("hex") : String();
}

void SecureServing::takeSharedKeys(const String& keys) { setTicketKeys(Buffer::from(keys, "hex")); }

void SecureServing::protect(const net::Socket& socket) {
  if (socket->destroyed()) return;
  TLSSocketOptions options;
  options.isServer = true;
  options.requestCert = requestCert;
  options.rejectUnauthorized = rejectUnauthorized;
  options.ALPNProtocols = options_.ALPNProtocols;
  options.ALPNCallback = options_.ALPNCallback;
  options.SNICallback = options_.SNICallback;
  options.handshakeTimeout = options_.handshakeTimeout > 0 ? options_.handshakeTimeout : 120000;
  options.enableTrace = options_.enableTrace;
  options.pauseOnConnect = server_.pauseOnConnect;
  options.secureContext = context_;
  const TLSSocket secure = [&] {
    nodecpp::detail::Making making;
    return TLSSocket(new (making) TLSSocketObject(net::SocketOptions{.allowHalfOpen = socket->allowHalfOpen}, options));
  }();
  secure->handshake_->serve(Handle<net::ServerObject>(&server_), *this);
  secure->pairWith(socket);
  secure->handshake_->takeOver(socket);
}

ServerObject::ServerObject(const ServerOptions& options)
    : net::ServerObject(net::ServerOptions{.allowHalfOpen = options.allowHalfOpen,
                                           .highWaterMark = options.highWaterMark,
                                           .keepAlive = options.keepAlive,
                                           .keepAliveInitialDelay = options.keepAliveInitialDelay,
                                           .noDelay = options.noDelay,
                                           .pauseOnConnect = options.pauseOnConnect,
                                           .blockList = options.blockList}),
      SecureServing(*this, detail::servingOptions(options)) {}

ServerObject::~ServerObject() = default;

void ServerObject::emitConnection(const net::Socket& socket) {
  net::ServerObject::emitConnection(socket);
  protect(socket);
}

void ServerObject::secured(const TLSSocket& socket) { emit(event::secureConnection, socket); }

void ServerObject::onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) {
  if (event == "secureConnection" && !objects.empty())
    objects[0].as<TLSSocket>()->destroy(error);
  else
    net::ServerObject::onRejection(error, event, objects);
}

}  // namespace nodecpp::tls
