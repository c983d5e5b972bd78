// The HTTP/1 parser: RFC 9112 with the decisions of Node 24, whose parser is llhttp 9.4.3. It knows nothing of sockets.
//
// It is pulled: the caller hands the bytes it has, and each call of next() gives one event. Bytes of an unfinished head
// (and of an unfinished trailer section) are not consumed: next() answers needMore with `p` at the head's first byte,
// and the caller comes again with the same bytes, moved or not, and more behind them. What was scanned before is not
// scanned again, so nothing is copied until a head is cut, and then only by the caller.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nodecpp::http::detail {

// clang-format off
// The numbers are Node's (process.binding('http_parser').allMethods) and llhttp's.
enum class Method : std::uint8_t {
  delete_, get, head, post, put, connect, options, trace, copy, lock, mkcol, move, propfind, proppatch, search, unlock,
  bind, rebind, unbind, acl, report, mkactivity, checkout, merge, mSearch, notify, subscribe, unsubscribe, patch, purge,
  mkcalendar, link, unlink, source, pri, describe, announce, setup, play, pause, teardown, getParameter, setParameter,
  redirect, record, flush, query
};
// clang-format on

// "GET" for Method::get. A static string.
std::string_view methodName(Method method);

// clang-format off
// What Node puts on an error as `code`, without "HPE_" and in our case: invalidMethod is HPE_INVALID_METHOD.
enum class ErrorCode : std::uint8_t {
  ok, strict, lfExpected, crExpected, unexpectedContentLength, closedConnection, invalidMethod, invalidUrl,
  invalidConstant, invalidVersion, invalidHeaderToken, invalidContentLength, invalidChunkSize, invalidStatus,
  invalidEofState, invalidTransferEncoding, unexpectedSpace, pausedH2Upgrade, headerOverflow, chunkExtensionsOverflow
};
// clang-format on

// "HPE_INVALID_METHOD" and so on. A static string.
std::string_view errorName(ErrorCode code);

enum class Event : std::uint8_t {
  needMore,  // everything up to `p` is consumed; come again with the bytes from `p` on and more
  head,      // head() and fields() are whole; `p` is at the first byte after the head
  body,      // body() is the next piece of the body, without chunk framing
  complete,  // the message has ended; trailers() is what stood behind a chunked body
  upgrade,   // comes after `complete`: the bytes from `p` on are another protocol's (llhttp's HPE_PAUSED_UPGRADE)
  error      // errorCode() and errorReason(); `p` is where, as Node's bytesParsed counts. Every later call says so too
};

// The fields whose value the parser reads, or whose look-up every server does.
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

// A piece of the head: an offset from the head's first byte, so it stands when the head is moved.
struct Span {
  std::uint32_t offset = 0;
  std::uint32_t length = 0;
};

// One header field. The value is without the white space around it.
struct Field {
  Span name;
  Span value;
  KnownField known = KnownField::other;
};

// What the start line and the fields say. Valid from Event::head until the next call of next() or finish().
struct Head {
  // The head's first byte, in the bytes that the caller handed to the call that gave the event: it ends with them.
  const char* base = nullptr;
  std::uint64_t contentLength = 0;  // meaningful with hasContentLength
  std::uint16_t statusCode = 0;     // responses
  Method method = Method::delete_;  // requests
  std::uint8_t versionMajor = 0;
  std::uint8_t versionMinor = 0;
  bool hasContentLength = false;
  bool chunked = false;    // the body's last transfer coding is chunked
  bool keepAlive = false;  // llhttp_should_keep_alive: the connection can carry another message after this
  bool upgrade = false;    // CONNECT, or Connection: upgrade with an Upgrade field (responses: with status 101)
  Span url;                // requests
  Span reason;             // responses

  // The text of a piece. Its life is that of `base`.
  std::string_view text(Span span) const { return {base + span.offset, span.length}; }
};

class Parser {
 public:
  enum class Type : std::uint8_t { request, response };

  // Node's default of --max-http-header-size. The sum of url or reason, names and values must stay below it.
  static constexpr std::uint64_t defaultMaxHeaderSize = 16384;

  explicit Parser(Type type, std::uint64_t maxHeaderSize = defaultMaxHeaderSize) { reset(type, maxHeaderSize); }

  // As newly made; the field table keeps its memory. A limit of 0 stands for the default, as in Node.
  void reset(Type type, std::uint64_t maxHeaderSize = defaultMaxHeaderSize);

  // More fields than this in a head, or in a trailer section, are a headerOverflow: server.maxHeadersCount. 1000 unless
  // set, as in Node; reset() leaves it.
  void limitFields(std::size_t count) { maxFields_ = count; }

  // Reads from `p` up to `end`, moves `p` past what it consumed and says what it found. Call until needMore, upgrade or
  // error: an event may need no more bytes. Never throws but std::bad_alloc, when the field table grows.
  [[nodiscard]] Event next(const char*& p, const char* end);

  // The peer sent FIN after all bytes were given. `complete` when that ends a body without length, `error`
  // (HPE_INVALID_EOF_STATE) within a message, otherwise needMore: there is nothing to tell.
  [[nodiscard]] Event finish();

  // Only right after Event::head, before the next call of next(); what Node's on_headers_complete returns.
  void skipBody();       // 1: no body follows, whatever the head says: the answer to HEAD
  void acceptUpgrade();  // 2: no body follows, and after `complete` comes `upgrade`

  Type type() const { return type_; }
  const Head& head() const { return head_; }

  // After Event::head its fields, in the order they came. Valid until the next call of next().
  std::span<const Field> fields() const { return fields_; }

  // After Event::complete the fields behind a chunked body, or none. Their offsets count from head().base, which is
  // then the first byte of the trailer section. Valid until the next call of next().
  std::span<const Field> trailers() const { return trailing_ ? fields() : std::span<const Field>(); }

  // Exchanges the field table with the caller's, for who wants to keep it beyond the next call without a copy.
  void swapFields(std::vector<Field>& other) { fields_.swap(other); }

  // After Event::body. Valid as long as the bytes that were handed to that call.
  std::string_view body() const { return body_; }

  ErrorCode errorCode() const { return error_; }
  std::string_view errorReason() const { return reason_; }  // a static string

  // Whether a message has begun and has not ended: what requestTimeout watches.
  bool inMessage() const { return finish_ != Finish::safe; }
  // Whether a head has begun and is not whole: what headersTimeout watches.
  bool inHead() const { return inMessage() && state_ > State::start && state_ < State::headDone && !trailing_; }
  // Whether the message under way will end in `upgrade`. Node drops errors of such a body (node_http_parser.cc).
  bool upgrading() const { return head_.upgrade; }

 private:
  // clang-format off
  enum class State : std::uint8_t {
    start,
    // request line
    method, urlSpaces, urlStart, urlSchema, urlSlash1, urlSlash2, urlServer, urlServerAt, urlTail, urlSpace, urlCr,
    url09, protocolSpaces, protocol, versionEnd, versionLf, preface,
    // status line
    statusVersion, statusCodeEnd, statusText, statusLf,
    // fields, of a head or of trailers
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
    bool clipped;  // there are bytes beyond `end`, but the head has its most
  };

  bool has(unsigned flag) const { return (flags_ & flag) != 0; }
  Event fail(const char*& p, const char* at, ErrorCode code, const char* reason);

  // parser_line.cpp: from the first byte of a message to the end of its start line
  Event parseHead(const char*& p, const char* end);
  Event parseLine(const char*& p, HeadCursor& cursor);
  Event suspendHead(const char*& p, const HeadCursor& cursor, const char* at, State state);
  bool track(std::size_t length) { return (tracked_ += length) >= maxHeaderSize_; }

  // parser_field.cpp: fields, of a head and of trailers
  Event parseFields(const char*& p, const HeadCursor& cursor);
  Event headWhole(const char*& p, const char* base, const char* at);
  void openField(const char* base, const char* from, const char* to);
  void closeValue(const char* base, const char* to);
  void readConnection(const char* p, const char* end);

  // parser_words.cpp: the words of the start line; these move `at`, and set `at` to the culprit on failure
  Step readMethod(const char*& at, const char* end);
  Step readProtocol(const char*& at, const char* end);
  Step readStatusVersion(const char*& at, const char* end);
  Step readVersion(const char*& at, const char* end);
  Step refuse(ErrorCode code, const char* reason);
  const char* urlTailReason(const char* from, const char* to) const;

  // parser.cpp
  void beginMessage();
  Event chooseBody(const char*& p);
  Event readBody(const char*& p, const char* end);
  Event endMessage(bool upgrade);
  void leaveMessage();
  bool needsEof() const;
  bool shouldKeepAlive() const;

  // parser_chunk.cpp
  Event parseChunk(const char*& p, const char* end);
  Event parseChunkExtension(const char*& p, const char* end);

  State state_ = State::start;
  Type type_ = Type::request;
  Finish finish_ = Finish::safe;
  std::uint8_t flags_ = 0;
  bool trailing_ = false;
  bool urlFromQuery_ = false;  // the url's tail began with the '?' behind a server
  std::uint8_t matched_ = 0;   // bytes of "chunked" matched
  KnownField known_ = KnownField::other;
  ErrorCode error_ = ErrorCode::ok;
  std::uint32_t scanned_ = 0;    // bytes from the head's first that need no second look
  std::uint32_t spanStart_ = 0;  // offset of the piece under way
  std::uint32_t tailStart_ = 0;  // offset of the url's path or query
  std::uint32_t headLimit_ = 0;
  std::uint64_t length_ = 0;  // Content-Length, then what is left of it; of a chunk too
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
