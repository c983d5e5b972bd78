// The HTTP parser's events for some bytes in one line, for tests: "GET / 1.1 keep;Host=x;body abc;end;".
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "http/parser/parser.h"

namespace parser_story {

using namespace nodecpp::http::detail;

enum class Answer : std::uint8_t { nothing, skipBody, acceptUpgrade };

// Returns the events of the pieces. An error has its offset from the first byte.
inline std::string tell(Parser::Type type, const std::vector<std::string_view>& pieces, std::uint64_t limit = 0,
                        Answer answer = Answer::nothing, bool fin = false) {
  Parser parser(type, limit);
  std::string out;
  std::string kept;
  std::size_t consumed = 0;
  bool inBody = false;
  auto fields = [&](std::span<const Field> all) {
    for (const Field& field : all) {
      out.append(parser.head().text(field.name)).append("=").append(parser.head().text(field.value)).append(";");
    }
  };
  for (std::string_view piece : pieces) {
    kept += piece;
    // of the exact size, so that a sanitizer finds a read beyond the end
    const std::vector<char> exact(kept.begin(), kept.end());
    const char* p = exact.data();
    const char* end = p + exact.size();
    auto position = [&] { return std::to_string(consumed + static_cast<std::size_t>(p - exact.data())); };
    bool more = false;
    while (!more) {
      Event event = parser.next(p, end);
      if (inBody && event != Event::body && event != Event::needMore) {
        out += ";";
        inBody = false;
      }
      switch (event) {
        case Event::needMore: more = true; break;
        case Event::head: {
          const Head& head = parser.head();
          if (type == Parser::Type::request) {
            out.append(methodName(head.method)).append(" ").append(head.text(head.url));
          } else {
            out.append(std::to_string(head.statusCode)).append(" ").append(head.text(head.reason));
          }
          out += " " + std::to_string(head.versionMajor) + "." + std::to_string(head.versionMinor);
          if (head.keepAlive) out += " keep";
          if (head.upgrade) out += " upgrade";
          if (head.chunked) out += " chunked";
          if (head.hasContentLength) out += " length " + std::to_string(head.contentLength);
          out += ";";
          fields(parser.fields());
          if (answer == Answer::skipBody) parser.skipBody();
          if (answer == Answer::acceptUpgrade) parser.acceptUpgrade();
          break;
        }
        case Event::body:
          if (!inBody) out += "body ";
          inBody = true;
          out += parser.body();
          break;
        case Event::complete:
          fields(parser.trailers());
          out += "end;";
          break;
        case Event::upgrade: return out + "upgrade at " + position();
        case Event::error:
          return out.append(errorName(parser.errorCode())).append(": ").append(parser.errorReason()) + " at " +
                 position();
      }
    }
    consumed += static_cast<std::size_t>(p - exact.data());
    kept.assign(p, end);
  }
  if (inBody) out += ";";
  if (fin) {
    Event event = parser.finish();
    if (event == Event::complete) out += "fin end;";
    if (event == Event::error) out.append("fin ").append(errorName(parser.errorCode()));
  }
  return out;
}

inline void checkCuts(Parser::Type type, std::string_view bytes, std::string_view expected,
                      Answer answer = Answer::nothing, bool fin = false) {
  CAPTURE(bytes);
  CHECK(tell(type, {bytes}, 0, answer, fin) == expected);
  for (std::size_t i = 1; i < bytes.size(); ++i) {
    CAPTURE(i);
    REQUIRE(tell(type, {bytes.substr(0, i), bytes.substr(i)}, 0, answer, fin) == expected);
  }
  std::vector<std::string_view> single;
  for (std::size_t i = 0; i < bytes.size(); ++i) single.push_back(bytes.substr(i, 1));
  CHECK(tell(type, single, 0, answer, fin) == expected);
}

inline void request(std::string_view bytes, std::string_view expected, Answer answer = Answer::nothing) {
  checkCuts(Parser::Type::request, bytes, expected, answer);
}
inline void response(std::string_view bytes, std::string_view expected, Answer answer = Answer::nothing) {
  checkCuts(Parser::Type::response, bytes, expected, answer);
}
// Checks the bytes as a request or a response that is followed by FIN.
inline void requestFin(std::string_view bytes, std::string_view expected) {
  checkCuts(Parser::Type::request, bytes, expected, Answer::nothing, true);
}
inline void responseFin(std::string_view bytes, std::string_view expected, Answer answer = Answer::nothing) {
  checkCuts(Parser::Type::response, bytes, expected, answer, true);
}

}  // namespace parser_story
