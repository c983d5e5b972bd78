// The HTTP/1 parser: RFC 9112 with the decisions of Node 24, whose parser is llhttp 9.4.3. It does not use sockets.
//
// It is a pull parser: the caller passes the bytes it has, and each call of next() returns one event. The bytes of an
// unfinished head or trailer section are not consumed. In this case next() returns needMore with `p` at the section's
// first byte, and the caller calls again with the same bytes, at any address, followed by more. Bytes that were scanned
// are not scanned again. A head is only copied when it arrives in several reads, and then by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nodecpp::http::detail {

// clang-format off
// The numbers are those of Node (process.binding('http_parser').allMethods) and llhttp.
enum class Method : std::uint8_t {
  delete_, get, head, post, put, connect, options, trace, copy, lock, mkcol, move, propfind, proppatch, search, unlock,
  bind, rebind, unbind, acl, report, mkactivity, checkout, merge, mSearch, notify, subscribe, unsubscribe, patch, purge,
  mkcalendar, link, unlink, source, pri, describe, announce, setup, play, pause, teardown, getParameter, setParameter,
  redirect, record, flush, query
};
// clang-format on

// Returns for example "GET" for Method::get. The text is static.
std::string_view methodName(Method method);

// clang-format off
// Node's error codes without "HPE_" and in camel case: invalidMethod is HPE_INVALID_METHOD.
enum class ErrorCode : std::uint8_t {
  ok, strict, lfExpected, crExpected, unexpectedContentLength, closedConnection, invalidMethod, invalidUrl,
  invalidConstant, invalidVersion, invalidHeaderToken, invalidContentLength, invalidChunkSize, invalidStatus,
  invalidEofState, invalidTransferEncoding, unexpectedSpace, pausedH2Upgrade, headerOverflow, chunkExtensionsOverflow
};
// clang-format on

// Returns for example "HPE_INVALID_METHOD". The text is static.
std::string_view errorName(ErrorCode code);

enum class Event : std::uint8_t {
  // Everything before `p` is consumed. Call again with the bytes from `p` on and more.
  needMore,
  // head() and fields() are complete; `p` is at the first byte after the head.
  head,
  // body() is the next piece of the body, without chunk framing.
  body,
  // The message has ended; trailers() contains the fields that followed a chunked body.
  complete,
  // Follows `complete`: the bytes from `p` on belong to another protocol (llhttp's HPE_PAUSED_UPGRADE).
  upgrade,
  // See errorCode() and errorReason(). `p` is the place of the error, counted as Node's bytesParsed. Every later call
  // returns `error`, too.
  error
};

// The fields whose value the parser itself reads, and those that every server looks up.
enum class KnownField : std::uint8_t {
  other,
  connection,
  proxyConnection,
  contentLength,
  transferEncoding,
  upgrade,
  host,
  expect
};

// A piece of the head as an offset from the head's first byte, so that it stays valid when the head is moved.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

// One header field. The white space around the value is not included.
struct Field {
  Span name;
  Span value;
  KnownField known = KnownField::other;
};

// The content of the start line and of the fields that the parser reads. Valid from Event::head until the next call of
// next() or finish().
struct Head {
  // The head's first byte in the bytes that the caller passed to the call that returned the event; valid as long as
  // these bytes.
  const char* base = nullptr;
  std::uint64_t contentLength = 0;  // valid when hasContentLength
  std::uint16_t statusCode = 0;     // in responses
  Method method = Method::delete_;  // in requests
  std::uint8_t versionMajor = 0;
  std::uint8_t versionMinor = 0;
  bool hasContentLength = false;
  bool chunked = false;    // the body's last transfer coding is chunked
  bool keepAlive = false;  // as llhttp_should_keep_alive: another message may follow on the connection
  bool upgrade = false;    // CONNECT, or Connection: upgrade with an Upgrade field (responses: with status 101)
  Span url;                // in requests
  Span reason;             // in responses

  // Returns the text of a span. The view is valid as long as the bytes at `base`.
  std::string_view text(Span span) const { return {base + span.offset, span.length}; }
};

class Parser {
 public:
  enum class Type : std::uint8_t { request, response };

  // Node's default of --max-http-header-size. The url or reason, the names and the values together must stay below the
  // limit.
  static constexpr std::uint64_t defaultMaxHeaderSize = 16384;

  explicit Parser(Type type, std::uint64_t maxHeaderSize = defaultMaxHeaderSize) { reset(type, maxHeaderSize); }

  // Makes the parser as new, but keeps the memory of the field table. A limit of 0 stands for the default, as in Node.
  void reset(Type type, std::uint64_t maxHeaderSize = defaultMaxHeaderSize);

  // Makes more fields than this in a head or a trailer section a headerOverflow error, for server.maxHeadersCount. The
  // limit is 1000 by default, as in Node; reset() keeps it.
  void limitFields(std::size_t count) { maxFields_ = count; }

  // Reads from `p` up to `end`, moves `p` past the consumed bytes and returns what it found. The caller calls until
  // needMore, upgrade or error, since an event may need no more bytes. Throws only std::bad_alloc, when the field table
  // grows.
  [[nodiscard]] Event next(const char*& p, const char* end);

  // Called when the peer has ended the connection after all bytes were parsed. Returns `complete` when the end
  // completes a body without a length, `error` (HPE_INVALID_EOF_STATE) within a message, and otherwise needMore:
  // nothing is to be reported.
  [[nodiscard]] Event finish();

  // May be called right after Event::head, before the next call of next(). The numbers are the results of Node's
  // on_headers_complete.
  void skipBody();       // 1: no body follows, as in the response to HEAD
  void acceptUpgrade();  // 2: no body follows, and `upgrade` comes after `complete`

  Type type() const { return type_; }
  const Head& head() const { return head_; }

  // The fields of the head after Event::head, in the order in which they were received. Valid until the next call of
  // next().
  std::span<const Field> fields() const { return fields_; }

  // The fields behind a chunked body after Event::complete; empty when there are none. Their offsets count from
  // head().base, which then is the first byte of the trailer section. Valid until the next call of next().
  std::span<const Field> trailers() const { return trailing_ ? fields() : std::span<const Field>(); }

  // Exchanges the field table with the caller's, so that the caller can keep it beyond the next call without a copy.
  void swapFields(std::vector<Field>& other) { fields_.swap(other); }

  // The piece of the body after Event::body. Valid as long as the bytes that were passed to that call of next().
  std::string_view body() const { return body_; }

  ErrorCode errorCode() const { return error_; }
  std::string_view errorReason() const { return reason_; }  // a static string

  // Whether a message has begun and has not ended. requestTimeout limits this time.
  bool inMessage() const { return finish_ != Finish::safe; }
  // Whether next() would only return needMore without any bytes: no message has begun, and none is to be reported.
  bool betweenMessages() const { return state_ == State::start || state_ == State::closed; }
  // Whether a head has begun and is not complete. headersTimeout limits this time.
  bool inHead() const { return inMessage() && state_ > State::start && state_ < State::headDone && !trailing_; }
  // Whether `upgrade` will follow the message that is being parsed. Node ignores errors in the body of such a message
  // (node_http_parser.cc).
  bool upgrading() const { return head_.upgrade; }

 private:
  // clang-format off
  enum class State : std::uint8_t {
    start,
    // the states within a request line
    method, urlSpaces, urlStart, urlSchema, urlSlash1, urlSlash2, urlServer, urlServerAt, urlTail, urlSpace, urlCr,
    url09, protocolSpaces, protocol, versionEnd, versionLf, preface,
    // the states within a status line
    statusVersion, statusCodeEnd, statusText, statusLf,
    // the states within the fields of a head or of a trailer section
    headersStart, fieldStart, fieldName, valueOws, emptyValueLf, emptyValueNext, value, lengthDigits, lengthOws,
    codingChunked, codingLast, codingToken, codingOws, valueLf, valueNext, headersLf,
    headDone,
    bodyLength, bodyUntilClose,
    chunkSizeFirst, chunkSize, chunkSizeLf, chunkExtensionStart, chunkExtensionName, chunkExtensionValue,
    chunkExtensionQuoted, chunkExtensionPair, chunkExtensionQuotedEnd, chunkData, chunkCr, chunkLf,
    upgradePause, closed, failed
  };
  // clang-format on
  enum class Finish : std::uint8_t { safe, completes, unsafe };
  enum Flag : std::uint8_t {
    connectionKeepAlive = 1,
    connectionClose = 2,
    connectionUpgrade = 4,
    chunkedCoding = 8,
    upgradeField = 16,
    lengthField = 32,
    bodySkipped = 64,
    codingField = 128
  };
  enum class Step : std::uint8_t { ok, more, failed };
  struct HeadCursor {
    const char* base;  // the head's first byte
    const char* at;
    const char* end;
    bool clipped;  // more bytes follow `end`, but the head has reached headLimit_
  };

  class HeadReader;       // parser_head.h
  class ExtensionReader;  // parser_chunk.cpp

  bool has(unsigned flag) const { return (flags_ & flag) != 0; }
  Event fail(const char*& p, const char* at, ErrorCode code, const char* reason);

  // parser_line.cpp: reads from the first byte of a message to the end of its start line
  Event parseHead(const char*& p, const char* end);
  Event parseLine(const char*& p, HeadCursor& cursor);
  Event suspendHead(const char*& p, const HeadCursor& cursor, const char* at, State state);
  bool track(std::size_t length) { return (tracked_ += length) >= maxHeaderSize_; }

  // parser_field.cpp: reads the fields of a head or of a trailer section
  Event parseFields(const char*& p, const HeadCursor& cursor);
  Event headWhole(const char*& p, const char* base, const char* at);
  void openField(const char* base, const char* from, const char* to);
  void closeValue(const char* base, const char* to);
  void readConnection(const char* p, const char* end);

  // parser_words.cpp: reads the words of the start line. The functions move `at`, on failure to the byte that is wrong.
  Step readMethod(const char*& at, const char* end);
  Step readProtocol(const char*& at, const char* end);
  Step readStatusVersion(const char*& at, const char* end);
  Step readVersion(const char*& at, const char* end);
  Step refuse(ErrorCode code, const char* reason);
  const char* urlTailReason(const char* from, const char* to) const;

  // parser.cpp: begins and ends messages, chooses the kind of body, and reads bodies that are not chunked
  void beginMessage();
  Event chooseBody(const char*& p);
  Event readBody(const char*& p, const char* end);
  Event endMessage(bool upgrade);
  void leaveMessage();
  bool needsEof() const;
  bool shouldKeepAlive() const;

  // parser_chunk.cpp: reads chunked bodies
  Event parseChunk(const char*& p, const char* end);
  Event parseChunkExtension(const char*& p, const char* end);

  State state_ = State::start;
  Type type_ = Type::request;
  Finish finish_ = Finish::safe;
  std::uint8_t flags_ = 0;
  bool trailing_ = false;
  bool urlFromQuery_ = false;  // the url's tail begins with a '?' right after the server
  std::uint8_t matched_ = 0;   // the number of bytes of "chunked" matched so far
  KnownField known_ = KnownField::other;
  ErrorCode error_ = ErrorCode::ok;
  std::uint32_t scanned_ = 0;    // the number of the head's first bytes already scanned
  std::uint32_t spanStart_ = 0;  // the offset of the piece that is being read
  std::uint32_t tailStart_ = 0;  // the offset of the url's path or query
  std::uint32_t headLimit_ = 0;
  // The Content-Length or a chunk's size, and then the number of bytes left of it.
  std::uint64_t length_ = 0;
  std::uint64_t tracked_ = 0;
  std::uint64_t maxHeaderSize_ = 0;
  std::size_t maxFields_ = 1000;
  std::uint64_t extensionBytes_ = 0;
  const char* reason_ = "";
  std::string_view body_;
  Head head_;
  std::vector<Field> fields_;
};

}  // namespace nodecpp::http::detail
