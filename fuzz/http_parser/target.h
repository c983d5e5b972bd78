// Converts an input of libFuzzer to a case for the HTTP parser: four bytes choose how it is parsed, and the rest is
// parsed. The four bytes are readable in a seed: "0000GET / HTTP/1.1…" is parsed whole, without a limit, and with no
// special decision about its heads.
//   0  bit 0: continues after an upgrade; bit 1: the next byte is a limit of the head's size
//   1  that limit, minus 20
//   2  the decisions about each head (see decide)
//   3  '0' for whole, otherwise where the input is cut; values below ' ' are small steps
#pragma once

#include "compare.h"

namespace fuzz {

inline int runTarget(Parser::Type type, const unsigned char* data, std::size_t size) {
  if (size < 4) return 0;
  Case c;
  c.type = type;
  c.goesOn = (data[0] & 1) != 0;
  c.maxHeaderSize = (data[0] & 2) != 0 ? 20U + data[1] : 0;
  c.decisions = data[2] == '0' ? noDecisions : data[2];
  c.bytes = {reinterpret_cast<const char*>(data) + 4, size - 4};
  unsigned state = data[3] * 2654435761U;
  for (std::size_t at = 0; data[3] != '0' && at < c.bytes.size(); c.cuts.push_back(at)) {
    state = mix(state + 1);
    at += 1 + state % (data[3] < ' ' ? 4 : data[3]);
  }
  check(c);
  return 0;
}

}  // namespace fuzz
