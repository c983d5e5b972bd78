// WebSocket: one connection, of a client or of a server. Part of ws.
// https://github.com/websockets/ws/blob/8.18.3/doc/ws.md#class-websocket
#pragma once

#include <nodecpp/ws/options.h>

namespace nodecpp::event {
struct ping_t {
  static constexpr const char* name = "ping";
};
inline constexpr ping_t ping{};
struct pong_t {
  static constexpr const char* name = "pong";
};
inline constexpr pong_t pong{};
struct redirect_t {
  static constexpr const char* name = "redirect";
};
inline constexpr redirect_t redirect{};
struct unexpectedResponse_t {
  static constexpr const char* name = "unexpected-response";
};
inline constexpr unexpectedResponse_t unexpectedResponse{};
}  // namespace nodecpp::event

namespace nodecpp {
class BlobObject;
}

namespace nodecpp::ws {

class WebSocketObject;

// The values of readyState. As in JavaScript, the class WebSocket and each of its objects have them.
struct ReadyStates {
  static constexpr int CONNECTING = 0;
  static constexpr int OPEN = 1;
  static constexpr int CLOSING = 2;
  static constexpr int CLOSED = 3;
};

namespace detail {
class ConnectionObject;
class HandshakeObject;
}  // namespace detail

// A counted reference to a WebSocket, with ws' constants of readyState.
class WebSocket : public Handle<WebSocketObject>, public ReadyStates {
 public:
  using Handle<WebSocketObject>::Handle;
  WebSocket() noexcept = default;
  WebSocket(const Handle<WebSocketObject>& other) noexcept : Handle(other) {}
};

// The arguments of listeners that addEventListener and the on… attributes add.
struct Event {
  String type;
  WebSocket target;
};
struct MessageEvent : Event {
  stream::Chunk data;  // a String for a text, a Buffer for bytes
};
struct CloseEvent : Event {
  int code = 0;
  String reason;
  bool wasClean = false;
};
struct ErrorEvent : Event {
  Error error;
  String message;
};

namespace detail {

// The argument of the web's listeners of an event, and the arguments of the event itself.
template <class Name>
struct EventOf;
template <>
struct EventOf<event::open_t> {
  using type = Event;
  using Wrapped = Function<void()>;
};
template <>
struct EventOf<event::message_t> {
  using type = MessageEvent;
  using Wrapped = Function<void(Buffer, bool)>;
};
template <>
struct EventOf<event::close_t> {
  using type = CloseEvent;
  using Wrapped = Function<void(int, Buffer)>;
};
template <>
struct EventOf<event::error_t> {
  using type = ErrorEvent;
  using Wrapped = Function<void(Error)>;
};
// A Blob or a File, for a program that includes nodecpp/blob.h.
template <class T>
concept BlobLike = std::derived_from<T, BlobObject>;

template <class Name>
concept WebEvent = requires { typename EventOf<Name>::type; };

// The attribute of an event, such as `onmessage`.
template <class Name>
class Attribute {
 public:
  explicit Attribute(WebSocketObject* owner) noexcept : owner_(owner) {}
  Attribute(const Attribute&) = delete;
  template <class F, class Owner = WebSocketObject>
    requires(!std::is_null_pointer_v<F>)
  Attribute& operator=(F f) {
    *this = nullptr;
    set_ = static_cast<Owner*>(owner_)->wrap(Function<void(typename EventOf<Name>::type)>(std::move(f)));
    static_cast<Owner*>(owner_)->on(Name(), set_);
    return *this;
  }
  template <std::same_as<std::nullptr_t> N, class Owner = WebSocketObject>
  Attribute& operator=(N) {
    if (set_) static_cast<Owner*>(owner_)->removeListener(Name(), set_);
    set_ = nullptr;
    return *this;
  }

 private:
  friend class ws::WebSocketObject;
  WebSocketObject* owner_;
  typename EventOf<Name>::Wrapped set_{};
};

}  // namespace detail

// The protocols that a client offers: one, or a list.
class Protocols {
 public:
  Protocols() = default;
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Protocols(const T& one) : names_{String(one)} {}
  Protocols(const Array<String>& names) : names_(names) {}
  Protocols(std::initializer_list<StringArg> names) {
    for (const StringArg& each : names) names_.push(each.toString());
  }
  const Array<String>& names() const noexcept [[clang::lifetimebound]] { return names_; }

 private:
  Array<String> names_;
};

// The address of a server: a URL or its text.
class Address {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Address(const T& text) : text_(StringArg(text).toString()) {}
  Address(const url::URL& url) : url_(url) {}
  const url::URL& url() const noexcept [[clang::lifetimebound]] { return url_; }
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }

 private:
  url::URL url_{};
  String text_{};
};

// What send(), ping() and pong() take: a text, bytes, or a number, which is sent as its text.
class Data : public stream::ChunkArg {
 public:
  using ChunkArg::ChunkArg;
  Data() : ChunkArg(nullptr) {}
  Data(const ArrayBuffer& bytes) : ChunkArg(Buffer::from(bytes)) {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  Data(T number) : ChunkArg(stream::Chunk(str(number))) {}
};

// A connection. It lives while it is open or while a handle refers to it.
class WebSocketObject : public EventEmitterObject, public ReadyStates {
 public:
  // Connects to a server. An error is emitted as `error`, and `close` follows. Throws a SyntaxError for an address that
  // is no URL of a WebSocket and for bad protocols, and a RangeError for a bad protocolVersion.
  explicit WebSocketObject(const Address& address, const Protocols& protocols = {}, ClientOptions options = {});
  WebSocketObject(const Address& address, ClientOptions options)
      : WebSocketObject(address, Protocols(), std::move(options)) {}
  // For the option WebSocket of a server, which makes the connection of it.
  explicit WebSocketObject(std::nullptr_t);
  ~WebSocketObject() override;
  const char* className() const override { return "WebSocket"; }

  using EventEmitterObject::eventArgs;
  // The code and the reason of the peer; 1005 without a code, and 1006 when the connection was lost.
  static Args<int, Buffer> eventArgs(event::close_t);
  // The message, and whether it is bytes and not a text.
  static Args<Buffer, bool> eventArgs(event::message_t);
  static Args<> eventArgs(event::open_t);
  static Args<Buffer> eventArgs(event::ping_t);
  static Args<Buffer> eventArgs(event::pong_t);
  // A client that follows redirects is about to ask this URL.
  static Args<String, http::ClientRequest> eventArgs(event::redirect_t);
  // The server has answered with another status than 101. Without a listener that is an error.
  static Args<http::ClientRequest, http::IncomingMessage> eventArgs(event::unexpectedResponse_t);
  // The server's answer to the handshake, before it is checked.
  static Args<http::IncomingMessage> eventArgs(event::upgrade_t);

  int readyState() const noexcept { return readyState_; }
  // The number of bytes that were given to send() and that the system has not taken yet.
  double bufferedAmount() const;
  // "permessage-deflate" when messages may be compressed, else empty.
  String extensions() const;
  bool isPaused() const noexcept { return isPaused_; }
  // The protocol that the server has chosen, or an empty text.
  String protocol() const { return protocol_; }
  // The URL of a client's server; undefined for a server's connection.
  String url() const { return url_; }
  // As in ws, "nodebuffer". Messages are Buffers of bytes of their own or of those that were received with them, and
  // data.buffer() is an ArrayBuffer, so other types need no setting here.
  String binaryType() const { return "nodebuffer"; }

  // Sends a message, or a part of it. `callback` is called when it has been written, or with an error. Throws an Error
  // while the connection is being made.
  void send(const Data& data, const SendOptions& options, stream::Callback callback = {});
  void send(const Data& data, stream::Callback callback = {}) { send(data, SendOptions(), std::move(callback)); }
  // Sends the bytes of a Blob, which are read first; what is sent in the meantime waits behind it. When they cannot be
  // read, the connection ends with the error.
  template <detail::BlobLike T>
  void send(const Handle<T>& blob, const SendOptions& options, stream::Callback callback = {}) {
    sendBlob(blob, options, std::move(callback));
  }
  template <detail::BlobLike T>
  void send(const Handle<T>& blob, stream::Callback callback = {}) {
    sendBlob(blob, SendOptions(), std::move(callback));
  }
  // Send a ping or a pong with at most 125 bytes of data. Throw a RangeError for more, and an Error while the
  // connection is being made.
  void ping(const Data& data = {}, stream::OptionalNumber mask = {}, stream::Callback callback = {});
  void ping(const Data& data, stream::Callback callback) { ping(data, {}, std::move(callback)); }
  void pong(const Data& data = {}, stream::OptionalNumber mask = {}, stream::Callback callback = {});
  void pong(const Data& data, stream::Callback callback) { pong(data, {}, std::move(callback)); }

  // Begins the closing handshake. `close` is emitted when it has ended, or 30 seconds later. Throws a TypeError for a
  // code that may not be sent, and a RangeError for a reason of more than 123 bytes.
  void close(stream::OptionalNumber code = {}, const Data& reason = {});
  // Destroys the connection at once.
  void terminate();
  // Stop and start reading. Nothing happens before the connection is open and after it is closed.
  void pause();
  void resume();

  // The web's way to listen, for the events open, message, close and error: addEventListener(event::message, [](auto
  // event) {…}). ws ignores other events; here they do not compile. A function that listens already is not added again.
  template <detail::WebEvent Name, class F>
  void addEventListener(const Name& name, F&& f, AddEventListenerOptions options = {}) {
    const void* identity = nullptr;
    if constexpr (requires { f.identity(); }) identity = f.identity();
    for (const Added& each : added_)
      if (identity && each.handler == identity && this->listenerCount(name, each) > 0) return;
    const auto wrapped = wrap(Function<void(typename detail::EventOf<Name>::type)>(std::forward<F>(f)));
    if (identity) added_.push_back({identity, wrapped.identity()});
    if (options.once)
      this->once(name, wrapped);
    else
      this->on(name, wrapped);
  }
  // `f` is a Function, or the result of listener(…).
  template <detail::WebEvent Name, class F>
  void removeEventListener(const Name& name, const F& f) {
    for (std::size_t i = added_.size(); i-- > 0;) {
      const Added each = added_[i];
      if (each.handler != f.identity() || this->listenerCount(name, each) == 0) continue;
      added_.erase(&added_[i]);
      this->removeListener(name, each);
      return;
    }
  }
  // An assignment of a function replaces the listener that was assigned before; nullptr removes it.
  detail::Attribute<event::open_t> onopen{this};
  detail::Attribute<event::message_t> onmessage{this};
  detail::Attribute<event::close_t> onclose{this};
  detail::Attribute<event::error_t> onerror{this};

  // Topics, which ws does not have; the connection must be one of a server. publish() sends a message to all other
  // connections of the server that have subscribed to the topic, and returns how many they are. The frame is made once.
  void subscribe(StringArg topic);
  void unsubscribe(StringArg topic);
  bool isSubscribed(StringArg topic) const;
  double publish(StringArg topic, const Data& data, const SendOptions& options = {});

 protected:
  void traceMembers(nodecpp::detail::Tracer& tracer) override;

 private:
  friend class detail::ConnectionObject;
  friend class detail::HandshakeObject;
  friend class WebSocketServerObject;
  template <class>
  friend class detail::Attribute;

  // A listener that addEventListener has added: the program's function, and the one that makes its argument.
  struct Added {
    const void* handler;
    const void* wrapper;
    const void* identity() const noexcept { return wrapper; }
  };
  Function<void()> wrap(const Function<void(Event)>& handler);
  Function<void(Buffer, bool)> wrap(const Function<void(MessageEvent)>& handler);
  Function<void(int, Buffer)> wrap(const Function<void(CloseEvent)>& handler);
  Function<void(Error)> wrap(const Function<void(ErrorEvent)>& handler);

  void open(Handle<detail::ConnectionObject> connection, const Buffer& head);
  void emitClose();
  void emitErrorAndClose(const Error& error);
  bool cannotSend(double size, const stream::Callback& callback);
  void sendBlob(const Handle<BlobObject>& blob, const SendOptions& options, stream::Callback callback);

  Handle<detail::ConnectionObject> connection_;  // from `open` on
  Handle<detail::HandshakeObject> handshake_;    // of a client, until `open`
  String url_ = undefined, protocol_;
  Buffer closeMessage_;
  nodecpp::detail::List<Added> added_;
  double unsent_ = 0;  // what was given to send() after a handshake that has failed
  int readyState_ = CONNECTING;
  int closeCode_ = 1006;
  bool isServer_ = false;
  bool isPaused_ = false;
  bool autoPong_ = true;
  bool errorEmitted_ = false;
};

}  // namespace nodecpp::ws
