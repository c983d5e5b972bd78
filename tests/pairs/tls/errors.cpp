#include "scenes.h"
static void attempt(String name, Function<void()> f) {
  try {
    f();
    console::log(name, "well");
  } catch (const Error& error) {
    console::log(name, error->name, error->code,
                 error->message.startsWith("error:")
                     ? error->get("library").toString() + ", " + error->get("reason").toString()
                     : error->message);
  }
}
static void context(String name, tls::SecureContextOptions options) { attempt(name, [=] { tls::createSecureContext(options); }); }
int main(int argc, char** argv) { return run(argc, argv, [] {
auto pem = certificate("localhost", "DNS:localhost");
auto other = certificate("other", "DNS:other");
context("nothing", {});
context("a certificate that is none", {.cert = "x"});
context("a key of another", {.key = other, .cert = pem});
context("a list that is none", {.crl = "x"});
context("authorities that are none", {.ca = "x"});
context("a version", {.minVersion = "TLSv9"});
context("a method", {.secureProtocol = "TLSv9_method"});
context("a method and a version", {.maxVersion = "TLSv1.3", .secureProtocol = "TLSv1_2_method"});
context("ciphers", {.ciphers = "nonsense"});
context("no ciphers", {.ciphers = "TLS_AES_128_GCM_SHA256"});
context("a curve", {.ecdhCurve = "nonsense"});
context("curves", {.ecdhCurve = "X25519:P-256"});
context("keys of tickets", {.ticketKeys = Buffer::alloc(3)});
context("a time-out", {.sessionTimeout = -1});
context("a time-out with a fraction", {.sessionTimeout = 1.5});
context("an encrypted key", {.key = child_process::execFileSync("openssl", {"ec", "-aes128", "-passout", "pass:x"}, {.input = pem, .stdio = {"pipe", "pipe", "ignore"}}).toBuffer(), .passphrase = "x"});
attempt("two ways of ALPN", [] { tls::createServer({.ALPNProtocols = {"a"}, .ALPNCallback = [] { return undefined; }}); });
attempt("a protocol without a name", [] { tls::connect({.port = 1, .ALPNProtocols = {"a", ""}}); });
attempt("a context without a name", [] { tls::createServer()->addContext("", tls::SecureContextOptions()); });
attempt("a size of keys", [] { tls::connect({.port = 1, .minDHSize = 0}); });
attempt("certificates of a kind", [] { tls::getCACertificates("x"); });
attempt("certificates that are none", [] { tls::setDefaultCACertificates({"x"}); });
attempt("a port", [] { tls::connect({.port = 70000}); });
attempt("no port", [] { tls::connect(tls::ConnectOptions{}); });
tls::setDefaultCACertificates({pem});
console::log(tls::getCACertificates().length(),
             tls::getCACertificates()[0].startsWith("-----BEGIN CERTIFICATE-----\n"));
console::log(tls::DEFAULT_MIN_VERSION, tls::DEFAULT_MAX_VERSION, tls::DEFAULT_ECDH_CURVE, tls::DEFAULT_CIPHERS);
console::log("from " + tls::DEFAULT_MIN_VERSION + " to " + tls::DEFAULT_MAX_VERSION, tls::DEFAULT_MIN_VERSION == "TLSv1.2", tls::DEFAULT_CIPHERS.split(":").length());
tls::DEFAULT_MAX_VERSION = "TLSv1.2";
console::log(tls::DEFAULT_MAX_VERSION.toString(), tls::getCiphers().includes("tls_aes_128_gcm_sha256"), tls::getCiphers().includes("ecdhe-rsa-aes128-gcm-sha256"));
}); }
