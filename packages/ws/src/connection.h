// A WebSocket whose handshake is done: what stands between the socket and the program.
#pragma once

#include <nodecpp/blob.h>
#include <nodecpp/net/fetch_ahead.h>
#include <nodecpp/timers.h>
#include <nodecpp/ws/server.h>

#include "frame.h"
#include "permessage_deflate.h"
#include "receiver.h"
#include "rooms.h"

namespace nodecpp::ws::detail {

struct ConnectionOptions {
  Receiver::Options receiver;
  Function<void(Buffer)> generateMask;
  PerMessageDeflate deflate;
};

class ConnectionObject final : public Object, private Frames {
 public:
  ConnectionObject(const WebSocket& owner, const net::Socket& socket, ConnectionOptions options);

  // Returns the connection of a WebSocket; undefined before `open`.
  static Handle<ConnectionObject> of(const WebSocket& socket) { return socket->connection_; }
  // Returns that of an open WebSocket, which keeps it alive.
  static ConnectionObject& of(const WebSocketObject& socket [[clang::lifetimebound]]) { return *socket.connection_; }
  // Lets the memory of the connection of a WebSocket, which may be null, be fetched ahead of a write.
  static void fetch(const WebSocketObject* socket) noexcept {
    if (socket) net::detail::fetchMemory<sizeof(ConnectionObject)>(socket->connection_.get());
  }
  static const net::SocketObject* socketOf(const WebSocketObject* socket) noexcept {
    const ConnectionObject* connection = socket ? socket->connection_.get() : nullptr;
    return connection ? connection->socket_.get() : nullptr;
  }

  // Listens to the socket, to which `head` was received already.
  void begin(const Buffer& head);

  void send(const Data& data, const SendOptions& options, stream::Callback callback);
  void send(const Blob& blob, const SendOptions& options, stream::Callback callback);
  void sendControl(Opcode opcode, const Data& data, bool mask, stream::Callback callback);
  // Sends the close frame. Throws for a bad code or reason.
  void sendClose(const stream::OptionalNumber& code, const Data& reason, stream::Callback callback);
  // Sends a whole message of which the frame was made already, behind the message that is being sent.
  void sendMade(const Frame& frame);

  void close(const stream::OptionalNumber& code, const Data& reason);
  void terminate();
  void pause();
  void resume();
  // What was given to the program to send and the system has not taken.
  double bufferedAmount() const { return double(socket_->writableLength()) + bufferedBytes_; }
  void addUnsent(double bytes) { bufferedBytes_ += bytes; }
  bool isCompressing() const noexcept { return bool(deflate_); }
  bool wasClean() const noexcept { return closeFrameReceived_ && closeFrameSent_; }
  const net::Socket& socket() const noexcept { return socket_; }

  // The topics that this connection has subscribed to.
  Map<String, Room> rooms = nullptr;  // undefined until the first one
  Handle<RoomsObject> server;         // undefined for a client

 private:
  // A frame that waits until what is before it is compressed, or read from a Blob.
  struct Queued {
    Buffer data;
    FrameHead head;
    bool compresses;
    stream::Callback callback;
    Frame made{};  // in place of `data`, when it has a head
    Blob blob{};   // in place of `data`, when it is defined
  };

  void onMessage(Buffer message, bool isBinary) override;
  void onPing(Buffer data) override;
  void onPong(Buffer data) override;
  void onConclude(int code, Buffer reason) override;
  void onBadFrame(const Error& error, int status) override;
  void onFinished() override;
  void inflate(const Buffer& data, bool fin) override;
  void onDrain() override;
  void later(Function<void()> call) override;
  void inLaterTurn(Function<void()> call) override;

  void onData(const Buffer& bytes);
  void onEnd();
  void onClose();
  void onError();
  void readOn();
  void startCloseTimer();
  void emitClose();
  void dispatch(const Payload& payload, const FrameHead& head, bool compresses, stream::Callback callback);
  FrameHead nextHead(bool isText, double size, const SendOptions& options);
  void sendDelayed(const SendOptions& options);
  void sendBlob(const Blob& blob, const FrameHead& head, bool compresses, stream::Callback callback);
  void blobRead(const ArrayBuffer& bytes, double size, const FrameHead& head, bool compresses,
                const stream::Callback& callback);
  void blobFailed(const Error& error, const stream::Callback& callback);
  void failQueued(const Error& error, const stream::Callback& first);
  void sendQueued();
  void compress(const Buffer& data, const FrameHead& head, stream::Callback callback);
  void compressed(const Error& error, const Buffer& data, const FrameHead& head, const stream::Callback& callback);
  void write(const Frame& frame, stream::Callback callback);

  WebSocket owner_;  // undefined after `close`
  net::Socket socket_;
  Receiver receiver_;
  PerMessageDeflate deflate_;
  Function<void(Buffer)> generateMask_;
  Timeout closeTimer_;
  nodecpp::detail::List<Queued> queue_;
  std::size_t queueAt_ = 0;
  nodecpp::detail::List<Frame> delayed_;  // messages that wait for the last fragment of another one
  double bufferedBytes_ = 0;
  bool isReading_ = true;
  bool isAttached_ = true;  // the socket has not closed
  bool firstFragment_ = true;
  bool compresses_ = false;  // the message whose fragments are being sent
  bool isBusy_ = false;      // a message is being compressed, or read from a Blob
  bool closeFrameReceived_ = false, closeFrameSent_ = false;
  bool waitsForReceiver_ = false;  // `close` is emitted when the receiver has finished
  NODECPP_TRACE(owner_, socket_, deflate_, generateMask_, queue_, rooms, server)
};
using Connection = Handle<ConnectionObject>;

}  // namespace nodecpp::ws::detail
