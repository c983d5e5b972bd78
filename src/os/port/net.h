// Net: stream connections over TCP and unix sockets, and those who listen for them.
//
// The contract, for the author of a back end:
//
// Life. `connect` and `listen` make an object, an accepted connection is made by the back end. It belongs to the caller
// (an accepted one to the sink it was pushed to) until `close` or `reset`, after which the caller does not name it any
// more. The back end frees it when nothing that it has queued names it: not before the turn is over.
//
// Sinks. A sink is not owned, and outlives its connection or listener. An accepted connection has no sink until it is
// given one, which happens inside the push; nothing is pushed to it before. A push may close any connection, that of
// the push included.
//
// Connecting. The outcome is pushed in a later turn, also where the system knows it at once (a refusal over loopback).
// Only what was asked wrongly (an address that is none, a local address that the machine has not) is an error at once.
// Before the outcome `write` takes nothing, and `send` is kept until the connection stands.
//
// Reading. Nothing is pushed before `startReading`, and nothing after `stopReading`; what has come by then is kept by
// the system or by the back end, and is pushed first when reading starts again. A push gives a counted block and the
// bytes in it. The sink may keep them by retaining the block; the back end may use the block again when it holds the
// only reference to it, and a back end that has given the system its own memory to read into makes the block a
// ForeignBlock, which tells it of the last reference. The end of the peer's side comes once, a turn after the last bytes
// at the earliest, so that what the program does behind them runs in between, as in Node. After an end or an error
// nothing is read any more.
//
// Writing. `write` tries at once: it takes as much as the system takes without waiting, and keeps nothing. What is left
// is given to `send`, as counted slices, which the back end holds until the system has all of them or cannot take them;
// then it pushes `onSent`, in a later turn than that of the call. A back end that completes operations (io_uring) takes
// nothing in `write`, and hands the slices of `send` to the system as they are: their bytes do not change until
// `onSent`. Several sends may be under way; they complete in the order in which they were made, and while one is under
// way `write` takes nothing. When one fails, those behind it fail with the same error. SendQueue, which back ends share,
// keeps this order.
//
// Ending. `shutdown` is called when no send is under way. `close` lets go of what the back end holds: it offers the
// system once more what was sent and is still held, and what the system does not take then is lost, as on any socket
// that is closed. `reset` drops it.
#pragma once

#include <vector>

#include "os/port/basics.h"

namespace nodecpp::os {

struct Address {
  enum class Family : unsigned char { none, ipv4, ipv6, unix };
  Family family = Family::none;
  String host;  // numeric, with %zone where IPv6 has one; of a unix socket its path
  int port = 0;
};

// Each back end derives its own.
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

// A listener or a connection that goes over a channel between processes with a message; see children.h. What has come
// belongs to the sink that it is pushed to.
struct PassedHandle {
  Listener* listener = nullptr;
  Connection* connection = nullptr;
  explicit operator bool() const { return listener || connection; }
};

class ConnectionSink {
 public:
  // The outcome of `connect`, once. After an error the connection is good for `close` only.
  virtual void onConnect(ErrorCode error) = 0;
  // `size` bytes at `data` have come; they live as long as `block`, which the sink may retain. Without a reference of
  // the sink's they are valid during the push.
  virtual void onRead(detail::Block* block, char* data, std::size_t size) = 0;
  // The peer has ended its side.
  virtual void onEnd() = 0;
  // The connection is broken. Nothing more is read.
  virtual void onReadError(ErrorCode error) = 0;
  // The first send that is under way is over: the system has all of it, or will not take it.
  virtual void onSent(ErrorCode error) = 0;
  // Of a channel: a handle has come with the bytes that are pushed next. A listener accepts nothing before it is given
  // to `listen`.
  virtual void onHandle(PassedHandle) {}

 protected:
  ~ConnectionSink() = default;
};

class ListenerSink {
 public:
  // Somebody has connected. The connection is the sink's from here on: it sets a sink of its own, now or never, and
  // closes it some day.
  virtual void onConnection(Connection* connection) = 0;
  // Accepting has failed. The listener goes on; how soon it tries again is the back end's business, but it must not
  // keep the loop busy with it.
  virtual void onAcceptError(ErrorCode error) = 0;

 protected:
  ~ListenerSink() = default;
};

struct ListenSpec {
  Address address{};  // of a unix socket, `host` is its path
  int backlog = 511;
  bool ipv6Only = false;
  bool reusePort = false;
  bool readableAll = false;  // unix: every user may read, and so connect
  bool writableAll = false;  // unix: every user may write
  int fd = -1;               // an inherited descriptor in place of an address
  // Accepted connections send what they are given without delay (TCP_NODELAY).
  bool noDelay = false;
  // What its connections speak ("http"), for those who read a recording; nothing depends on it.
  const char* protocol = "";
  Listener* received = nullptr;  // one that has come over a channel, in place of an address; it is used up
};

struct ConnectSpec {
  Address address;
  Address local;  // family none: any
};

struct WriteResult {
  std::size_t sent;
  ErrorCode error;  // 0 also when not all was sent
};

class Net {
 public:
  // Starts to listen: 0 and `listener`, or an error. Without a sink nothing is accepted: the listener is for other
  // processes, to which it is passed.
  virtual ErrorCode listen(const ListenSpec& spec, ListenerSink* sink, Listener** listener) = 0;
  // Where it listens, with the port that the system has chosen.
  virtual Address address(Listener* listener) = 0;
  // Stops listening. Those who wait to be accepted find their connection reset. The path of a unix socket goes with it.
  virtual void close(Listener* listener) = 0;

  // Starts to connect: 0 and `connection`, or an error for what was asked wrongly.
  virtual ErrorCode connect(const ConnectSpec& spec, ConnectionSink* sink, Connection** connection) = 0;
  virtual void setSink(Connection* connection, ConnectionSink* sink) = 0;
  virtual void startReading(Connection* connection) = 0;
  virtual void stopReading(Connection* connection) = 0;
  // Tries at once, and says how much the system took.
  virtual WriteResult write(Connection* connection, const Slice* slices, std::size_t count) = 0;
  // Holds `slices`, none of which is empty, until the system has them; then the sink is told. Over a channel `handle`
  // goes with the first byte. The caller still has it, too, and may close it as soon as this has returned.
  virtual void send(Connection* connection, std::vector<Buffer>&& slices, PassedHandle handle = {}) = 0;
  // Bytes of the sends under way that the system does not have yet, as far as the back end knows: for time-outs, which
  // look whether a peer still takes something.
  virtual std::size_t unsent(Connection* connection) = 0;
  // Ends our side.
  virtual ErrorCode shutdown(Connection* connection) = 0;
  virtual void close(Connection* connection) = 0;
  // Closes with a reset (RST): the peer sees ECONNRESET.
  virtual ErrorCode reset(Connection* connection) = 0;
  // TCP_NODELAY and SO_KEEPALIVE; no error and no effect on a unix socket.
  virtual ErrorCode setNoDelay(Connection* connection, bool on) = 0;
  virtual ErrorCode setKeepAlive(Connection* connection, bool on, int seconds) = 0;
  // Of family none where there is none (any more).
  virtual Address localAddress(Connection* connection) = 0;
  virtual Address remoteAddress(Connection* connection) = 0;

 protected:
  ~Net() = default;
};

}  // namespace nodecpp::os
