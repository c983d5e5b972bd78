// Messages that are sent: responses of a server, requests of a client. Part of http.
// https://nodejs.org/docs/latest-v24.x/api/http.html#class-httpoutgoingmessage
#pragma once

#include <nodecpp/http/headers.h>
#include <nodecpp/list.h>
#include <nodecpp/net.h>

namespace nodecpp::http {

class OutgoingMessageObject;
using OutgoingMessage = Handle<OutgoingMessageObject>;

namespace detail {
class ServerConnection;
class ClientConnection;
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
  // Room for `more` bytes, to be counted by `grow`, and for `slack` more that may be read and overwritten.
  static constexpr std::size_t slack = 16;
  char* reserve(std::size_t more) {
    if (!block_ || block_->capacity - size_ < more + slack) [[unlikely]]
      widen(more + slack);
    return block_->bytes() + size_;
  }
  void grow(std::size_t by) noexcept { size_ += by; }
  void shrink(std::size_t to) noexcept { size_ = to; }
  // Whether `more` bytes have room in the memory that it has.
  bool fits(std::size_t more) const noexcept { return block_ && block_->capacity - size_ >= more + slack; }
  void append(const char* data, std::size_t size) {
    if (size == 0) return;  // of a null pointer, too
    std::memcpy(reserve(size), data, size);
    size_ += size;
  }

 private:
  void widen(std::size_t more);
  nodecpp::detail::Block* block_ = nullptr;
  std::size_t size_ = 0;
};
}  // namespace detail

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
    self.OutgoingMessageObject::storeHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // The same for several at once. What is given as set-cookie, in lower case, is one header.
  template <class Self>
  Handle<Self> setHeaders(this Self& self, const Headers& headers) {
    self.OutgoingMessageObject::storeHeaderFields(headers);
    return Handle<Self>(&self);
  }
  // Adds a value to what the header has.
  template <class Self>
  Handle<Self> appendHeader(this Self& self, StringArg name, const HeaderValue& value) {
    self.OutgoingMessageObject::appendHeaderField(name, value);
    return Handle<Self>(&self);
  }
  // Undefined when not set; any case.
  Lookup getHeader(StringArg name) const;
  bool hasHeader(StringArg name) const;
  // In lower case; as they were set; with their values.
  Array<String> getHeaderNames() const;
  Array<String> getRawHeaderNames() const;
  Array<std::pair<String, Lookup>> getHeaders() const;
  // Also stops Connection, Content-Length, Transfer-Encoding and Date from being sent by themselves.
  void removeHeader(StringArg name);
  // Sends the head now.
  void flushHeaders();
  // Sent behind a chunked body. Throws as setHeader.
  void addTrailers(const HeadersArg& headers);
  template <class Self>
  Handle<Self> setTimeout(this Self& self, double milliseconds, Function<void(net::Socket)> callback = nullptr) {
    static_cast<OutgoingMessageObject&>(self).changeTimeout(milliseconds, std::move(callback));
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
  // True always, as in Node.
  bool writable() const noexcept { return true; }
  // A message cannot be piped from: emits ERR_STREAM_CANNOT_PIPE.
  template <class D>
  void pipe(const D&, stream::PipeOptions = {}) {
    refusePipe();
  }

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
  friend class detail::ClientConnection;
  friend struct detail::HeadBuilder;

  // Makes the head when the body begins without one.
  virtual void implicitHeader() = 0;
  // Whether it is this message's turn on its socket.
  virtual bool attached() const noexcept = 0;
  // Whether a turn may still come, and be told, though it was closed.
  virtual bool queued() const noexcept { return false; }
  // More bytes wait in this message, or fewer.
  virtual void pendingChanged(std::ptrdiff_t) {}
  // end() was called and nothing waits in this message; Node's _finish. The base emits `prefinish`.
  virtual void allSent();
  // In front of `finish`.
  virtual void finishBegins() {}
  virtual int statusOf() const { return 0; }
  virtual bool hasAgent() const { return false; }
  virtual const Array<String>* uniqueHeaders() const { return nullptr; }
  // "Date: …\r\n" of this second.
  virtual StringArg dateLine() = 0;
  // What is sent when nobody says otherwise, as Node's _storeHeader has it.
  void storeHead(StringArg firstLine, const HeadersArg& headers, bool fromSetHeader);

  bool writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  void endWith(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding, stream::Callback callback) override;
  bool endAtOnce(const stream::ChunkArg& chunk);
  void appendBody(const char* data, std::size_t size);
  void sendWhole();
  stream::Callback finishing(stream::Callback callback);
  void endBody(const stream::ChunkArg& chunk, bool body, const stream::EncodingParam& encoding, stream::Callback callback);
  void destroyWith(Error error, stream::Callback callback) override;
  void flush();
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
    const stream::ChunkArg* source;  // the program's own chunk, to be kept without a copy
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
  // `utf8` where the text behind the head is: the head goes out in the same encoding, as Node's does.
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
  Error flushError_;           // why not all that was written before the end could be
  double contentLength_ = -1;  // -1: not known
  double bodyBytes_ = 0;
  double keepAliveTimeout_ = 0;
  double maxRequestsPerSocket_ = 0;
  std::uint32_t corked_ = 0;
  Array<stream::WriteRequest> corkedChunks_ = Array<stream::WriteRequest>::undefined();  // made with the first
  std::size_t corkedBytes_ = 0;
  nodecpp::detail::List<stream::Callback> corkedCallbacks_;
  bool waitsWhole_ = false;  // all of the message stands in head_, for when it is next
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
  bool wideHead_ = false;  // has characters beyond ASCII
};

}  // namespace nodecpp::http
