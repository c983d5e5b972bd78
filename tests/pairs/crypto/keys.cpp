#include "ask.h"
#include "key_texts.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
Array<String> names = {"rsa", "pss", "ec", "ec521", "ed25519", "ed448", "x25519"};
for (String name : names) {
  auto key = crypto::createPrivateKey(keys::named(name));
  auto publicKey = crypto::createPublicKey(keys::named(name + "Public"));
  ask(name, [=] { return key->type() + " " + publicKey->type() + " " + key->asymmetricKeyType() + " " + publicKey->asymmetricKeyType(); });
  ask(name, [=] { return key->asymmetricKeyDetails().modulusLength; });
  ask(name, [=] { return key->asymmetricKeyDetails().publicExponent; });
  ask(name, [=] { auto details = publicKey->asymmetricKeyDetails(); return details.namedCurve + "|" + details.hashAlgorithm + "|" +
    details.mgf1HashAlgorithm + "|" + str(details.saltLength.value); });
  ask(name, [=] { return key->export_({.type = "pkcs8", .format = "pem"}) == keys::named(name); });
  ask(name, [=] { return publicKey->export_({.type = "spki", .format = "pem"}) == keys::named(name + "Public"); });
  ask(name, [=] { return crypto::hash("sha1", key->export_({.type = "pkcs8", .format = "der"})); });
  ask(name, [=] { return crypto::hash("sha1", publicKey->export_({.type = "spki", .format = "der"})); });
  ask(name, [=] { return crypto::createPublicKey(key)->equals(publicKey); });
  ask(name, [=] { return crypto::createPublicKey(keys::named(name))->equals(publicKey); });
  ask(name, [=] { return key->equals(publicKey); });
  ask(name, [=] { return crypto::createPrivateKey({.key = key->export_({.type = "pkcs8", .format = "der"}), .format = "der", .type = "pkcs8"})->equals(key); });
  ask(name, [=] { return crypto::createPublicKey({.key = publicKey->export_({.type = "spki", .format = "der"}), .format = "der", .type = "spki"})->equals(publicKey); });
  ask(name + " in PKCS #1", [=] { return crypto::hash("sha1", key->export_({.type = "pkcs1", .format = "pem"})); });
  ask(name + " in SEC 1", [=] { return crypto::hash("sha1", key->export_({.type = "sec1", .format = "pem"})); });
  ask(name + " in PKCS #1, public", [=] { return crypto::hash("sha1", publicKey->export_({.type = "pkcs1", .format = "der"})); });
  ask(name + " encrypted", [=] {
    auto pem = key->export_({.type = "pkcs8", .format = "pem", .cipher = "aes-128-cbc", .passphrase = "good"});
    return crypto::createPrivateKey({.key = pem, .passphrase = "good"})->equals(key);
  });
  ask(name + " encrypted, DER", [=] {
    auto der = key->export_({.type = "pkcs8", .format = "der", .cipher = "aes-256-cbc", .passphrase = "good"});
    return crypto::createPrivateKey({.key = der, .format = "der", .type = "pkcs8", .passphrase = Buffer::from("good")})->equals(key);
  });
}
auto rsa = crypto::createPrivateKey(String(keys::rsa));
auto ec = crypto::createPrivateKey(String(keys::ec));
auto rsaPublic = crypto::createPublicKey(rsa);
ask("RSA in PKCS #1", [=] { return crypto::createPrivateKey({.key = rsa->export_({.type = "pkcs1", .format = "der"}), .format = "der", .type = "pkcs1"})->equals(rsa); });
ask("RSA in PKCS #1, public", [=] { return crypto::createPublicKey(rsaPublic->export_({.type = "pkcs1", .format = "pem"}))->equals(rsaPublic); });
ask("EC in SEC 1", [=] { return crypto::createPrivateKey({.key = ec->export_({.type = "sec1", .format = "der"}), .format = "der", .type = "sec1"})->equals(ec); });
ask("EC in SEC 1, encrypted", [=] { return crypto::createPrivateKey({.key = ec->export_({.type = "sec1", .format = "pem", .cipher = "aes-128-cbc", .passphrase = "x"}), .passphrase = "x"})->equals(ec); });
ask("a Buffer", [=] { return crypto::createPrivateKey(Buffer::from(String(keys::ec)))->equals(ec); });
ask("locked", [=] { return crypto::createPrivateKey({.key = String(keys::locked), .passphrase = "good"})->equals(ec); });
ask("locked, public", [=] { return crypto::createPublicKey({.key = String(keys::locked), .passphrase = "good"})->type(); });
ask("locked, a wrong pass phrase", [=] { crypto::createPrivateKey({.key = String(keys::locked), .passphrase = "bad"}); });
ask("an undefined key", [=] { crypto::createPrivateKey(undefined); });
ask("a format", [=] { crypto::createPrivateKey({.key = Buffer::alloc(5), .format = "xx"}); });
ask("DER of no type", [=] { crypto::createPrivateKey({.key = Buffer::alloc(5), .format = "der"}); });
ask("DER of another type", [=] { crypto::createPrivateKey({.key = Buffer::alloc(5), .format = "der", .type = "zz"}); });
ask("a private key in SPKI", [=] { crypto::createPrivateKey({.key = Buffer::alloc(5), .format = "der", .type = "spki"}); });
ask("a public key of a public one", [=] { crypto::createPublicKey(rsaPublic); });
ask("a private key of one", [=] { crypto::createPrivateKey(rsa); });
ask("a secret key for a public one", [=] { crypto::createPublicKey(crypto::createSecretKey("abc")); });
ask("a private key for HMAC", [=] { crypto::createHmac("sha1", rsa); });
ask("a public key for a cipher", [=] { crypto::createCipheriv("aes-128-ecb", rsaPublic, nullptr); });
ask("no options", [=] { rsa->export_(); });
ask("no type", [=] { rsa->export_({.format = "pem"}); });
ask("no format", [=] { rsa->export_({.type = "pkcs8"}); });
ask("SPKI", [=] { rsa->export_({.type = "spki", .format = "pem"}); });
ask("SEC 1 of RSA", [=] { rsa->export_({.type = "sec1", .format = "pem"}); });
ask("PKCS #1 of EC", [=] { ec->export_({.type = "pkcs1", .format = "pem"}); });
ask("PKCS #8 of a public key", [=] { rsaPublic->export_({.type = "pkcs8", .format = "pem"}); });
ask("no pass phrase", [=] { rsa->export_({.type = "pkcs8", .format = "pem", .cipher = "aes-256-cbc"}); });
ask("an unknown cipher", [=] { rsa->export_({.type = "pkcs8", .format = "pem", .cipher = "nope", .passphrase = "x"}); });
ask("SEC 1 in DER, encrypted", [=] { ec->export_({.type = "sec1", .format = "der", .cipher = "aes-256-cbc", .passphrase = "x"}); });
ask("PKCS #1 in DER, encrypted", [=] { rsa->export_({.type = "pkcs1", .format = "der", .cipher = "aes-256-cbc", .passphrase = "x"}); });
ask("a secret key in PEM", [=] { crypto::createSecretKey("abc")->export_({.format = "pem"}); });
for (String name : Array<String>{"P-256", "prime256v1", "secp521r1", "secp256k1"}) {
  ask("a pair of " + name, [=] { return crypto::generateKeyPairSync("ec", {.namedCurve = name}).privateKey->asymmetricKeyDetails().namedCurve; });
}
for (String type : Array<String>{"ed25519", "ed448", "x25519", "x448"}) {
  ask("a pair of " + type, [=] { auto pair = crypto::generateKeyPairSync(type); return pair.publicKey->asymmetricKeyType() + str(crypto::createPublicKey(pair.privateKey)->equals(pair.publicKey)); });
}
ask("a pair of RSA", [=] { return crypto::generateKeyPairSync("rsa", {.modulusLength = 1024, .publicExponent = 3}).publicKey->asymmetricKeyDetails().modulusLength; });
ask("a pair of an unknown type", [=] { crypto::generateKeyPairSync("nope"); });
ask("a pair of an unknown curve", [=] { crypto::generateKeyPairSync("ec", {.namedCurve = "sha256"}); });
ask("a pair of no curve", [=] { crypto::generateKeyPairSync("ec", {}); });
ask("a pair of no length", [=] { crypto::generateKeyPairSync("rsa", {}); });
ask("a pair of a negative length", [=] { crypto::generateKeyPairSync("rsa", {.modulusLength = -1}); });
ask("a pair of a small length", [=] { crypto::generateKeyPairSync("rsa", {.modulusLength = 100}); });
ask("a pair of an unknown digest", [=] { crypto::generateKeyPairSync("rsa-pss", {.modulusLength = 1024, .hashAlgorithm = "nope"}); });
crypto::generateKeyPair("ec", {.namedCurve = "P-384"}, [](Error error, crypto::KeyObject publicKey, crypto::KeyObject privateKey) {
  console::log(publicKey->type(), privateKey->type(), crypto::createPublicKey(privateKey)->equals(publicKey));
  crypto::generateKeyPair("rsa", {.modulusLength = 100}, [](Error error) { console::log(error->message); });
});
}); }
