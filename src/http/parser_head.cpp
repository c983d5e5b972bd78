// A head from its first byte to the empty line, and trailers, which are the same from the first field on.
#include <algorithm>

#include "parser.h"
#include "parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

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

// The names that llhttp gives a state of their own: a space behind one of them is another error than behind others.
bool readsValue(KnownField known) {
  return known != KnownField::other && known != KnownField::host && known != KnownField::expect;
}

constexpr std::string_view preface = "\r\n\r\nSM\r\n\r\n";
constexpr std::string_view chunkedWord = "chunked";

constexpr std::uint32_t distance(const char* from, const char* to) { return static_cast<std::uint32_t>(to - from); }

}  // namespace

// Leaves the head where it is until more comes. The pieces under way count for the limit as far as they are here: the
// caller's next read must not be the one that finds a url of a gigabyte.
Event Parser::suspendHead(const char*& p, const char* base, const char* at, const char* end, State state,
                          bool clipped) {
  bool piece = (state >= State::urlStart && state <= State::urlTail) || state == State::statusText ||
               state == State::fieldName || state == State::value ||
               (state >= State::lengthDigits && state <= State::codingOws);
  if (clipped || (piece && tracked_ + distance(base, at) - spanStart_ >= maxHeaderSize_)) {
    return fail(p, end, ErrorCode::headerOverflow, "Header overflow");
  }
  state_ = state;
  scanned_ = distance(base, at);
  p = base;
  return Event::needMore;
}

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

// The list of a Connection field. An option counts only when nothing but white space stands around it.
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
    unsigned flag = word("keep-alive") ? connectionKeepAlive : word("close") ? connectionClose
                    : word("upgrade") ? connectionUpgrade : 0;
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

Event Parser::parseHead(const char*& p, const char* end) {
  const char* const base = p;
  const bool clipped = static_cast<std::size_t>(end - base) > headLimit_;
  if (clipped) end = base + headLimit_;
  const char* at = base + scanned_;
  State state = state_;

  auto suspend = [&](State s) { return suspendHead(p, base, at, end, s, clipped); };
  auto overflow = [&](const char* where) {
    return fail(p, where, ErrorCode::headerOverflow, "Header overflow");
  };
  auto bad = [&](const char* where, ErrorCode code, const char* reason) { return fail(p, where, code, reason); };
  auto open = [&] { spanStart_ = distance(base, at); };
  auto close = [&] { return track(static_cast<std::size_t>(at - base) - spanStart_); };
  // A word of the start line: goes on at `state`, or leaves it for when more has come.
  auto step = [&](Step (Parser::*read)(const char*&, const char*), Event& answer) {
    const char* word = at;
    Step result = (this->*read)(at, end);
    if (result == Step::ok) return true;
    if (result == Step::failed) {
      answer = fail(p, at, error_, reason_);
    } else {
      at = word;
      answer = suspend(state);
    }
    return false;
  };
  Event answer{};

  while (true) {
    if (at == end) return suspend(state);
    switch (state) {
      // ---- request line
      case State::method:
        if (!step(&Parser::readMethod, answer)) return answer;
        state = State::urlSpaces;
        if (at == end) return suspend(state);
        [[fallthrough]];

      case State::urlSpaces:
        if (*at == ' ') {
          ++at;
          continue;
        }
        if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        open();
        urlFromQuery_ = false;
        if (head_.method == Method::connect) {
          state = State::urlServer;
          continue;
        }
        [[fallthrough]];

      case State::urlStart:
        if (*at == '/' || *at == '*') {
          ++at;
          tailStart_ = distance(base, at);
          state = State::urlTail;
        } else if (is(*at, alpha)) {
          state = State::urlSchema;
        } else if (isOws(*at) || *at == '\r' || *at == '\n' || *at == '\f') {
          return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        } else {
          return bad(at, ErrorCode::invalidUrl, "Unexpected start char in url");
        }
        continue;

      case State::urlSchema:
        at = runOf(at, end, alpha);
        if (at == end) return suspend(state);
        if (*at == ':') {
          ++at;
          state = State::urlSlash1;
          continue;
        }
        [[fallthrough]];

      case State::urlSlash1:
        if (state == State::urlSlash1 && *at == '/') {
          ++at;
          state = State::urlSlash2;
          continue;
        }
        if (isOws(*at) || *at == '\r' || *at == '\n' || *at == '\f') {
          return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        }
        return bad(at, ErrorCode::invalidUrl, "Unexpected char in url schema");

      case State::urlSlash2:
        if (*at != '/') return bad(at, ErrorCode::invalidUrl, "Unexpected char in url schema");
        ++at;
        state = State::urlServer;
        continue;

      case State::urlServerAt:
        if (*at == '@') return bad(at + 1, ErrorCode::invalidUrl, "Double @ in url");
        state = State::urlServer;
        [[fallthrough]];

      case State::urlServer:
        at = runOf(at, end, userInfo);
        if (at == end) return suspend(state);
        switch (*at) {
          case '@':
            // Not two of them side by side; llhttp lets them stand apart.
            state = State::urlServerAt;
            ++at;
            continue;
          case '?': urlFromQuery_ = true; [[fallthrough]];
          case '/':
            ++at;
            tailStart_ = distance(base, at);
            state = State::urlTail;
            continue;
          case ' ':
          case '\r':
          case '\n': break;
          case '\t':
          case '\f': return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
          default: return bad(at, ErrorCode::invalidUrl, "Unexpected char in url server");
        }
        tailStart_ = distance(base, at);
        [[fallthrough]];

      case State::urlTail:
        at = visibleRun(at, base, end);
        if (at == end) {
          state = State::urlTail;
          return suspend(state);
        }
        if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        if (*at != ' ' && *at != '\r' && *at != '\n') {
          return bad(at, ErrorCode::invalidUrl, urlTailReason(base + tailStart_, at));
        }
        head_.url = {spanStart_, distance(base, at) - spanStart_};
        if (close()) return overflow(at);
        state = *at == ' ' ? State::urlSpace : *at == '\r' ? State::urlCr : State::url09;
        if (++at == end) return suspend(state);
        if (state != State::urlSpace) continue;
        [[fallthrough]];

      case State::urlSpace:
        if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        state = State::protocolSpaces;
        [[fallthrough]];

      case State::protocolSpaces:
        if (*at == ' ') {
          ++at;
          continue;
        }
        state = State::protocol;
        [[fallthrough]];

      case State::protocol:
        if (!step(&Parser::readProtocol, answer)) return answer;
        state = head_.method == Method::pri ? State::preface : State::versionEnd;
        if (at == end) return suspend(state);
        if (state == State::preface) continue;
        [[fallthrough]];

      case State::versionEnd:
        if (*at != '\r') {
          return bad(*at == '\n' ? at + 1 : at, ErrorCode::invalidVersion, "Expected CRLF after version");
        }
        state = State::versionLf;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      case State::versionLf:
        if (*at != '\n') return bad(at, ErrorCode::strict, "Expected CRLF after version");
        ++at;
        state = State::headersStart;
        continue;

      // A request line without a version is HTTP/0.9, and llhttp reads fields behind it all the same.
      case State::urlCr:
        if (*at != '\n') return bad(at, ErrorCode::invalidUrl, "Expected CRLF");
        state = State::url09;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      case State::url09:
        if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        head_.versionMajor = 0;
        head_.versionMinor = 9;
        state = State::headersStart;
        continue;

      case State::preface: {
        std::string_view text(at, std::min<std::size_t>(static_cast<std::size_t>(end - at), preface.size()));
        auto agreed = std::ranges::mismatch(text, preface).in1 - text.begin();
        if (static_cast<std::size_t>(agreed) == preface.size()) {
          return bad(at + agreed, ErrorCode::pausedH2Upgrade, "Pause on PRI/Upgrade");
        }
        if (at + agreed == end) return suspend(state);
        return bad(at + agreed, ErrorCode::invalidVersion, "Expected HTTP/2 Connection Preface");
      }

      // ---- status line
      case State::statusVersion:
        if (!step(&Parser::readStatusVersion, answer)) return answer;
        state = State::statusCodeEnd;
        if (at == end) return suspend(state);
        [[fallthrough]];

      case State::statusCodeEnd:
        if (*at != ' ' && *at != '\r') {
          return bad(*at == '\n' ? at + 1 : at, ErrorCode::invalidStatus, "Invalid response status");
        }
        state = *at == ' ' ? State::statusText : State::statusLf;
        ++at;
        open();
        head_.reason = {spanStart_, 0};
        continue;

      case State::statusText: {
        // Anything but a line's end, zero bytes too.
        at = std::find_if(at, end, [](char c) { return c == '\r' || c == '\n'; });
        if (at == end) return suspend(state);
        head_.reason = {spanStart_, distance(base, at) - spanStart_};
        if (close()) return overflow(at + 1);
        if (*at == '\n') return bad(at + 1, ErrorCode::crExpected, "Missing expected CR after response line");
        state = State::statusLf;
        if (++at == end) return suspend(state);
        [[fallthrough]];
      }

      case State::statusLf:
        if (*at != '\n') return bad(at, ErrorCode::strict, "Expected LF after CR");
        ++at;
        state = State::headersStart;
        continue;

      // ---- fields
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
        if (close()) return overflow(at + 1);
        ++at;
        if (known_ == KnownField::transferEncoding && has(lengthField)) {
          return bad(at, ErrorCode::invalidTransferEncoding,
                     "Transfer-Encoding can't be present with Content-Length");
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

      case State::valueNext:  // a line that begins with white space would go on with the value: obs-fold
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

      // ---- Transfer-Encoding: a list, whose last item may be "chunked"
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
        } else if (type_ == Type::request) {  // RFC 9112 6.1: chunked is the last coding, and only once
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

      default: return bad(at, ErrorCode::strict, "Parser out of step");  // not a state of a head
    }
  }
}

}  // namespace nodecpp::http::detail
