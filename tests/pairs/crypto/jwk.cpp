#include "ask.h"
#include "key_texts.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
for (String name : Array<String>{"rsa", "ec", "ec521", "ed25519", "ed448", "x25519", "pss"}) {
  auto key = crypto::createPrivateKey(keys::named(name));
  auto publicKey = crypto::createPublicKey(keys::named(name + "Public"));
  ask(name, [=] { var jwk = key->export_({.format = "jwk"}); return JSON::stringify(jwk); });
  ask(name, [=] { var jwk = publicKey->export_({.format = "jwk"}); return JSON::stringify(jwk); });
  ask(name, [=] {
    var jwk = key->export_({.format = "jwk"});
    return crypto::createPrivateKey({.key = jwk, .format = "jwk"})->equals(key);
  });
  ask(name, [=] {
    var jwk = publicKey->export_({.format = "jwk"});
    return crypto::createPublicKey({.key = jwk, .format = "jwk"})->equals(publicKey);
  });
  ask(name, [=] {
    var jwk = key->export_({.format = "jwk"});
    return crypto::createPublicKey({.key = jwk, .format = "jwk"})->equals(publicKey);
  });
}
ask("secret", [] { var jwk = crypto::createSecretKey("abc")->export_({.format = "jwk"}); return JSON::stringify(jwk); });
auto readPrivate = [](String text) { crypto::createPrivateKey({.key = JSON::parse(text), .format = "jwk"}); };
auto readPublic = [](String text) { crypto::createPublicKey({.key = JSON::parse(text), .format = "jwk"}); };
for (String text : Array<String>{"{}", "{\"kty\":\"XX\"}", "{\"kty\":\"oct\",\"k\":\"YWJj\"}", "{\"kty\":\"EC\"}", "{\"kty\":\"EC\",\"crv\":\"nope\",\"x\":\"a\",\"y\":\"a\",\"d\":\"a\"}",
  "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"a\",\"d\":\"a\"}", "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"a\",\"y\":\"a\"}", "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"a\",\"d\":\"a\"}",
  "{\"kty\":\"OKP\",\"crv\":\"xx\",\"x\":\"a\"}", "{\"kty\":\"OKP\"}", "{\"kty\":\"RSA\"}", "{\"kty\":\"RSA\",\"n\":\"AQAB\",\"e\":\"AQAB\",\"d\":\"AQAB\"}"}) {
  ask(text, [=] { readPrivate(text); });
  if (!text.includes("\"d\"")) ask(text, [=] { readPublic(text); });
}
ask("a text", [] { crypto::createPrivateKey({.key = "abc", .format = "jwk"}); });
ask("encrypted", [] { crypto::createPrivateKey(keys::ec)->export_({.format = "jwk", .cipher = "aes-128-cbc", .passphrase = "x"}); });
ask("another curve", [] { var jwk = crypto::generateKeyPairSync("ec", {.namedCurve = "secp256k1"}).publicKey->export_({.format = "jwk"}); return String(jwk["crv"]); });
ask("a curve without a name", [] { crypto::generateKeyPairSync("ec", {.namedCurve = "brainpoolP256r1"}).publicKey->export_({.format = "jwk"}); });
}); }
