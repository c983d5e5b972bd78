#include <nodecpp/typed_arrays.h>

#include "ask_later.h"
using crypto::CryptoKey;
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
namespace subtle = crypto::webcrypto::subtle;
auto text = Buffer::from("a text that is longer than one block");
auto twelve = Buffer::alloc(12, 1);
auto sixteen = Buffer::alloc(16, 255);
for (String name : Array<String>{"SHA-1", "sha-256", "SHA-384", "SHA-512"}) co_await askLater(name, [=](this auto self) -> Promise<String> { co_return hex(co_await subtle::digest(name, text)); });
for (double bytes : Array<double>{16, 24, 32}) {
  auto raw = Buffer::alloc(bytes, 7);
  for (String name : Array<String>{"AES-CBC", "AES-CTR", "AES-GCM"}) {
    auto key = co_await subtle::importKey("raw", raw, name, true, {"encrypt", "decrypt"});
    console::log(key);
    for (auto parameters : {crypto::Algorithm{.name = name, .iv = sixteen, .counter = sixteen, .length = 128}, crypto::Algorithm{.name = name, .iv = sixteen, .additionalData = twelve, .tagLength = 96, .counter = sixteen, .length = 64}}) {
      auto sealed = co_await subtle::encrypt(parameters, key, text);
      console::log(name, hex(sealed), Buffer::from(co_await subtle::decrypt(parameters, key, sealed)).toString());
    }
    co_await askLater(name, [=](this auto self) -> Promise<String> { co_return hex(co_await subtle::encrypt({.name = name, .iv = sixteen, .counter = sixteen, .length = 1}, key, Buffer::alloc(0))); });
    co_await askLater("JWK", [=](this auto self) -> Promise<var> { var jwk = co_await subtle::exportKey("jwk", key); co_return jwk; });
  }
}
auto counted = co_await subtle::importKey("raw", sixteen, "AES-CTR", false, {"encrypt", "decrypt"});
auto last = Buffer::alloc(16, 1);
last[15] = 255;
for (double length : Array<double>{8, 9, 4})
  co_await askLater("a counter of " + str(length), [=](this auto self) -> Promise<String> { co_return hex(co_await subtle::encrypt({.name = "AES-CTR", .counter = last, .length = length}, counted, Buffer::alloc(100))); });
co_await askLater("a counter that is too short", [=](this auto self) -> Promise<String> { co_return hex(co_await subtle::encrypt({.name = "AES-CTR", .counter = last, .length = 2}, counted, Buffer::alloc(100))); });
auto mac = co_await subtle::importKey("raw", text, {.name = "HMAC", .hash = "SHA-256"}, true, {"sign", "verify"});
console::log(mac->algorithm(), mac->usages(), mac->type(), mac->extractable());
auto tag = co_await subtle::sign("HMAC", mac, twelve);
console::log(hex(tag), co_await subtle::verify("HMAC", mac, tag, twelve), co_await subtle::verify("HMAC", mac, tag, sixteen), co_await subtle::verify("HMAC", mac, twelve, twelve));
co_await askLater("a short HMAC", [=](this auto self) -> Promise<crypto::KeyAlgorithm> { co_return (co_await subtle::importKey("raw", Buffer::from({255, 255}), {.name = "HMAC", .hash = "SHA-1", .length = 15}, true, {"sign"}))->algorithm(); });
co_await askLater("a new HMAC", [=](this auto self) -> Promise<Array<String>> { co_return (co_await subtle::generateKey({.name = "HMAC", .hash = "SHA-512"}, true, {"verify", "sign", "sign"}))->usages(); });
auto password = co_await subtle::importKey("raw", text, "PBKDF2", false, {"deriveBits", "deriveKey"});
console::log(hex(co_await subtle::deriveBits({.name = "PBKDF2", .salt = twelve, .iterations = 10, .hash = "SHA-256"}, password, 128)));
auto derived = co_await subtle::deriveKey({.name = "PBKDF2", .salt = twelve, .iterations = 10, .hash = "SHA-256"}, password, {.name = "AES-GCM", .length = 256}, true, {"encrypt"});
console::log(derived, hex(co_await subtle::exportKey("raw", derived)));
auto bytes = co_await subtle::exportKey("raw", derived);
console::log(bytes.byteLength(), Buffer::from(bytes).toString("base64"), Uint8Array(bytes)[0], bytes);
auto material = co_await subtle::importKey("raw", text, "HKDF", false, {"deriveBits", "deriveKey"});
console::log(hex(co_await subtle::deriveBits({.name = "HKDF", .salt = twelve, .info = sixteen, .hash = "SHA-512"}, material, 256)));
auto signing = co_await subtle::deriveKey({.name = "HKDF", .salt = twelve, .info = sixteen, .hash = "SHA-1"}, material, {.name = "HMAC", .hash = "SHA-256"}, true, {"sign"});
console::log(signing->algorithm(), hex(co_await subtle::exportKey("raw", signing)));
for (String namedCurve : Array<String>{"P-256", "P-384", "P-521"}) {
  auto pair = co_await subtle::generateKey({.name = "ECDSA", .namedCurve = namedCurve}, true, {"sign", "verify"});
  auto signature = co_await subtle::sign({.name = "ECDSA", .hash = "SHA-384"}, pair.privateKey, text);
  console::log(pair, signature.byteLength(), co_await subtle::verify({.name = "ECDSA", .hash = {"SHA-384"}}, pair.publicKey, signature, text), co_await subtle::verify({.name = "ECDSA", .hash = "SHA-256"}, pair.publicKey, signature, text));
  for (String format : Array<String>{"raw", "spki", "jwk"}) {
    auto exported = co_await subtle::exportKey(format, pair.publicKey);
    auto again = co_await subtle::importKey(format, exported, {.name = "ECDSA", .namedCurve = namedCurve}, true, {"verify"});
    console::log(format, co_await subtle::verify({.name = "ECDSA", .hash = "SHA-384"}, again, signature, text));
  }
  console::log(co_await subtle::getPublicKey(pair.privateKey, {"verify"}));
  co_await askLater("a public key of a public one", [=] { return subtle::getPublicKey(pair.publicKey, {}); });
  co_await askLater("a public key that signs", [=] { return subtle::getPublicKey(pair.privateKey, {"sign"}); });
  co_await askLater("a public key of a secret", [=] { return subtle::getPublicKey(mac, {}); });
  var jwk = co_await subtle::exportKey("jwk", pair.privateKey);
  console::log(Object::keys(jwk).join(), jwk["key_ops"], jwk["ext"]);
  auto one = co_await subtle::generateKey({.name = "ECDH", .namedCurve = namedCurve}, true, {"deriveBits"});
  auto two = co_await subtle::generateKey({.name = "ECDH", .namedCurve = namedCurve}, true, {"deriveBits"});
  auto shared = co_await subtle::deriveBits({.name = "ECDH", .public_ = two.publicKey}, one.privateKey, 250);
  console::log(hex(shared) == hex(co_await subtle::deriveBits({.name = "ECDH", .public_ = one.publicKey}, two.privateKey, 250)), shared.byteLength());
  co_await askLater("all bits", [=](this auto self) -> Promise<double> { co_return (co_await subtle::deriveBits({.name = "ECDH", .public_ = two.publicKey}, one.privateKey, nullptr)).byteLength(); });
  co_await askLater("too many bits", [=] { return subtle::deriveBits({.name = "ECDH", .public_ = two.publicKey}, one.privateKey, 1000); });
}
for (String name : Array<String>{"Ed25519", "X25519"}) {
  auto usages = name == "Ed25519" ? Array<String>{"sign", "verify"} : Array<String>{"deriveBits"};
  auto [publicKey, privateKey] = co_await subtle::generateKey(name, true, usages);
  console::log(publicKey, privateKey, ArrayBuffer(co_await subtle::exportKey("raw", publicKey)).byteLength(), ArrayBuffer(co_await subtle::exportKey("pkcs8", privateKey)).byteLength());
  var jwk = co_await subtle::exportKey("jwk", privateKey);
  console::log(Object::keys(jwk).join(), jwk["crv"], (co_await subtle::importKey("jwk", jwk, name, true, privateKey->usages()))->type());
  if (name == "Ed25519") {
    auto signature = co_await subtle::sign("Ed25519", privateKey, text);
    console::log(co_await subtle::verify("Ed25519", publicKey, signature, text), co_await subtle::verify("Ed25519", publicKey, signature, twelve));
  } else {
    console::log((co_await subtle::deriveBits({.name = name, .public_ = publicKey}, privateKey, 256)).byteLength());
  }
}
for (String name : Array<String>{"RSA-PSS", "RSASSA-PKCS1-v1_5", "RSA-OAEP"}) {
  auto usages = name == "RSA-OAEP" ? Array<String>{"encrypt", "decrypt", "wrapKey", "unwrapKey"} : Array<String>{"sign", "verify"};
  auto [publicKey, privateKey] = co_await subtle::generateKey({.name = name, .modulusLength = 2048, .publicExponent = Uint8Array({1, 0, 1}), .hash = "SHA-256"}, true, usages);
  console::log(publicKey->algorithm().modulusLength.value, publicKey->algorithm().hash, publicKey->usages(), privateKey->usages(), privateKey->algorithm().publicExponent);
  var jwk = co_await subtle::exportKey("jwk", privateKey);
  console::log(Object::keys(jwk).join(), jwk["alg"], (co_await subtle::importKey("jwk", jwk, {.name = name, .hash = "SHA-256"}, true, privateKey->usages()))->type());
  auto spki = co_await subtle::exportKey("spki", publicKey);
  auto again = co_await subtle::importKey("spki", spki, {.name = name, .hash = "SHA-256"}, true, publicKey->usages());
  if (name == "RSA-OAEP") {
    auto sealed = co_await subtle::encrypt({.name = name, .label = twelve}, again, text);
    console::log(Buffer::from(co_await subtle::decrypt({.name = name, .label = twelve}, privateKey, sealed)).toString());
    co_await askLater("another label", [=] { return subtle::decrypt({.name = name}, privateKey, sealed); });
    for (String format : Array<String>{"raw", "jwk"}) {
      auto wrapped = co_await subtle::wrapKey("raw", derived, publicKey, "RSA-OAEP");
      auto unwrapped = co_await subtle::unwrapKey("raw", wrapped, privateKey, "RSA-OAEP", "AES-GCM", true, {"encrypt"});
      console::log(wrapped.byteLength(), hex(co_await subtle::exportKey("raw", unwrapped)));
    }
  } else {
    auto signature = co_await subtle::sign({.name = name, .saltLength = 32}, privateKey, text);
    console::log(co_await subtle::verify({.name = name, .saltLength = 32}, again, signature, text), co_await subtle::verify({.name = name, .saltLength = 32}, again, signature, twelve));
  }
}
auto secret = crypto::createSecretKey(sixteen)->toCryptoKey("AES-CBC", true, {"encrypt", "decrypt"});
console::log(secret, crypto::KeyObjectObject::from(secret)->equals(crypto::createSecretKey(sixteen)));
co_await askLater("a short key", [=](this auto self) -> Promise<CryptoKey> { co_return crypto::createSecretKey(twelve)->toCryptoKey("AES-CBC", true, {"encrypt"}); });
co_await askLater("another algorithm", [=](this auto self) -> Promise<CryptoKey> { co_return crypto::createSecretKey(sixteen)->toCryptoKey({.name = "ECDH", .namedCurve = "P-5"}, true, {"encrypt"}); });
auto wrapping = co_await subtle::importKey("raw", sixteen, "AES-KW", false, {"wrapKey", "unwrapKey"});
for (String format : Array<String>{"raw", "jwk"}) {
  auto wrapped = co_await subtle::wrapKey(format, derived, wrapping, "AES-KW");
  console::log(hex(wrapped), hex(co_await subtle::exportKey("raw", co_await subtle::unwrapKey(format, wrapped, wrapping, "AES-KW", "AES-CBC", true, {"encrypt"}).catch_([=] { return derived; }))));
}
console::log(crypto::webcrypto::randomUUID().length(), crypto::webcrypto::getRandomValues(Uint8Array(4)).length());
}); }
