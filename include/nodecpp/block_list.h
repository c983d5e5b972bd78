// Addresses: isIP, SocketAddress and BlockList. Part of net; include <nodecpp/net.h>.
// https://nodejs.org/docs/latest-v24.x/api/net.html#class-netblocklist
#pragma once

#include <nodecpp/error.h>
#include <nodecpp/list.h>
#include <nodecpp/object.h>

namespace nodecpp::net {

// Returns 4 or 6 for a numeric IP address, or 0 for any other text. An IPv6 address may end in a zone (%eth0).
int isIP(StringArg text);
bool isIPv4(StringArg text);
bool isIPv6(StringArg text);

struct SocketAddressOptions {
  String address{};  // when empty, "127.0.0.1" for IPv4 and "::" for IPv6
  String family = "ipv4";
  double flowlabel = 0;
  double port = 0;
};

// An immutable IP address with a port. The constructor throws ERR_INVALID_ADDRESS, ERR_INVALID_ARG_VALUE for a family
// that is neither "ipv4" nor "ipv6", ERR_SOCKET_BAD_PORT, and ERR_OUT_OF_RANGE for a bad flow label.
class SocketAddress {
 public:
  explicit SocketAddress(SocketAddressOptions options = {});
  // Parses "1.2.3.4:5" or "[::1]:5", where the port may be missing. Returns undefined for any other text, which is false
  // in a condition.
  static SocketAddress parse(StringArg input);
  SocketAddress(Undefined) noexcept : address_(nodecpp::undefined) {}
  explicit operator bool() const noexcept { return !address_.isUndefined(); }
  // `address->port()` is `address.port()`. Throws a TypeError when the address is undefined.
  const SocketAddress* operator->() const [[clang::lifetimebound]] {
    if (address_.isUndefined()) nodecpp::detail::throwUndefined();
    return this;
  }
  friend bool operator==(const SocketAddress& address, Undefined) noexcept { return !address; }
  const String& address() const [[clang::lifetimebound]] { return address_; }
  const char* family() const { return isV6_ ? "ipv6" : "ipv4"; }
  int port() const { return port_; }
  std::uint32_t flowlabel() const { return flowlabel_; }
  // The 16 bytes of the address in network byte order. An IPv4 address is in the last four bytes. The pointer dangles
  // once the SocketAddress is destroyed.
  const unsigned char* bytes() const [[clang::lifetimebound]] { return bytes_; }
  bool isV6() const { return isV6_; }
  template <class I>
  void inspectTo(I& out) const {
    if (!*this) return out.undefined();
    out.prefix("SocketAddress").property("address", address_).property("port", port_);
    out.property("family", family()).property("flowlabel", flowlabel_);
  }

 private:
  String address_;
  unsigned char bytes_[16]{};
  std::uint32_t flowlabel_ = 0;
  int port_ = 0;
  bool isV6_ = false;
};

class BlockListObject : public Object {
 public:
  // Functions that take a `family` accept "ipv4" and "ipv6". All functions that add or remove rules throw
  // ERR_INVALID_ADDRESS for a text that is not an address.
  void addAddress(StringArg address, StringArg family = "ipv4");
  void addAddress(const SocketAddress& address);
  void addAddresses(const Array<String>& addresses, StringArg family = "ipv4");
  // Adds all addresses from `start` to `end`, both included. Throws ERR_INVALID_ARG_VALUE when `start` comes after
  // `end`.
  void addRange(StringArg start, StringArg end, StringArg family = "ipv4");
  // Throws ERR_OUT_OF_RANGE when `prefix` is not between 0 and 32 for IPv4, or 0 and 128 for IPv6.
  void addSubnet(StringArg network, int prefix, StringArg family = "ipv4");
  // Adds a subnet in CIDR notation, such as "10.0.0.0/8".
  void addCIDR(StringArg cidr);
  // Adds all of the subnets, or none when one of them is refused. Node checks a prefix length only when it adds that
  // subnet.
  void addCIDRs(const Array<String>& cidrs);
  // The functions that remove rules remove only a rule that was added with the same arguments. As in Node, a subnet or
  // a range that was added twice must be removed twice, and an address only once.
  void removeAddress(StringArg address, StringArg family = "ipv4");
  void removeRange(StringArg start, StringArg end, StringArg family = "ipv4");
  void removeSubnet(StringArg network, int prefix, StringArg family = "ipv4");
  void removeCIDR(StringArg cidr);
  void clear() { rules_.clear(); }
  // Returns whether a rule matches the address, and false for a text that is not an address. An IPv4-mapped IPv6
  // address also matches rules for IPv4.
  bool check(StringArg address, StringArg family = "ipv4") const;
  bool check(const SocketAddress& address) const;
  // Returns the rules as Node prints them: "Address: IPv4 1.1.1.1", "Range: IPv4 10.0.0.1-10.0.0.9", "Subnet: IPv6
  // 8592:757c::/64".
  Array<String> rules() const;
  std::size_t size() const { return rules_.size(); }
  // toJSON returns the same texts as `rules`. fromJSON adds the rules in such texts and ignores texts that are not
  // rules.
  Array<String> toJSON() const { return rules(); }
  void fromJSON(const Array<String>& data);
  template <class I>
  void inspectTo(I& out) const {
    out.prefix("BlockList").property("rules", rules());
  }

 private:
  enum class Kind { address, range, subnet };
  struct Rule {
    Kind kind;
    SocketAddress first, last;
    int prefix = 0;
    bool matches(const SocketAddress& address) const;
    bool operator==(const Rule& other) const;
  };
  // Checks the arguments of the functions that add or remove a subnet.
  static Rule subnet(StringArg network, int prefix, StringArg family);
  void add(Rule rule);
  void remove(const Rule& rule);
  nodecpp::detail::List<Rule> rules_;
};

using BlockList = Handle<BlockListObject>;

namespace detail {
// Parses a numeric address into 16 (IPv6) or 4 bytes. Returns 6, 4, or 0 when it is not an address. A zone is checked
// and left out.
int parseAddress(StringArg text, unsigned char* bytes);
// Prints an address as the C function inet_ntop does.
String printAddress(const unsigned char* bytes, bool isV6);
}  // namespace detail

}  // namespace nodecpp::net
