// The chunked body of RFC 9112, 7.1. The framing is read byte by byte in the caller's bytes, and no part of it is kept.
#include <algorithm>

#include "base/assertion.h"
#include "http/parser/parser.h"
#include "http/parser/parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace scan;

// Node's limit for the extensions of one chunk (node_http_parser.cc, kMaxChunkExtensionsSize).
constexpr std::uint64_t maxExtensionBytes = 16384;

}  // namespace

Event Parser::parseChunk(const char*& p, const char* end) {
  NODECPP_DEBUG_ASSERT(state_ >= State::chunkSizeFirst && state_ <= State::chunkLf);
  NODECPP_DEBUG_ASSERT(has(chunkedCoding) && finish_ == Finish::unsafe, flags_);
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
        NODECPP_DEBUG_ASSERT(length_ > 0);
        auto taken = static_cast<std::size_t>(std::min(static_cast<std::uint64_t>(end - p), length_));
        body_ = {p, taken};
        p += taken;
        length_ -= taken;
        NODECPP_DEBUG_ASSERT(taken > 0 && p <= end, taken);
        if (length_ == 0) state_ = State::chunkCr;
        return Event::body;
      }

      case State::chunkCr:
        NODECPP_DEBUG_ASSERT(length_ == 0, length_);
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

      // This is never reached: `state_` is not a state of a chunked body.
      default: return fail(p, p, ErrorCode::strict, "Parser out of step");
    }
  }
}

// The reader of a chunk's extensions: its place in the bytes. It lives for one call of parseChunkExtension. A step returns
// true when the reading goes on at `at`, and false when the parser returns `event`.
class Parser::ExtensionReader {
 public:
  ExtensionReader(Parser& parser, const char*& p) : at(p), parser_(parser), p_(p), from_(p) {}

  // Begins a name at `at`.
  bool readStart() {
    if (*at == ' ' || *at == '\r') return bad(at + 1, "Invalid character in chunk extensions");
    from_ = at;
    parser_.state_ = State::chunkExtensionName;
    return readWord();
  }
  bool readWord();
  bool readQuoted();
  bool readQuotedEnd();
  // Counts the bytes of the name or value in front of `to`. Returns whether the extensions are longer than their limit.
  bool exceeds(const char* to) {
    NODECPP_DEBUG_ASSERT(to >= from_, from_ - to);
    return (parser_.extensionBytes_ += static_cast<std::uint64_t>(to - from_)) > maxExtensionBytes;
  }
  bool overflow(const char* where) {
    return fail(where, ErrorCode::chunkExtensionsOverflow, "Chunk extensions overflow");
  }
  bool bad(const char* where, const char* reason) { return fail(where, ErrorCode::strict, reason); }

  const char* at;
  Event event{};

 private:
  bool fail(const char* where, ErrorCode code, const char* reason) {
    event = parser_.fail(p_, where, code, reason);
    return false;
  }
  bool skipAndEnterState(State next) {
    ++at;
    parser_.state_ = next;
    return true;
  }
  // The extensions end with the '\r' at `at`; the line's end is read by parseChunk.
  bool endOfLine() {
    parser_.state_ = State::chunkSizeLf;
    p_ = at + 1;
    event = Event::needMore;
    return false;
  }

  Parser& parser_;
  const char*& p_;
  const char* from_;  // where the name or value that is being read begins in the bytes of this call
};

// Reads a byte of a name, or of a value that has not begun with a quote.
bool Parser::ExtensionReader::readWord() {
  const bool name = parser_.state_ == State::chunkExtensionName;
  const char c = *at;
  if (is(c, token)) return skipAndEnterState(parser_.state_);
  if (!name && c == '"') return skipAndEnterState(State::chunkExtensionQuoted);
  // The name or value ends here. Node checks its limit before it looks at the byte behind.
  const bool lf = c == '\n';
  if (exceeds(at)) return overflow(lf ? at : at + 1);
  if (lf) {
    return fail(at, ErrorCode::crExpected,
                name ? "Missing expected CR after chunk extension name" : "Missing expected CR after chunk extension value");
  }
  from_ = at + 1;
  if (name && c == '=') return skipAndEnterState(State::chunkExtensionValue);
  if (c == ';') return skipAndEnterState(State::chunkExtensionStart);
  if (c == '\r') return endOfLine();
  return bad(at + 1,
             name ? "Invalid character in chunk extensions name" : "Invalid character in chunk extensions value");
}

// Reads a byte of a quoted value, or the byte behind its backslash.
bool Parser::ExtensionReader::readQuoted() {
  const char c = *at;
  if (parser_.state_ == State::chunkExtensionPair) {
    if (is(c, fieldValue)) return skipAndEnterState(State::chunkExtensionQuoted);
    if (exceeds(at)) return overflow(at + 1);
    return bad(at + 1, "Invalid quoted-pair in chunk extensions quoted value");
  }
  if (is(c, quoted)) return skipAndEnterState(State::chunkExtensionQuoted);
  if (c == '\\') return skipAndEnterState(State::chunkExtensionPair);
  if (c != '"') {
    if (exceeds(at)) return overflow(at + 1);
    return bad(at + 1, "Invalid character in chunk extensions quoted value");
  }
  if (exceeds(at + 1)) return overflow(at + 1);
  return skipAndEnterState(State::chunkExtensionQuotedEnd);
}

// Reads the byte behind a quoted value.
bool Parser::ExtensionReader::readQuotedEnd() {
  if (*at == '\n') return fail(at, ErrorCode::crExpected, "Missing expected CR after chunk extension value");
  if (*at == ';') return skipAndEnterState(State::chunkExtensionStart);
  if (*at == '\r') return endOfLine();
  return bad(at, "Invalid character in chunk extensions quote value");
}

// Reads from behind the ';' of a chunk's size to the line's end. Returning needMore with `p` before `end` means that
// the line goes on in another state. Names and values count for the limit as they arrive; they are not reported.
Event Parser::parseChunkExtension(const char*& p, const char* end) {
  NODECPP_DEBUG_ASSERT(state_ >= State::chunkExtensionStart && state_ <= State::chunkExtensionQuotedEnd);
  NODECPP_DEBUG_ASSERT(extensionBytes_ <= maxExtensionBytes, extensionBytes_);
  ExtensionReader reader(*this, p);
  while (reader.at != end) {
    bool continues = false;
    switch (state_) {
      case State::chunkExtensionStart: continues = reader.readStart(); break;
      case State::chunkExtensionName:
      case State::chunkExtensionValue: continues = reader.readWord(); break;
      case State::chunkExtensionQuoted:
      case State::chunkExtensionPair: continues = reader.readQuoted(); break;
      case State::chunkExtensionQuotedEnd: continues = reader.readQuotedEnd(); break;
      default: continues = reader.bad(reader.at, "Parser out of step");  // This is not a state of an extension.
    }
    if (!continues) return reader.event;
  }
  if (state_ != State::chunkExtensionStart && state_ != State::chunkExtensionQuotedEnd && reader.exceeds(end)) {
    reader.overflow(end);
    return reader.event;
  }
  p = end;
  return Event::needMore;
}

}  // namespace nodecpp::http::detail
