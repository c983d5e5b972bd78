#include <nodecpp/net/bound_socket.h>

#include <utility>

#include "net/internals.h"

namespace nodecpp::net {

using detail::Loop;

namespace {

// Checks the address as Node does, in its order, and returns it for the port.
os::Address addressOf(const BoundSocketOptions& options) {
  const int port = detail::validatePort(options.port.isUndefined() ? Lookup(0) : options.port, "options.port");
  if (options.host.empty())
    return detail::toAddress(options.ipv6Only ? "::" : "0.0.0.0", port, options.ipv6Only ? 6 : 4);
  const int family = isIP(options.host);
  if (!family)
    throw nodecpp::detail::invalidArgValue(
        "options.host", nodecpp::detail::inspectString(options.host),
        "must be a numeric IP address; net.BoundSocket does not perform DNS resolution");
  return detail::toAddress(options.host, port, family);
}

}  // namespace

BoundSocketObject::BoundSocketObject(const BoundSocketOptions& options) : path_(options.path) {
  const bool isTcp = !options.host.empty() || !options.port.isUndefined() || options.ipv6Only || options.reusePort;
  if (isPipe() && isTcp)
    throw nodecpp::detail::invalidArgValue("options", "{…}",
                                           "path is mutually exclusive with host, port, ipv6Only, and reusePort");
  os::ListenSpec spec{.address = isPipe() ? detail::toAddress(path_, 0, 0) : addressOf(options),
                      .ipv6Only = options.ipv6Only,
                      .reusePort = options.reusePort,
                      .bindOnly = true};
  const int error = Loop::current().port().net.listen(spec, nullptr, &listener_);
  if (error && isPipe()) throw nodecpp::detail::errnoException(error, "bind");
  if (error) throw nodecpp::detail::exceptionWithHostPort(error, "bind", spec.address.host, spec.address.port);
}

BoundSocketObject::~BoundSocketObject() {
  if (listener_ && Loop::currentOrNull()) close();
}

void BoundSocketObject::checkUnused() const {
  if (!listener_)
    throw nodecpp::detail::codedError<Error>("ERR_SOCKET_HANDLE_ADOPTED",
                                             "The bound socket has already been adopted by a server or socket");
}

AddressInfo BoundSocketObject::address() const {
  checkUnused();
  return isPipe() ? AddressInfo{.address = path_} : detail::toInfo(Loop::current().port().net.address(listener_));
}

int BoundSocketObject::fd() const {
  checkUnused();
  return Loop::current().port().net.descriptorOf(listener_);
}

void BoundSocketObject::close() {
  checkUnused();
  Loop::current().port().net.close(std::exchange(listener_, nullptr));
}

BoundSocket BoundSocketObject::adopt() {
  nodecpp::detail::Making making;
  BoundSocket moved(new (making) BoundSocketObject(consume()));
  moved->path_ = path_;
  return moved;
}

os::Listener* BoundSocketObject::consume() {
  checkUnused();
  return std::exchange(listener_, nullptr);
}

}  // namespace nodecpp::net
