#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/process.h>

#include <string_view>
using namespace nodecpp;
using Strings = Array<String>;
static void failing(String name, Function<void()> f) { try { f(); console::log(name, "fine"); } catch (Error& error) { console::log(name, error->name, error->code.empty() ? Lookup() : Lookup(error->code), error->message); } }
static String join(Strings all) { String text = ""; for (std::size_t i = 0; i < all.size(); i++) text += (i ? "," : "") + all[i]; return text; }

int main(int argc, char** argv) { return run(argc, argv, [] {
for (Strings servers : Array<Strings>{{"127.0.0.1", "127.0.0.1"}, {"127.0.0.1:5353", "[::1]:53", "::1", "[::1]:5300", "1.2.3.4:0", "1.2.3.4:53"}, {}, {"1.2.3.4:70000"}, {"x"}, {"1.2.3.4:"}, {"[::1"}, {"::1:53"}, {"fe80::1%lo"}, {"[fe80::1%lo]:5353"}, {"[::1]:x"}, {"1.2.3.4:99999999999"}, {""}, {"[x]:53"}, {"1.2.3.4", "y"}}) {
  auto resolver = make<dns::Resolver>();
  resolver->setServers({"10.0.0.1"});
  failing(join(servers), [=] { resolver->setServers(servers); });
  console::log(resolver->getServers());
}
failing("timeout -2", [] { make<dns::Resolver>({.timeout = -2}); });
failing("timeout 1.5", [] { make<dns::Resolver>({.timeout = 1.5}); });
failing("timeout 2^31", [] { make<dns::Resolver>({.timeout = 2147483648}); });
failing("timeout 0", [] { make<dns::Resolver>({.timeout = 0}); });
failing("tries 0", [] { make<dns::Resolver>({.tries = 0}); });
failing("tries 1.5", [] { make<dns::Resolver>({.tries = 1.5}); });
failing("maxTimeout -1", [] { make<dns::Resolver>({.maxTimeout = -1}); });
failing("maxTimeout 2^32", [] { make<dns::Resolver>({.maxTimeout = 4294967296}); });
failing("promises", [] { make<dns::promises::Resolver>({.tries = 0}); });
auto resolver = make<dns::Resolver>();
failing("local x", [=] { resolver->setLocalAddress("x"); });
failing("local 4 x", [=] { resolver->setLocalAddress("1.2.3.4", "x"); });
failing("local 4 empty", [=] { resolver->setLocalAddress("1.2.3.4", ""); });
failing("local empty", [=] { resolver->setLocalAddress(""); });
failing("local 6", [=] { resolver->setLocalAddress("::1"); });
failing("local 6 4", [=] { resolver->setLocalAddress("::1", "1.2.3.4"); });
failing("local 6 6", [=] { resolver->setLocalAddress("::1", "::2"); });
failing("local 4 4", [=] { resolver->setLocalAddress("1.2.3.4", "1.2.3.4"); });
failing("local 4 6", [=] { resolver->setLocalAddress("1.2.3.4", "::1"); });
failing("local 4", [=] { resolver->setLocalAddress("1.2.3.4"); });
failing("resolve FOO", [] { dns::resolve("x.test", "FOO", [] {}); });
failing("resolve a", [] { (void)dns::promises::resolve("x.test", "a"); });
failing("reverse abc", [] { dns::reverse("abc", [] {}); });
failing("reverse empty", [] { dns::reverse("", [] {}); });
failing("lookup zero", [] { dns::lookup(std::string_view("a\0b", 3), [] {}); });
failing("lookup family 5", [] { dns::lookup("x.test", 5, [] {}); });
failing("lookup {family 5}", [] { dns::lookup("x.test", {.family = 5}, [] {}); });
failing("lookup {family 'ipv4'}", [] { dns::lookup("x.test", {.family = "ipv4"}, [] {}); });
failing("lookup promises {family 'IPv4'}", [] { (void)dns::promises::lookup("x.test", {.family = "IPv4"}); });
failing("lookup promises 7", [] { (void)dns::promises::lookup("x.test", 7); });
failing("lookup {hints 1}", [] { dns::lookup("x.test", {.hints = 1}, [] {}); });
failing("lookup {hints -1}", [] { dns::lookup("x.test", {.hints = -1}, [] {}); });
failing("lookup {order x}", [] { dns::lookup("x.test", {.order = "x"}, [] {}); });
failing("lookup {all, order x}", [] { dns::lookup("x.test", {.all = true, .order = "x"}, [] {}); });
failing("order x", [] { dns::setDefaultResultOrder("x"); });
failing("service x", [] { dns::lookupService("x", 80, [] {}); });
failing("service 70000", [] { dns::lookupService("127.0.0.1", 70000, [] {}); });
failing("service '80x'", [] { dns::lookupService("127.0.0.1", "80x", [] {}); });
failing("service promises", [] { (void)dns::promises::lookupService("localhost", 80); });
console::log(dns::getDefaultResultOrder(), dns::ADDRCONFIG, dns::V4MAPPED, dns::ALL, dns::NODATA, dns::NOTFOUND, dns::EOF_, dns::promises::CANCELLED);
}); }
