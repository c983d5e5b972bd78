// The response side of a request on its socket: Node's parser with its listeners, from the socket's assignment until the
// response is whole or the socket is gone.
#pragma once

#include <nodecpp/http/client.h>

#include <string_view>
#include <vector>

#include "http/message.h"
#include "http/parser.h"

namespace nodecpp::http::detail {

class ClientConnection final : public net::detail::SocketWatcher {
 public:
  ClientConnection(ClientRequestObject& request, net::SocketObject& socket);

  // Listens to the socket.
  void start();
  // The socket has nothing more to say: what ends by the connection's end is whole. Then free().
  void finishParser();
  // Lets go of the parser: the socket's bytes are no longer this request's.
  void free();

  // After the request's last event: its listeners hold it, and it holds them.
  void release() {
    data_ = nullptr;
    close_ = nullptr;
    end_ = drain_ = responseTimeout_ = nullptr;
  }

  // The socket serves the next request, or goes: its listeners are taken off.
  void removeListeners();
  // The end of the socket is none of this request's any more.
  void leaveSocket();
  void onSocketClosed() override;
  // The response has ended and the request was sent: the socket goes back to the agent.
  static void keepAlive(ClientRequestObject& request);

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
  std::vector<char> kept_;    // of a head that was cut
  nodecpp::detail::Block* block_ = nullptr;  // that holds what is being parsed; null where we hold it ourselves
  IncomingMessage incoming_;  // the last whose head was read
  std::size_t maxFields_ = 0;  // of the response; what is beyond is left out
  bool freed_ = false;
  bool closeSeen_ = false;  // by the listener for `close`
  bool skipsPending_ = false;
  Function<void(stream::Chunk)> data_;
  Function<void()> end_;
  Function<void(bool)> close_;
  Function<void()> drain_;
  Function<void()> responseTimeout_;
};

}  // namespace nodecpp::http::detail
