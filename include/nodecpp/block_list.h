// Addresses: isIP, SocketAddress and BlockList. Part of net; include <nodecpp/net.h>.
// https://nodejs.org/docs/latest-v24.x/api/net.html#class-netblocklist
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>

#include <optional>

namespace nodecpp::net {

// 4, 6, or 0 when `text` is no numeric address. An IPv6 address may have a %zone.
int isIP(StringArg text);
bool isIPv4(StringArg text);
bool isIPv6(StringArg text);

struct SocketAddressOptions {
  String address{};  // "127.0.0.1" or "::" when empty
  String family = "ipv4";
  double flowlabel = 0;
  double port = 0;
};

// An immutable address. Throws ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE for a family that is neither "ipv4" nor "ipv6",
// ERR_SOCKET_BAD_PORT, ERR_OUT_OF_RANGE.
class SocketAddress {
 public:
  explicit SocketAddress(SocketAddressOptions options = {});
  // "1.2.3.4:5" or "[::1]:5", the port may be left out; nothing when it is neither.
  static std::optional<SocketAddress> parse(StringArg input);
  const String& address() const [[clang::lifetimebound]] { return address_; }
  const char* family() const { return isV6_ ? "ipv6" : "ipv4"; }
  int port() const { return port_; }
  std::uint32_t flowlabel() const { return flowlabel_; }
  // The 16 bytes in network order; an IPv4 address is in the last four.
  const unsigned char* bytes() const [[clang::lifetimebound]] { return bytes_; }
  bool isV6() const { return isV6_; }

 private:
  String address_;
  unsigned char bytes_[16]{};
  std::uint32_t flowlabel_ = 0;
  int port_ = 0;
  bool isV6_ = false;
};

class BlockListObject : public Object {
 public:
  // `family` is "ipv4" or "ipv6". All throw ERR_INVALID_ADDRESS for what is no address.
  void addAddress(StringArg address, StringArg family = "ipv4");
  void addAddress(const SocketAddress& address);
  void addAddresses(const Array<String>& addresses, StringArg family = "ipv4");
  // From `start` to `end` inclusive; ERR_INVALID_ARG_VALUE when they are the wrong way round.
  void addRange(StringArg start, StringArg end, StringArg family = "ipv4");
  // ERR_OUT_OF_RANGE when `prefix` is not 0 to 32 (128).
  void addSubnet(StringArg network, int prefix, StringArg family = "ipv4");
  // "10.0.0.0/8".
  void addCIDR(StringArg cidr);
  void addCIDRs(const Array<String>& cidrs);
  void removeAddress(StringArg address, StringArg family = "ipv4");
  void removeRange(StringArg start, StringArg end, StringArg family = "ipv4");
  void removeSubnet(StringArg network, int prefix, StringArg family = "ipv4");
  void removeCIDR(StringArg cidr);
  void clear() { rules_.clear(); }
  // False for what is no address. An IPv4 address mapped into IPv6 matches IPv4 rules.
  bool check(StringArg address, StringArg family = "ipv4") const;
  bool check(const SocketAddress& address) const;
  // As Node prints them: "Address: IPv4 1.1.1.1", "Range: IPv4 10.0.0.1-10.0.0.9", "Subnet: IPv6 8592:757c::/64".
  Array<String> rules() const;
  std::size_t size() const { return rules_.size(); }
  // The rules as `rules` gives them; fromJSON adds them. What is none is passed over.
  Array<String> toJSON() const { return rules(); }
  void fromJSON(const Array<String>& data);

 private:
  enum class Kind { address, range, subnet };
  struct Rule {
    Kind kind;
    SocketAddress first, last;
    int prefix = 0;
    bool matches(const SocketAddress& address) const;
    bool operator==(const Rule& other) const;
  };
  void add(Rule rule);
  void remove(const Rule& rule);
  nodecpp::detail::List<Rule> rules_;
};

using BlockList = Handle<BlockListObject>;

namespace detail {
// Parses a numeric address into 16 (IPv6) or 4 bytes; 4, 6 or 0. The zone is checked and left out.
int parseAddress(StringArg text, unsigned char* bytes);
// As inet_ntop prints it.
String printAddress(const unsigned char* bytes, bool isV6);
}  // namespace detail

}  // namespace nodecpp::net
