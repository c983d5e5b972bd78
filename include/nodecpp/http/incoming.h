// Received messages: a server's requests and a client's responses. Part of http.
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

// A received message, which is a Readable of its body. A member that Node stores or lets programs assign is a data
// member.
class IncomingMessageObject : public stream::ReadableObject {
 public:
  explicit IncomingMessageObject(net::Socket socket = nullptr);
  ~IncomingMessageObject() override;

  using ReadableObject::eventArgs;
  static Args<> eventArgs(event::aborted_t);
  // Emitted when the socket has been idle for its time-out. The argument is the socket.
  static Args<net::Socket> eventArgs(event::timeout_t);

  String method;       // in requests
  String url;          // in requests, as received
  String httpVersion;  // for example "1.1"
  int httpVersionMajor = 0;
  int httpVersionMinor = 0;
  IncomingHeaders headers;
  DistinctHeaders headersDistinct;
  RawHeaders rawHeaders;
  IncomingHeaders trailers;  // complete after `end`
  DistinctHeaders trailersDistinct;
  RawHeaders rawTrailers;
  int statusCode = 0;     // in responses
  String statusMessage;   // in responses
  bool complete = false;  // the whole message was received
  bool aborted = false;
  bool upgrade = false;
  net::Socket socket;
  Handle<ClientRequestObject> req;  // in responses: their request

  net::Socket connection() const { return socket; }
  // Sets the socket's time-out in milliseconds; `callback` becomes a listener of this message's `timeout`. Returns this
  // message.
  IncomingMessage setTimeout(double milliseconds, Function<void(net::Socket)> callback = nullptr);

  // Returns a signal that aborts when the connection closes before the response is sent, or when this message is
  // destroyed before its end.
  AbortSignal signal();

  // Discards the body because nobody reads it. A message that was received completely is read to its end; otherwise the
  // connection is destroyed. `over` is called when the message has been dealt with.
  void giveUp(Function<void()> over) override;
  void destroyAsPart(const Error& error) override;

  const char* className() const override { return "IncomingMessage"; }
  // A request has a method and a URL, a response a status.
  template <class I>
  void inspectTo(I& out) const {
    out.property("httpVersion", httpVersion).property("complete", complete).property("headers", headers);
    out.property("aborted", aborted).property("upgrade", upgrade).property("url", url);
    if (statusCode)
      out.property("method", nullptr).property("statusCode", statusCode).property("statusMessage", statusMessage);
    else
      out.property("method", method).property("statusCode", nullptr).property("statusMessage", nullptr);
  }

 protected:
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;

 private:
  friend class detail::ServerConnection;
  friend class detail::ClientConnection;
  friend class ClientRequestObject;
  // Does what push(nullptr) does.
  void endOfBody() {
    readFlags_ &= ~readingFlag;
    onEof();
  }
  void dump();
  void discardUnread();
  void abortSignal();
  void detachSignal();
  AbortController controller_;
  Listener signalListener_;
  bool signalDetached_ = false;
  // The connection is not read for back-pressure, even when the program asks for more of the body.
  bool held_ = false;
  bool consuming_ = false;
  bool dumped_ = false;
};

}  // namespace nodecpp::http
