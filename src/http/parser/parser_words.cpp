// The words of the start line: method, protocol and version, and a status line up to its code. The words are short, so
// a word that is incomplete is read again from its first byte when more bytes have arrived.
#include <algorithm>
#include <array>
#include <string_view>

#include "http/parser/parser.h"
#include "http/parser/parser_scan.h"

namespace nodecpp::http::detail {
namespace {

using namespace std::literals;

constexpr std::array methodNames = {
    "DELETE"sv,        "GET"sv,      "HEAD"sv,       "POST"sv,     "PUT"sv,    "CONNECT"sv,   "OPTIONS"sv,
    "TRACE"sv,         "COPY"sv,     "LOCK"sv,       "MKCOL"sv,    "MOVE"sv,   "PROPFIND"sv,  "PROPPATCH"sv,
    "SEARCH"sv,        "UNLOCK"sv,   "BIND"sv,       "REBIND"sv,   "UNBIND"sv, "ACL"sv,       "REPORT"sv,
    "MKACTIVITY"sv,    "CHECKOUT"sv, "MERGE"sv,      "M-SEARCH"sv, "NOTIFY"sv, "SUBSCRIBE"sv, "UNSUBSCRIBE"sv,
    "PATCH"sv,         "PURGE"sv,    "MKCALENDAR"sv, "LINK"sv,     "UNLINK"sv, "SOURCE"sv,    "PRI"sv,
    "DESCRIBE"sv,      "ANNOUNCE"sv, "SETUP"sv,      "PLAY"sv,     "PAUSE"sv,  "TEARDOWN"sv,  "GET_PARAMETER"sv,
    "SET_PARAMETER"sv, "REDIRECT"sv, "RECORD"sv,     "FLUSH"sv,    "QUERY"sv};
static_assert(methodNames.size() == static_cast<std::size_t>(Method::query) + 1);

constexpr std::array protocolNames = {"HTTP"sv, "RTSP"sv, "ICE"sv};

constexpr std::array errorNames = {"HPE_OK"sv,
                                   "HPE_STRICT"sv,
                                   "HPE_LF_EXPECTED"sv,
                                   "HPE_CR_EXPECTED"sv,
                                   "HPE_UNEXPECTED_CONTENT_LENGTH"sv,
                                   "HPE_CLOSED_CONNECTION"sv,
                                   "HPE_INVALID_METHOD"sv,
                                   "HPE_INVALID_URL"sv,
                                   "HPE_INVALID_CONSTANT"sv,
                                   "HPE_INVALID_VERSION"sv,
                                   "HPE_INVALID_HEADER_TOKEN"sv,
                                   "HPE_INVALID_CONTENT_LENGTH"sv,
                                   "HPE_INVALID_CHUNK_SIZE"sv,
                                   "HPE_INVALID_STATUS"sv,
                                   "HPE_INVALID_EOF_STATE"sv,
                                   "HPE_INVALID_TRANSFER_ENCODING"sv,
                                   "HPE_UNEXPECTED_SPACE"sv,
                                   "HPE_PAUSED_H2_UPGRADE"sv,
                                   "HPE_HEADER_OVERFLOW"sv,
                                   "HPE_CHUNK_EXTENSIONS_OVERFLOW"sv};
static_assert(errorNames.size() == static_cast<std::size_t>(ErrorCode::chunkExtensionsOverflow) + 1);

constexpr const char* protocolReason = "Expected HTTP/, RTSP/ or ICE/";

struct WordMatch {
  std::size_t agreed = 0;  // The number of bytes with which at least one word begins.
  int word = -1;           // The number of the word that equals the bytes, or -1.
};

// Finds the place where the bytes stop agreeing with any word. An error is reported there, and not at the word's first
// byte.
template <std::size_t n>
WordMatch matchWord(const std::array<std::string_view, n>& words, const char* p, const char* end) {
  WordMatch match;
  std::string_view text(p, std::min<std::size_t>(static_cast<std::size_t>(end - p), 16));
  for (std::size_t i = 0; i < n; ++i) {
    std::string_view word = words[i];
    auto agreed = static_cast<std::size_t>(std::ranges::mismatch(text, word).in1 - text.begin());
    if (agreed < match.agreed || agreed == 0) continue;
    if (agreed > match.agreed) match = {.agreed = agreed, .word = -1};
    if (agreed == word.size()) match.word = static_cast<int>(i);
  }
  return match;
}

// llhttp's lists of the methods that belong to each protocol.
bool isHttpMethod(Method m) { return m <= Method::pri || m == Method::query; }
bool isRtspMethod(Method m) {
  return (m >= Method::describe && m <= Method::flush) || m == Method::get || m == Method::post || m == Method::options;
}

bool isKnownVersion(unsigned major, unsigned minor) {
  return (major == 1 && minor <= 1) || (major == 0 && minor == 9) || (major == 2 && minor == 0);
}

}  // namespace

std::string_view methodName(Method method) { return methodNames[static_cast<std::size_t>(method)]; }

std::string_view errorName(ErrorCode code) { return errorNames[static_cast<std::size_t>(code)]; }

Parser::Step Parser::refuse(ErrorCode code, const char* reason) {
  error_ = code;
  reason_ = reason;
  return Step::failed;
}

// Reads the method and the space behind it.
Parser::Step Parser::readMethod(const char*& at, const char* end) {
  if (end - at >= 5) {
    auto quick = [&](const char* word, Method method, std::size_t length) {
      if (std::memcmp(at, word, 4) != 0 || at[length] != ' ') return false;
      head_.method = method;
      at += length + 1;
      return true;
    };
    if (quick("GET ", Method::get, 3) || quick("POST", Method::post, 4) || quick("HEAD", Method::head, 4) ||
        quick("PUT ", Method::put, 3)) {
      return Step::ok;
    }
  }
  WordMatch match = matchWord(methodNames, at, end);
  at += match.agreed;
  if (at == end) return Step::more;
  if (match.word < 0) return refuse(ErrorCode::invalidMethod, "Invalid method encountered");
  if (*at != ' ') return refuse(ErrorCode::invalidMethod, "Expected space after method");
  head_.method = static_cast<Method>(match.word);
  ++at;
  return Step::ok;
}

// Reads "HTTP/1.1", or RTSP or ICE in place of HTTP, and checks that the method belongs to the protocol.
Parser::Step Parser::readProtocol(const char*& at, const char* end) {
  if (end - at >= 8 && std::memcmp(at, "HTTP/1.1", 8) == 0 && isHttpMethod(head_.method)) {
    at += 8;
    head_.versionMajor = head_.versionMinor = 1;
    return Step::ok;
  }
  WordMatch match = matchWord(protocolNames, at, end);
  at += match.agreed;
  if (match.word < 0) return at == end ? Step::more : refuse(ErrorCode::invalidConstant, protocolReason);
  if (match.word == 0 && !isHttpMethod(head_.method)) {
    return refuse(ErrorCode::invalidConstant, "Invalid method for HTTP/x.x request");
  }
  if (match.word == 1 && !isRtspMethod(head_.method)) {
    return refuse(ErrorCode::invalidConstant, "Invalid method for RTSP/x.x request");
  }
  if (match.word == 2 && head_.method != Method::source) {
    return refuse(ErrorCode::invalidConstant, "Expected SOURCE method for ICE/x.x request");
  }
  return readVersion(at, end);
}

// Reads the version of the protocol with the slash before it, for example "/1.1".
Parser::Step Parser::readVersion(const char*& at, const char* end) {
  if (at == end) return Step::more;
  if (*at != '/') return refuse(ErrorCode::invalidConstant, protocolReason);
  if (++at == end) return Step::more;
  if (!scan::isDigit(*at)) return refuse(ErrorCode::invalidVersion, "Invalid major version");
  head_.versionMajor = static_cast<std::uint8_t>(*at - '0');
  if (++at == end) return Step::more;
  if (*at != '.') return refuse(ErrorCode::invalidVersion, "Expected dot");
  if (++at == end) return Step::more;
  if (!scan::isDigit(*at)) return refuse(ErrorCode::invalidVersion, "Invalid minor version");
  head_.versionMinor = static_cast<std::uint8_t>(*at - '0');
  ++at;
  if (isKnownVersion(head_.versionMajor, head_.versionMinor)) return Step::ok;
  return refuse(ErrorCode::invalidVersion, "Invalid HTTP version");
}

// Reads for example "HTTP/1.1 200".
Parser::Step Parser::readStatusVersion(const char*& at, const char* end) {
  WordMatch match = matchWord(protocolNames, at, end);
  at += match.agreed;
  if (match.word < 0) return at == end ? Step::more : refuse(ErrorCode::invalidConstant, protocolReason);
  if (Step step = readVersion(at, end); step != Step::ok) return step;
  if (at == end) return Step::more;
  if (*at != ' ') return refuse(ErrorCode::invalidVersion, "Expected space after version");
  ++at;
  unsigned code = 0;
  for (int i = 0; i < 3; ++i, ++at) {
    if (at == end) return Step::more;
    if (!scan::isDigit(*at)) return refuse(ErrorCode::invalidStatus, "Invalid status code");
    code = code * 10 + static_cast<unsigned>(*at - '0');
  }
  head_.statusCode = static_cast<std::uint16_t>(code);
  return Step::ok;
}

// Returns the reason of an error in a url. Path, query and fragment accept the same bytes, apart from the two that
// separate them, so scanning does not distinguish them. Only the reason does.
const char* Parser::urlTailReason(const char* from, const char* to) const {
  std::string_view tail(from, static_cast<std::size_t>(to - from));
  if (tail.contains('#')) return "Invalid char in url fragment start";
  return urlFromQuery_ || tail.contains('?') ? "Invalid char in url query" : "Invalid char in url path";
}

}  // namespace nodecpp::http::detail
