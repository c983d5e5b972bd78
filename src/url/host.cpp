// Host parsing (https://url.spec.whatwg.org/#host-parsing), and domainToASCII and domainToUnicode, which use it.
#include "url/host.h"

#include <nodecpp/url.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/ascii.h"
#include "querystring/percent_codec.h"
#include "url/format.h"
#include "url/idna.h"
#include "url/percent.h"

namespace nodecpp::url {

namespace {

using ascii::hexDigit;

// The characters that a domain must not contain.
constexpr EncodeSet forbidden = encodeSet(controlSet, " #%/:<>?@[\\]^|");
bool isForbidden(char c) { return (c & 0x80) == 0 && forbidden[std::size_t(c)]; }
constexpr EncodeSet forbiddenOrUpper = encodeSet(forbidden, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");

// Whether Node accepts `text` unchanged, whatever its length, since it needs no mapping.
bool isPlainDomain(std::string_view text) {
  return text.find("xn-") == text.npos &&
         std::ranges::none_of(text, [](char c) { return (c & 0x80) != 0 || forbiddenOrUpper[std::size_t(c)]; });
}

std::vector<std::string_view> split(std::string_view s, char by) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; (at = s.find(by)) != s.npos; s.remove_prefix(at + 1)) parts.push_back(s.substr(0, at));
  parts.push_back(s);
  return parts;
}

// Reads "10", "0x0a" or "012". Returns -1 for other texts. A number too large for an address stays larger than the
// limit, since a double does not overflow.
double ipv4Number(std::string_view s) {
  if (s.empty()) return -1;
  int base = 10;
  if (s.size() >= 2 && s[0] == '0' && (s[1] | 0x20) == 'x') {
    base = 16;
    s.remove_prefix(2);
  } else if (s.size() >= 2 && s[0] == '0') {
    base = 8;
    s.remove_prefix(1);
  }
  double value = 0;
  for (char c : s) {
    int digit = hexDigit(c);
    if (digit < 0 || digit >= base) return -1;
    value = value * base + digit;
  }
  return value;
}

bool endsInNumber(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  const std::string_view last = domain.substr(domain.rfind('.') + 1);
  return !last.empty() && last[0] >= '0' && last[0] <= '9' &&
         (last.find_first_not_of("0123456789") == last.npos || ipv4Number(last) >= 0);
}

std::optional<std::string> ipv4(std::string_view domain) {
  if (domain.ends_with('.')) domain.remove_suffix(1);
  double address = 0, most = 4294967296.0;  // `most`: the limit for the rest of the address
  for (bool last = false; !last;) {
    const std::size_t dot = domain.find('.');
    last = dot == domain.npos;
    const double number = ipv4Number(domain.substr(0, dot));
    if (most < 256 || number < 0 || number >= (last ? most : 256)) return {};
    most /= 256;
    address += last ? number : number * most;
    domain.remove_prefix(last ? 0 : dot + 1);
  }
  const auto bits = std::uint32_t(address);
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8) out += std::to_string(bits >> shift & 255) + (shift ? "." : "");
  return out;
}

using Pieces = std::array<unsigned, 8>;

// Reads the end of an IPv6 address that is written as IPv4 (::ffff:127.0.0.1) into two pieces.
bool embeddedIpv4(std::string_view s, unsigned* pieces) {
  auto parts = split(s, '.');
  if (parts.size() != 4) return false;
  for (std::size_t i = 0; i < 4; ++i) {
    std::string_view part = parts[i];
    if (part.empty() || part.size() > 3 || (part.size() > 1 && part[0] == '0')) return false;
    unsigned value = 0;
    for (char c : part) {
      if (c < '0' || c > '9') return false;
      value = value * 10 + unsigned(c - '0');
    }
    if (value > 255) return false;
    pieces[i / 2] = pieces[i / 2] * 256 + value;
  }
  return true;
}

// Reads the pieces of an IPv6 address on one side of "::". Returns their number, or -1 when they are malformed.
int ipv6Side(std::string_view s, Pieces& pieces, bool mayEndDotted) {
  if (s.empty()) return 0;
  auto parts = split(s, ':');
  std::size_t n = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].find('.') != s.npos) {
      if (!mayEndDotted || i + 1 != parts.size() || n > 6) return -1;
      pieces[n] = pieces[n + 1] = 0;
      return embeddedIpv4(parts[i], &pieces[n]) ? int(n + 2) : -1;
    }
    if (parts[i].empty() || parts[i].size() > 4 || n == 8) return -1;
    unsigned value = 0;
    for (char c : parts[i]) {
      if (hexDigit(c) < 0) return -1;
      value = value * 16 + unsigned(hexDigit(c));
    }
    pieces[n++] = value;
  }
  return int(n);
}

std::string printIpv6(const Pieces& pieces) {
  std::size_t zeros = 8, length = 1;  // the first longest run of at least two pieces that are zero
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t n = 0;
    while (i + n < 8 && pieces[i + n] == 0) ++n;
    if (n > length) {
      zeros = i;
      length = n;
    }
  }
  std::string out = "[";
  for (std::size_t i = 0; i < 8; ++i) {
    if (i == zeros) {
      out += i ? ":" : "::";
      i += length - 1;
      continue;
    }
    bool leading = true;
    for (int shift = 12; shift >= 0; shift -= 4) {
      unsigned digit = pieces[i] >> shift & 15;
      leading = leading && digit == 0 && shift;
      if (!leading) out += "0123456789abcdef"[digit];
    }
    if (i < 7) out += ':';
  }
  return out + "]";
}

std::optional<std::string> ipv6(std::string_view s) {
  Pieces front{}, back{};
  std::size_t gap = s.find("::");
  if (gap == s.npos) {
    if (ipv6Side(s, front, true) != 8) return {};
    return printIpv6(front);
  }
  int before = ipv6Side(s.substr(0, gap), front, false), after = ipv6Side(s.substr(gap + 2), back, true);
  if (before < 0 || after < 0 || before + after > 7) return {};
  for (int i = before; i < 8; ++i) front[std::size_t(i)] = 0;
  for (int i = 0; i < after; ++i) front[std::size_t(8 - after + i)] = back[std::size_t(i)];
  return printIpv6(front);
}

// Does what a URL's host setter does: removes tabs and line breaks, and stops at a character that ends a host. Node
// converts ASCII to lower case first, so that the limit of 16 KiB does not apply to an ASCII domain.
std::string hostOfDomain(StringArg domain) {
  std::string text;
  for (char c : view(domain)) {
    if (c == '/' || c == '?' || c == '#' || c == '\\') break;
    if (c != '\t' && c != '\n' && c != '\r') text += ascii::toLower(c);
  }
  if (text.empty() || (!text.starts_with('[') && text.find(':') != text.npos)) return "";
  return parseHostName(text).value_or("");
}

}  // namespace

std::optional<std::string> parseHostName(std::string_view text) {
  if (text.starts_with('[')) {
    if (!text.ends_with(']')) return {};
    return ipv6(text.substr(1, text.size() - 2));
  }
  std::string domain;
  if (isPlainDomain(text)) {
    domain = text;
  } else {
    const bool encoded = text.find('%') != text.npos;
    domain = toAscii(encoded ? querystring::detail::percentDecode(text) : text);
    if (std::ranges::any_of(domain, isForbidden)) return {};
  }
  if (domain.empty()) return {};
  if (endsInNumber(domain)) return ipv4(domain);
  return domain;
}

std::optional<std::string> parseOpaqueHost(std::string_view text) {
  if (text.starts_with('[')) return parseHostName(text);
  constexpr std::string_view never("\0\t\n\r #/:<>?@[\\]^|", 17);
  if (text.find_first_of(never) != text.npos) return {};
  std::string out;
  percentEncode(out, text, controlSet);
  return out;
}

String domainToASCII(StringArg domain) { return hostOfDomain(domain); }
String domainToUnicode(StringArg domain) { return toUnicode(hostOfDomain(domain)); }

}  // namespace nodecpp::url
