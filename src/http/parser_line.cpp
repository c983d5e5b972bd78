// The start line of a request or response, and code that is common to start line and fields.
#include <algorithm>
#include <string_view>

#include "http/parser.h"
#include "http/parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

constexpr std::string_view preface = "\r\n\r\nSM\r\n\r\n";

}  // namespace

Event Parser::parseHead(const char*& p, const char* end) {
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
  return parseFields(p, cursor);
}

// Returns to the caller until more bytes arrive. An unfinished piece counts for the limit with the bytes received so
// far, so that a url of a gigabyte is refused before it has arrived completely.
Event Parser::suspendHead(const char*& p, const HeadCursor& cursor, const char* at, State state) {
  bool piece = (state >= State::urlStart && state <= State::urlTail) || state == State::statusText ||
               state == State::fieldName || state == State::value ||
               (state >= State::lengthDigits && state <= State::codingOws);
  if (cursor.clipped || (piece && tracked_ + distance(cursor.base, at) - spanStart_ >= maxHeaderSize_)) {
    return fail(p, cursor.end, ErrorCode::headerOverflow, "Header overflow");
  }
  state_ = state;
  scanned_ = distance(cursor.base, at);
  p = cursor.base;
  return Event::needMore;
}

// Returns Event::head when the line is complete and the fields follow.
Event Parser::parseLine(const char*& p, HeadCursor& cursor) {
  const char* const base = cursor.base;
  const char* const end = cursor.end;
  const char* at = cursor.at;
  State state = state_;

  auto suspend = [&](State s) { return suspendHead(p, cursor, at, s); };
  auto bad = [&](const char* where, ErrorCode code, const char* reason) { return fail(p, where, code, reason); };
  auto overflow = [&](const char* where) { return fail(p, where, ErrorCode::headerOverflow, "Header overflow"); };
  auto open = [&] { spanStart_ = distance(base, at); };
  auto close = [&] { return track(distance(base, at) - spanStart_); };
  auto leave = [&] {
    state_ = State::headersStart;
    cursor.at = at;
    return Event::head;
  };
  // Reads a word. Returns false when it is wrong or incomplete; an incomplete word is read again when more bytes
  // arrive.
  Event answer{};
  auto step = [&](Step (Parser::*read)(const char*&, const char*)) {
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

  while (true) {
    if (at == end) return suspend(state);
    switch (state) {
      // ---- request line
      case State::method:
        if (!step(&Parser::readMethod)) return answer;
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
            // llhttp refuses two adjacent '@' characters, but accepts several that are apart.
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
        if (!step(&Parser::readProtocol)) return answer;
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
        return leave();

      // A request line without a version is HTTP/0.9; llhttp reads header fields after it nevertheless.
      case State::urlCr:
        if (*at != '\n') return bad(at, ErrorCode::invalidUrl, "Expected CRLF");
        state = State::url09;
        if (++at == end) return suspend(state);
        [[fallthrough]];

      case State::url09:
        if (*at == '\t' || *at == '\f') return bad(at + 1, ErrorCode::invalidUrl, "Invalid characters in url");
        head_.versionMajor = 0;
        head_.versionMinor = 9;
        return leave();

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
        if (!step(&Parser::readStatusVersion)) return answer;
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
        // Accepts all bytes except a line end, even zero bytes.
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
        return leave();

      default: return bad(at, ErrorCode::strict, "Parser out of step");  // not a state of a start line
    }
  }
}

}  // namespace nodecpp::http::detail
