// dgram: sockets that send and receive datagrams over UDP. https://nodejs.org/docs/latest-v24.x/api/dgram.html
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/net.h>
#include <nodecpp/traits.h>

namespace nodecpp::os {
struct Address;
struct DatagramSpec;
}  // namespace nodecpp::os

namespace nodecpp::dgram {

class DatagramHandle;
class SocketObject;
using Socket = Handle<SocketObject>;
using net::AddressInfo;

// The options of createSocket, in the order of Node's page. `type` is "udp4" or "udp6". Sizes of buffers are in bytes;
// 0 is the system's default.
struct SocketOptions {
  String type{};
  bool reuseAddr = false;
  bool reusePort = false;
  bool ipv6Only = false;
  double recvBufferSize = 0;
  double sendBufferSize = 0;
  net::LookupFunction lookup{};
  net::BlockList receiveBlockList{};
  net::BlockList sendBlockList{};
  AbortSignal signal{};
};

// The options of bind and bindSync. The workers of a cluster may bind sockets to one address unless `exclusive` is set.
// `fd` is an open descriptor of a socket of UDP, which takes the place of port and address; bindSync ignores it.
struct BindOptions {
  Lookup port{};
  String address{};
  bool exclusive = false;
  int fd = -1;
};

// The sender of a datagram. `size` is the length of the datagram in bytes.
struct RemoteInfo {
  String address;
  String family;  // "IPv4" or "IPv6"
  int port;
  double size;
};
NODECPP_FIELDS(RemoteInfo, address, family, port, size)

// What is sent: a text, a Buffer, a typed array or DataView, or a list of them, which becomes one datagram. A Buffer is
// not copied, and must not be changed before the callback has been called.
class Datagram {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Datagram(const T& text) : Datagram(Buffer::from(text)) {}
  Datagram(const Buffer& bytes) : first_(bytes), isEmpty_(false) {}
  template <nodecpp::detail::DerivedFrom<nodecpp::detail::ViewBase> V>
  Datagram(const V& view) : Datagram(nodecpp::detail::bytesOf(view)) {}
  Datagram(std::initializer_list<Datagram> pieces) {
    for (const Datagram& each : pieces) add(each);
  }
  template <class T>
  Datagram(const Array<T>& pieces) {
    for (const T& each : pieces) add(each);
  }

  // How many pieces there are: at least one, which is empty for an empty list.
  std::size_t count() const noexcept { return 1 + more_.size(); }
  const Buffer& piece(std::size_t index) const noexcept [[clang::lifetimebound]] {
    return index == 0 ? first_ : more_[index - 1];
  }
  // The length of the datagram in bytes.
  std::size_t size() const noexcept {
    std::size_t sum = first_.size();
    for (const Buffer& each : more_) sum += each.size();
    return sum;
  }
  // Returns the part of the bytes, for send with `offset` and `length`. Throws ERR_BUFFER_OUT_OF_BOUNDS.
  Datagram part(double offset, double length) const;

 private:
  void add(const Datagram& other) {
    if (other.isEmpty_) return;
    for (std::size_t i = 0; i < other.count(); ++i) {
      if (nodecpp::detail::exchange(isEmpty_, false))
        first_ = other.piece(i);
      else
        more_.push_back(other.piece(i));
    }
  }
  // Nearly all datagrams have one piece, for which no list is made.
  Buffer first_;
  nodecpp::detail::List<Buffer> more_;
  bool isEmpty_ = true;  // nothing was added yet
};

using SendCallback = Function<void(Error, double bytes)>;
template <class F>
concept SendListener = !std::is_arithmetic_v<F> && nodecpp::detail::ConvertsTo<F, SendCallback>;

// A port: a number, a text of digits, or a variable that holds one.
class PortArg {
 public:
  template <class T>
    requires std::constructible_from<Lookup, const T&>
  PortArg(const T& port) : value_(port) {}
  template <class T>
  PortArg(const let<T>& port) : value_(port.ref()) {}
  const Lookup& value() const noexcept [[clang::lifetimebound]] { return value_; }

 private:
  Lookup value_;
};

// A socket of UDP. It lives while it is bound or while a handle refers to it.
// https://nodejs.org/docs/latest-v24.x/api/dgram.html#class-dgramsocket
class SocketObject : public EventEmitterObject {
 public:
  using EventEmitterObject::eventArgs;
  static Args<> eventArgs(event::close_t);
  static Args<> eventArgs(event::connect_t);
  static Args<> eventArgs(event::listening_t);
  static Args<Buffer, RemoteInfo> eventArgs(event::message_t);

  // Throws ERR_SOCKET_BAD_TYPE for another type than "udp4" and "udp6", and ERR_OUT_OF_RANGE for a bad size.
  explicit SocketObject(SocketOptions options);
  ~SocketObject() override;
  const char* className() const override { return "Socket"; }
  template <class I>
  void inspectTo(I& out) const {
    out.property("type", type);
  }

  String type;

  // Binds to a port, 0 or none for one that the system chooses, and to an address, none for all of the machine.
  // `listening` is emitted in a later tick, and then `callback` is called; or `error` (EADDRINUSE, EACCES, ENOTFOUND,
  // …). With `fd` above 0, `listening` is emitted at once, and ERR_INVALID_FD_TYPE is thrown when that is no socket of
  // UDP. Returns this socket. Throws ERR_SOCKET_ALREADY_BOUND and ERR_SOCKET_DGRAM_NOT_RUNNING.
  Socket bind(BindOptions options, Function<void()> callback = nullptr);
  Socket bind(const PortArg& port, StringArg address, Function<void()> callback = nullptr) {
    return bind(BindOptions{.port = port.value(), .address = address.toString()}, std::move(callback));
  }
  Socket bind(const PortArg& port, Function<void()> callback = nullptr) {
    return bind(BindOptions{.port = port.value()}, std::move(callback));
  }
  template <std::invocable F>
  Socket bind(F callback) {
    return bind(BindOptions{}, Function<void()>(std::move(callback)));
  }
  Socket bind() { return bind(BindOptions{}); }
  // Binds at once and returns the address. The address must be numeric. Throws the errors of bind.
  AddressInfo bindSync(const BindOptions& options = {});

  // Sets the address to which the socket sends, and from which alone it receives. `connect` is emitted in a later tick,
  // and `callback` is called with it; a failure is given to the callback, or emitted as `error` without one. Throws
  // ERR_SOCKET_BAD_PORT and ERR_SOCKET_DGRAM_IS_CONNECTED.
  void connect(const PortArg& port, StringArg address, Function<void(Error)> callback = nullptr);
  void connect(const PortArg& port, Function<void(Error)> callback = nullptr) {
    connect(port, "", std::move(callback));
  }
  void connectSync(const PortArg& port, StringArg address = "");
  // Throws ERR_SOCKET_DGRAM_NOT_CONNECTED.
  void disconnect();

  // Sends a datagram, and binds the socket first when it is not bound. `callback` is called with the error, or with the
  // number of bytes that the system has taken; without a callback, only the error of a name that is not found is
  // emitted. A connected socket is given no port and no address; as in Node, it ignores a port and the callback behind
  // it where Node takes them for other arguments. Throws ERR_SOCKET_BAD_PORT, ERR_SOCKET_DGRAM_IS_CONNECTED,
  // ERR_BUFFER_OUT_OF_BOUNDS and ERR_SOCKET_DGRAM_NOT_RUNNING.
  void send(Datagram bytes) { send(std::move(bytes), Lookup(), "", Form::connected, nullptr); }
  template <SendListener F>
  void send(Datagram bytes, F callback) {
    send(std::move(bytes), Lookup(), "", Form::connected, SendCallback(std::move(callback)));
  }
  void send(Datagram bytes, const PortArg& port, SendCallback callback = nullptr) {
    send(std::move(bytes), port.value(), "", Form::brief, std::move(callback));
  }
  void send(Datagram bytes, const PortArg& port, StringArg address, SendCallback callback = nullptr) {
    send(std::move(bytes), port.value(), address, Form::brief, std::move(callback));
  }
  void send(const Datagram& bytes, double offset, double length, SendCallback callback = nullptr) {
    send(bytes.part(offset, length), Lookup(), "", Form::connected, std::move(callback));
  }
  void send(const Datagram& bytes, double offset, double length, const PortArg& port, SendCallback callback = nullptr) {
    send(bytes.part(offset, length), port.value(), "", Form::whole, std::move(callback));
  }
  void send(const Datagram& bytes, double offset, double length, const PortArg& port, StringArg address,
            SendCallback callback = nullptr) {
    send(bytes.part(offset, length), port.value(), address, Form::whole, std::move(callback));
  }

  // Closes the socket; `close` is emitted in a later tick. `callback` is added as a listener of it. Returns this
  // socket. Throws ERR_SOCKET_DGRAM_NOT_RUNNING when the socket is closed already.
  Socket close(Function<void()> callback = nullptr);

  // Throw the system's errors: EBADF before the socket is bound. remoteAddress throws ERR_SOCKET_DGRAM_NOT_CONNECTED.
  AddressInfo address();
  AddressInfo remoteAddress();

  // Each throws the system's error, EBADF before the socket is bound. Those that return something return the argument.
  void setBroadcast(bool on);
  double setTTL(double ttl);
  double setMulticastTTL(double ttl);
  bool setMulticastLoopback(bool on);
  void setMulticastInterface(StringArg interfaceAddress);
  // Join a group and leave it, on an interface that is given by an address, or on one that the system chooses. A socket
  // that is not bound is bound to a port of the system's choice.
  void addMembership(StringArg multicastAddress, StringArg interfaceAddress = "");
  void dropMembership(StringArg multicastAddress, StringArg interfaceAddress = "");
  void addSourceSpecificMembership(StringArg sourceAddress, StringArg groupAddress, StringArg interfaceAddress = "");
  void dropSourceSpecificMembership(StringArg sourceAddress, StringArg groupAddress, StringArg interfaceAddress = "");

  // The sizes of the system's buffers in bytes; Linux doubles the size that is set. Throw ERR_SOCKET_BAD_BUFFER_SIZE
  // and ERR_SOCKET_BUFFER_SIZE.
  double getRecvBufferSize() { return bufferSize(0, true); }
  double getSendBufferSize() { return bufferSize(0, false); }
  void setRecvBufferSize(double size) { bufferSize(size, true); }
  void setSendBufferSize(double size) { bufferSize(size, false); }
  // How many bytes and datagrams wait until the system has room for them.
  double getSendQueueSize() const noexcept;
  double getSendQueueCount() const noexcept;

  // Whether a bound socket keeps the event loop running, which it does at first. Both return this socket.
  Socket ref() { return changeRef(true); }
  Socket unref() { return changeRef(false); }

 private:
  friend class DatagramHandle;
  friend struct SocketInternals;
  enum class Bound : unsigned char { no, binding, yes };
  // With what a datagram was sent: without a port; with a port behind it; with a part of it and a port.
  enum class Form : unsigned char { connected, brief, whole };
  enum class Connected : unsigned char { no, connecting, yes };
  using Resolved = Function<void(Error, String address)>;

  int family() const noexcept { return isIpv6_ ? 6 : 4; }
  String loopback() const { return isIpv6_ ? "::1" : "127.0.0.1"; }
  void checkRunning() const;
  void resolve(StringArg address, Resolved done);
  os::DatagramSpec specFor(const String& address, int port) const;
  int open(const String& address, int port);
  int openHandle(const os::DatagramSpec& spec);
  void openDescriptor(int fd);
  void bindTo(const String& address, int port, bool exclusive);
  void bound();
  void failBinding(const Error& error);
  void startReceiving();
  void enqueue(Function<void()> call);
  void flushQueue();
  void connectTo(int port, const String& address, Function<void(Error)> callback);
  bool finishConnect(Error& error, const String& ip, const String& address, int port);
  void failConnecting(const Error& error, const Function<void(Error)>& callback, const Function<void()>& listener);
  void send(Datagram&& bytes, const Lookup& port, StringArg address, Form form, SendCallback&& callback);
  void sendBound(Datagram&& bytes, int port, String&& address, SendCallback&& callback);
  void sendKept();
  void sendTo(const Datagram& bytes, const os::Address& to, const String& address, int port,
              const SendCallback& callback);
  double bufferSize(double size, bool receives);
  void changeMembership(const char* name, StringArg group, StringArg interface, StringArg source, bool joins);
  Socket changeRef(bool on);
  void forgetSignal();

  DatagramHandle* handle_ = nullptr;  // null while the socket is not open in the port
  SocketOptions options_;
  Function<void()> onAbort_{};
  Function<void()> onBound_{};  // the callback of bind while the socket is being bound
  nodecpp::detail::List<Function<void()>> queue_;
  Bound bound_ = Bound::no;
  Connected connected_ = Connected::no;
  bool isIpv6_ = false, isQueueing_ = false, isClosed_ = false, isReferenced_ = true;
};

// Returns a new socket that is not bound. `listener` is added as a listener of `message`.
// https://nodejs.org/docs/latest-v24.x/api/dgram.html#dgramcreatesocketoptions-callback
inline Socket createSocket(SocketOptions options) { return make<Socket>(std::move(options)); }
template <class F>
Socket createSocket(SocketOptions options, F&& listener) {
  Socket socket = createSocket(std::move(options));
  socket->on(event::message, std::forward<F>(listener));
  return socket;
}
template <class T>
  requires nodecpp::detail::StringLike<const T&>
Socket createSocket(const T& type) {
  return createSocket(SocketOptions{.type = StringArg(type).toString()});
}
template <class T, class F>
  requires nodecpp::detail::StringLike<const T&>
Socket createSocket(const T& type, F&& listener) {
  return createSocket(SocketOptions{.type = StringArg(type).toString()}, std::forward<F>(listener));
}

}  // namespace nodecpp::dgram
