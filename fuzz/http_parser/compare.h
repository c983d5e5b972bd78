// Compares the parser's reports about a case: they must be the same when the input comes whole and cut, and, with
// NODECPP_LLHTTP, the same as llhttp's. They include heads, fields, bodies, keep-alive, upgrades, errors with their
// positions, and the read in which each event comes.
#pragma once

#include <cstdlib>

#include "story.h"
#if defined(NODECPP_LLHTTP)
#include "oracle.h"
#endif

namespace fuzz {

// The seed of the input that is being tested, for the report of a difference.
inline std::uint64_t currentSeed = 0;

[[noreturn]] inline void differ(const Case& c, const char* left, const std::string& a, const char* right,
                                const std::string& b) {
  std::string input;
  for (std::string_view piece : pieces(c)) {
    append(input, piece);
    input += "|\n";
  }
  std::printf("seed %llu, input (%zu bytes, %s, limit %llu):\n%s\n== %s ==\n%s\n== %s ==\n%s\n",
              static_cast<unsigned long long>(currentSeed), c.bytes.size(),
              c.type == Parser::Type::request ? "request" : "response",
              static_cast<unsigned long long>(c.maxHeaderSize), input.c_str(), left, a.c_str(), right, b.c_str());
  std::fflush(stdout);
  std::abort();
}

inline void check(const Case& c) {
  std::string cut = ours(c, true);
#if defined(NODECPP_LLHTTP)
  // The deliberate differences from llhttp (docs/http.md) show only in heads that are larger than those of these
  // inputs.
  Oracle oracle;
  std::string theirs = oracle.run(c);
  if (cut != theirs) differ(c, "ours", cut, "llhttp", theirs);
#endif
  // The limit of a head's size is checked against the bytes that have come, so only with a limit a cut may change the
  // result, as in Node.
  Case uncut = c;
  uncut.cuts.clear();
  std::string a = ours(c, false);
  std::string b = ours(uncut, false);
  bool limited = a.contains("OVERFLOW") || b.contains("OVERFLOW");
  if (!limited && a != b) differ(c, "cut", a, "whole", b);
}

}  // namespace fuzz
