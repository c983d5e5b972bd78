// The chunked body of RFC 9112, 7.1. The framing is read byte by byte in the caller's bytes, and no part of it is kept.
#include <algorithm>

#include "http/parser.h"
#include "http/parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

// Node's limit for the extensions of one chunk (node_http_parser.cc, kMaxChunkExtensionsSize).
constexpr std::uint64_t maxExtensionBytes = 16384;

}  // namespace

Event Parser::parseChunk(const char*& p, const char* end) {
  while (true) {
    if (state_ >= State::chunkExtensionStart && state_ <= State::chunkExtensionQuotedEnd) {
      Event event = parseChunkExtension(p, end);
      if (event != Event::needMore || p == end) return event;
    }
    if (p == end) return Event::needMore;
    switch (state_) {
      case State::chunkSizeFirst:
      case State::chunkSize: {
        int digit = hexDigit(*p);
        if (digit >= 0) {
          ++p;
          if (state_ == State::chunkSizeFirst) length_ = 0;
          state_ = State::chunkSize;
          if (length_ >> 60 != 0) return fail(p, p, ErrorCode::invalidChunkSize, "Chunk size overflow");
          length_ = length_ << 4 | static_cast<unsigned>(digit);
          continue;
        }
        const char c = *p;
        const bool first = state_ == State::chunkSizeFirst;
        if (first || !(isOws(c) || c == '\r' || c == '\n' || c == ';')) {
          return fail(p, p, ErrorCode::invalidChunkSize, "Invalid character in chunk size");
        }
        ++p;
        if (c == '\n') return fail(p, p, ErrorCode::crExpected, "Missing expected CR after chunk size");
        if (isOws(c)) return fail(p, p, ErrorCode::invalidChunkSize, "Invalid character in chunk size");
        state_ = c == ';' ? State::chunkExtensionStart : State::chunkSizeLf;
        continue;
      }

      case State::chunkSizeLf:
        if (*p != '\n') return fail(p, p, ErrorCode::strict, "Expected LF after chunk size");
        ++p;
        tracked_ = 0;
        extensionBytes_ = 0;
        if (length_ != 0) {
          state_ = State::chunkData;
          continue;
        }
        trailing_ = true;
        scanned_ = 0;
        fields_.clear();
        state_ = State::fieldStart;
        return parseHead(p, end);

      case State::chunkData: {
        auto taken = static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(end - p), length_));
        body_ = {p, taken};
        p += taken;
        length_ -= taken;
        if (length_ == 0) state_ = State::chunkCr;
        return Event::body;
      }

      case State::chunkCr:
        if (*p == '\n') return fail(p, p + 1, ErrorCode::crExpected, "Missing expected CR after chunk data");
        if (*p != '\r') return fail(p, p, ErrorCode::strict, "Expected LF after chunk data");
        ++p;
        state_ = State::chunkLf;
        continue;

      case State::chunkLf:
        if (*p != '\n') return fail(p, p, ErrorCode::strict, "Expected LF after chunk data");
        ++p;
        tracked_ = 0;
        state_ = State::chunkSizeFirst;
        continue;

      // Never reached: `state_` is no state of a chunked body.
      default: return fail(p, p, ErrorCode::strict, "Parser out of step");
    }
  }
}

// Reads from behind the ';' of a chunk's size to the line's end. Returning needMore with `p` before `end` means that
// the line goes on in another state. Names and values count for the limit as they arrive; they are not reported.
Event Parser::parseChunkExtension(const char*& p, const char* end) {
  // Where the name or value that is being read begins in the bytes of this call.
  const char* from = p;
  auto count = [&](const char* to) {
    return (extensionBytes_ += static_cast<std::uint64_t>(to - from)) > maxExtensionBytes;
  };
  auto overflow = [&](const char* at) {
    return fail(p, at, ErrorCode::chunkExtensionsOverflow, "Chunk extensions overflow");
  };
  auto bad = [&](const char* at, const char* reason) { return fail(p, at, ErrorCode::strict, reason); };

  for (const char* at = p; at != end;) {
    const char c = *at;
    switch (state_) {
      case State::chunkExtensionStart:
        if (c == ' ' || c == '\r') return bad(at + 1, "Invalid character in chunk extensions");
        from = at;
        state_ = State::chunkExtensionName;
        [[fallthrough]];

      case State::chunkExtensionName:
      case State::chunkExtensionValue: {
        const bool name = state_ == State::chunkExtensionName;
        if (is(c, token)) {
          ++at;
          continue;
        }
        if (!name && c == '"') {
          state_ = State::chunkExtensionQuoted;
          ++at;
          continue;
        }
        // The name or value ends here. Node checks its limit before it looks at the byte behind.
        const bool lf = c == '\n';
        if (count(at)) return overflow(lf ? at : at + 1);
        if (lf) {
          return fail(p, at, ErrorCode::crExpected,
                      name ? "Missing expected CR after chunk extension name"
                           : "Missing expected CR after chunk extension value");
        }
        ++at;
        from = at;
        if (name && c == '=') {
          state_ = State::chunkExtensionValue;
        } else if (c == ';') {
          state_ = State::chunkExtensionStart;
        } else if (c == '\r') {
          state_ = State::chunkSizeLf;
          p = at;
          return Event::needMore;
        } else {
          return bad(
              at, name ? "Invalid character in chunk extensions name" : "Invalid character in chunk extensions value");
        }
        continue;
      }

      case State::chunkExtensionQuoted:
        if (is(c, quoted)) {
          ++at;
        } else if (c == '\\') {
          state_ = State::chunkExtensionPair;
          ++at;
        } else if (c == '"') {
          ++at;
          if (count(at)) return overflow(at);
          state_ = State::chunkExtensionQuotedEnd;
        } else {
          if (count(at)) return overflow(at + 1);
          return bad(at + 1, "Invalid character in chunk extensions quoted value");
        }
        continue;

      case State::chunkExtensionPair:
        if (!is(c, fieldValue)) {
          if (count(at)) return overflow(at + 1);
          return bad(at + 1, "Invalid quoted-pair in chunk extensions quoted value");
        }
        state_ = State::chunkExtensionQuoted;
        ++at;
        continue;

      case State::chunkExtensionQuotedEnd:
        if (c == '\n') {
          return fail(p, at, ErrorCode::crExpected, "Missing expected CR after chunk extension value");
        }
        if (c != ';' && c != '\r') return bad(at, "Invalid character in chunk extensions quote value");
        ++at;
        if (c == ';') {
          state_ = State::chunkExtensionStart;
          continue;
        }
        state_ = State::chunkSizeLf;
        p = at;
        return Event::needMore;

      default: return bad(at, "Parser out of step");  // not a state of an extension
    }
  }
  if (state_ != State::chunkExtensionStart && state_ != State::chunkExtensionQuotedEnd && count(end)) {
    return overflow(end);
  }
  p = end;
  return Event::needMore;
}

}  // namespace nodecpp::http::detail
