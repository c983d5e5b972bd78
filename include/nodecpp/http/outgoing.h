// Messages that are sent: a server's responses and a client's requests. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpoutgoingmessage
#pragma once

#include <nodecpp/http/headers.h>
#include <nodecpp/list.h>
#include <nodecpp/net.h>
#include <nodecpp/traits.h>

namespace nodecpp::http {

class OutgoingMessageObject;
using OutgoingMessage = Handle<OutgoingMessageObject>;

namespace detail {
class ServerConnection;
class ClientConnection;
struct HeadBuilder;

// A growing array of bytes, in memory from the slab allocator.
class ByteString {
 public:
  ByteString() noexcept = default;
  ByteString(const ByteString&) = delete;
  ~ByteString() { nodecpp::detail::Block::drop(block_); }
  const char* data() const noexcept { return block_ ? block_->bytes() : ""; }
  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  void clear() noexcept { size_ = 0; }
  // The number of bytes behind the reserved bytes that the caller may read and overwrite, since header fields are
  // scanned in steps of 16 bytes.
  static constexpr std::size_t slack = 16;
  // Returns memory for `more` bytes behind the present bytes, with `slack` further bytes after them. The bytes that the
  // caller writes there belong to the array only after grow(). The pointer is valid until the next call of a member that
  // is not const.
  char* reserve(std::size_t more) {
    if (!block_ || block_->capacity - size_ < more + slack) [[unlikely]]
      widen(more + slack);
    return block_->bytes() + size_;
  }
  void grow(std::size_t by) noexcept { size_ += by; }
  void shrink(std::size_t to) noexcept { size_ = to; }
  // Empties the array and gives its memory back.
  void release() noexcept {
    nodecpp::detail::Block::drop(nodecpp::detail::exchange(block_, nullptr));
    size_ = 0;
  }
  // Whether `more` bytes fit into the memory that is already allocated.
  bool fits(std::size_t more) const noexcept { return block_ && block_->capacity - size_ >= more + slack; }
  void append(const char* data, std::size_t size) {
    // `data` may be null then, which memcpy does not allow.
    if (size == 0) return;
    std::memcpy(reserve(size), data, size);
    size_ += size;
  }

 private:
  void widen(std::size_t more);
  nodecpp::detail::Block* block_ = nullptr;
  std::size_t size_ = 0;
};
}  // namespace detail

// A message that is sent, which is a Writable of its body. The base of ServerResponse and ClientRequest.
class OutgoingMessageObject : public stream::WritableObject {
 public:
  OutgoingMessageObject();
  ~OutgoingMessageObject() override;

  using WritableObject::eventArgs;
  // Emitted with the socket when the message gets its socket, and when the socket has been idle for its time-out.
  static Args<net::Socket> eventArgs(event::socket_t);
  static Args<net::Socket> eventArgs(event::timeout_t);

  // Sets a header that is sent with the message's head. Returns this message. Throws ERR_HTTP_HEADERS_SENT,
  // ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR or ERR_HTTP_INVALID_HEADER_VALUE.
  template <class Self>
  Handle<Self> setHeader(this Self& self, StringArg name, const HeaderValue& value) {
    self.OutgoingMessageObject::storeHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // Sets several headers, with the errors of setHeader. Several entries named "set-cookie" in lower case become one
  // header with a list of values.
  template <class Self>
  Handle<Self> setHeaders(this Self& self, const Headers& headers) {
    self.OutgoingMessageObject::storeHeaderFields(headers);
    return Handle<Self>(&self);
  }
  // Adds a value to the values that a header already has. Returns this message. Throws the errors of setHeader.
  template <class Self>
  Handle<Self> appendHeader(this Self& self, StringArg name, const HeaderValue& value) {
    self.OutgoingMessageObject::appendHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // Returns a header that was set with setHeader or appendHeader, undefined otherwise. The name's case does not matter.
  Lookup getHeader(StringArg name) const;
  // Whether a header was set with setHeader or appendHeader.
  bool hasHeader(StringArg name) const;
  // Return the names in lower case; the names as they were set; the names in lower case with their values.
  Array<String> getHeaderNames() const;
  Array<String> getRawHeaderNames() const;
  Headers getHeaders() const;
  // Removes a header. When the name is Connection, Content-Length, Transfer-Encoding or Date, that header is not added
  // automatically either. Throws ERR_HTTP_HEADERS_SENT.
  void removeHeader(StringArg name);
  // Sends the head now, without waiting for the first part of the body.
  void flushHeaders();
  // Sets fields that are sent after a chunked body. Throws ERR_INVALID_HTTP_TOKEN or ERR_INVALID_CHAR.
  void addTrailers(const HeadersArg& headers);
  // Sets the socket's time-out in milliseconds; `callback` becomes a listener of `timeout`. Returns this message.
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    static_cast<OutgoingMessageObject&>(self).changeTimeout(milliseconds, std::move(callback));
    return Handle<Self>(&self);
  }
  // cork() makes the message keep written data until uncork() was called as often. In a chunked body the data is then
  // one chunk.
  void cork();
  void uncork();

  // Whether the head has been made, so that headers can no longer be set.
  bool headersSent() const noexcept { return hasHead_; }
  // Whether end() was called.
  bool writableEnded() const noexcept { return finished_; }
  bool finished() const noexcept { return finished_; }
  // True when all data was handed to the system, from just before `finish` is emitted.
  bool writableFinished() const noexcept { return sent_; }
  std::ptrdiff_t writableLength() const noexcept;
  std::ptrdiff_t writableHighWaterMark() const noexcept;
  bool writableNeedDrain() const noexcept { return !destroyed() && !finished_ && needDrain_; }
  std::uint32_t writableCorked() const noexcept { return corked_; }
  net::Socket connection() const { return socket; }
  // Returns true always, as in Node.
  bool writable() const noexcept { return true; }
  // Emits the error ERR_STREAM_CANNOT_PIPE, since a message that is sent cannot be read.
  template <class D>
  void pipe(const D&, stream::PipeOptions = {}) {
    refusePipe();
  }

  // The connection, set while it is this message's turn to be sent on it.
  net::Socket socket;
  bool sendDate = false;
  bool shouldKeepAlive = true;
  bool useChunkedEncodingByDefault = true;
  bool chunkedEncoding = false;
  // Makes a body whose length differs from the Content-Length header an ERR_HTTP_CONTENT_LENGTH_MISMATCH exception.
  bool strictContentLength = false;

  const char* className() const override { return "OutgoingMessage"; }

 protected:
  friend class detail::ServerConnection;
  friend class detail::ClientConnection;
  friend struct detail::HeadBuilder;

  // Writes the head with default values when the program sends the body without having written a head.
  virtual void implicitHeader() = 0;
  // Whether it is this message's turn to be sent on its socket.
  virtual bool attached() const noexcept = 0;
  // Whether the message still waits for its turn on a connection, so that events may follow even after `close`.
  virtual bool queued() const noexcept { return false; }
  // Called when the number of bytes that wait in this message has changed by the argument.
  virtual void pendingChanged(std::ptrdiff_t) {}
  // Called when end() was called and no bytes wait in this message, as Node's _finish. The base class emits
  // `prefinish`.
  virtual void allSent();
  // Called just before `finish` is emitted.
  virtual void finishBegins() {}
  // Emits `drain`.
  virtual void emitDrain();
  virtual int statusOf() const { return 0; }
  virtual bool hasAgent() const { return false; }
  virtual const Array<String>* uniqueHeaders() const { return nullptr; }
  // Returns the header line "Date: …\r\n" for the current second. The text is valid until the next call.
  virtual StringArg dateLine() = 0;
  // Builds the head from the given headers, or from those that setHeader stored, and adds the headers that Node's
  // _storeHeader adds by default: Date, Connection, Keep-Alive, and Content-Length or Transfer-Encoding.
  void storeHead(StringArg firstLine, const HeadersArg& headers, bool fromSetHeader);

  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void endWith(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  bool endAtOnce(const stream::ChunkArg& chunk);
  void appendBody(const char* data, std::size_t size);
  void sendWhole();
  stream::Callback finishing(stream::Callback callback);
  void endBody(const stream::ChunkArg& chunk, bool body, const stream::EncodingParam& encoding, stream::Callback callback);
  void destroyWith(Error error, stream::Callback callback) override;
  void sendPending();
  void emitCloseOnce();

  struct Field {
    String lower;
    String name;
    Lookup value;
  };
  struct FieldList;
  struct Piece {
    const char* data;
    std::size_t size;
    // The program's own chunk, where the piece is one, so that it can be kept without a copy; else null.
    const stream::ChunkArg* source;
  };
  struct Pending {
    stream::Chunk chunk;
    stream::Callback callback;
    bool finishes;
  };

  void storeHeaderField(StringArg name, const HeaderValue& value);
  void storeHeaderFields(const Headers& headers);
  void appendHeaderField(StringArg name, const HeaderValue& value);
  virtual void changeTimeout(double milliseconds, Function<void(net::Socket)> callback);
  Field* findField(StringArg name);
  bool writeBody(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback, bool fromEnd,
                 bool finishes);
  // Sends the pieces, preceded by the head if it was not sent yet. `utf8` is true when the body is a string: the head
  // is then encoded as UTF-8 together with it, as in Node, and not as latin1.
  bool send(const Piece* pieces, std::size_t count, stream::Callback callback, bool finishes, bool utf8 = false);
  void widenHead();
  void refusePipe();
  bool writeRaw(const Piece* pieces, std::size_t count, stream::Callback callback, bool finishes);
  bool flushOutput();
  void finishSoon();
  void finishNow();
  void failWrite(const Error& error, const stream::Callback& callback);
  void failEnd(const Error& error);
  void queueEndCallback(stream::Callback callback);
  bool checksLength() const;

  detail::ByteString head_;
  FieldList* fields_ = nullptr;
  nodecpp::detail::List<Pending> pending_;
  std::size_t pendingBytes_ = 0;
  String trailer_;
  nodecpp::detail::List<stream::Callback> endCallbacks_;
  Handle<Object> begun_;  // what observers of perf_hooks are told later
  // The error because of which not all of the data could be written before the end.
  stream::detail::RareError flushError_;
  double contentLength_ = -1;  // -1 when unknown
  double bodyBytes_ = 0;
  double keepAliveTimeout_ = 0;
  double maxRequestsPerSocket_ = 0;
  std::uint32_t corked_ = 0;
  Array<stream::WriteRequest> corkedChunks_ = Array<stream::WriteRequest>::undefined();  // made with the first chunk
  std::size_t corkedBytes_ = 0;
  nodecpp::detail::List<stream::Callback> corkedCallbacks_;
  // head_ contains the complete message, head and body, which waits for its turn on the connection.
  bool waitsForWholeBody_ = false;
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
  bool wideHead_ = false;  // the head has characters beyond ASCII
};

}  // namespace nodecpp::http
