// The options of WebSockets and of their servers. Part of ws.
#pragma once

#include <nodecpp/https.h>
#include <nodecpp/set.h>
#include <nodecpp/url.h>
#include <nodecpp/zlib/options.h>

namespace nodecpp::ws {

class WebSocket;

// An option that may be undefined, a bool or a number.
class Setting {
 public:
  constexpr Setting() noexcept = default;
  constexpr Setting(bool on) noexcept : kind_(Kind::boolean), number_(on) {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T> && (!std::same_as<T, bool>)
  constexpr Setting(T number) noexcept : kind_(Kind::number), number_(double(number)) {}
  constexpr bool isUndefined() const noexcept { return kind_ == Kind::undefined; }
  constexpr bool isFalse() const noexcept { return kind_ == Kind::boolean && number_ == 0; }
  constexpr bool isNumber() const noexcept { return kind_ == Kind::number; }
  // JavaScript's truth.
  constexpr explicit operator bool() const noexcept { return number_ != 0 && number_ == number_; }
  constexpr double number() const noexcept { return number_; }

 private:
  enum class Kind : unsigned char { undefined, boolean, number };
  Kind kind_ = Kind::undefined;
  double number_ = 0;
};

// The options of the compression of messages, permessage-deflate (RFC 7692). `threshold` is the size in bytes below
// which a message is not compressed when no context is kept.
struct PerMessageDeflateOptions {
  Setting serverNoContextTakeover{};
  Setting clientNoContextTakeover{};
  Setting serverMaxWindowBits{};
  Setting clientMaxWindowBits{};
  zlib::ZlibOptions zlibDeflateOptions{};
  zlib::ZlibOptions zlibInflateOptions{};
  double threshold = 1024;
  double concurrencyLimit = 10;
};

// The option perMessageDeflate: whether messages may be compressed, or how.
class PerMessageDeflateOption {
 public:
  PerMessageDeflateOption(bool on) : isOn_(on) {}
  PerMessageDeflateOption(PerMessageDeflateOptions options) : isOn_(true), options_(std::move(options)) {}
  explicit operator bool() const noexcept { return isOn_; }
  const PerMessageDeflateOptions& options() const noexcept [[clang::lifetimebound]] { return options_; }

 private:
  bool isOn_;
  PerMessageDeflateOptions options_{};
};

// The options of a client, in the order of ws' page, then those of http::request and https::request. What the URL says
// (host, port, path and so on) is not taken from the options. Times are in milliseconds, sizes in bytes.
struct ClientOptions {
  // Whether several messages, pings and pongs may be emitted in one turn of the loop.
  bool allowSynchronousEvents = true;
  bool autoPong = true;  // whether a ping is answered
  // Is called with the request of the handshake instead of request->end().
  Function<void(http::ClientRequest, WebSocket)> finishRequest{};
  bool followRedirects = false;
  // Fills a Buffer of four bytes with the mask of a frame; by default it is random.
  Function<void(Buffer)> generateMask{};
  stream::OptionalNumber handshakeTimeout{};
  double maxPayload = 100 * 1024 * 1024;  // the largest message that is received; 0 for no limit
  double maxRedirects = 10;
  String origin{};
  PerMessageDeflateOption perMessageDeflate = true;
  double protocolVersion = 13;  // 13 or 8
  bool skipUTF8Validation = false;
  NODECPP_HTTPS_REQUEST_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CLIENT_OPTIONS(NODECPP_TLS_FIELD)
  NODECPP_TLS_CONTEXT_OPTIONS(NODECPP_TLS_FIELD)
};

// What verifyClient is told of a client. `origin` is undefined when the client does not say it.
struct ClientInfo {
  Lookup origin;
  bool secure = false;  // the connection is encrypted
  http::IncomingMessage req{};
};

// Is called by verifyClient with its verdict; a refused client gets `code`, and `message` as the body.
class ClientVerdict {
 public:
  using Answer = Function<void(bool verified, int code, String message, http::Headers headers)>;
  explicit ClientVerdict(Answer answer) : answer_(std::move(answer)) {}
  void operator()(bool verified, int code = 401, StringArg message = "", http::Headers headers = {}) const {
    answer_(verified, code, message.toString(), std::move(headers));
  }

 private:
  Answer answer_;
};

// The option verifyClient: a function of the client that returns whether it is welcome, or a function of the client and
// of a callback, which it calls once.
class VerifyClient {
 public:
  VerifyClient() = default;
  template <class F>
    requires std::is_invocable_v<F&, ClientInfo, ClientVerdict>
  VerifyClient(F f) : later_(std::move(f)) {}
  template <class F>
    requires(!std::is_invocable_v<F&, ClientInfo, ClientVerdict>) && std::is_invocable_r_v<bool, F&, ClientInfo>
  VerifyClient(F f) : now_(std::move(f)) {}
  const Function<bool(ClientInfo)>& now() const noexcept [[clang::lifetimebound]] { return now_; }
  const Function<void(ClientInfo, ClientVerdict)>& later() const noexcept [[clang::lifetimebound]] { return later_; }

 private:
  Function<bool(ClientInfo)> now_{};
  Function<void(ClientInfo, ClientVerdict)> later_{};
};

// The options of a server, in the order of ws' page. Exactly one of `port`, `server` and `noServer` must be given.
struct ServerOptions {
  bool allowSynchronousEvents = true;
  bool autoPong = true;
  double backlog = 0;
  bool clientTracking = true;
  // Chooses one of the protocols that the client offers, or returns an empty text for none. By default the first one is
  // taken.
  Function<String(Set<String>, http::IncomingMessage)> handleProtocols{};
  String host{};
  double maxPayload = 100 * 1024 * 1024;
  bool noServer = false;
  String path{};
  PerMessageDeflateOption perMessageDeflate = false;
  Lookup port{};
  http::Server server{};
  bool skipUTF8Validation = false;
  VerifyClient verifyClient{};
  // Makes the object of a connection: a WebSocketObject, or one of a class of the program's own.
  Function<ws::WebSocket()> WebSocket{};
  // Beyond ws. What happens to a WebSocket whose unsent bytes are more than `maxBackpressure` when a topic is published:
  // "drop" leaves the message out for it, and "close" terminates it.
  double maxBackpressure = 16 * 1024 * 1024;
  String slowReceivers = "drop";
};

// The options of send(). `binary` is true by default for bytes and false for a text.
struct SendOptions {
  stream::OptionalNumber binary{};
  bool compress = true;
  bool fin = true;                // whether this is the last fragment of the message
  stream::OptionalNumber mask{};  // true by default for a client
};

}  // namespace nodecpp::ws
