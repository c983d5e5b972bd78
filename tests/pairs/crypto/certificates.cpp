#include "ask.h"
#include "certificate_texts.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
using namespace keys;
auto authority = make<crypto::X509Certificate>(authorityCertificate);
auto leaf = make<crypto::X509Certificate>(Buffer::from(leafCertificate));
auto ed25519 = make<crypto::X509Certificate>(ed25519Certificate);
for (auto one : Array<crypto::X509Certificate>{authority, leaf, ed25519}) {
  console::log(one->subject(), one->issuer(), one->subjectAltName(), one->infoAccess(), one->validFrom(), one->validTo());
  console::log(one->validFromDate().toISOString(), one->validToDate().getTime(), one->fingerprint(), one->fingerprint256(), one->fingerprint512());
  console::log(one->keyUsage(), one->serialNumber(), one->signatureAlgorithm(), one->signatureAlgorithmOid(), one->ca(), one->raw().length());
  console::log(one->publicKey()->asymmetricKeyType(), one->publicKey()->type(), !one->issuerCertificate());
}
ask("PEM", [=] { return authority->toString() == authorityCertificate && authority->toJSON() == authority->toString(); });
ask("DER", [=] { return make<crypto::X509Certificate>(authority->raw())->fingerprint() == authority->fingerprint(); });
ask("two", [=] { return make<crypto::X509Certificate>(leaf->toString() + authority->toString())->subject(); });
auto hosts = Array<String>{"example.org", "EXAMPLE.org", "a.example.com", "a.b.example.com", "nope", "", "127.0.0.1", "example.org.", ".example.com", "a\0b"};
for (String host : hosts) ask("host " + host, [=] { return authority->checkHost(host) || "none"; });
ask("no wildcards", [=] { return authority->checkHost("a.example.com", {.wildcards = false}) || "none"; });
ask("several labels", [=] { return authority->checkHost("a.b.example.com", {.multiLabelWildcards = true}) || "none"; });
ask("a common name", [=] { return ed25519->checkHost("ed"); });
ask("no common name", [=] { return ed25519->checkHost("ed", {.subject = "never"}) || "none"; });
ask("always", [=] { return authority->checkHost("example.org", {.subject = "always"}); });
ask("another subject", [=] { authority->checkHost("example.org", {.subject = "x"}); });
for (String email : Array<String>{"root@example.org", "a@example.org", "ROOT@EXAMPLE.ORG", "x", ""})
  ask("email " + email, [=] { return authority->checkEmail(email) || "none"; });
ask("an email of the subject", [=] { return authority->checkEmail("a@example.org", {.subject = "always"}); });
for (String ip : Array<String>{"127.0.0.1", "::1", "0:0:0:0:0:0:0:1", "1.1.1.1", "x", ""}) ask("ip " + ip, [=] { return authority->checkIP(ip) || "none"; });
ask("issued", [=] { return Array<bool>{leaf->checkIssued(authority), authority->checkIssued(authority), authority->checkIssued(leaf), ed25519->checkIssued(ed25519)}; });
auto leafKey = crypto::createPrivateKey(keys::leafKey);
ask("a private key", [=] { return Array<bool>{leaf->checkPrivateKey(leafKey), authority->checkPrivateKey(leafKey)}; });
ask("no private key", [=] { leaf->checkPrivateKey(nullptr); });
ask("a public key as a private one", [=] { leaf->checkPrivateKey(leaf->publicKey()); });
ask("signed", [=] { return Array<bool>{leaf->verify(authority->publicKey()), leaf->verify(leaf->publicKey()), ed25519->verify(ed25519->publicKey()), ed25519->verify(authority->publicKey())}; });
ask("a private key as a public one", [=] { leaf->verify(leafKey); });
ask("a secret key", [=] { leaf->verify(crypto::createSecretKey("abc")); });
auto bad = Array<String>{"", "x", "\0", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"};
for (String text : bad) ask("no certificate", [=] { make<crypto::X509Certificate>(text); });
ask("nothing", [=] { make<crypto::X509Certificate>(undefined); });
ask("a cut certificate", [=] { make<crypto::X509Certificate>(authority->raw().subarray(0, 300)); });
console::log(authority->toLegacyObject());
console::log(leaf->toLegacyObject()["modulus"], ed25519);
}); }
