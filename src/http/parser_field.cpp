// The fields of a head, from the end of the start line to the empty line. Trailers are parsed by the same code.
#include <algorithm>
#include <string_view>

#include "http/parser.h"
#include "http/parser_scan.h"

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
  known_ = knownField(from, static_cast<std::size_t>(to - from));
  fields_.push_back({.name = {distance(base, from), distance(from, to)}, .value = {}, .known = known_});
}

void Parser::closeValue(const char* base, const char* to) {
  const char* from = base + spanStart_;
  const char* last = to;
  while (last != from && isOws(last[-1])) --last;
  fields_.back().value = {spanStart_, distance(from, last)};
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

Event Parser::parseFields(const char*& p, const HeadCursor& cursor) {
  const char* const base = cursor.base;
  const char* const end = cursor.end;
  const char* at = cursor.at;
  State state = state_;

  auto suspend = [&](State s) { return suspendHead(p, cursor, at, s); };
  auto bad = [&](const char* where, ErrorCode code, const char* reason) { return fail(p, where, code, reason); };
  auto overflow = [&](const char* where) { return fail(p, where, ErrorCode::headerOverflow, "Header overflow"); };
  auto open = [&] { spanStart_ = distance(base, at); };
  // Counts the bytes since open(). Returns whether the head is larger than its limit.
  auto close = [&] { return track(distance(base, at) - spanStart_); };

  while (true) {
    if (at == end) return suspend(state);
    switch (state) {
      case State::headersStart:
        if (*at == ' ') return bad(at + 1, ErrorCode::unexpectedSpace, "Unexpected space after start line");
        state = State::fieldStart;
        [[fallthrough]];

      case State::fieldStart:
        if (*at == '\r') {
          state = State::headersLf;
          ++at;
          continue;
        }
        if (*at == '\n') return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header field char");
        if (*at == ':') return bad(at, ErrorCode::invalidHeaderToken, "Invalid header token");
        open();
        state = State::fieldName;
        [[fallthrough]];

      case State::fieldName: {
        at = tokenRun(at, base, end);
        if (at == end) return suspend(state);
        const char* from = base + spanStart_;
        if (*at != ':') {
          if (*at != ' ' || !readsValue(knownField(from, static_cast<std::size_t>(at - from)))) {
            return bad(at, ErrorCode::invalidHeaderToken, "Invalid header token");
          }
          if (close()) return overflow(at + 1);
          return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header field char");
        }
        openField(base, from, at);
        if (close() || fields_.size() > maxFields_) return overflow(at + 1);
        ++at;
        // RFC 9112, 6.3: servers may disagree about the end of a message with both fields, which an attacker could use
        // to smuggle a request. So the message is refused.
        if (known_ == KnownField::transferEncoding && has(lengthField)) {
          return bad(at, ErrorCode::invalidTransferEncoding, "Transfer-Encoding can't be present with Content-Length");
        }
        if (known_ == KnownField::contentLength && has(codingField)) {
          return bad(at, ErrorCode::invalidContentLength, "Content-Length can't be present with Transfer-Encoding");
        }
        state = State::valueOws;
        if (at == end) return suspend(state);
        [[fallthrough]];
      }

      case State::valueOws:
        while (isOws(*at)) {
          if (++at == end) return suspend(state);
        }
        if (*at == '\r') {
          state = State::emptyValueLf;
          ++at;
          continue;
        }
        if (*at == '\n') return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header value char");
        open();
        state = State::value;
        if (known_ == KnownField::upgrade) {
          flags_ |= upgradeField;
        } else if (known_ == KnownField::contentLength) {
          if (has(lengthField)) return bad(at, ErrorCode::unexpectedContentLength, "Duplicate Content-Length");
          state = State::lengthDigits;
          continue;
        } else if (known_ == KnownField::transferEncoding) {
          if (has(chunkedCoding) && type_ == Type::request) {
            return bad(at + 1, ErrorCode::invalidTransferEncoding, "Invalid `Transfer-Encoding` header value");
          }
          // This field continues the list of an earlier Transfer-Encoding field, so an earlier "chunked" was not the
          // last coding.
          flags_ = static_cast<std::uint8_t>((flags_ | codingField) & ~chunkedCoding);
          matched_ = 0;
          state = State::codingChunked;
          continue;
        }
        [[fallthrough]];

      case State::value:
        at = fieldValueRun(at, base, end);
        if (at == end) return suspend(state);
        if (*at != '\r') {
          if (close()) return overflow(at);
          if (*at == '\n') return bad(at, ErrorCode::crExpected, "Missing expected CR after header value");
          return bad(at, ErrorCode::invalidHeaderToken, "Invalid header value char");
        }
        closeValue(base, at);
        if (close()) return overflow(at + 1);
        state = State::valueLf;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      case State::valueLf:
        if (*at != '\n') return bad(at, ErrorCode::lfExpected, "Missing expected LF after header value");
        state = State::valueNext;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      // A line that begins with white space would continue the value (obs-fold), which is refused.
      case State::valueNext:
        if (isOws(*at)) return bad(at, ErrorCode::invalidHeaderToken, "Unexpected whitespace after header value");
        state = State::fieldStart;
        continue;

      case State::emptyValueLf:
        if (*at != '\n') return bad(at, ErrorCode::strict, "Expected LF after CR");
        state = State::emptyValueNext;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      case State::emptyValueNext:
        if (isOws(*at)) return bad(at + 1, ErrorCode::invalidHeaderToken, "Invalid header value char");
        if (known_ == KnownField::contentLength) {
          return bad(at, ErrorCode::invalidContentLength, "Empty Content-Length");
        }
        if (known_ == KnownField::transferEncoding) {
          return bad(at, ErrorCode::invalidTransferEncoding, "Empty Transfer-Encoding");
        }
        fields_.back().value = {distance(base, at), 0};
        state = State::fieldStart;
        continue;

      // ---- Content-Length
      case State::lengthDigits:
        while (isDigit(*at)) {
          auto digit = static_cast<unsigned>(*at - '0');
          ++at;
          if (length_ > UINT64_MAX / 10 || length_ * 10 > UINT64_MAX - digit) {
            if (close()) return overflow(at);
            return bad(at, ErrorCode::invalidContentLength, "Content-Length overflow");
          }
          length_ = length_ * 10 + digit;
          if (at == end) return suspend(state);
        }
        state = State::lengthOws;
        [[fallthrough]];

      case State::lengthOws:
        while (isOws(*at)) {
          if (++at == end) return suspend(state);
        }
        if (*at != '\r' && *at != '\n') {
          if (close()) return overflow(at);
          return bad(at, ErrorCode::invalidContentLength, "Invalid character in Content-Length");
        }
        flags_ |= lengthField;
        state = State::value;
        continue;

      // ---- Transfer-Encoding: a list whose last item may be "chunked"
      case State::codingChunked:
        while ((*at | 0x20) == chunkedWord[matched_]) {
          ++at;
          if (++matched_ == chunkedWord.size()) break;
          if (at == end) return suspend(state);
        }
        state = matched_ == chunkedWord.size() ? State::codingLast : State::codingToken;
        continue;

      case State::codingLast:
        if (*at == ' ') {
          ++at;
          continue;
        }
        if (*at == '\r' || *at == '\n') {
          flags_ |= chunkedCoding;
          state = State::value;
        } else if (*at != ',') {
          state = State::codingToken;
        // RFC 9112, 6.1: "chunked" must be the last coding and appear only once.
        } else if (type_ == Type::request) {
          if (close()) return overflow(at + 1);
          return bad(at + 1, ErrorCode::invalidTransferEncoding, "Invalid `Transfer-Encoding` header value");
        } else {
          matched_ = 0;
          state = State::codingChunked;
        }
        continue;

      case State::codingToken:
        at = std::find_if_not(at, end, [](char c) { return c != ',' && is(c, fieldValue); });
        if (at == end) return suspend(state);
        state = State::value;
        if (*at != ',') continue;
        state = State::codingOws;
        ++at;
        continue;

      case State::codingOws:
        if (isOws(*at)) {
          ++at;
          continue;
        }
        matched_ = 0;
        state = State::codingChunked;
        continue;

      case State::headersLf:
        if (*at != '\n') return bad(at, ErrorCode::strict, "Expected LF after headers");
        return headWhole(p, base, at + 1);

      default: return bad(at, ErrorCode::strict, "Parser out of step");  // not a state of a field
    }
  }
}

}  // namespace nodecpp::http::detail
