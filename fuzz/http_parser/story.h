// A case for the HTTP parser, and functions that write down the parser's events line by line.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "http/parser/parser.h"

namespace fuzz {

using namespace nodecpp::http::detail;

inline constexpr unsigned noDecisions = ~0U, alwaysSkip = ~1U, alwaysUpgrade = ~2U;

struct Case {
  Parser::Type type = Parser::Type::request;
  std::uint64_t maxHeaderSize = 0;
  unsigned decisions = 0;  // the seed of the program's decisions about each head, or one of the constants above
  bool goesOn = false;     // continues to parse after an upgrade
  std::string_view bytes;
  std::vector<std::size_t> cuts;  // the offsets of the cuts, in ascending order
};

inline unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

// Returns the program's decision about a head: 0 for nothing special, 1 for no body, 2 for an upgrade.
inline int decide(const Case& c, unsigned message) {
  if (c.decisions >= alwaysUpgrade) return static_cast<int>(~c.decisions);
  unsigned pick = mix(c.decisions + message * 7919) % 12;
  return pick == 0 ? 1 : pick == 1 ? 2 : 0;
}

inline void append(std::string& out, std::string_view text) {
  for (char c : text) {
    if (c >= 0x20 && c < 0x7f && c != '\\') {
      out += c;
    } else {
      char hex[8];
      std::snprintf(hex, sizeof hex, "\\x%02x", static_cast<unsigned char>(c));
      out += hex;
    }
  }
}

inline void appendField(std::string& out, std::string_view name, std::string_view value) {
  out += "  ";
  append(out, name);
  out += "=[";
  append(out, value);
  out += "]\n";
}

inline void appendHead(std::string& out, const char* kind, unsigned code, unsigned major, unsigned minor,
                       std::string_view word, bool keepAlive, bool upgrade, bool chunked, bool hasLength,
                       std::uint64_t length) {
  char line[160];
  std::snprintf(line, sizeof line, "head %s %u %u.%u keepAlive=%d upgrade=%d chunked=%d length=%d:%llu ", kind, code,
                major, minor, keepAlive, upgrade, chunked, hasLength,
                hasLength ? static_cast<unsigned long long>(length) : 0ULL);
  out += line;
  append(out, word);
  out += '\n';
}

inline void appendError(std::string& out, std::string_view name, std::string_view reason, long at) {
  out += "error ";
  out += name;
  out += ": ";
  out += reason;
  out += " at " + std::to_string(at) + "\n";
}

inline std::vector<std::string_view> pieces(const Case& c) {
  std::vector<std::string_view> all;
  std::size_t from = 0;
  for (std::size_t cut : c.cuts) {
    if (cut <= from || cut >= c.bytes.size()) continue;
    all.push_back(c.bytes.substr(from, cut - from));
    from = cut;
  }
  if (from < c.bytes.size()) all.push_back(c.bytes.substr(from));
  return all;
}

// Returns the events of our parser. With `perPiece` the arrival of each piece is written too, so that an event that
// comes a byte too early or too late is a difference.
inline std::string ours(const Case& c, bool perPiece) {
  std::string out;
  Parser parser(c.type, c.maxHeaderSize);
  parser.limitFields(SIZE_MAX);  // this limit belongs to Node, and llhttp does not have it
  std::string kept;
  unsigned message = 0;
  bool inBody = false;
  std::size_t before = 0;
  for (std::string_view piece : pieces(c)) {
    if (perPiece) {
      out += "--\n";
      inBody = false;
    }
    const std::size_t carried = kept.size();
    kept += piece;
    // The buffer has exactly the size of the input, so that AddressSanitizer finds a read beyond its end.
    std::vector<char> exact(kept.begin(), kept.end());
    const char* p = exact.data();
    const char* end = p + exact.size();
    auto position = [&] {
      return p - exact.data() - static_cast<long>(carried) + static_cast<long>(perPiece ? 0 : before);
    };
    bool more = false;
    while (!more) {
      Event event = parser.next(p, end);
      if (event != Event::body && inBody) {
        if (event != Event::needMore) {
          out += "\n";
          inBody = false;
        }
      }
      switch (event) {
        case Event::needMore: more = true; break;
        case Event::head: {
          const Head& head = parser.head();
          bool request = c.type == Parser::Type::request;
          appendHead(out, request ? "request" : "response",
                     request ? static_cast<unsigned>(head.method) : head.statusCode, head.versionMajor,
                     head.versionMinor, head.text(request ? head.url : head.reason), head.keepAlive, head.upgrade,
                     head.chunked, head.hasContentLength, head.contentLength);
          for (const Field& field : parser.fields()) appendField(out, head.text(field.name), head.text(field.value));
          int answer = decide(c, message++);
          if (answer == 1) parser.skipBody();
          if (answer == 2) parser.acceptUpgrade();
          break;
        }
        case Event::body:
          if (!inBody) out += "body ";
          inBody = true;
          append(out, parser.body());
          break;
        case Event::complete:
          out += "complete\n";
          for (const Field& field : parser.trailers()) {
            appendField(out, parser.head().text(field.name), parser.head().text(field.value));
          }
          break;
        case Event::upgrade:
          out += "upgrade at " + std::to_string(position()) + "\n";
          if (!c.goesOn) return out;
          break;
        case Event::error:
          appendError(out, errorName(parser.errorCode()), parser.errorReason(), position());
          return out;
      }
    }
    if (perPiece && inBody) out += "\n";
    kept.assign(p, end);
    before += piece.size();
  }
  if (inBody && !perPiece) out += "\n";
  out += "finish\n";
  switch (parser.finish()) {
    case Event::complete: out += "complete\n"; break;
    case Event::error: appendError(out, errorName(parser.errorCode()), parser.errorReason(), 0); break;
    default: break;
  }
  return out;
}

}  // namespace fuzz
