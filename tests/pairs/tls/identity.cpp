#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/tls.h>
using namespace nodecpp;
static void check(String host, var cert) {
  try {
    Error error = tls::checkServerIdentity(host, cert);
    console::log(JSON::stringify(host), error ? error->code + " " + JSON::stringify(error->get("reason").toString()) : String("is meant"));
  } catch (const Error& error) {
    console::log(JSON::stringify(host), "throws", error->name, error->code, error->message);
  }
}
static var named(String name) { return var::object({{"CN", name}}); }
static var several(var names) { return var::object({{"CN", names}}); }
int main(int argc, char** argv) { return run(argc, argv, [] {
for (String names : Array<String>{"\"", "DNS:\"", "DNS:\"a", "DNS:\"a\"", "DNS:\"a\\q\"", "DNS:\"a\\", "\"DNS:a\"x", "\"DNS:a\"", "DNS:a,b", "DNS:a,", ",", ", ", "IP Address:x", "IP Address:1.2.3", "URI:http://a.com",
  "DNS:a\"b\"c", "DNS:\"a\\u0000b\"", "DNS:\"a\nb\"", "DNS:\"a\\u002cDNS:a.com\"", "dns:a.com", "DNS:a.com,DNS:b.com", "DNS:b.com,\"DNS:x\",DNS:a.com", "DNS:\"1\"", "DNS:a, DNS:", "DNS:, DNS:.", "DNS:*", "DNS:*.com", "DNS:*.a.com",
  "DNS:a.com.", "DNS:A.COM", "DNS:a .com", "DNS:\u00e4.com", "DNS:\u212a.com", "DNS:xn--*.a.com", "DNS:x*.a.com", "DNS:*x.a.com", "DNS:x*y*z.a.com", "DNS:b.*.com"}) {
  console::log(JSON::stringify(names));
  for (String host : {"a.com", "a", "xyz.a.com", "1.2.0.3"}) check(host, var::object({{"subject", named("a.com")}, {"subjectaltname", names}}));
}
for (String host : Array<String>{"", ".", "..", "a..com", "\u00e4.com", "xn--", "a com", "a\0.com", "[::1]", "::1", "0:0::1", "::2", "1.2.3.4", "1.2.3.4.", "*", "*.a.com", "b.a.com", ".a.com", "k.com", "\u212a.com", str("A").repeat(300)}) {
  check(host, var::object({{"subject", named("a.com")}, {"subjectaltname", "DNS:a.com, DNS:*.a.com, IP Address:1.2.3.4, IP Address:0:0:0:0:0:0:0:1, DNS:k.com"}}));
}
for (var cert : Array<var>{var::object(), var::object({{"subject", nullptr}}), var::object({{"subject", var::object()}}), var::object({{"subject", several(var::array({"a.com", "b.com"}))}}), var::object({{"subject", several(var::array({"", "b.com"}))}}), var::object({{"subject", named("")}}), var::object({{"subjectaltname", "DNS:a.com"}}), var::object({{"subject", named("a.com")}, {"subjectaltname", ""}})}) check("a.com", cert);
}); }
