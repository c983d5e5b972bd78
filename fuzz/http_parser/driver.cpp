// Compares our HTTP parser with llhttp on random messages that are cut at random, until the time is over.
//
//   http_parser_driver SECONDS [SEED]    0 seconds: runs one case and prints the parser's report of it. Otherwise
//                                        prints the seed of a case that differs.
#include <chrono>
#include <random>
#include <string>
#include <string_view>

#include "compare.h"
#include "words.h"

namespace {

using namespace fuzz;

struct Random {
  std::mt19937_64 engine;
  unsigned below(unsigned n) { return static_cast<unsigned>(engine() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <std::size_t n>
  std::string_view pick(const std::string_view (&set)[n]) {
    return set[below(n)];
  }
};

std::string lineEnd(Random& r, unsigned sick) { return std::string(r.chance(sick) ? r.pick(ends) : "\r\n"); }

void fields(Random& r, std::string& out, unsigned sick, int count) {
  for (int i = 0; i < count; ++i) {
    std::string_view name = r.chance(sick) ? r.pick(names) : names[r.below(15)];
    out += name;
    if (!r.chance(sick / 2)) out += ':';
    if (r.chance(85)) out += ' ';
    if (r.chance(6)) out += " \t ";
    // Usually the value belongs to the name; sometimes it is any value.
    if (!r.chance(sick)) {
      switch (name.size()) {
        case 10: out += values[1 + r.below(9)]; break;
        case 14: out += values[22 + r.below(4)]; break;
        case 17: out += r.chance(70) ? "chunked" : values[11 + r.below(10)]; break;
        default: out += values[r.below(41)];
      }
    } else {
      out += r.pick(values);
    }
    out += lineEnd(r, sick / 3);
  }
}

void message(Random& r, std::string& out, Parser::Type type, unsigned sick) {
  if (r.chance(8)) out += "\r\n";
  if (type == Parser::Type::request) {
    out += r.chance(sick + 20) ? r.pick(methods) : methods[r.below(4)];
    out += r.chance(sick / 2) ? r.pick({"", "  ", "\t"}) : " ";
    out += r.chance(sick + 20) ? r.pick(urls) : urls[r.below(5)];
    if (!r.chance(3)) {
      out += r.chance(sick / 2) ? r.pick({"", "   ", "\t", " \t"}) : " ";
      out += r.chance(sick + 10) ? r.pick(versions) : "HTTP/1.1";
    }
  } else {
    out += r.chance(sick + 10) ? r.pick(versions) : "HTTP/1.1";
    out += r.chance(sick / 3) ? r.pick({"", "  ", "\t"}) : " ";
    out += r.chance(sick + 30) ? r.pick(statuses) : "200 OK";
  }
  out += lineEnd(r, sick / 2);
  if (r.chance(sick / 3)) out += ' ';
  std::size_t head = out.size();
  fields(r, out, sick, static_cast<int>(r.below(5)));
  if (r.chance(15)) {
    bool both = r.chance(50);
    out += both ? "Connection: Upgrade\r\nUpgrade: x\r\n" : "Connection: close\r\n";
  }
  std::string body;
  if (r.chance(25)) {
    out += "Transfer-Encoding: chunked\r\n";
  } else if (r.chance(20)) {
    out += "Content-Length: 5\r\n";
  }
  out += lineEnd(r, sick / 3);
  std::string_view text = std::string_view(out).substr(head);
  if (text.contains("hunked")) {
    int count = static_cast<int>(r.below(4));
    for (int i = 0; i < count; ++i) {
      unsigned size = 1 + r.below(r.chance(90) ? 20 : 300);
      char digits[20];
      std::snprintf(digits, sizeof digits, r.chance(50) ? "%x" : "%X", size);
      if (r.chance(sick / 3))
        std::snprintf(digits, sizeof digits, "%s",
                      r.pick({"g", "-1", "10000000000000000", "ffffffffffffffffF", " 5", "0x5", ""}).data());
      body += digits;
      body += r.chance(sick + 10) ? r.pick(extensions) : "";
      if (r.chance(1)) body += ";long=" + std::string(r.below(20000), 'x');
      body += lineEnd(r, sick / 2);
      for (unsigned j = 0; j < size; ++j) body += static_cast<char>(r.chance(90) ? 'a' + r.below(26) : r.below(256));
      body += lineEnd(r, sick / 2);
    }
    body += "0";
    body += r.chance(sick) ? r.pick(extensions) : "";
    body += lineEnd(r, sick / 2);
    if (r.chance(30)) fields(r, body, sick, static_cast<int>(r.below(3)));
    body += lineEnd(r, sick / 2);
  } else if (r.chance(50)) {
    for (unsigned j = r.below(12); j != 0; --j) body += static_cast<char>('a' + r.below(26));
    if (text.contains("ength: 5") && r.chance(70)) body.resize(5, 'z');
  }
  out += body;
}

void mutate(Random& r, std::string& bytes) {
  if (bytes.empty()) return;
  std::size_t at = r.engine() % bytes.size();
  switch (r.below(5)) {
    case 0: bytes[at] = static_cast<char>(r.below(256)); break;
    case 1: bytes.insert(at, r.pick(noise)); break;
    case 2: bytes.erase(at, 1 + r.below(3)); break;
    case 3: bytes.resize(at); break;
    case 4: bytes.insert(at, bytes.substr(at, r.below(30))); break;
    default: break;
  }
}

std::string runOne(std::uint64_t seed, Case& c) {
  Random r{std::mt19937_64(seed)};
  c.type = r.chance(60) ? Parser::Type::request : Parser::Type::response;
  c.maxHeaderSize = r.chance(25) ? 10 + r.below(120) : 0;
  c.decisions = r.below(1U << 30);
  c.goesOn = r.chance(40);
  unsigned sick = r.chance(40) ? 0 : r.below(30);
  std::string bytes;
  for (unsigned i = 1 + r.below(4); i != 0; --i) message(r, bytes, c.type, sick);
  if (r.chance(30)) {
    for (unsigned i = 1 + r.below(3); i != 0; --i) mutate(r, bytes);
  }
  if (r.chance(2)) bytes.insert(r.engine() % (bytes.size() + 1), std::string(r.below(20000), r.chance(50) ? 'x' : ' '));
  unsigned style = r.below(4);  // the input comes whole, byte by byte, in two pieces, or in many pieces
  if (style == 1 && bytes.size() < 3000) {
    for (std::size_t i = 1; i < bytes.size(); ++i) c.cuts.push_back(i);
  } else if (style == 2) {
    c.cuts.push_back(r.engine() % (bytes.size() + 1));
  } else if (style == 3) {
    for (std::size_t i = 1; i < bytes.size(); i += 1 + r.below(40)) c.cuts.push_back(i);
  }
  return bytes;
}

// Runs the cases of tests/answers/http_parser: whole, cut in two at each place, and byte by byte. Returns their number.
unsigned runTable() {
  unsigned count = 0;
  auto run = [&](std::string_view kind, std::string_view bytes) {
    Case c;
    c.type = kind.starts_with("request") ? Parser::Type::request : Parser::Type::response;
    c.decisions = kind.ends_with("Skip") ? alwaysSkip : kind.ends_with("Upgrade") ? alwaysUpgrade : noDecisions;
    c.bytes = bytes;
    check(c);
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
      c.cuts = {cut};
      check(c);
    }
    c.cuts.clear();
    for (std::size_t cut = 1; cut < bytes.size(); ++cut) c.cuts.push_back(cut);
    check(c);
    ++count;
  };
  // clang-format off
#define GROUP(title)
#define CASE(kind, bytes, story) run(#kind, std::string_view(bytes, sizeof(bytes) - 1));
// clang-format on
#include "answers/http_parser/bodies.inc"
#include "answers/http_parser/fields.inc"
#include "answers/http_parser/lines.inc"
#include "answers/http_parser/responses.inc"
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
  bool once = seconds <= 0;
  if (!once) std::printf("%u cases of tests/answers/http_parser, no difference\n", runTable());
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  std::uint64_t runs = 0;
  do {
    Case c;
    std::string bytes = runOne(seed, c);
    c.bytes = bytes;
    if (once) std::printf("%s", ours(c, true).c_str());
    currentSeed = seed;
    check(c);
    ++seed;
    ++runs;
  } while (!once && std::chrono::steady_clock::now() < until);
#if defined(NODECPP_LLHTTP)
  std::printf("%llu runs, no difference from llhttp\n", static_cast<unsigned long long>(runs));
#else
  std::printf("%llu runs, no difference between whole and cut; llhttp is not here\n",
              static_cast<unsigned long long>(runs));
#endif
}
