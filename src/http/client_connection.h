// Reads the response to a client's request from its socket: Node's response parser and its listeners. It exists from
// the time that the request gets its socket until the response is complete or the socket has closed.
#pragma once

#include <nodecpp/http/client.h>

#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/parser/parser.h"

namespace nodecpp::http::detail {

class ClientConnection final : public net::detail::SocketWatcher {
 public:
  ClientConnection(ClientRequestObject& request, net::SocketObject& socket);

  // Adds the listeners of this class to the socket.
  void start();
  // Called when the socket gives no more bytes. The end of the connection completes a body whose length was not
  // announced. Then detaches from the request, as free() does.
  void finishParser();
  // Detaches from the request, so that the socket's further bytes no longer belong to the request.
  void free();

  // Called after the request's last event. Releases the listeners, which hold the request while the request holds them.
  void release() {
    data_ = nullptr;
    close_ = nullptr;
    end_ = drain_ = responseTimeout_ = nullptr;
  }

  // Takes the listeners of `data` and `end` off the socket, because the socket serves the next request or closes.
  void removeListeners();
  // Takes the listener of `close` off the socket, because the socket's end no longer concerns this request.
  void leaveSocket();
  void onSocketClosed() override;
  // Called when the response was read and the request was sent: returns the socket to the agent.
  static void keepAlive(ClientRequestObject& request);
  // Calls `received` with each part of the response's body as it comes, and at last with an undefined part when the
  // body is whole. To be called by a listener of `response`.
  static void watchBody(ClientRequestObject& request, Function<void(const stream::Chunk&)> received) {
    if (request.connection_) request.connection_->received_ = std::move(received);
  }

 private:
  friend class http::ClientRequestObject;
  enum class Body { follows, skipped, foreign };

  void onData(const stream::Chunk& chunk);
  void onEnd();
  void onClose();
  void onDrain();
  bool execute(const Buffer& chunk);
  Body onHead();
  void onBody(std::string_view bytes);
  void onMessageComplete();
  void onParseError(std::size_t parsed, const Buffer& chunk);
  void onUpgrade(const Buffer& head);
  void onResponseEnd();
  void onInformation(const IncomingMessageObject& response);

  ClientRequest request_;
  net::Socket socket_;
  Parser parser_;
  std::vector<char> kept_;  // The received part of an unfinished head.
  // The block that contains the bytes being parsed; null when they are in a buffer of this class.
  nodecpp::detail::Block* block_ = nullptr;
  IncomingMessage incoming_;  // The response whose head was parsed last.
  // The largest number of the response's header fields; further fields are left out.
  std::size_t maxFields_ = 0;
  bool freed_ = false;
  bool closeSeen_ = false;  // Whether the listener of `close` was called.
  bool skipsPending_ = false;
  Function<void(stream::Chunk)> data_;
  Function<void()> end_;
  Function<void(bool)> close_;
  Function<void()> drain_;
  Function<void()> responseTimeout_;
  Function<void(const stream::Chunk&)> received_;
};

}  // namespace nodecpp::http::detail
