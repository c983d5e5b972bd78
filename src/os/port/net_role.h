// Net: stream connections over TCP and unix sockets, and the listeners that accept them.
//
// The contract, for the author of a back end:
//
// Life. `connect` and `listen` make an object; the back end makes an accepted connection. The object belongs to the
// caller (an accepted connection to the sink that it was pushed to) until `close` or `reset`, after which the caller
// must not use it. The back end frees the object when nothing queued inside the back end refers to it, and never before
// the turn is over.
//
// Sinks. The port does not own a sink, and the sink must outlive its connection or listener. An accepted connection is
// given its sink inside the push that announces it; before that nothing is pushed to it. A push may close any
// connection, including the connection that the push is about.
//
// Connecting. The outcome is pushed in a later turn, even when the system knows it at once (a refusal over loopback).
// Only invalid arguments (an address that is not valid, a local address that the machine does not have) are an error at
// once. Before the outcome `write` takes nothing, and the slices of `send` are kept until the connection is
// established.
//
// Reading. Nothing is pushed before `startReading`, and nothing after `stopReading`; bytes that have arrived by then
// are kept by the system or by the back end, and are pushed first when reading starts again. A push gives a counted
// block and the bytes in it. The sink may keep the bytes by retaining the block. The back end may use the block again
// when it holds the only reference to it. A back end that has given the system its own memory to read into makes the
// block an ExternalBlock, which tells the back end when the last reference has gone. The end of the peer's side is
// pushed once, at the earliest a turn after the last bytes, so that what the program does after those bytes
// (immediates) runs in between, as in Node. After an end or an error nothing more is read.
//
// Writing. `write` tries at once: it takes as many bytes as the system takes without waiting, and keeps none. The
// caller gives the rest to `send` as counted slices, which the back end holds until the system has all of them or
// cannot take them; then it pushes `onSent`, in a later turn than that of the call. A back end that completes
// operations (io_uring) takes nothing in `write`, and hands the slices of `send` to the system without a copy: their
// bytes do not change until `onSent`. Several sends may be under way; they complete in the order in which they were
// made, and while a send is under way `write` takes nothing. When a send fails, all later sends fail with its error.
// SendQueue, which back ends share, keeps this order.
//
// Files. `writeFile` and `sendFile` are `write` and `send` for a part of a file, whose bytes go from the file to the
// connection without passing through the program's memory. `writeFile` may send less than the connection has room for,
// so that one file does not keep the loop from other connections; `sendFile` then goes on in later turns. The caller
// keeps the descriptor open until `onSent`, or until it has closed the connection; its position is neither used nor
// moved. A file that ends before the part does is the error UV_EOF: the bytes up to there have gone, and no later send
// follows them. A back end, a connection or a file that cannot do this is the error UV_ENOTSUP of `writeFile`, with
// nothing sent, so that the caller reads and writes. Reading a file may wait for the disk: the caller has made sure
// that the bytes are in memory.
//
// Ending. `shutdown` is called when no send is under way. `close` releases what the back end holds: it offers the bytes
// not yet sent to the system once more, and bytes that the system does not take then are lost, as on any socket that is
// closed. `reset` drops unsent bytes without that offer.
#pragma once

#include <cstdint>
#include <vector>

#include "os/port/port_types.h"

namespace nodecpp::os {

struct Address {
  enum class Family : unsigned char { none, ipv4, ipv6, unix };
  Family family = Family::none;
  String host;  // The numeric address, with a %zone where IPv6 has one; the path of a unix socket.
  int port = 0;
};

// The base class of a back end's connections.
class Connection {
 public:
  Connection(const Connection&) = delete;

 protected:
  Connection() = default;
  ~Connection() = default;
};
class Listener {
 public:
  Listener(const Listener&) = delete;

 protected:
  Listener() = default;
  ~Listener() = default;
};

class DatagramSocket;  // See datagrams_role.h.

// A listener, a connection or a socket for datagrams that is sent over a channel between processes along with a
// message; see children_role.h. At most one of the members is set. A handle that has arrived belongs to the sink that
// it is pushed to.
struct PassedHandle {
  Listener* listener = nullptr;
  Connection* connection = nullptr;
  DatagramSocket* datagrams = nullptr;
  explicit operator bool() const { return listener || connection || datagrams; }
};

class ConnectionSink {
 public:
  // The outcome of `connect`, called once. After an error the connection may only be closed.
  virtual void onConnect(ErrorCode error) = 0;
  // `size` bytes at `data` have arrived. They live as long as `block`, which the sink may retain. When the sink does
  // not retain the block, the bytes are valid during the call only.
  virtual void onRead(detail::Block* block, char* data, std::size_t size) = 0;
  // The peer has ended its side: no more bytes will come.
  virtual void onEnd() = 0;
  // The connection is broken. No more bytes will come.
  virtual void onReadError(ErrorCode error) = 0;
  // The oldest send that is under way is over: the system has all of its bytes, or refuses them with `error`.
  virtual void onSent(ErrorCode error) = 0;
  // A handle has arrived over a channel, with the bytes that are pushed next. A listener that has arrived accepts
  // nothing before it is given to `listen`, and a socket for datagrams receives nothing before it is given to `open`.
  virtual void onHandle(PassedHandle) {}

 protected:
  ~ConnectionSink() = default;
};

class ListenerSink {
 public:
  // A peer has connected. The connection belongs to the sink from here on. The sink must give the connection a sink of
  // its own inside this call or never, and must close it in the end.
  virtual void onConnection(Connection* connection) = 0;
  // Accepting a connection has failed. The listener goes on. The back end decides how soon it tries again, but its
  // tries must not keep the loop busy.
  virtual void onAcceptError(ErrorCode error) = 0;

 protected:
  ~ListenerSink() = default;
};

struct ListenSpec {
  Address address{};  // For a unix socket, `host` is the path.
  int backlog = 511;
  bool ipv6Only = false;
  bool reusePort = false;
  bool readableAll = false;  // Unix sockets: every user may read the socket's file.
  bool writableAll = false;  // Unix sockets: every user may write to the socket's file.
  int fd = -1;               // An inherited file descriptor, used in place of an address.
  // Accepted connections send bytes without delay (TCP_NODELAY).
  bool noDelay = false;
  // The protocol of the connections ("http"), shown to readers of a recording. Nothing else depends on it.
  const char* protocol = "";
  // A listener that has arrived over a channel, or that is bound only, used in place of an address. It is used up.
  Listener* received = nullptr;
  // The listener is bound to its address and does not listen. It has no sink, and is later given to `listen` or
  // `connect`.
  bool bindOnly = false;
};

struct ConnectSpec {
  Address address;
  Address local;  // The local address to connect from; family none for any.
  // A listener that is bound only, from whose address to connect. It is used up.
  Listener* bound = nullptr;
};

// A part of an open file. Its offset and size do not exceed what a file can have.
struct FilePart {
  int fd = -1;
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
};

struct WriteResult {
  std::size_t sent;
  ErrorCode error;  // The error of the write; 0 also when only a part of the bytes was sent.
};

// The operations on connections. They are those of the role Net, for what the system itself sends and receives, and
// those of the role Tls (tls.h), for the plaintext of an encrypted connection.
class Streams {
 public:
  virtual void setSink(Connection* connection, ConnectionSink* sink) = 0;
  virtual void startReading(Connection* connection) = 0;
  virtual void stopReading(Connection* connection) = 0;
  // Tries to write at once, and says how many bytes the system took.
  virtual WriteResult write(Connection* connection, const Slice* slices, std::size_t count) = 0;
  // Holds `slices`, none of which is empty, until the system has them; then the sink's `onSent` is called. Over a
  // channel, `handle` goes with the first byte. The caller keeps the handle, too, and may close it as soon as this call
  // has returned.
  virtual void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle = {}) = 0;
  // Returns how many bytes of the sends under way the system does not have yet, as far as the back end knows. Time-outs
  // use the number to see whether a peer still accepts bytes.
  virtual std::size_t unsent(Connection* connection) = 0;
  // Ends our side of the connection; the peer can still send.
  virtual ErrorCode shutdown(Connection* connection) = 0;
  virtual void close(Connection* connection) = 0;
  // Closes with a reset (RST): the peer sees ECONNRESET.
  virtual ErrorCode reset(Connection* connection) = 0;
  // Set TCP_NODELAY and SO_KEEPALIVE. On a unix socket they have no effect and no error.
  virtual ErrorCode setNoDelay(Connection* connection, bool on) = 0;
  virtual ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) = 0;
  // Return an address of family none when the connection has no such address (any more).
  virtual Address localAddress(Connection* connection) = 0;
  virtual Address remoteAddress(Connection* connection) = 0;

 protected:
  ~Streams() = default;
};

class Net : public Streams {
 public:
  using Streams::close;
  // Starts to listen. Returns 0 and sets `listener`, or returns an error. A listener without a sink accepts nothing: it
  // is made to be passed to other processes.
  virtual ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) = 0;
  // Returns the address that the listener is bound to, with the port that the system has chosen.
  virtual Address address(Listener* listener) = 0;
  // Returns the descriptor of the listener's socket, which the listener owns; -1 when the back end has none.
  virtual int descriptorOf(Listener* listener) = 0;
  // Stops listening. The system resets connections that wait to be accepted. The path of a unix socket is removed.
  virtual void close(Listener* listener) = 0;

  // Send a part of a file, which is not empty, over a connection of Net; see above.
  virtual WriteResult writeFile(Connection* connection, const FilePart& part) = 0;
  virtual void sendFile(Connection* connection, const FilePart& part) = 0;

  // Makes a connection of a descriptor that this process has, a socket of streams; it belongs to the connection from
  // then on. The connection has no sink yet.
  virtual ErrorCode adopt(int fd, Connection** connection) = 0;
  // Set the byte of the type of service (IP_TOS), which for IPv6 is the traffic class, and ask for it.
  virtual ErrorCode setTypeOfService(Connection* connection, int value) = 0;
  virtual ErrorCode typeOfService(Connection* connection, int& value) = 0;

  // Starts to connect. Returns 0 and sets `connection`, or returns an error for invalid arguments.
  virtual ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) = 0;

 protected:
  ~Net() = default;
};

}  // namespace nodecpp::os
