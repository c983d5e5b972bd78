// Received messages: requests at a server, responses at a client. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpincomingmessage
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/http/headers.h>
#include <nodecpp/net.h>

namespace nodecpp::http {

class IncomingMessageObject;
using IncomingMessage = Handle<IncomingMessageObject>;
class ClientRequestObject;

namespace detail {
class ServerConnection;
class ClientConnection;
}  // namespace detail

// A received message: a Readable of its body. Data members are what Node stores or what can be assigned there.
class IncomingMessageObject : public stream::ReadableObject {
 public:
  explicit IncomingMessageObject(net::Socket socket = nullptr);
  ~IncomingMessageObject() override;

  using ReadableObject::eventArgs;
  static Args<> eventArgs(event::aborted_t);
  // The socket's time-out, with the socket.
  static Args<net::Socket> eventArgs(event::timeout_t);

  String method;                // of requests
  String url;                   // of requests, as received
  String httpVersion;           // "1.1"
  int httpVersionMajor = 0;
  int httpVersionMinor = 0;
  IncomingHeaders headers;
  DistinctHeaders headersDistinct;
  RawHeaders rawHeaders;
  IncomingHeaders trailers;     // whole after `end`
  DistinctHeaders trailersDistinct;
  RawHeaders rawTrailers;
  int statusCode = 0;           // of responses
  String statusMessage;         // of responses
  bool complete = false;        // the message was received whole
  bool aborted = false;
  bool upgrade = false;
  net::Socket socket;
  Handle<ClientRequestObject> req;  // of responses: the request

  net::Socket connection() const { return socket; }
  // socket->setTimeout; `callback` listens to `timeout`. Returns this message.
  IncomingMessage setTimeout(double milliseconds, Function<void(net::Socket)> callback = nullptr);

  // Aborts when the connection goes away before the answer is sent, or this message is destroyed.
  AbortSignal signal();

  // What has come whole is let run off; else the connection is destroyed.
  void giveUp(Function<void()> over) override;

  const char* className() const override { return "IncomingMessage"; }

 protected:
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;

 private:
  friend class detail::ServerConnection;
  friend class detail::ClientConnection;
  friend class ClientRequestObject;
  void dump();
  void closeUnread();
  void abortSignal();
  void detachSignal();
  AbortController controller_;
  Listener signalListener_;
  bool signalDetached_ = false;
  bool held_ = false;  // the connection reads nothing, whatever is asked for
  bool consuming_ = false;
  bool dumped_ = false;
};

}  // namespace nodecpp::http
