// net.BoundSocket: a socket that is bound and neither listens nor connects yet. Part of nodecpp/net.h.
#pragma once

#include <nodecpp/lookup.h>
#include <nodecpp/object.h>

namespace nodecpp::os {
class Listener;
}

namespace nodecpp::net {

struct AddressInfo;

// The options of a BoundSocket: a numeric address and a port, 0 or none for one that the system chooses; or the `path`
// of a unix-domain socket, which excludes the others.
struct BoundSocketOptions {
  String host{};
  bool ipv6Only = false;
  String path{};
  Lookup port{};
  bool reusePort = false;
};

// Reserves an address at once. A server listens there (server->listen(bound)), or a socket connects from there
// (make<net::Socket>({.handle = bound})->connect(…)); it then owns the address, and this object is used up. A
// BoundSocket that is not used gives the address back when it is closed or the last handle to it has gone.
// https://nodejs.org/docs/latest-v24.x/api/net.html#class-netboundsocket
class BoundSocketObject final : public Object {
 public:
  using Options = BoundSocketOptions;
  // Throws the system's error (EADDRINUSE, EACCES, …), ERR_SOCKET_BAD_PORT and ERR_INVALID_ARG_VALUE.
  explicit BoundSocketObject(const BoundSocketOptions& options = {});
  ~BoundSocketObject() override;

  // Returns the address, in which `address` is the path of a unix-domain socket. This function and the next two throw
  // ERR_SOCKET_HANDLE_ADOPTED when this object is used up or closed.
  AddressInfo address() const;
  // Returns the descriptor, which belongs to this object.
  int fd() const;
  void close();
  // Whether this is a unix-domain socket.
  bool isPipe() const noexcept { return !path_.empty(); }

 private:
  friend class SocketObject;
  friend class ServerObject;
  // Makes the caller the owner of the port's listener.
  os::Listener* consume();
  // Returns a new object that owns the listener, and uses this one up.
  Handle<BoundSocketObject> adopt();
  explicit BoundSocketObject(os::Listener* listener) : listener_(listener) {}
  void checkUnused() const;

  os::Listener* listener_ = nullptr;
  String path_;
};
using BoundSocket = Handle<BoundSocketObject>;

}  // namespace nodecpp::net
