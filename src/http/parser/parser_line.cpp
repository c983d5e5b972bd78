// The start line of a request or response, and code that is common to start line and fields.
#include <algorithm>
#include <string_view>

#include "base/assertion.h"
#include "http/parser/parser_head.h"
#include "http/parser/parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

constexpr std::string_view preface = "\r\n\r\nSM\r\n\r\n";

}  // namespace

Event Parser::parseHead(const char*& p, const char* end) {
  NODECPP_DEBUG_ASSERT(state_ > State::start && state_ < State::headDone);
  NODECPP_DEBUG_ASSERT(scanned_ <= headLimit_, scanned_, headLimit_);
  // Guards against a caller that passes fewer bytes than before, so that the parser does not read beyond them.
  if (static_cast<std::size_t>(end - p) < scanned_) return fail(p, end, ErrorCode::strict, "Parser out of step");
  HeadCursor cursor{.base = p, .at = p + scanned_, .end = end, .clipped = false};
  if (static_cast<std::size_t>(end - p) > headLimit_) {
    cursor.end = p + headLimit_;
    cursor.clipped = true;
  }
  if (state_ < State::headersStart) {
    if (Event event = parseLine(p, cursor); event != Event::head) return event;
  }
  NODECPP_DEBUG_ASSERT(state_ >= State::headersStart);
  return parseFields(p, cursor);
}

// Stores the state of the parser and returns to the caller, which calls again when more bytes have arrived. An
// unfinished piece counts for the limit with the bytes received so far, so that a url of a gigabyte is refused before
// it has arrived completely.
Event Parser::suspendHead(const char*& p, const HeadCursor& cursor, const char* at, State state) {
  NODECPP_DEBUG_ASSERT(at >= cursor.base && at <= cursor.end, at - cursor.base, cursor.end - cursor.base);
  // Bytes that were scanned are not scanned again.
  NODECPP_DEBUG_ASSERT(distance(cursor.base, at) >= scanned_, distance(cursor.base, at), scanned_);
  bool piece = (state >= State::urlStart && state <= State::urlTail) || state == State::statusText ||
               state == State::fieldName || state == State::value ||
               (state >= State::lengthDigits && state <= State::codingOws);
  NODECPP_DEBUG_ASSERT(!piece || spanStart_ <= distance(cursor.base, at), spanStart_, distance(cursor.base, at));
  if (cursor.clipped || (piece && tracked_ + distance(cursor.base, at) - spanStart_ >= maxHeaderSize_)) {
    return fail(p, cursor.end, ErrorCode::headerOverflow, "Header overflow");
  }
  state_ = state;
  scanned_ = distance(cursor.base, at);
  p = cursor.base;
  return Event::needMore;
}

// Reads a word. An incomplete word is read again when more bytes arrive.
[[gnu::always_inline]] inline bool Parser::HeadReader::readWord(Step (Parser::*read)(const char*&, const char*)) {
  const char* word = at;
  const Step result = (parser_.*read)(at, end);
  if (result == Step::ok) return true;
  if (result == Step::failed) return bad(at, parser_.error_, parser_.reason_);
  at = word;
  return suspend();
}

// Reads the method, the spaces behind it and the first byte of the url.
[[gnu::always_inline]] inline bool Parser::HeadReader::readTargetStart() {
  switch (state) {
    case State::method:
      if (!readWord(&Parser::readMethod)) return false;
      state = State::urlSpaces;
      if (at == end) return suspend();
      [[fallthrough]];

    case State::urlSpaces:
      if (*at == ' ') return skipAndEnterState(State::urlSpaces);
      if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
      open();
      parser_.urlFromQuery_ = false;
      if (parser_.head_.method == Method::connect) return enterState(State::urlServer);
      [[fallthrough]];

    default:
      if (*at == '/' || *at == '*') {
        ++at;
        parser_.tailStart_ = distance(base, at);
        return enterState(State::urlTail);
      }
      if (is(*at, alpha)) return enterState(State::urlSchema);
      if (isOws(*at) || *at == '\r' || *at == '\n' || *at == '\f') {
        return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
      }
      return bad(at, ErrorCode::invalidUrl, "Unexpected start char in url");
  }
}

// Reads the schema, the two slashes and the server of an absolute url, or the server that CONNECT names.
[[gnu::always_inline]] inline bool Parser::HeadReader::readAuthority() {
  switch (state) {
    case State::urlSchema:
      at = runOf(at, end, alpha);
      if (at == end) return suspend();
      if (*at == ':') return skipAndEnterState(State::urlSlash1);
      [[fallthrough]];

    case State::urlSlash1:
      if (state == State::urlSlash1 && *at == '/') return skipAndEnterState(State::urlSlash2);
      if (isOws(*at) || *at == '\r' || *at == '\n' || *at == '\f') {
        return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
      }
      return bad(at, ErrorCode::invalidUrl, "Unexpected char in url schema");

    case State::urlSlash2:
      if (*at != '/') return bad(at, ErrorCode::invalidUrl, "Unexpected char in url schema");
      return skipAndEnterState(State::urlServer);

    case State::urlServerAt:
      if (*at == '@') return bad(at + 1, ErrorCode::invalidUrl, "Double @ in url");
      state = State::urlServer;
      [[fallthrough]];

    default:
      at = runOf(at, end, userInfo);
      if (at == end) return suspend();
      switch (*at) {
        // llhttp refuses two adjacent '@' characters, but accepts several that are apart.
        case '@': return skipAndEnterState(State::urlServerAt);
        case '?': parser_.urlFromQuery_ = true; [[fallthrough]];
        case '/': ++at; break;
        case ' ':
        case '\r':
        case '\n': break;
        case '\t':
        case '\f': return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        default: return bad(at, ErrorCode::invalidUrl, "Unexpected char in url server");
      }
      parser_.tailStart_ = distance(base, at);
      return enterState(State::urlTail);
  }
}

// Reads the rest of the url and the spaces behind it.
[[gnu::always_inline]] inline bool Parser::HeadReader::readTargetTail() {
  switch (state) {
    case State::urlTail:
      at = visibleRun(at, base, end);
      if (at == end) return suspend();
      if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
      if (*at != ' ' && *at != '\r' && *at != '\n') {
        return bad(at, ErrorCode::invalidUrl, parser_.urlTailReason(base + parser_.tailStart_, at));
      }
      parser_.head_.url = {parser_.spanStart_, distance(base, at) - parser_.spanStart_};
      if (close()) return overflow(at);
      state = *at == ' ' ? State::urlSpace : *at == '\r' ? State::urlCr : State::url09;
      if (++at == end) return suspend();
      if (state != State::urlSpace) return true;
      [[fallthrough]];

    case State::urlSpace:
      if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
      state = State::protocolSpaces;
      [[fallthrough]];

    default: return *at == ' ' ? skipAndEnterState(State::protocolSpaces) : enterState(State::protocol);
  }
}

// Reads the protocol with its version, and the end of the request line.
[[gnu::always_inline]] inline bool Parser::HeadReader::readRequestVersion() {
  switch (state) {
    case State::protocol:
      if (!readWord(&Parser::readProtocol)) return false;
      state = parser_.head_.method == Method::pri ? State::preface : State::versionEnd;
      if (at == end) return suspend();
      if (state == State::preface) return true;
      [[fallthrough]];

    case State::versionEnd:
      if (*at != '\r') {
        return bad(*at == '\n' ? at + 1 : at, ErrorCode::invalidVersion, "Expected CRLF after version");
      }
      state = State::versionLf;
      if (++at == end) return suspend();
      [[fallthrough]];

    default:
      if (*at != '\n') return bad(at, ErrorCode::strict, "Expected CRLF after version");
      ++at;
      return lineIsWhole();
  }
}

// Reads the end of a request line without a version, which is HTTP/0.9; llhttp reads header fields after it nevertheless.
[[gnu::always_inline]] inline bool Parser::HeadReader::readOldVersion() {
  if (state == State::urlCr) {
    if (*at != '\n') return bad(at, ErrorCode::invalidUrl, "Expected CRLF");
    state = State::url09;
    if (++at == end) return suspend();
  }
  if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
  parser_.head_.versionMajor = 0;
  parser_.head_.versionMinor = 9;
  return lineIsWhole();
}

// Reads the rest of HTTP/2's connection preface, whose first line is a request with the method PRI.
[[gnu::always_inline]] inline bool Parser::HeadReader::readPreface() {
  std::string_view text(at, std::min<std::size_t>(static_cast<std::size_t>(end - at), preface.size()));
  auto agreed = std::ranges::mismatch(text, preface).in1 - text.begin();
  if (static_cast<std::size_t>(agreed) == preface.size()) {
    return bad(at + agreed, ErrorCode::pausedH2Upgrade, "Pause on PRI/Upgrade");
  }
  if (at + agreed == end) return suspend();
  return bad(at + agreed, ErrorCode::invalidVersion, "Expected HTTP/2 Connection Preface");
}

// Reads a status line: the version and the code, the reason, and the line's end.
[[gnu::always_inline]] inline bool Parser::HeadReader::readStatus() {
  switch (state) {
    case State::statusVersion:
      if (!readWord(&Parser::readStatusVersion)) return false;
      state = State::statusCodeEnd;
      if (at == end) return suspend();
      [[fallthrough]];

    case State::statusCodeEnd:
      if (*at != ' ' && *at != '\r') {
        return bad(*at == '\n' ? at + 1 : at, ErrorCode::invalidStatus, "Invalid response status");
      }
      state = *at == ' ' ? State::statusText : State::statusLf;
      ++at;
      open();
      parser_.head_.reason = {parser_.spanStart_, 0};
      return true;

    case State::statusText:
      // Accepts all bytes except a line end, even zero bytes.
      at = std::find_if(at, end, [](char c) { return c == '\r' || c == '\n'; });
      if (at == end) return suspend();
      parser_.head_.reason = {parser_.spanStart_, distance(base, at) - parser_.spanStart_};
      if (close()) return overflow(at + 1);
      if (*at == '\n') return bad(at + 1, ErrorCode::crExpected, "Missing expected CR after response line");
      state = State::statusLf;
      if (++at == end) return suspend();
      [[fallthrough]];

    default:
      if (*at != '\n') return bad(at, ErrorCode::strict, "Expected LF after CR");
      ++at;
      return lineIsWhole();
  }
}

// Returns Event::head when the line is complete and the fields follow.
Event Parser::parseLine(const char*& p, HeadCursor& cursor) {
  NODECPP_DEBUG_ASSERT(state_ < State::headersStart && fields_.empty(), fields_.size());
  HeadReader reader(*this, p, cursor);
  bool continues = true;
  while (continues) {
    if (reader.at == reader.end) {
      reader.suspend();
      break;
    }
    switch (reader.state) {
      case State::method:
      case State::urlSpaces:
      case State::urlStart:
        continues = reader.readTargetStart();
        if (!reader.continuesIn(State::urlTail, continues)) break;
        [[fallthrough]];
      case State::urlTail:
      case State::urlSpace:
      case State::protocolSpaces:
        continues = reader.readTargetTail();
        if (!reader.continuesIn(State::protocol, continues)) break;
        [[fallthrough]];
      case State::protocol:
      case State::versionEnd:
      case State::versionLf: continues = reader.readRequestVersion(); break;
      case State::urlSchema:
      case State::urlSlash1:
      case State::urlSlash2:
      case State::urlServer:
      case State::urlServerAt: continues = reader.readAuthority(); break;
      case State::urlCr:
      case State::url09: continues = reader.readOldVersion(); break;
      case State::preface: continues = reader.readPreface(); break;
      case State::statusVersion:
      case State::statusCodeEnd:
      case State::statusText:
      case State::statusLf: continues = reader.readStatus(); break;
      default: continues = reader.bad(reader.at, ErrorCode::strict, "Parser out of step");  // This is no state of a start line.
    }
  }
  NODECPP_DEBUG_ASSERT(reader.event != Event::head || (state_ == State::headersStart && reader.at <= reader.end));
  NODECPP_DEBUG_ASSERT(reader.event == Event::head || reader.event == Event::needMore || reader.event == Event::error);
  if (reader.event == Event::head) cursor.at = reader.at;
  return reader.event;
}

}  // namespace nodecpp::http::detail
