#include <algorithm>
#include <vector>
#include "scenes.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
auto list = make<net::BlockList>();
list->addAddress("123.123.123.123");
list->addAddress("123.123.123.123");
list->addAddress("2001:DB8::1", "ipv6");
list->addRange("10.0.0.1", "10.0.0.10");
list->addRange("::1", "::ff", "ipv6");
list->addSubnet("8592:757c:efae:4e45::", 64, "ipv6");
list->addSubnet("192.168.0.0", 16);
list->addAddress(net::SocketAddress({.address = "9.9.9.9"}));
for (auto& [address, family] : std::vector<std::pair<String, String>>{{"123.123.123.123", "ipv4"}, {"::ffff:7b7b:7b7b", "ipv6"}, {"::ffff:123.123.123.123", "ipv6"}, {"10.0.0.3", "ipv4"}, {"10.0.0.11", "ipv4"}, {"222.111.111.222", "ipv4"}, {"2001:db8::1", "ipv6"}, {"::80", "ipv6"}, {"::100", "ipv6"},
  {"8592:757c:efae:4e45:1::", "ipv6"}, {"8592:757c:efae:4e46::", "ipv6"}, {"192.168.77.1", "ipv4"}, {"192.169.0.1", "ipv4"}, {"9.9.9.9", "ipv4"}, {"nowhere", "ipv4"}, {"nowhere", "ipv6"}, {"1.2.3.4", "ipv6"}}) {
  console::log(address, list->check(address, family));
}
console::log(list->check(net::SocketAddress({.address = "10.0.0.1"})), list->check(net::SocketAddress({.address = "10.0.0.0"})));
for (auto rule : list->rules().sort()) console::log(rule);
for (Function<void()> f : std::vector<Function<void()>>{[=] { list->addAddress("nowhere"); }, [=] { list->addAddress("::1"); }, [=] { list->addAddress("1.1.1.1", "ipv5"); }, [=] { list->addSubnet("1.1.1.1", 33); }, [=] { list->addSubnet("::1", 129, "ipv6"); }, [=] { list->addSubnet("1.1.1.1", -1); }}) {
  try { f(); } catch (Error& error) { console::log(error->name, error->code, error->message); }
}
try { list->addRange("1.1.1.2", "1.1.1.1"); } catch (Error& error) { console::log(error->name, error->code); }
for (net::SocketAddressOptions options : std::vector<net::SocketAddressOptions>{{}, {.address = "1.2.3.4", .port = 80}, {.family = "ipv6"}, {.address = "2001:0DB8:0:0::1", .family = "IPv6", .flowlabel = 7, .port = 65535}}) {
  net::SocketAddress address(options);
  console::log(address.address(), address.family(), address.port(), address.flowlabel());
}
for (net::SocketAddressOptions options : std::vector<net::SocketAddressOptions>{{.address = "x"}, {.address = "::1"}, {.port = 65536}, {.port = -1}, {.family = "x"}, {.flowlabel = -1}}) {
  try { net::SocketAddress address(options); } catch (Error& error) { console::log(error->name, error->code, error->message); }
}
for (String text : {"192.168.1.1", "192.168.1.1:8080", "[::1]", "[::1]:8080", "192.168.0.1:x", "::1", "localhost:80", "1.2.3.4:70000", ""}) {
  auto address = net::SocketAddress::parse(text);
  if (address) console::log(text, address.address(), address.port(), address->family());
  else console::log(text, util::Value(), util::Value(), util::Value());
}
auto copy = make<net::BlockList>();
copy->fromJSON(list->toJSON());
console::log(copy->rules().size(), copy->rules().join() == list->rules().join(), copy->check("10.0.0.3"), copy->check("8592:757c:efae:4e45::1", "ipv6"));
// A subnet or a range that is added twice is stored twice; an address is stored once.
auto twice = make<net::BlockList>();
for (int i = 0; i < 2; i++) {
  twice->addAddress("1.1.1.1");
  twice->addSubnet("10.0.0.0", 8);
  twice->addRange("2.2.2.2", "2.2.2.4");
}
console::log(twice->size(), twice->rules().join());
twice->removeAddress("1.1.1.1");
twice->removeSubnet("10.0.0.0", 8);
twice->removeRange("2.2.2.2", "2.2.2.4");
console::log(twice->size(), twice->check("1.1.1.1"), twice->check("10.1.1.1"), twice->check("2.2.2.3"));
try { twice->removeSubnet("10.0.0.0", 33); } catch (Error& error) { console::log(error->name, error->code, error->message); }
// When one text of a list is not a subnet, none of the list is added.
for (Array<String> cidrs : std::vector<Array<String>>{{"11.0.0.0/8", "12.0.0.0"}, {"11.0.0.0/8", "12.0.0.0/x"}}) {
  try { twice->addCIDRs(cidrs); } catch (Error& error) { console::log(error->name, error->code, twice->check("11.1.1.1")); }
}
twice->addCIDRs(Array<String>{"11.0.0.0/8", "::1/128"});
console::log(twice->check("11.1.1.1"), twice->check("::1", "ipv6"), twice->size());
}); }
