// Numeric IP addresses, in the text forms of RFC 4291 section 2.2 that Node's isIP accepts, and BlockList's rules on
// them.
#include <nodecpp/block_list.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "base/text/ascii.h"

namespace nodecpp::net {

namespace {

bool parseV4(std::string_view text, unsigned char* bytes) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int i = 0; i < 4; ++i) {
    if (i > 0 && (at == end || *at++ != '.')) return false;
    const char* const first = at;
    int value = 0;
    for (; at != end && ascii::isDigit(*at); ++at) {
      if (at - first == 3) return false;
      value = value * 10 + (*at - '0');
    }
    if (at == first || value > 255 || (*first == '0' && at - first > 1)) return false;
    bytes[i] = static_cast<unsigned char>(value);
  }
  return at == end;
}

bool validZone(std::string_view zone) {
  if (zone.empty()) return false;
  for (char c : zone)
    if (!ascii::isDigit(c) && !ascii::isLetter(c) && c != '-' && c != '.' && c != ':') return false;
  return true;
}

bool parseV6(std::string_view text, unsigned char* bytes) {
  if (std::size_t zone = text.find('%'); zone != text.npos) {
    if (!validZone(text.substr(zone + 1))) return false;
    text = text.substr(0, zone);
  }
  unsigned char parsed[16]{};
  int count = 0;  // The number of groups read so far.
  int gap = -1;   // The index of the group that follows "::"; -1 without "::".
  if (text.starts_with("::")) {
    gap = 0;
    text.remove_prefix(2);
  } else if (text.starts_with(':')) {
    return false;
  }
  while (!text.empty()) {
    if (count == 8) return false;
    std::size_t colon = text.find(':');
    std::string_view group = text.substr(0, colon);
    // The last four bytes may be written as an IPv4 address.
    if (group.find('.') != group.npos) {
      if (count > 6 || colon != text.npos || !parseV4(group, parsed + 2 * count)) return false;
      count += 2;
      break;
    }
    if (group.empty() || group.size() > 4) return false;
    int value = 0;
    for (char c : group) {
      int digit = ascii::hexDigit(c);
      if (digit < 0) return false;
      value = value * 16 + digit;
    }
    parsed[2 * count] = static_cast<unsigned char>(value >> 8);
    parsed[2 * count + 1] = static_cast<unsigned char>(value);
    ++count;
    if (colon == text.npos) break;
    text.remove_prefix(colon + 1);
    if (text.starts_with(':')) {
      if (gap >= 0) return false;
      gap = count;
      text.remove_prefix(1);
    } else if (text.empty()) {
      return false;
    }
  }
  NODECPP_ASSERT(count <= 8 && gap <= count, count, gap);
  // "::" stands for at least one group, so at most seven other groups may be written.
  if (gap < 0 ? count != 8 : count > 7) return false;
  int before = gap < 0 ? 8 : gap;
  NODECPP_ASSERT(before <= count && (gap < 0 || before + (count - gap) < 8), before, count, gap);
  std::memset(bytes, 0, 16);
  std::memcpy(bytes, parsed, std::size_t(2 * before));
  if (gap >= 0) std::memcpy(bytes + 16 - 2 * (count - gap), parsed + 2 * gap, std::size_t(2 * (count - gap)));
  return true;
}

bool familyIsV6(StringArg family, const char* name) {
  String lower = family.toString().toLowerCase();
  if (lower != "ipv4" && lower != "ipv6")
    throw nodecpp::detail::invalidArgValue(name, "'" + family.toString() + "'");
  return lower == "ipv6";
}

}  // namespace

int detail::parseAddress(StringArg text, unsigned char* bytes) {
  std::string_view view(text.data(), text.size());
  if (parseV4(view, bytes)) return 4;
  return parseV6(view, bytes) ? 6 : 0;
}

String detail::printAddress(const unsigned char* bytes, bool isV6) {
  char text[64];
  if (!isV6) {
    int size = std::snprintf(text, sizeof text, "%d.%d.%d.%d", bytes[0], bytes[1], bytes[2], bytes[3]);
    return String::copyOf(text, std::size_t(size));
  }
  int groups[8];
  for (int i = 0; i < 8; ++i) groups[i] = bytes[2 * i] << 8 | bytes[2 * i + 1];
  // The longest run of at least two zero groups is written as "::"; of equally long runs, the first (RFC 5952, 4.2).
  int best = -1, length = 1;
  for (int i = 0; i < 8;) {
    int end = i;
    while (end < 8 && groups[end] == 0) ++end;
    if (end - i > length) {
      best = i;
      length = end - i;
    }
    i = end + 1;
  }
  NODECPP_ASSERT(best == -1 ? length == 1 : best + length <= 8, best, length);
  // As inet_ntop does, an IPv4-mapped or IPv4-compatible address is written with the IPv4 address at its end.
  bool mapped = best == 0 && (length == 5 ? groups[5] == 0xffff : length == 6);
  String out;
  for (int i = 0; i < 8; ++i) {
    if (i == best) {
      out += "::";
      i += length - 1;
      continue;
    }
    if (i > 0 && i != best + length) out += ":";
    if (mapped && i == 6) return out + printAddress(bytes + 12, false);
    int size = std::snprintf(text, sizeof text, "%x", groups[i]);
    out += std::string_view(text, std::size_t(size));
  }
  return out;
}

int isIP(StringArg text) {
  unsigned char bytes[16];
  return detail::parseAddress(text, bytes);
}
bool isIPv4(StringArg text) { return isIP(text) == 4; }
bool isIPv6(StringArg text) { return isIP(text) == 6; }

SocketAddress::SocketAddress(SocketAddressOptions options) : isV6_(familyIsV6(options.family, "options.family")) {
  if (!(options.port >= 0 && options.port <= 65535) || options.port != std::trunc(options.port))
    throw nodecpp::detail::codedError<RangeError>(
        "ERR_SOCKET_BAD_PORT", "options.port should be >= 0 and < 65536. Received type number (" + str(options.port) + ").");
  if (!(options.flowlabel >= 0 && options.flowlabel <= 4294967295.0))
    throw nodecpp::detail::outOfRange("options.flowlabel", ">= 0 && <= 4294967295", str(options.flowlabel));
  String text = options.address.empty() ? String(isV6_ ? "::" : "127.0.0.1") : options.address;
  unsigned char parsed[16]{};
  if (detail::parseAddress(text, parsed) != (isV6_ ? 6 : 4))
    throw nodecpp::detail::codedError<Error>("ERR_INVALID_ADDRESS", "Invalid socket address");
  std::memcpy(isV6_ ? bytes_ : bytes_ + 12, parsed, isV6_ ? 16 : 4);
  address_ = detail::printAddress(parsed, isV6_);
  port_ = int(options.port);
  flowlabel_ = std::uint32_t(options.flowlabel);
}

SocketAddress SocketAddress::parse(StringArg input) {
  String text = input.toString();
  bool isV6 = text.startsWith("[");
  std::ptrdiff_t end = isV6 ? text.indexOf("]") : text.indexOf(":");
  if (isV6 && end < 0) return undefined;
  if (end < 0) end = std::ptrdiff_t(text.length());
  String host = isV6 ? text.slice(1, end) : text.slice(0, end);
  String rest = text.slice(isV6 ? end + 1 : end);
  int port = 0;
  if (!rest.empty()) {
    if (!rest.startsWith(":") || rest.size() > 6) return undefined;
    for (std::size_t i = 1; i < rest.size(); ++i) {
      char c = rest.data()[i];
      if (c < '0' || c > '9') return undefined;
      port = port * 10 + (c - '0');
    }
    if (port > 65535) return undefined;
    // Node parses the text as an http URL, where the default port is dropped.
    if (port == 80) port = 0;
  }
  if (isIP(host) != (isV6 ? 6 : 4)) return undefined;
  return SocketAddress({.address = host, .family = isV6 ? "ipv6" : "ipv4", .port = double(port)});
}

namespace {

SocketAddress addressOf(StringArg address, StringArg family) {
  return SocketAddress({.address = address.toString(), .family = family.toString()});
}

constexpr unsigned char mappedPrefix[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

// Returns the four bytes of an IPv4 address, or of the IPv4 address that an IPv4-mapped IPv6 address contains; null for
// any other address. The pointer is valid while `address` lives.
const unsigned char* v4Of(const SocketAddress& address) {
  if (!address.isV6()) return address.bytes() + 12;
  return std::memcmp(address.bytes(), mappedPrefix, sizeof mappedPrefix) == 0 ? address.bytes() + 12 : nullptr;
}

bool samePrefix(const unsigned char* a, const unsigned char* b, int bits) {
  NODECPP_ASSERT(bits >= 0 && bits <= 128, bits);
  if (std::memcmp(a, b, std::size_t(bits / 8)) != 0) return false;
  return bits % 8 == 0 || ((a[bits / 8] ^ b[bits / 8]) >> (8 - bits % 8)) == 0;
}

struct Cidr {
  String address;
  int prefix;
  const char* family;
};

Cidr parseCidr(StringArg cidr) {
  String text = cidr.toString();
  std::ptrdiff_t slash = text.lastIndexOf("/");
  if (slash < 0)
    throw nodecpp::detail::invalidArgValue("cidr", "'" + text + "'", "must contain a prefix length (e.g. \"10.0.0.0/8\")");
  String digits = text.slice(slash + 1);
  double prefix = toNumber(digits);
  if (digits.empty() || str(prefix) != digits || prefix != std::trunc(prefix))
    throw nodecpp::detail::invalidArgValue("cidr", "'" + text + "'", "prefix length must be a valid integer");
  String address = text.slice(0, slash);
  return {address, int(prefix), address.includes(":") ? "ipv6" : "ipv4"};
}

}  // namespace

bool BlockListObject::Rule::matches(const SocketAddress& address) const {
  unsigned char mapped[16];
  const unsigned char* ours = first.isV6() ? first.bytes() : first.bytes() + 12;
  const unsigned char* theirs = first.isV6() == address.isV6() ? (first.isV6() ? address.bytes() : address.bytes() + 12)
                                : first.isV6()                 ? nullptr
                                                               : v4Of(address);
  // An IPv4 address is compared with a rule for IPv4-mapped IPv6 addresses.
  if (!theirs && first.isV6() && v4Of(first)) {
    std::memcpy(mapped, mappedPrefix, sizeof mappedPrefix);
    std::memcpy(mapped + 12, address.bytes() + 12, 4);
    theirs = mapped;
  }
  if (!theirs) return false;
  std::size_t size = first.isV6() ? 16 : 4;
  NODECPP_ASSERT(kind != Kind::subnet || prefix <= int(8 * size), prefix);
  NODECPP_ASSERT(kind != Kind::range || last.isV6() == first.isV6());
  switch (kind) {
    case Kind::address: return std::memcmp(ours, theirs, size) == 0;
    case Kind::subnet: return samePrefix(ours, theirs, prefix);
    case Kind::range:
      return std::memcmp(ours, theirs, size) <= 0 && std::memcmp(theirs, last.bytes() + (16 - size), size) <= 0;
  }
  return false;
}

bool BlockListObject::Rule::operator==(const Rule& other) const {
  return kind == other.kind && first.isV6() == other.first.isV6() && prefix == other.prefix &&
         std::memcmp(first.bytes(), other.first.bytes(), 16) == 0 && std::memcmp(last.bytes(), other.last.bytes(), 16) == 0;
}

void BlockListObject::add(Rule rule) {
  if (rule.kind == Kind::address && std::ranges::find(rules_, rule) != rules_.end()) return;
  rules_.push_back(std::move(rule));
}
void BlockListObject::remove(const Rule& rule) {
  if (auto found = std::ranges::find(rules_, rule); found != rules_.end()) rules_.erase(found);
}

void BlockListObject::addAddress(StringArg address, StringArg family) { addAddress(addressOf(address, family)); }
void BlockListObject::addAddress(const SocketAddress& address) { add({Kind::address, address, address}); }
void BlockListObject::addAddresses(const Array<String>& addresses, StringArg family) {
  // All addresses are checked before the first one is added.
  std::vector<SocketAddress> all;
  for (const String& address : addresses) all.push_back(addressOf(address, family));
  for (const SocketAddress& address : all) addAddress(address);
}
void BlockListObject::addRange(StringArg start, StringArg end, StringArg family) {
  SocketAddress first = addressOf(start, family), last = addressOf(end, family);
  if (std::memcmp(first.bytes(), last.bytes(), 16) > 0)
    throw nodecpp::detail::invalidArgValue("start",
                                           String("SocketAddress { address: '") + first.address() + "', port: 0, family: '" +
                                               first.family() + "', flowlabel: 0 }",
                                           "must come before end");
  add({Kind::range, first, last});
}
BlockListObject::Rule BlockListObject::subnet(StringArg network, int prefix, StringArg family) {
  SocketAddress first = addressOf(network, family);
  int most = first.isV6() ? 128 : 32;
  if (prefix < 0 || prefix > most) throw nodecpp::detail::outOfRange("prefix", ">= 0 && <= " + str(most), str(prefix));
  return {Kind::subnet, first, first, prefix};
}
void BlockListObject::addSubnet(StringArg network, int prefix, StringArg family) { add(subnet(network, prefix, family)); }
void BlockListObject::addCIDR(StringArg cidr) {
  Cidr parsed = parseCidr(cidr);
  addSubnet(parsed.address, parsed.prefix, parsed.family);
}
void BlockListObject::addCIDRs(const Array<String>& cidrs) {
  // All subnets are checked before the first one is added.
  std::vector<Rule> all;
  for (const String& cidr : cidrs) {
    Cidr parsed = parseCidr(cidr);
    all.push_back(subnet(parsed.address, parsed.prefix, parsed.family));
  }
  for (Rule& rule : all) add(std::move(rule));
}
void BlockListObject::removeAddress(StringArg address, StringArg family) {
  SocketAddress parsed = addressOf(address, family);
  remove({Kind::address, parsed, parsed});
}
void BlockListObject::removeRange(StringArg start, StringArg end, StringArg family) {
  remove({Kind::range, addressOf(start, family), addressOf(end, family)});
}
void BlockListObject::removeSubnet(StringArg network, int prefix, StringArg family) {
  remove(subnet(network, prefix, family));
}
void BlockListObject::removeCIDR(StringArg cidr) {
  Cidr parsed = parseCidr(cidr);
  removeSubnet(parsed.address, parsed.prefix, parsed.family);
}

bool BlockListObject::check(StringArg address, StringArg family) const {
  unsigned char bytes[16];
  String lower = family.toString().toLowerCase();
  if (detail::parseAddress(address, bytes) != (lower == "ipv4" ? 4 : 6)) return false;
  return check(addressOf(address, lower == "ipv4" ? "ipv4" : "ipv6"));
}
bool BlockListObject::check(const SocketAddress& address) const {
  for (const Rule& rule : rules_)
    if (rule.matches(address)) return true;
  return false;
}

Array<String> BlockListObject::rules() const {
  std::vector<String> addresses, subnets, ranges;
  for (const Rule& rule : rules_) {
    String family = rule.first.isV6() ? "IPv6 " : "IPv4 ";
    if (rule.kind == Kind::address)
      addresses.push_back("Address: " + family + rule.first.address());
    else if (rule.kind == Kind::subnet)
      subnets.push_back("Subnet: " + family + rule.first.address() + "/" + str(rule.prefix));
    else
      ranges.push_back("Range: " + family + rule.first.address() + "-" + rule.last.address());
  }
  for (auto* more : {&subnets, &ranges}) addresses.insert(addresses.end(), more->begin(), more->end());
  return nodecpp::detail::arrayOf(std::move(addresses));
}

void BlockListObject::fromJSON(const Array<String>& data) {
  for (const String& line : data) {
    std::ptrdiff_t colon = line.indexOf(": IPv");
    if (colon < 0) continue;
    String kind = line.slice(0, colon);
    String family = line.slice(colon + 2, colon + 6).toLowerCase();
    String rest = line.slice(colon + 7);
    if (kind == "Address") {
      addAddress(rest, family);
    } else if (kind == "Range") {
      std::ptrdiff_t dash = rest.indexOf("-");
      if (dash > 0) addRange(rest.slice(0, dash), rest.slice(dash + 1), family);
    } else if (kind == "Subnet") {
      std::ptrdiff_t slash = rest.indexOf("/");
      if (slash > 0) addSubnet(rest.slice(0, slash), int(toNumber(rest.slice(slash + 1))), family);
    }
  }
}

}  // namespace nodecpp::net
