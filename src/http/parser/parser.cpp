#include "http/parser/parser.h"

#include <algorithm>

#include "base/assertion.h"

namespace nodecpp::http::detail {

void Parser::reset(Type type, std::uint64_t maxHeaderSize) {
  state_ = State::start;
  type_ = type;
  finish_ = Finish::safe;
  flags_ = 0;
  trailing_ = false;
  error_ = ErrorCode::ok;
  reason_ = "";
  tracked_ = 0;
  body_ = {};
  head_ = {};
  fields_.clear();
  maxHeaderSize_ = maxHeaderSize == 0 ? defaultMaxHeaderSize : maxHeaderSize;
  // White space and line ends do not count for Node's limit, since Node does not store them. This parser's caller keeps
  // them until the head is complete, so they are limited, too. The shortest line, "a:\r\n", counts one of its four
  // bytes.
  headLimit_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(maxHeaderSize_, 1U << 28) * 4 + 65536);
}

Event Parser::fail(const char*& p, const char* at, ErrorCode code, const char* reason) {
  NODECPP_ASSERT(code != ErrorCode::ok && *reason);
  NODECPP_DEBUG_ASSERT(at >= p, p - at);
  p = at;
  error_ = code;
  reason_ = reason;
  state_ = State::failed;
  return Event::error;
}

Event Parser::next(const char*& p, const char* end) {
  NODECPP_DEBUG_ASSERT(p <= end, p - end);
  NODECPP_DEBUG_ASSERT(state_ != State::failed || error_ != ErrorCode::ok);
  // Between two messages, no word and no number is partly read.
  NODECPP_DEBUG_ASSERT((state_ != State::start && state_ != State::closed) || (finish_ == Finish::safe &&
                       flags_ == 0), flags_);
  if (state_ == State::start) {
    while (p != end && (*p == '\r' || *p == '\n')) ++p;
    if (p == end) return Event::needMore;
    beginMessage();
  }
  if (state_ < State::headDone) return parseHead(p, end);
  if (state_ == State::headDone) {
    if (Event event = chooseBody(p); event != Event::needMore) return event;
  }
  switch (state_) {
    case State::bodyLength:
    case State::bodyUntilClose: return readBody(p, end);
    case State::upgradePause:  // reported once; a caller that continues to parse treats the next bytes as a new message
      leaveMessage();
      return Event::upgrade;
    case State::closed:
      while (p != end && (*p == '\r' || *p == '\n')) ++p;
      if (p == end) return Event::needMore;
      return fail(p, p + 1, ErrorCode::closedConnection, "Data after `Connection: close`");
    case State::failed: return Event::error;
    default: return parseChunk(p, end);
  }
}

Event Parser::finish() {
  if (state_ == State::failed) return Event::needMore;
  if (finish_ == Finish::completes) {
    finish_ = Finish::safe;
    return Event::complete;
  }
  if (finish_ == Finish::safe) return Event::needMore;
  error_ = ErrorCode::invalidEofState;
  reason_ = "Invalid EOF state";
  return Event::error;
}

void Parser::skipBody() { flags_ |= bodySkipped; }

void Parser::acceptUpgrade() {
  head_.upgrade = true;
  flags_ |= bodySkipped;
}

void Parser::beginMessage() {
  NODECPP_DEBUG_ASSERT(finish_ == Finish::safe && (flags_ & ~bodySkipped) == 0, flags_);
  NODECPP_DEBUG_ASSERT(tracked_ == 0, tracked_);
  state_ = type_ == Type::request ? State::method : State::statusVersion;
  finish_ = Finish::unsafe;
  trailing_ = false;
  scanned_ = 0;
  length_ = 0;
  extensionBytes_ = 0;
  head_ = {};
  fields_.clear();
}

// Chooses the body by RFC 9112, 6.3, in llhttp's order. Returns needMore when there is, or may be, a body.
Event Parser::chooseBody(const char*& p) {
  NODECPP_DEBUG_ASSERT(finish_ == Finish::unsafe && !trailing_);
  NODECPP_DEBUG_ASSERT(!(has(lengthField) && has(codingField)), flags_);
  NODECPP_DEBUG_ASSERT(!has(chunkedCoding) || has(codingField), flags_);
  // Most requests have neither a body nor a field that says how the message ends or what follows it.
  if (!has(std::uint8_t(~(connectionKeepAlive | connectionClose))) && type_ == Type::request && !head_.upgrade) [[likely]]
    return endMessage(false);
  const bool response = type_ == Type::response;
  const bool hasBody = has(chunkedCoding) || length_ > 0;
  const bool foreign = head_.upgrade && (head_.method == Method::connect || has(bodySkipped) || !hasBody);
  if (foreign || (response && head_.statusCode == 101)) return endMessage(true);
  if (has(bodySkipped)) return endMessage(false);
  if (response) {
    switch (head_.statusCode) {
      case 100:
      case 102:
      case 103:
      case 204:
      case 304: return endMessage(false);
      default: break;
    }
  }
  if (has(chunkedCoding)) {
    state_ = State::chunkSizeFirst;
  } else if (has(codingField) && !response) {
    return fail(p, p, ErrorCode::invalidTransferEncoding, "Request has invalid `Transfer-Encoding`");
  } else if (has(codingField) || (!has(lengthField) && needsEof())) {
    state_ = State::bodyUntilClose;
    finish_ = Finish::completes;
  } else if (length_ == 0) {
    return endMessage(false);
  } else {
    state_ = State::bodyLength;
  }
  return Event::needMore;
}

Event Parser::readBody(const char*& p, const char* end) {
  if (state_ == State::bodyLength && length_ == 0) return endMessage(head_.upgrade);
  if (p == end) return Event::needMore;
  auto here = static_cast<std::uint64_t>(end - p);
  NODECPP_DEBUG_ASSERT(here > 0 && (state_ == State::bodyUntilClose || length_ > 0), here, length_);
  if (state_ == State::bodyUntilClose) {
    body_ = {p, static_cast<std::size_t>(here)};
    p = end;
    return Event::body;
  }
  auto taken = static_cast<std::size_t>(std::min(here, length_));
  body_ = {p, taken};
  p += taken;
  length_ -= taken;
  return Event::body;
}

// Ends the message, unless an upgrade must be reported first.
Event Parser::endMessage(bool upgrade) {
  NODECPP_DEBUG_ASSERT(finish_ == Finish::unsafe);
  if (upgrade) {
    state_ = State::upgradePause;
  } else {
    leaveMessage();
  }
  return Event::complete;
}

void Parser::leaveMessage() {
  state_ = shouldKeepAlive() ? State::start : State::closed;
  finish_ = Finish::safe;
  flags_ = 0;
  NODECPP_DEBUG_ASSERT(!inMessage() && !inHead());
}

bool Parser::needsEof() const {
  if (type_ == Type::request) return false;
  if (head_.statusCode / 100 == 1 || head_.statusCode == 204 || head_.statusCode == 304 || has(bodySkipped)) {
    return false;
  }
  if (has(codingField) && !has(chunkedCoding)) return true;
  return !has(chunkedCoding | lengthField);
}

bool Parser::shouldKeepAlive() const {
  // llhttp's own definition of "1.1 or later", by which HTTP/2.0 on a request line is not later.
  bool persistent = head_.versionMajor > 0 && head_.versionMinor > 0;
  if (persistent ? has(connectionClose) : !has(connectionKeepAlive)) return false;
  return !needsEof();
}

}  // namespace nodecpp::http::detail
