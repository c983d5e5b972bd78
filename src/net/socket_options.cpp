// What a program gives to a socket besides an address: a descriptor, the address to connect from, the type of service.
#include <cmath>

#include "base/assertion.h"
#include "base/errors/validate.h"
#include "net/internals.h"
#include "os/port/datagrams_role.h"

namespace nodecpp::net {

using detail::Loop;

Error detail::invalidFdType(os::DescriptorKind kind) {
  constexpr const char* names[] = {"TCP", "TTY", "UDP", "FILE", "PIPE", "UNKNOWN"};
  return nodecpp::detail::codedError<TypeError>("ERR_INVALID_FD_TYPE",
                                                str("Unsupported fd type: ") + names[std::size_t(kind)]);
}

// Makes the socket's handle of an open descriptor. The kind of it is asked for before, as in Node, so that the error
// names what it is.
void SocketObject::openDescriptor(int fd, bool reads) {
  os::Port& port = Loop::current().port();
  const os::DescriptorKind kind = port.datagrams.kindOf(fd);
  if (kind != os::DescriptorKind::tcp && kind != os::DescriptorKind::pipe)
    throw detail::invalidFdType(kind);
  os::Connection* connection = nullptr;
  if (const int error = port.net.adopt(fd, &connection)) throw nodecpp::detail::errnoException(error, "open");
  newHandle();
  handle_->adopt(connection, kind == os::DescriptorKind::pipe);
  ++uses_;
  if (reads) read(0);
}

os::Listener* SocketObject::takeBound() {
  const BoundSocket bound = std::exchange(bound_, nullptr);
  return bound ? bound->consume() : nullptr;
}

// As in Node: a connection of TCP that does not speak TLS.
bool SocketObject::hasTypeOfService() const {
  return handle_ && handle_->open() && !connecting_ && !handle_->isUnix() &&
         &handle_->streams() == &Loop::current().port().net;
}

Socket SocketObject::setTypeOfService(double tos) {
  if (std::isnan(tos)) throw nodecpp::detail::invalidArgType("tos", "of type number", "type number (NaN)");
  nodecpp::detail::validateInteger(tos, "tos", 0, 255);
  const short before = std::exchange(typeOfService_, short(tos));
  if (hasTypeOfService() && before != typeOfService_)
    if (const int error = Loop::current().port().net.setTypeOfService(handle_->connection(), typeOfService_))
      throw nodecpp::detail::errnoException(error, "setTypeOfService");
  return Socket(this);
}

double SocketObject::getTypeOfService() {
  // As in Node, which asks the bound socket; what was set holds from the connection on.
  if (bound_ && !bound_->isPipe()) return 0;
  if (!hasTypeOfService()) return typeOfService_ < 0 ? 0 : typeOfService_;
  int value = 0;
  if (const int error = Loop::current().port().net.typeOfService(handle_->connection(), value))
    throw nodecpp::detail::errnoException(error, "getTypeOfService");
  return value;
}

}  // namespace nodecpp::net
