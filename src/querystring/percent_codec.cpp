#include "querystring/percent_codec.h"

#include <nodecpp/querystring.h>

#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/text/ascii.h"
#include "base/text/utf8.h"

namespace nodecpp::querystring {

namespace detail {

namespace {

constexpr Unescaped keepInQuery = unescapedSet("!-._~'()*");

void putHex(std::string& out, unsigned byte) {
  static constexpr char digits[] = "0123456789ABCDEF";
  out += '%';
  out += digits[byte >> 4 & 15];
  out += digits[byte & 15];
}

// Whether a surrogate is at `at`; its three bytes are ed a0..bf xx.
bool isSurrogate(std::string_view text, std::size_t at) {
  return text.size() - at >= 3 && text[at] == '\xed' && static_cast<unsigned char>(text[at + 1]) >= 0xa0;
}

template <class F>
void eachUnit(std::string_view text, F unit) {
  for (std::size_t i = 0; i < text.size();) {
    if (isSurrogate(text, i)) {
      unit(0xd000u | unsigned(text[i + 1] & 0x3f) << 6 | unsigned(text[i + 2] & 0x3f));
      i += 3;
      continue;
    }
    auto one = utf8::decode(text.data() + i, text.data() + text.size());
    i += one.size;
    if (one.code < 0x10000) {
      unit(unsigned(one.code));
    } else {
      unit(0xd800u + unsigned((one.code - 0x10000) >> 10));
      unit(0xdc00u + unsigned(one.code & 0x3ff));
    }
  }
}

// Encodes text from a lone surrogate on by UTF-16 units: each surrogate is combined with the next unit, whatever it is,
// as in Node.
void encodeUnits(std::string& out, std::string_view text, const Unescaped& keep) {
  unsigned pending = 0;
  eachUnit(text, [&](unsigned c) {
    char bytes[4];
    std::size_t n = 0;
    if (pending) {
      unsigned code = 0x10000 + ((pending & 0x3ff) << 10 | (c & 0x3ff));
      pending = 0;
      n = utf8::put(bytes, code);
    } else if (c >= 0xd800 && c < 0xe000) {
      pending = c;
    } else if (c < 0x80 && keep[c]) {
      out += char(c);
    } else {
      n = utf8::put(bytes, c);
    }
    NODECPP_DEBUG_ASSERT(n <= sizeof bytes, n);
    for (std::size_t i = 0; i < n; ++i) putHex(out, static_cast<unsigned char>(bytes[i]));
  });
  if (pending) throw nodecpp::detail::codedError<URIError>("ERR_INVALID_URI", "URI malformed");
}

// Returns the byte that the %XX at `at` stands for; -1 when it is malformed.
int escapedByte(std::string_view text, std::size_t at) {
  if (at + 2 >= text.size() || text[at] != '%') return -1;
  int high = ascii::hexDigit(text[at + 1]), low = ascii::hexDigit(text[at + 2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

}  // namespace

void encode(std::string& out, std::string_view text, const Unescaped& keep) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto c = static_cast<unsigned char>(text[i]);
    if (c < 0x80 && keep[c])
      out += char(c);
    else if (c == 0xed && isSurrogate(text, i))
      return encodeUnits(out, text.substr(i), keep);
    else
      putHex(out, c);
  }
}

bool decodeComponent(std::string& out, std::string_view text) {
  out.reserve(out.size() + text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '%') {
      out += text[i++];
      continue;
    }
    int first = escapedByte(text, i);
    if (first < 0) return false;
    std::size_t more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    char bytes[4] = {char(first)};
    i += 3;
    for (std::size_t n = 1; n <= more; ++n, i += 3) {
      int next = escapedByte(text, i);
      if (next < 0) return false;
      bytes[n] = char(next);
    }
    NODECPP_DEBUG_ASSERT(more < sizeof bytes && i <= text.size(), more, i, text.size());
    if (auto code = utf8::decode(bytes, bytes + more + 1); !code.valid || code.size != more + 1) return false;
    out.append(bytes, more + 1);
  }
  return true;
}

String decodeURIComponent(std::string_view text) {
  std::string out;
  if (!decodeComponent(out, text)) throw URIError("URI malformed");
  return out;
}

std::string percentDecode(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    int byte = escapedByte(text, i);
    out += byte < 0 ? text[i] : char(byte);
    i += byte < 0 ? 1 : 3;
  }
  return out;
}

std::string decodeBytes(std::string_view text, bool decodeSpaces) {
  std::string units;  // one byte for each UTF-16 unit, as in Node
  for (std::size_t i = 0; i < text.size();) {
    int byte = escapedByte(text, i);
    if (byte >= 0) {
      units += char(byte);
      i += 3;
    } else if (static_cast<unsigned char>(text[i]) < 0x80) {
      units += text[i] == '+' && decodeSpaces ? ' ' : text[i];
      ++i;
    } else {
      std::size_t end = i + 1;
      while (end < text.size() && static_cast<unsigned char>(text[end]) >= 0x80) ++end;
      eachUnit(text.substr(i, end - i), [&](unsigned c) { units += char(c & 0xff); });
      i = end;
    }
  }
  return units;
}

String unescape(std::string_view text, bool decodeSpaces) {
  std::string out;
  if (decodeComponent(out, text)) return out;
  std::string bytes = decodeBytes(text, decodeSpaces);
  out.clear();
  for (std::size_t i = 0; i < bytes.size();) {
    auto one = utf8::decode(bytes.data() + i, bytes.data() + bytes.size());
    char encoded[4];
    out.append(encoded, utf8::put(encoded, one.code));
    i += one.size;
  }
  return out;
}

}  // namespace detail

String escape(StringArg text) {
  std::string out;
  out.reserve(text.size() * 3);
  detail::encode(out, {text.data(), text.size()}, detail::keepInQuery);
  return out.size() == text.size() ? text.toString() : String(out);
}

String unescape(StringArg text) {
  if (text.empty() || !std::memchr(text.data(), '%', text.size())) return text.toString();
  return detail::unescape({text.data(), text.size()}, false);
}

Buffer unescapeBuffer(StringArg text, bool decodeSpaces) {
  std::string bytes = detail::decodeBytes({text.data(), text.size()}, decodeSpaces);
  return Buffer::copyOf(bytes.data(), bytes.size());
}

}  // namespace nodecpp::querystring
