// Feeds the HTTP parser input re-cut at random and compares what it tells with llhttp, event by event and byte by byte:
// heads, fields, bodies, keep-alive, upgrades, errors with their positions. llhttp is not part of this repository:
// tools/fetch-llhttp.sh brings it, and NODECPP_LLHTTP switches the comparison on. Without it the parser is compared
// with itself, whole against cut.
//
//   libFuzzer: clang++ -fsanitize=fuzzer,address ...        one input, one run
//   alone:     -DNODECPP_FUZZ_MAIN, arguments [seconds] [seed]: random HTTP-like input; prints the seed that differs
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "http/parser.h"

#if defined(NODECPP_LLHTTP)
#include <llhttp.h>
#endif

#if defined(NODECPP_FUZZ_MAIN)
#include <chrono>
#include <memory>
#include <random>
#endif

namespace {

using namespace nodecpp::http::detail;

struct Case {
  Parser::Type type = Parser::Type::request;
  std::uint64_t maxHeaderSize = 0;
  unsigned decisions = 0;  // seeds what the program answers to each head
  bool goesOn = false;     // parses on behind an upgrade
  std::string_view bytes;
  std::vector<std::size_t> cuts;  // ascending offsets
};

unsigned mix(unsigned x) {
  x ^= x >> 16;
  x *= 0x7feb352dU;
  x ^= x >> 15;
  x *= 0x846ca68bU;
  return x ^ (x >> 16);
}

// 0: nothing special, 1: no body, 2: upgrade
int decide(const Case& c, unsigned message) {
  unsigned pick = mix(c.decisions + message * 7919) % 12;
  return pick == 0 ? 1 : pick == 1 ? 2 : 0;
}

void append(std::string& out, std::string_view text) {
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

void appendField(std::string& out, std::string_view name, std::string_view value) {
  out += "  ";
  append(out, name);
  out += "=[";
  append(out, value);
  out += "]\n";
}

void appendHead(std::string& out, const char* kind, unsigned code, unsigned major, unsigned minor,
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

void appendError(std::string& out, std::string_view name, std::string_view reason, long at) {
  out += "error ";
  out += name;
  out += ": ";
  out += reason;
  out += " at " + std::to_string(at) + "\n";
}

std::vector<std::string_view> pieces(const Case& c) {
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

// What our parser tells. `perPiece` writes when each piece arrives, so that an event that comes a byte too early or too
// late is a difference.
std::string ours(const Case& c, bool perPiece) {
  std::string out;
  Parser parser(c.type, c.maxHeaderSize);
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
    // Of exactly the right size, so that AddressSanitizer sees a read beyond the end.
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

#if defined(NODECPP_LLHTTP)

// llhttp as Node wraps it: node_http_parser.cc's limits and trimmed values.
struct Oracle {
  llhttp_t parser{};
  const Case* c = nullptr;
  std::string out;
  std::string word;
  std::vector<std::pair<std::string, std::string>> fields;
  bool inValue = true;
  bool inBody = false;
  unsigned message = 0;
  std::uint64_t tracked = 0;
  std::uint64_t extension = 0;

  static Oracle& of(llhttp_t* p) { return *static_cast<Oracle*>(p->data); }
  static int track(llhttp_t* p, size_t length) {
    Oracle& o = of(p);
    o.tracked += length;
    std::uint64_t max = o.c->maxHeaderSize == 0 ? Parser::defaultMaxHeaderSize : o.c->maxHeaderSize;
    if (o.tracked < max) return 0;
    llhttp_set_error_reason(p, "HPE_HEADER_OVERFLOW:Header overflow");
    return HPE_USER;
  }
  void endBody() {
    if (inBody) out += "\n";
    inBody = false;
  }
  void appendFields() {
    for (auto& [name, value] : fields) {
      while (!value.empty() && (value.back() == ' ' || value.back() == '\t')) value.pop_back();
      appendField(out, name, value);
    }
    fields.clear();
    inValue = true;
  }

  static int onBegin(llhttp_t* p) {
    Oracle& o = of(p);
    o.word.clear();
    o.fields.clear();
    o.inValue = true;
    o.extension = 0;
    return 0;
  }
  static int onWord(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    of(p).word.append(at, length);
    return 0;
  }
  static int onName(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    Oracle& o = of(p);
    if (o.inValue) o.fields.emplace_back();
    o.inValue = false;
    o.fields.back().first.append(at, length);
    return 0;
  }
  static int onValue(llhttp_t* p, const char* at, size_t length) {
    if (int rv = track(p, length)) return rv;
    Oracle& o = of(p);
    o.inValue = true;
    o.fields.back().second.append(at, length);
    return 0;
  }
  static int onExtension(llhttp_t* p, const char*, size_t length) {
    Oracle& o = of(p);
    o.extension += length;
    if (o.extension <= 16384) return 0;
    llhttp_set_error_reason(p, "HPE_CHUNK_EXTENSIONS_OVERFLOW:Chunk extensions overflow");
    return HPE_USER;
  }
  static int onHead(llhttp_t* p) {
    Oracle& o = of(p);
    o.tracked = 0;
    bool request = p->type == HTTP_REQUEST;
    appendHead(o.out, request ? "request" : "response", request ? p->method : p->status_code, p->http_major,
               p->http_minor, o.word, llhttp_should_keep_alive(p) != 0, p->upgrade != 0, (p->flags & F_CHUNKED) != 0,
               (p->flags & F_CONTENT_LENGTH) != 0, p->content_length);
    o.appendFields();
    return decide(*o.c, o.message++);
  }
  static int onBody(llhttp_t* p, const char* at, size_t length) {
    if (length == 0) return 0;
    Oracle& o = of(p);
    if (!o.inBody) o.out += "body ";
    o.inBody = true;
    append(o.out, {at, length});
    return 0;
  }
  static int onComplete(llhttp_t* p) {
    Oracle& o = of(p);
    o.endBody();
    o.out += "complete\n";
    o.appendFields();
    return 0;
  }
  static int onChunkHeader(llhttp_t* p) {
    of(p).tracked = 0;
    of(p).extension = 0;
    return 0;
  }
  static int onChunkComplete(llhttp_t* p) {
    of(p).tracked = 0;
    return 0;
  }

  void error(llhttp_errno_t code, long at) {
    endBody();
    std::string_view reason = llhttp_get_error_reason(&parser);
    if (code == HPE_USER) {
      std::size_t colon = reason.find(':');
      appendError(out, reason.substr(0, colon), reason.substr(colon + 1), at);
    } else {
      appendError(out, llhttp_errno_name(code), reason, at);
    }
  }

  std::string run(const Case& given) {
    c = &given;
    llhttp_settings_t settings;
    llhttp_settings_init(&settings);
    settings.on_message_begin = onBegin;
    settings.on_url = onWord;
    settings.on_status = onWord;
    settings.on_header_field = onName;
    settings.on_header_value = onValue;
    settings.on_chunk_extension_name = onExtension;
    settings.on_chunk_extension_value = onExtension;
    settings.on_headers_complete = onHead;
    settings.on_body = onBody;
    settings.on_message_complete = onComplete;
    settings.on_chunk_header = onChunkHeader;
    settings.on_chunk_complete = onChunkComplete;
    llhttp_init(&parser, given.type == Parser::Type::request ? HTTP_REQUEST : HTTP_RESPONSE, &settings);
    parser.data = this;
    for (std::string_view piece : pieces(given)) {
      out += "--\n";
      const char* at = piece.data();
      const char* end = at + piece.size();
      while (true) {
        llhttp_errno_t code = llhttp_execute(&parser, at, static_cast<size_t>(end - at));
        if (code == HPE_OK) break;
        const char* where = llhttp_get_error_pos(&parser);
        if (code != HPE_PAUSED_UPGRADE) {
          error(code, where - piece.data());
          return out;
        }
        endBody();
        out += "upgrade at " + std::to_string(where - piece.data()) + "\n";
        if (!given.goesOn) return out;
        llhttp_resume_after_upgrade(&parser);
        at = where;
      }
      endBody();
    }
    out += "finish\n";
    llhttp_errno_t code = llhttp_finish(&parser);
    if (code != HPE_OK) error(code, 0);
    return out;
  }
};

#endif

std::uint64_t currentSeed = 0;

[[noreturn]] void differ(const Case& c, const char* left, const std::string& a, const char* right,
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

std::size_t check(const Case& c) {
  std::string cut = ours(c, true);
#if defined(NODECPP_LLHTTP)
  // The one difference on purpose: ours bounds the bytes of a head, with white space and line ends; see docs/http.md.
  Oracle oracle;
  std::string theirs = oracle.run(c);
  if (cut != theirs) differ(c, "ours", cut, "llhttp", theirs);
#endif
  // The limit looks at what has come, so only there may a cut change the answer: as in Node.
  Case uncut = c;
  uncut.cuts.clear();
  std::string a = ours(c, false);
  std::string b = ours(uncut, false);
  bool limited = a.contains("OVERFLOW") || b.contains("OVERFLOW");
  if (!limited && a != b) differ(c, "cut", a, "whole", b);
  return cut.size();
}

}  // namespace

#if !defined(NODECPP_FUZZ_MAIN)

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 4) return 0;
  Case c;
  c.type = (data[0] & 1) != 0 ? Parser::Type::response : Parser::Type::request;
  c.goesOn = (data[0] & 2) != 0;
  c.maxHeaderSize = (data[0] & 4) != 0 ? 20U + data[1] : 0;
  c.decisions = data[2];
  c.bytes = {reinterpret_cast<const char*>(data) + 4, size - 4};
  unsigned state = data[3] * 2654435761U;
  std::size_t at = 0;
  while (data[3] != 0 && at < c.bytes.size()) {
    state = mix(state + 1);
    at += 1 + state % (data[3] < 32 ? 4 : data[3]);
    c.cuts.push_back(at);
  }
  check(c);
  return 0;
}

#else

namespace {

struct Random {
  std::mt19937_64 engine;
  unsigned below(unsigned n) { return static_cast<unsigned>(engine() % n); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <std::size_t n>
  std::string_view pick(const std::string_view (&set)[n]) {
    return set[below(n)];
  }
};

constexpr std::string_view methods[] = {"GET",        "POST",          "HEAD",     "PUT",      "DELETE",    "CONNECT",
                                        "OPTIONS",    "PATCH",         "M-SEARCH", "PROPFIND", "PROPPATCH", "PRI",
                                        "SOURCE",     "GET_PARAMETER", "SETUP",    "QUERY",    "GET_",      "GETX",
                                        "get",        "UNSUBSCRIBE",   "PU",       "DESCRIBE", "LOCK",      "PURGE",
                                        "MKACTIVITY", "REBIND",        "LINK",     "TEARDOWN", "FLUSH",     "SEARCH"};
constexpr std::string_view urls[] = {"/",
                                     "*",
                                     "/a/b?c=d#e",
                                     "/?q=1&r=2",
                                     "http://host:80/path?x",
                                     "http://u:p@h/",
                                     "http://u@@h/",
                                     "host:443",
                                     "[::1]:80",
                                     "/\x80\xff",
                                     "/a\tb",
                                     "",
                                     "ftp:/x",
                                     "http://h?q",
                                     "h@h@h",
                                     "/%20/very/long/path/that/goes/on/and/on?and=on#and",
                                     "/#a#b?",
                                     "http://a.b#x",
                                     "x-y://z",
                                     "/a\fb",
                                     "?",
                                     "/?\x7f",
                                     "/#\x01",
                                     "http:///",
                                     "HTTP://H/"};
constexpr std::string_view versions[] = {"HTTP/1.1", "HTTP/1.1",  "HTTP/1.1",  "HTTP/1.0", "HTTP/2.0", "HTTP/0.9",
                                         "HTTP/1.2", "HTTP/11.1", "RTSP/1.0",  "ICE/1.0",  "HTP/1.1",  "HTTP/1.",
                                         "HTTP/a.1", "http/1.1",  "HTTP /1.1", "HTTP/1,1", "HTTP/3.0"};
constexpr std::string_view names[] = {"Host",
                                      "Connection",
                                      "connection",
                                      "Content-Length",
                                      "content-length",
                                      "Transfer-Encoding",
                                      "transfer-encoding",
                                      "Upgrade",
                                      "Expect",
                                      "Proxy-Connection",
                                      "Accept",
                                      "User-Agent",
                                      "X-Very-Long-Header-Name-Indeed",
                                      "a",
                                      "Cookie",
                                      "Connection-Extra",
                                      "Connectio",
                                      "Content-Lengt",
                                      "Transfer-Encodingx",
                                      "X_Y",
                                      "X Y",
                                      "Connection ",
                                      "Host ",
                                      "",
                                      "X\x80",
                                      "\tX",
                                      "!#$%&'*+-.^_`|~",
                                      "Trailer",
                                      "Content-Length ",
                                      "Upgrade\t",
                                      "X@"};
constexpr std::string_view values[] = {"",
                                       "close",
                                       "keep-alive",
                                       "Keep-Alive",
                                       "upgrade",
                                       "Upgrade, close",
                                       "keep-alive, Upgrade",
                                       "close , foo",
                                       "closex, keep-alive",
                                       "foo, close",
                                       "foo,,upgrade",
                                       "chunked",
                                       "Chunked",
                                       "gzip, chunked",
                                       "chunked, gzip",
                                       "chunked,chunked",
                                       "chunked , chunked",
                                       "gzip,\tchunked  ",
                                       "chunked\t",
                                       "chunke",
                                       "chunkedx,chunked",
                                       "identity",
                                       "0",
                                       "5",
                                       "10",
                                       "5 ",
                                       "5\t ",
                                       "5 5",
                                       "5,5",
                                       "-1",
                                       "+1",
                                       "0x5",
                                       "18446744073709551615",
                                       "18446744073709551616",
                                       "99999999999999999999",
                                       "websocket",
                                       "h2c",
                                       "100-continue",
                                       "text/plain; q=\"x\"",
                                       "  leading",
                                       "trailing  ",
                                       "a\tb",
                                       "\x01",
                                       "a\x7f",
                                       "a\x80\xff",
                                       "a\rb",
                                       "a\nb",
                                       "a very long value that takes more than one vector, in fact three",
                                       "close\t,\tkeep-alive\t",
                                       "kEEP-aLIVE",
                                       ",close",
                                       "clo,close",
                                       "keep-alivE,UPGRADE"};
constexpr std::string_view ends[] = {"\r\n", "\r\n", "\r\n", "\r\n",   "\r\n",  "\r\n",  "\r\n",
                                     "\r\n", "\r\n", "\r\n", "\r\n",   "\r\n",  "\r\n",  "\r\n",
                                     "\r\n", "\n",   "\r",   "\r\r\n", "\r\n ", "\r\n\t"};
constexpr std::string_view extensions[] = {"",
                                           "",
                                           "",
                                           "",
                                           ";a",
                                           ";a=b",
                                           ";a=\"b c\"",
                                           ";a=\"\\\"\"",
                                           "; a",
                                           ";",
                                           ";a=",
                                           ";=b",
                                           ";a=b;c=d",
                                           ";a=\"\x01\"",
                                           ";a=\"b\"c",
                                           " ",
                                           "\t",
                                           ";a=\"\\\x01\"",
                                           ";a b",
                                           ";a=b\"c\"",
                                           ";a=\"b\";c",
                                           ";\x80",
                                           ";a=[",
                                           ";;",
                                           ";a=\"\t\x80\""};
constexpr std::string_view statuses[] = {"200 OK",
                                         "200",
                                         "200 ",
                                         "100 Continue",
                                         "101 Switching",
                                         "102 P",
                                         "103 E",
                                         "204 No Content",
                                         "304 Not Modified",
                                         "404 Not Found\x80",
                                         "20 OK",
                                         "2000 OK",
                                         "abc",
                                         "500 a\0b",
                                         "199 x",
                                         "000 Zero",
                                         "999 Nine",
                                         " 200 OK",
                                         "200\tOK"};
constexpr std::string_view noise[] = {"\r", "\n",   "\r\n", " ", "\t", ":", ",", ";",
                                      "\0", "\x7f", "\xff", "0", "a",  "G", "H", "\f"};

std::string lineEnd(Random& r, unsigned sick) { return std::string(r.chance(sick) ? r.pick(ends) : "\r\n"); }

void fields(Random& r, std::string& out, unsigned sick, int count) {
  for (int i = 0; i < count; ++i) {
    std::string_view name = r.chance(sick) ? r.pick(names) : names[r.below(15)];
    out += name;
    if (!r.chance(sick / 2)) out += ':';
    if (r.chance(85)) out += ' ';
    if (r.chance(6)) out += " \t ";
    // A value that goes with the name, or any.
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
  unsigned style = r.below(4);  // whole, byte by byte, two pieces, many
  if (style == 1 && bytes.size() < 3000) {
    for (std::size_t i = 1; i < bytes.size(); ++i) c.cuts.push_back(i);
  } else if (style == 2) {
    c.cuts.push_back(r.engine() % (bytes.size() + 1));
  } else if (style == 3) {
    for (std::size_t i = 1; i < bytes.size(); i += 1 + r.below(40)) c.cuts.push_back(i);
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = argc > 1 ? std::atof(argv[1]) : 10;
  std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device{}();
  bool once = seconds <= 0;
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
  std::printf("%llu runs, no difference\n", static_cast<unsigned long long>(runs));
}

#endif
