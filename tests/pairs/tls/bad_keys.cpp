#include <nodecpp/regexp.h>

#include "authority.h"
static void context(String name, tls::SecureContextOptions options) {
  try {
    tls::createSecureContext(options);
    console::log(name, "well");
  } catch (const Error& error) {
    auto known = error->message.startsWith("error:") ? error->get("library").toString() + ", " + error->get("reason").toString() : error->message;
    console::log(name, error->name, error->code.empty() ? String("no code") : error->code, known);
  }
}
static Buffer binary(String name) { return Buffer::from(file(name), "base64"); }
int main(int argc, char** argv) { return run(argc, argv, [] {
makeAuthority();
String leaf = file("leaf.pem");
String key = file("leaf.key");
String root = file("root.pem");
auto archive = binary("archive");
String end = "\n-----END CERTIFICATE-----\n";
auto some = Buffer::from({0x30, 0x82, 1, 2, 3});
auto damaged = Buffer::from(archive);
damaged[300] ^= 1;
context("an empty text for a certificate", {.cert = ""});
context("an empty text for a key", {.key = ""});
context("an empty text for authorities", {.ca = ""});
context("an empty Buffer for a certificate", {.cert = Buffer::alloc(0)});
context("an empty Buffer for a key", {.key = Buffer::alloc(0)});
context("an empty Buffer for a list", {.crl = Buffer::alloc(0)});
context("an empty Buffer for an archive", {.pfx = Buffer::alloc(0)});
context("bytes for a certificate", {.cert = some});
context("bytes for a key", {.key = some});
context("bytes for authorities", {.ca = some});
context("bytes for a list", {.crl = some});
context("bytes for parameters", {.dhparam = some});
context("bytes for an archive", {.pfx = some});
context("a key for a certificate", {.cert = key});
context("a certificate for a key", {.key = leaf});
context("a certificate for a list", {.crl = leaf});
context("a list for authorities", {.ca = file("list.crl")});
context("a certificate for parameters", {.dhparam = leaf});
context("a certificate in DER", {.cert = binary("leaf.der")});
context("authorities in DER", {.ca = binary("leaf.der")});
context("a certificate that is cut", {.cert = leaf.slice(0, 300)});
context("a certificate that is cut, with its last line", {.cert = leaf.slice(0, 300) + end});
context("a certificate with a wrong tag", {.cert = leaf.replace("MII", "AAA")});
context("a certificate with other characters", {.cert = leaf.slice(0, 200) + "%%%" + leaf.slice(203)});
context("a certificate without its last line", {.cert = leaf.replace("-----END CERTIFICATE-----", "")});
context("a certificate with another last line", {.cert = leaf.replace("END CERTIFICATE", "END X")});
context("a certificate and something behind it", {.cert = leaf + "something"});
context("a chain that is cut", {.cert = leaf + root.slice(0, 300)});
context("a chain that is cut, with its last line", {.cert = leaf + root.slice(0, 300) + end});
context("authorities that are cut", {.ca = root + leaf.slice(0, 300)});
context("authorities that are cut, with the last line", {.ca = root + leaf.slice(0, 300) + end});
context("authorities behind something else", {.ca = "something\n" + root});
context("an authority twice", {.ca = root + root});
context("an authority twice in a list", {.ca = {root, root}});
context("lines of another system", {.key = key.replace(RegExp("\n", "g"), "\r\n"), .cert = leaf.replace(RegExp("\n", "g"), "\r\n")});
context("a key that is cut", {.key = key.slice(0, 100)});
context("a key that is cut, with its last line", {.key = key.slice(0, 100) + "\n-----END EC PRIVATE KEY-----\n"});
context("a key alone", {.key = key});
context("a certificate alone", {.cert = leaf});
context("a key of another", {.key = file("root.key"), .cert = leaf});
context("a key of another kind", {.key = file("weak.key"), .cert = leaf});
context("two certificates and one key", {.key = {key}, .cert = {leaf, root}});
context("a weak key", {.key = file("weak.key"), .cert = file("weak.pem")});
context("a weak key that is allowed", {.key = file("weak.key"), .cert = file("weak.pem"), .ciphers = "DEFAULT@SECLEVEL=0"});
context("an encrypted key, a wrong pass phrase", {.key = file("locked.key"), .passphrase = "wrong"});
context("an encrypted key, no pass phrase", {.key = file("locked.key")});
context("an encrypted key, the pass phrase", {.key = file("locked.key"), .passphrase = "good"});
context("a pass phrase that is not needed", {.key = key, .passphrase = "good"});
context("an archive without its pass phrase", {.pfx = archive});
context("an archive, a wrong pass phrase", {.pfx = archive, .passphrase = "wrong"});
context("an archive, a long pass phrase", {.pfx = archive, .passphrase = str("x").repeat(5000)});
context("an archive, the pass phrase", {.pfx = archive, .passphrase = "good"});
context("an archive that is cut", {.pfx = archive.subarray(0, 500), .passphrase = "good"});
context("an archive that is damaged", {.pfx = damaged, .passphrase = "good"});
context("parameters that are weak", {.dhparam = file("dh.pem")});
context("a list that is cut", {.crl = file("list.crl").slice(0, 100)});
context("a list twice", {.crl = {file("list.crl"), file("list.crl")}});
context("a list and something else", {.crl = {file("list.crl"), "x"}});
context("49 bytes of ticket keys", {.ticketKeys = Buffer::alloc(49)});
context("32 characters of a session context", {.sessionIdContext = str("x").repeat(32)});
context("algorithms of signatures", {.sigalgs = "x+y"});
context("a suite that does not exist", {.ciphers = "TLS_x"});
context("a suite that is excluded", {.ciphers = "!TLS_AES_128_GCM_SHA256"});
context("no suites", {.ciphers = ":"});
context("ciphers with a zero", {.ciphers = str("DEFAULT") + String::fromCharCode(0) + "x"});
context("a curve that does not exist", {.ecdhCurve = "P-256:nonsense"});
context("a curve with a zero", {.ecdhCurve = str("P-256") + String::fromCharCode(0)});
context("versions in the wrong order", {.maxVersion = "TLSv1.2", .minVersion = "TLSv1.3"});
context("SSL 2", {.secureProtocol = "SSLv2_method"});
context("SSL 3", {.secureProtocol = "SSLv3_client_method"});
context("a method of one side", {.secureProtocol = "TLSv1_server_method"});
}); }
