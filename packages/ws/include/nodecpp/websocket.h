// WebSocket: the global client of Node. Its frames and its handshake are those of ws, so a program with it links the
// package ws. https://nodejs.org/docs/latest-v24.x/api/globals.html#class-websocket
//
//   auto socket = make<WebSocket>("wss://localhost:8000/chat");
//   socket->onmessage = [](auto event) { console::log(event->data); };
//   socket->onopen = [=] { socket->send("hello"); };
#pragma once

#include <nodecpp/blob.h>
#include <nodecpp/event_target.h>
#include <nodecpp/ws/websocket.h>

namespace nodecpp {

namespace detail {
// Keeps braces without names from meaning the options.
class NamedFieldsOnly {
 public:
  constexpr NamedFieldsOnly() noexcept {}
};
}  // namespace detail

// The options of a WebSocket in place of its protocols. Node's `dispatcher` has no counterpart.
struct WebSocketInit {
  detail::NamedFieldsOnly namedFieldsOnly{};
  ws::Protocols protocols{};
  http::Headers headers{};  // further fields of the handshake
};

// What send() takes: a text, bytes (a Buffer, a typed array, an ArrayBuffer), a Blob, or a value that is sent as its
// text.
class WebSocketData {
 public:
  WebSocketData(const Buffer& bytes) : bytes_(bytes) {}
  WebSocketData(const ArrayBuffer& bytes) : bytes_(Buffer::from(bytes)) {}
  template <std::derived_from<detail::ViewBase> T>
  WebSocketData(const T& view) : bytes_(detail::bytesOf(view)) {}
  template <class T>
    requires std::derived_from<T, BlobObject>
  WebSocketData(const Handle<T>& blob) : blob_(blob) {}
  template <class T>
    requires detail::StringLike<const T&> || detail::Arithmetic<T>
  WebSocketData(const T& text) : isText_(true) {
    if constexpr (detail::Arithmetic<T>)
      text_ = str(text);
    else
      text_ = StringArg(text).toString();
  }

 private:
  friend class WebSocketObject;
  Buffer bytes_;
  String text_;
  Blob blob_;
  bool isText_ = false;
};

// A client's connection. It lives while it is open or while a handle refers to it.
class WebSocketObject final : public EventTargetObject, public ws::ReadyStates {
 public:
  static Args<Handle<EventObject>> eventArgs(event::open_t);
  // The data is a String for a text; for bytes it is a Blob or an ArrayBuffer, as binaryType says.
  static Args<MessageEvent> eventArgs(event::message_t);
  // 1005 stands for a close without a code, 1006 for a connection that was lost or not made; an `error` is before that.
  static Args<CloseEvent> eventArgs(event::close_t);
  static Args<ErrorEvent> eventArgs(event::error_t);

  // Connects to a server. `url` may begin with ws:, wss:, http: or https:. Throws a DOMException with the name
  // SyntaxError for another address, for one with a hash, and for protocols that are no tokens or not different.
  explicit WebSocketObject(StringArg url, const ws::Protocols& protocols = {}, const http::Headers& headers = {});
  ~WebSocketObject() override;
  const char* className() const override { return "WebSocket"; }

  int readyState() const noexcept;
  String url() const { return url_; }
  String protocol() const { return protocol_; }
  String extensions() const { return extensions_; }
  // The number of bytes that were given to send() and that the system has not taken yet.
  double bufferedAmount() const noexcept { return bufferedAmount_; }

  // Sends a message. What is sent after the connection has begun to close is dropped. The bytes are not copied before
  // they are sent: do not change them. Throws a DOMException with the name InvalidStateError before the connection is
  // open.
  void send(const WebSocketData& data);
  // Begins the closing handshake; a connection that is not open yet fails. Throws a DOMException with the name
  // InvalidAccessError for another code than 1000 and 3000 to 4999, and SyntaxError for a reason of more than 123
  // bytes.
  void close(stream::OptionalNumber code = {}, StringArg reason = "");

  // The type of `socket->binaryType`: "blob" or "arraybuffer" for the messages that consist of bytes. Another text that
  // is assigned means "blob".
  class BinaryType {
   public:
    BinaryType& operator=(StringArg type) {
      isBlob_ = type != StringArg("arraybuffer");
      return *this;
    }
    bool isBlob() const noexcept { return isBlob_; }
    String toString() const { return isBlob_ ? "blob" : "arraybuffer"; }
    operator String() const { return toString(); }
    const char* data() const noexcept { return isBlob_ ? "blob" : "arraybuffer"; }
    std::size_t size() const noexcept { return isBlob_ ? 4 : 11; }

   private:
    bool isBlob_ = true;
  };
  BinaryType binaryType;

  EventHandler<Handle<EventObject>> onopen{this, "open", true};
  EventHandler<MessageEvent> onmessage{this, "message", true};
  EventHandler<CloseEvent> onclose{this, "close", true};
  EventHandler<ErrorEvent> onerror{this, "error", true};

 protected:
  void traceMembers(detail::Tracer& tracer) override;

 private:
  // A message that waits for the bytes of a Blob, its own or one before it.
  struct Queued {
    Buffer bytes;
    String text;
    bool isText;
    bool isRead;
  };
  void listen();
  // Publish on undici's channels.
  void tellOfOpening();
  void tellOfFrame(const char* channel, const Buffer& payload);
  void receive(const Buffer& data, bool isBinary);
  void transmit(const Queued& message);
  void read(const Blob& blob, double number);
  void sendRead();
  void ended(int code, const String& reason);

  ws::WebSocket socket_;
  http::IncomingMessage response_;  // that of the handshake, until `open`
  String url_, origin_, protocol_, extensions_;
  detail::List<Queued> queue_;
  double firstQueued_ = 0;  // the number of the first message of the queue
  double bufferedAmount_ = 0;
  bool isOver_ = false;       // `close` was dispatched
  bool closedEarly_ = false;  // close() was called before the connection was open
};

// A counted reference to a WebSocket, with its constants of readyState.
class WebSocket : public Handle<WebSocketObject>, public ws::ReadyStates {
 public:
  using Handle<WebSocketObject>::Handle;
  WebSocket() noexcept = default;
  WebSocket(const Handle<WebSocketObject>& other) noexcept : Handle(other) {}
};

// JavaScript's new WebSocket(url, protocols) and new WebSocket(url, options).
template <class S>
  requires std::same_as<S, WebSocket>
S make(StringArg url, ws::Protocols protocols) {
  detail::Making making;
  return S(new (making) WebSocketObject(url, protocols));
}
template <class S>
  requires std::same_as<S, WebSocket>
S make(StringArg url, WebSocketInit options) {
  detail::Making making;
  return S(new (making) WebSocketObject(url, options.protocols, options.headers));
}

}  // namespace nodecpp
