// HTTP/1.1 servers. https://nodejs.org/docs/latest-v24.x/api/http.html
#pragma once

#include <nodecpp/http_headers.h>
#include <nodecpp/net.h>

namespace nodecpp::http {

class IncomingMessageObject;
class OutgoingMessageObject;
class ServerResponseObject;
class ServerObject;
using IncomingMessage = Handle<IncomingMessageObject>;
using OutgoingMessage = Handle<OutgoingMessageObject>;
using ServerResponse = Handle<ServerResponseObject>;
using Server = Handle<ServerObject>;

namespace detail {
class ServerConnection;
struct HeadBuilder;

// Bytes that grow at the end, from slabs.
class ByteString {
 public:
  ByteString() noexcept = default;
  ByteString(const ByteString&) = delete;
  ~ByteString() { nodecpp::detail::Block::drop(block_); }
  const char* data() const noexcept { return block_ ? block_->bytes() : ""; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  void clear() noexcept { size_ = 0; }
  // Room for `more` bytes, to be counted by `grow`.
  char* reserve(std::size_t more);
  void grow(std::size_t by) noexcept { size_ += by; }
  void append(const char* data, std::size_t size) {
    std::memcpy(reserve(size), data, size);
    size_ += size;
  }

 private:
  nodecpp::detail::Block* block_ = nullptr;
  std::size_t size_ = 0;
};
}  // namespace detail

// A received message: a Readable of its body. Data members are what Node stores or what can be assigned there.
class IncomingMessageObject final : public stream::ReadableObject {
 public:
  IncomingMessageObject() = default;
  explicit IncomingMessageObject(net::Socket socket) : socket(std::move(socket)) {}

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

  net::Socket connection() const { return socket; }
  // socket->setTimeout; `callback` listens to `timeout`. Returns this message.
  IncomingMessage setTimeout(double milliseconds, Function<void(net::Socket)> callback = nullptr);

  const char* className() const override { return "IncomingMessage"; }

 protected:
  void _read(double size) override;
  void _destroy(Error error, stream::Callback callback) override;

 private:
  friend class detail::ServerConnection;
  void dump();
  bool consuming_ = false;
  bool dumped_ = false;
};

// What a message is sent through: a Writable of its body.
class OutgoingMessageObject : public stream::WritableObject {
 public:
  OutgoingMessageObject();
  ~OutgoingMessageObject() override;

  using WritableObject::eventArgs;
  static Args<net::Socket> eventArgs(event::socket_t);
  static Args<net::Socket> eventArgs(event::timeout_t);

  // A header that is sent with the others when the head is. Throws ERR_HTTP_HEADERS_SENT, ERR_INVALID_HTTP_TOKEN,
  // ERR_INVALID_CHAR, ERR_HTTP_INVALID_HEADER_VALUE. Returns this message.
  template <class Self>
  Handle<Self> setHeader(this Self& self, StringArg name, const HeaderValue& value) {
    self.storeHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // The same for several at once.
  template <class Self>
  Handle<Self> setHeaders(this Self& self, const Headers& headers) {
    for (const auto& [name, value] : headers.entries()) self.storeHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // Adds a value to what the header has.
  template <class Self>
  Handle<Self> appendHeader(this Self& self, StringArg name, const HeaderValue& value) {
    self.appendHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // Undefined when not set; any case.
  Lookup getHeader(StringArg name) const;
  bool hasHeader(StringArg name) const;
  // In lower case; as they were set; with their values.
  std::vector<String> getHeaderNames() const;
  std::vector<String> getRawHeaderNames() const;
  std::vector<std::pair<String, Lookup>> getHeaders() const;
  // Also stops Connection, Content-Length, Transfer-Encoding and Date from being sent by themselves.
  void removeHeader(StringArg name);
  // Sends the head now.
  void flushHeaders();
  // Sent behind a chunked body. Throws as setHeader.
  void addTrailers(const HeadersArg& headers);
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    self.changeTimeout(milliseconds, std::move(callback));
    return Handle<Self>(&self);
  }
  void cork();
  void uncork();

  bool headersSent() const noexcept { return hasHead_; }
  // end() was called.
  bool writableEnded() const noexcept { return finished_; }
  bool finished() const noexcept { return finished_; }
  bool writableFinished() const noexcept { return sent_; }
  std::size_t writableLength() const noexcept;
  std::size_t writableHighWaterMark() const noexcept;
  bool writableNeedDrain() const noexcept { return !destroyed() && !finished_ && needDrain_; }
  std::uint32_t writableCorked() const noexcept { return corked_; }
  net::Socket connection() const { return socket; }

  // The connection while this message is the one that is sent on it.
  net::Socket socket;
  bool sendDate = false;
  bool shouldKeepAlive = true;
  bool useChunkedEncodingByDefault = true;
  bool chunkedEncoding = false;
  // Throw ERR_HTTP_CONTENT_LENGTH_MISMATCH when the body has another length than its header says.
  bool strictContentLength = false;

  const char* className() const override { return "OutgoingMessage"; }

 protected:
  friend class detail::ServerConnection;
  friend struct detail::HeadBuilder;

  // Makes the head when the body begins without one.
  virtual void implicitHeader() = 0;
  // Whether it is this message's turn on its socket.
  virtual bool attached() const noexcept = 0;
  // More bytes wait in this message, or fewer.
  virtual void pendingChanged(std::ptrdiff_t) {}
  // end() was called and nothing waits in this message; Node's _finish. The base emits `prefinish`.
  virtual void onSent();
  // In front of `finish`.
  virtual void afterFinish() {}
  // Whether `finish` needs no tick of its own, because nobody could tell.
  virtual bool finishDirectly() { return false; }
  virtual int statusOf() const { return 0; }
  virtual bool hasAgent() const { return false; }
  virtual const std::vector<String>* uniqueHeaders() const { return nullptr; }
  // The cached value of Date.
  virtual StringArg dateValue() = 0;
  // What is sent when nobody says otherwise, as Node's _storeHeader has it.
  void storeHead(StringArg firstLine, const HeadersArg& headers, bool fromSetHeader);

  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void endWith(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void destroyWith(Error error, stream::Callback callback) override;
  void flush();
  void emitCloseOnce();

  struct Field {
    String lower;
    String name;
    Lookup value;
  };
  struct Piece {
    const char* data;
    std::size_t size;
    const stream::ChunkArg* source;  // the program's own chunk, to be kept without a copy
  };
  struct Pending {
    stream::Chunk chunk;
    stream::Callback callback;
    bool finishes;
  };

  void storeHeaderField(StringArg name, const HeaderValue& value);
  void appendHeaderField(StringArg name, const HeaderValue& value);
  void changeTimeout(double milliseconds, Function<void(net::Socket)> callback);
  Field* findField(StringArg name);
  bool writeBody(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback, bool fromEnd,
                 bool finishes);
  bool send(const Piece* pieces, std::size_t count, stream::Callback callback, bool finishes);
  bool writeRaw(const Piece* pieces, std::size_t count, stream::Callback callback, bool finishes);
  bool flushOutput();
  void finishSoon();
  void finishNow();
  void failWrite(const Error& error, const stream::Callback& callback);
  void failEnd(const Error& error);
  bool checksLength() const;

  detail::ByteString head_;
  std::vector<Field>* fields_ = nullptr;
  std::vector<Pending> pending_;
  std::size_t pendingBytes_ = 0;
  String trailer_;
  std::vector<stream::Callback> endCallbacks_;
  double contentLength_ = -1;  // -1: not known
  double bodyBytes_ = 0;
  double keepAliveTimeout_ = 0;
  double maxRequestsPerSocket_ = 0;
  std::uint32_t corked_ = 0;
  std::vector<stream::WriteRequest> corkedChunks_;
  std::size_t corkedBytes_ = 0;
  std::vector<stream::Callback> corkedCallbacks_;
  bool hasHead_ = false;
  bool headSent_ = false;
  bool hasBody_ = true;
  bool last_ = false;
  bool finished_ = false;
  bool sent_ = false;
  bool closeEmitted_ = false;
  bool needDrain_ = false;
  bool removedConnection_ = false;
  bool removedLength_ = false;
  bool removedCoding_ = false;
  bool defaultKeepAlive_ = true;
  bool lastRequest_ = false;  // maxRequestsPerSocket is reached
  bool rejectsBody_ = false;
  bool finishDue_ = false;
};

class ServerResponseObject final : public OutgoingMessageObject {
 public:
  explicit ServerResponseObject(IncomingMessage request);

  // The request that this answers.
  IncomingMessage req;
  int statusCode = 200;
  String statusMessage;  // "": the usual one of the code

  // Makes the head; it is sent with the first of the body. `headers` are over those of setHeader. Throws
  // ERR_HTTP_HEADERS_SENT, ERR_HTTP_INVALID_STATUS_CODE, ERR_INVALID_CHAR and as setHeader. Returns this response.
  ServerResponse writeHead(double statusCode, const HeadersArg& headers = {});
  ServerResponse writeHead(double statusCode, StringArg statusMessage, const HeadersArg& headers = {});
  // 1xx answers before the head.
  void writeContinue(stream::Callback callback = {});
  void writeProcessing(stream::Callback callback = {});
  void writeEarlyHints(const HeadersArg& hints, stream::Callback callback = {});
  void writeInformation(int statusCode, const HeadersArg& headers = {}, stream::Callback callback = {});
  // A response is handed its socket when its turn comes; for programs that serve connections of their own.
  void assignSocket(const net::Socket& socket);
  void detachSocket(const net::Socket& socket);

  const char* className() const override { return "ServerResponse"; }

 protected:
  void implicitHeader() override { writeHead(statusCode); }
  bool attached() const noexcept override;
  void pendingChanged(std::ptrdiff_t bytes) override;
  void afterFinish() override;
  bool finishDirectly() override;
  int statusOf() const override { return statusCode; }
  const std::vector<String>* uniqueHeaders() const override;
  StringArg dateValue() override;

 private:
  friend class detail::ServerConnection;
  ServerResponse makeHead(double statusCode, const HeadersArg& headers);
  Handle<detail::ServerConnection> connection_;
  String ownDate_;
  bool attachedAlone_ = false;
  bool expectContinue_ = false;
  bool sentContinue_ = false;
};

struct ServerOptions {
  double connectionsCheckingInterval = 30000;
  stream::OptionalNumber headersTimeout{};
  stream::OptionalNumber highWaterMark{};
  bool insecureHTTPParser = false;
  bool joinDuplicateHeaders = false;
  bool keepAlive = false;
  double keepAliveInitialDelay = 0;
  double keepAliveTimeout = 5000;
  double keepAliveTimeoutBuffer = 1000;
  stream::OptionalNumber maxHeaderSize{};
  bool noDelay = true;
  stream::OptionalNumber requestTimeout{};
  bool requireHostHeader = true;
  bool rejectNonStandardBodyWrites = false;
  Function<bool(IncomingMessage)> shouldUpgradeCallback{};
  std::vector<String> uniqueHeaders{};
};

class ServerObject : public net::ServerObject {
 public:
  using Options = ServerOptions;
  // Throws ERR_OUT_OF_RANGE for bad numbers, ERR_INVALID_ARG_VALUE for insecureHTTPParser, which there is not.
  explicit ServerObject(ServerOptions options = {});
  ~ServerObject() override;

  using net::ServerObject::eventArgs;
  static Args<IncomingMessage, ServerResponse> eventArgs(event::request_t);
  static Args<IncomingMessage, ServerResponse> eventArgs(event::checkContinue_t);
  static Args<IncomingMessage, ServerResponse> eventArgs(event::checkExpectation_t);
  static Args<Error, net::Socket> eventArgs(event::clientError_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::connect_t);
  static Args<IncomingMessage, net::Socket, Buffer> eventArgs(event::upgrade_t);
  static Args<IncomingMessage, net::Socket> eventArgs(event::dropRequest_t);
  static Args<net::Socket> eventArgs(event::timeout_t);

  double timeout = 0;                // of sockets, milliseconds; 0 is none
  double headersTimeout = 60000;
  double requestTimeout = 300000;
  double keepAliveTimeout = 5000;
  double keepAliveTimeoutBuffer = 1000;
  double maxHeadersCount = -1;       // -1: Node's null, 1000 fields
  double maxRequestsPerSocket = 0;   // 0: no limit
  double maxHeaderSize = 0;          // 0: 16 KiB
  bool requireHostHeader = true;
  bool joinDuplicateHeaders = false;
  bool rejectNonStandardBodyWrites = false;
  bool httpAllowHalfOpen = false;

  // Destroys the connections that have no request under way; all.
  void closeIdleConnections();
  void closeAllConnections();
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    self.timeout = milliseconds;
    if (callback) self.on(event::timeout, std::move(callback));
    return Handle<Self>(&self);
  }

 protected:
  void closeServer(Function<void(Error)> callback) override;
  void onConnection(const net::Socket& socket) override;
  void onListening() override;

 private:
  friend class detail::ServerConnection;
  friend class ServerResponseObject;
  void checkConnections();
  StringArg date();

  Function<bool(IncomingMessage)> shouldUpgrade_;
  std::vector<String> uniqueHeaders_;
  double checkingInterval_;
  Timeout checking_;
  detail::ServerConnection* first_ = nullptr;
  String date_;
  double dateUntil_ = -1;
};

// A server; `requestListener` listens to `request`.
template <class F>
  requires nodecpp::detail::TakesSomeOf<F, IncomingMessage&, ServerResponse&>
Server createServer(ServerOptions options, F&& requestListener) {
  auto server = make<Server>(std::move(options));
  server->on(event::request, std::forward<F>(requestListener));
  return server;
}
template <class F>
  requires nodecpp::detail::TakesSomeOf<F, IncomingMessage&, ServerResponse&>
Server createServer(F&& requestListener) {
  return createServer(ServerOptions{}, std::forward<F>(requestListener));
}
inline Server createServer(ServerOptions options = {}) { return make<Server>(std::move(options)); }

// The usual text of a status code; undefined for one that has none.
struct StatusCodes {
  Lookup operator[](int code) const;
  std::vector<std::pair<int, String>> entries() const;
};
inline constexpr StatusCodes STATUS_CODES{};

// The methods that the parser takes, in Node's order.
struct Methods {
  std::vector<String> values() const;
  bool includes(StringArg method) const;
};
inline constexpr Methods METHODS{};

// The default of a server's maxHeaderSize.
inline constexpr double maxHeaderSize = 16384;

}  // namespace nodecpp::http
