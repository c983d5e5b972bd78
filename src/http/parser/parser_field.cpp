// The fields of a head, from the end of the start line to the empty line. Trailers are parsed by the same code.
#include <algorithm>
#include <string_view>

#include "base/assertion.h"
#include "http/parser/parser_head.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

constexpr std::string_view chunkedWord = "chunked";

KnownField knownField(const char* p, std::size_t length) {
  switch (length) {
    case 4: return sameName(p, "host") ? KnownField::host : KnownField::other;
    case 6: return sameName(p, "expect") ? KnownField::expect : KnownField::other;
    case 7: return sameName(p, "upgrade") ? KnownField::upgrade : KnownField::other;
    case 10: return sameName(p, "connection") ? KnownField::connection : KnownField::other;
    case 14: return sameName(p, "content-length") ? KnownField::contentLength : KnownField::other;
    case 16: return sameName(p, "proxy-connection") ? KnownField::proxyConnection : KnownField::other;
    case 17: return sameName(p, "transfer-encoding") ? KnownField::transferEncoding : KnownField::other;
    default: return KnownField::other;
  }
}

// Whether llhttp has separate states for a field of this name. A space behind such a name is another error there than
// behind other names.
bool readsValue(KnownField known) {
  return known != KnownField::other && known != KnownField::host && known != KnownField::expect;
}

}  // namespace

void Parser::openField(const char* base, const char* from, const char* to) {
  NODECPP_DEBUG_ASSERT(base <= from && from < to);
  NODECPP_DEBUG_ASSERT(fields_.size() <= maxFields_, fields_.size(), maxFields_);
  known_ = knownField(from, static_cast<std::size_t>(to - from));
  fields_.push_back({.name = {distance(base, from), distance(from, to)}, .value = {}, .known = known_});
}

void Parser::closeValue(const char* base, const char* to) {
  const char* from = base + spanStart_;
  NODECPP_DEBUG_ASSERT(from <= to && !fields_.empty(), to - from, fields_.size());
  const char* last = to;
  while (last != from && isOws(last[-1])) --last;
  fields_.back().value = {spanStart_, distance(from, last)};
  NODECPP_DEBUG_ASSERT(fields_.back().known == known_);
  if (known_ == KnownField::connection || known_ == KnownField::proxyConnection) readConnection(from, to);
}

// Reads the list in a Connection field. An option counts only when nothing but white space surrounds it.
void Parser::readConnection(const char* p, const char* end) {
  auto word = [&](std::string_view lower) {
    if (static_cast<std::size_t>(end - p) < lower.size()) return false;
    for (std::size_t i = 0; i < lower.size(); ++i) {
      char c = p[i];
      if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != lower[i]) return false;
    }
    p += lower.size();
    return true;
  };
  while (true) {
    p = std::find_if_not(p, end, isOws);
    unsigned flag = word("keep-alive") ? connectionKeepAlive
                    : word("close")    ? connectionClose
                    : word("upgrade")  ? connectionUpgrade
                                       : 0;
    p = std::find_if_not(p, end, isOws);
    if (p == end || *p == ',') flags_ |= static_cast<std::uint8_t>(flag);
    p = std::find(p, end, ',');
    if (p == end) return;
    ++p;
  }
}

Event Parser::headWhole(const char*& p, const char* base, const char* at) {
  NODECPP_DEBUG_ASSERT(base <= at && finish_ == Finish::unsafe);
  NODECPP_DEBUG_ASSERT(!(has(lengthField) && has(codingField)), flags_);
  NODECPP_DEBUG_ASSERT(fields_.size() <= maxFields_, fields_.size(), maxFields_);
  p = at;
  head_.base = base;
  tracked_ = 0;
  if (trailing_) return endMessage(head_.upgrade);
  // A request changes the protocol by CONNECT, or by an Upgrade field together with `Connection: upgrade`. A response
  // with these fields does so only with status 101.
  head_.upgrade = has(upgradeField) && has(connectionUpgrade)
                      ? type_ == Type::request || head_.statusCode == 101
                      : type_ == Type::request && head_.method == Method::connect;
  head_.hasContentLength = has(lengthField);
  head_.contentLength = length_;
  head_.chunked = has(chunkedCoding);
  head_.keepAlive = shouldKeepAlive();
  state_ = State::headDone;
  return Event::head;
}

// Reads the beginning of a line, and a field's name up to the byte behind its colon.
[[gnu::always_inline]] inline bool Parser::HeadReader::readName() {
  switch (state) {
    case State::headersStart:
      if (*at == ' ') return bad(at + 1, ErrorCode::unexpectedSpace, "Unexpected space after start line");
      [[fallthrough]];

    case State::fieldStart:
      if (*at == '\r') return skipAndEnterState(State::headersLf);
      if (*at == '\n') return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header field char");
      if (*at == ':') return bad(at, ErrorCode::invalidHeaderToken, "Invalid header token");
      open();
      state = State::fieldName;
      [[fallthrough]];

    default: break;
  }
  at = tokenRun(at, base, end);
  if (at == end) return suspend();
  const char* from = base + parser_.spanStart_;
  if (*at != ':') {
    if (*at != ' ' || !readsValue(knownField(from, static_cast<std::size_t>(at - from)))) {
      return bad(at, ErrorCode::invalidHeaderToken, "Invalid header token");
    }
    if (close()) return overflow(at + 1);
    return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header field char");
  }
  parser_.openField(base, from, at);
  if (close() || parser_.fields_.size() > parser_.maxFields_) return overflow(at + 1);
  ++at;
  // RFC 9112, 6.3: two servers may disagree about the end of a message with both Content-Length and Transfer-Encoding,
  // which an attacker could use to smuggle a request. So the message is refused.
  if (parser_.known_ == KnownField::transferEncoding && parser_.has(lengthField)) {
    return bad(at, ErrorCode::invalidTransferEncoding, "Transfer-Encoding can't be present with Content-Length");
  }
  if (parser_.known_ == KnownField::contentLength && parser_.has(codingField)) {
    return bad(at, ErrorCode::invalidContentLength, "Content-Length can't be present with Transfer-Encoding");
  }
  return enterState(State::valueOws);
}

// Reads the white space in front of a value, and decides by the field's name how the value is read.
[[gnu::always_inline]] inline bool Parser::HeadReader::readValueStart() {
  while (isOws(*at)) {
    if (++at == end) return suspend();
  }
  if (*at == '\r') return skipAndEnterState(State::emptyValueLf);
  if (*at == '\n') return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header value char");
  open();
  switch (parser_.known_) {
    case KnownField::upgrade: parser_.flags_ |= upgradeField; return enterState(State::value);
    case KnownField::contentLength:
      if (parser_.has(lengthField)) return bad(at, ErrorCode::unexpectedContentLength, "Duplicate Content-Length");
      return enterState(State::lengthDigits);
    case KnownField::transferEncoding:
      if (parser_.has(chunkedCoding) && parser_.type_ == Type::request) {
        return bad(at + 1, ErrorCode::invalidTransferEncoding, "Invalid `Transfer-Encoding` header value");
      }
      // This field continues the list of an earlier Transfer-Encoding field, so an earlier "chunked" was not the
      // last coding.
      parser_.flags_ = static_cast<std::uint8_t>((parser_.flags_ | codingField) & ~chunkedCoding);
      parser_.matched_ = 0;
      return enterState(State::codingChunked);
    default: return enterState(State::value);
  }
}

// Reads a value to the end of its line, and the first byte of the next line.
[[gnu::always_inline]] inline bool Parser::HeadReader::readValue() {
  switch (state) {
    case State::value:
      at = fieldValueRun(at, base, end);
      if (at == end) return suspend();
      if (*at != '\r') {
        if (close()) return overflow(at);
        if (*at == '\n') return bad(at, ErrorCode::crExpected, "Missing expected CR after header value");
        return bad(at, ErrorCode::invalidHeaderToken, "Invalid header value char");
      }
      parser_.closeValue(base, at);
      if (close()) return overflow(at + 1);
      state = State::valueLf;
      if (++at == end) return suspend();
      [[fallthrough]];

    case State::valueLf:
      if (*at != '\n') return bad(at, ErrorCode::lfExpected, "Missing expected LF after header value");
      state = State::valueNext;
      if (++at == end) return suspend();
      [[fallthrough]];

    // A line that begins with white space would continue the value (obs-fold), which is refused.
    default:
      if (isOws(*at)) return bad(at, ErrorCode::invalidHeaderToken, "Unexpected whitespace after header value");
      return enterState(State::fieldStart);
  }
}

// Reads the end of a line whose value is empty.
[[gnu::always_inline]] inline bool Parser::HeadReader::readEmptyValue() {
  if (state == State::emptyValueLf) {
    if (*at != '\n') return bad(at, ErrorCode::strict, "Expected LF after CR");
    state = State::emptyValueNext;
    if (++at == end) return suspend();
  }
  if (isOws(*at)) return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header value char");
  if (parser_.known_ == KnownField::contentLength) {
    return bad(at, ErrorCode::invalidContentLength, "Empty Content-Length");
  }
  if (parser_.known_ == KnownField::transferEncoding) {
    return bad(at, ErrorCode::invalidTransferEncoding, "Empty Transfer-Encoding");
  }
  NODECPP_DEBUG_ASSERT(!parser_.fields_.empty());
  parser_.fields_.back().value = {distance(base, at), 0};
  return enterState(State::fieldStart);
}

// Reads the value of Content-Length.
[[gnu::always_inline]] inline bool Parser::HeadReader::readLength() {
  std::uint64_t& length = parser_.length_;
  if (state == State::lengthDigits) {
    while (isDigit(*at)) {
      auto digit = static_cast<unsigned>(*at - '0');
      ++at;
      if (length > UINT64_MAX / 10 || length * 10 > UINT64_MAX - digit) {
        if (close()) return overflow(at);
        return bad(at, ErrorCode::invalidContentLength, "Content-Length overflow");
      }
      length = length * 10 + digit;
      if (at == end) return suspend();
    }
    state = State::lengthOws;
  }
  while (isOws(*at)) {
    if (++at == end) return suspend();
  }
  if (*at != '\r' && *at != '\n') {
    if (close()) return overflow(at);
    return bad(at, ErrorCode::invalidContentLength, "Invalid character in Content-Length");
  }
  NODECPP_DEBUG_ASSERT(!parser_.has(lengthField) && !parser_.has(codingField), parser_.flags_);
  parser_.flags_ |= lengthField;
  return enterState(State::value);
}

// Reads the value of Transfer-Encoding: a list whose last item may be "chunked".
[[gnu::always_inline]] inline bool Parser::HeadReader::readCoding() {
  std::uint8_t& matched = parser_.matched_;
  NODECPP_DEBUG_ASSERT(matched < chunkedWord.size() || state != State::codingChunked, matched);
  NODECPP_DEBUG_ASSERT(parser_.has(codingField) && !parser_.has(lengthField), parser_.flags_);
  switch (state) {
    case State::codingChunked:
      while ((*at | 0x20) == chunkedWord[matched]) {
        ++at;
        if (++matched == chunkedWord.size()) break;
        if (at == end) return suspend();
      }
      return enterState(matched == chunkedWord.size() ? State::codingLast : State::codingToken);

    case State::codingLast:
      if (*at == ' ') return skipAndEnterState(State::codingLast);
      if (*at == '\r' || *at == '\n') {
        parser_.flags_ |= chunkedCoding;
        return enterState(State::value);
      }
      if (*at != ',') return enterState(State::codingToken);
      // RFC 9112, 6.1: "chunked" must be the last coding and appear only once.
      if (parser_.type_ == Type::request) {
        if (close()) return overflow(at + 1);
        return bad(at + 1, ErrorCode::invalidTransferEncoding, "Invalid `Transfer-Encoding` header value");
      }
      matched = 0;
      return enterState(State::codingChunked);

    case State::codingToken:
      at = std::find_if_not(at, end, [](char c) { return c != ',' && is(c, fieldValue); });
      if (at == end) return suspend();
      return *at == ',' ? skipAndEnterState(State::codingOws) : enterState(State::value);

    default:
      if (isOws(*at)) return skipAndEnterState(State::codingOws);
      matched = 0;
      return enterState(State::codingChunked);
  }
}

Event Parser::parseFields(const char*& p, const HeadCursor& cursor) {
  NODECPP_DEBUG_ASSERT(state_ >= State::headersStart && state_ < State::headDone);
  NODECPP_DEBUG_ASSERT(cursor.at >= cursor.base && cursor.at <= cursor.end);
  HeadReader reader(*this, p, cursor);
  bool continues = true;
  while (continues) {
    if (reader.at == reader.end) {
      reader.suspend();
      break;
    }
    switch (reader.state) {
      case State::headersStart:
      case State::fieldStart:
      case State::fieldName:
        continues = reader.readName();
        if (!reader.continuesIn(State::valueOws, continues)) break;
        [[fallthrough]];
      case State::valueOws:
        continues = reader.readValueStart();
        if (!reader.continuesIn(State::value, continues)) break;
        [[fallthrough]];
      case State::value:
      case State::valueLf:
      case State::valueNext: continues = reader.readValue(); break;
      case State::emptyValueLf:
      case State::emptyValueNext: continues = reader.readEmptyValue(); break;
      case State::lengthDigits:
      case State::lengthOws: continues = reader.readLength(); break;
      case State::codingChunked:
      case State::codingLast:
      case State::codingToken:
      case State::codingOws: continues = reader.readCoding(); break;
      case State::headersLf:
        if (*reader.at == '\n') return headWhole(p, reader.base, reader.at + 1);
        continues = reader.bad(reader.at, ErrorCode::strict, "Expected LF after headers");
        break;
      default: continues = reader.bad(reader.at, ErrorCode::strict, "Parser out of step");  // This is not a state of a field.
    }
  }
  return reader.event;
}

}  // namespace nodecpp::http::detail
