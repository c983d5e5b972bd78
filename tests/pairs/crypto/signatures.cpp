#include "ask.h"
#include "key_texts.h"
static Buffer decode(const char* text) { return Buffer::from(text, "base64"); }
int main(int argc, char** argv) { return run(argc, argv, [] {
auto data = Buffer::from("some data");
for (String digest : Array<String>{"sha1", "sha256", "RSA-SHA512", "md5"}) {
  ask("RSA " + digest, [=] { return crypto::sign(digest, data, keys::rsa).toString("base64"); });
  ask("RSA in parts " + digest, [=] { return crypto::createSign(digest)->update("some ")->update(Buffer::from("data"))->sign(keys::rsa, "base64"); });
}
ask("Ed25519", [=] { return crypto::sign(nullptr, data, keys::ed25519).toString("hex"); });
ask("Ed448", [=] { return crypto::sign(nullptr, data, keys::ed448).toString("hex"); });
ask("RSA without a digest", [=] { return crypto::sign(nullptr, data, keys::rsa).toString("base64"); });
for (String name : Array<String>{"rsa", "pss", "ec", "ec521", "ed25519", "ed448"}) {
  String digest = name.startsWith("ed") ? String(nullptr) : String("sha256");
  ask(name, [=] { return crypto::verify(digest, data, keys::named(name + "Public"), crypto::sign(digest, data, keys::named(name))); });
  ask(name + ", the private key", [=] { return crypto::verify(digest, data, keys::named(name), crypto::sign(digest, data, keys::named(name))); });
  ask(name + ", a KeyObject", [=] { return crypto::verify(digest, data, crypto::createPublicKey(keys::named(name)), crypto::sign(digest, data, crypto::createPrivateKey(keys::named(name)))); });
  ask(name + ", other data", [=] { return crypto::verify(digest, Buffer::from("other data"), keys::named(name + "Public"), crypto::sign(digest, data, keys::named(name))); });
  ask(name + ", no signature", [=] { return crypto::verify(digest, data, keys::named(name + "Public"), Buffer::alloc(0)); });
  ask(name + ", a short signature", [=] { return crypto::verify(digest, data, keys::named(name + "Public"), Buffer::alloc(20)); });
  ask(name + ", a changed signature", [=] {
    auto signature = crypto::sign(digest, data, keys::named(name));
    signature[signature.length() - 1] ^= 1;
    return crypto::verify(digest, data, keys::named(name + "Public"), signature);
  });
  ask(name + " by objects", [=] {
    auto signature = crypto::createSign("sha256")->update(data)->sign(keys::named(name));
    return crypto::createVerify("sha256")->update("some ")->update("data")->verify(keys::named(name + "Public"), signature);
  });
}
for (String name : Array<String>{"ec", "ec521"}) {
  crypto::KeyOptions key = {.key = keys::named(name), .dsaEncoding = "ieee-p1363"};
  ask(name + " in parts", [=] { return crypto::sign("sha256", data, key).length(); });
  ask(name + " in parts", [=] { return crypto::verify("sha256", data, key, crypto::sign("sha256", data, key)); });
  ask(name + " in parts, as DER", [=] { return crypto::verify("sha256", data, keys::named(name), crypto::sign("sha256", data, key)); });
  ask(name + " in parts, too few", [=] { return crypto::verify("sha256", data, key, crypto::sign("sha256", data, key).subarray(1)); });
  ask(name + " in parts by objects", [=] { return crypto::createVerify("sha256")->update(data)->verify(key, crypto::createSign("sha256")->update(data)->sign(key)); });
}
ask("of Node", [=] { return crypto::verify("sha256", data, keys::ecPublic, decode(keys::ecSignature)); });
ask("of Node in parts", [=] { return crypto::verify("sha256", data, {.key = keys::ecPublic, .dsaEncoding = "ieee-p1363"}, decode(keys::ecParts)); });
ask("of Node, PSS", [=] { return crypto::verify("sha256", data, keys::pssPublic, decode(keys::pssSignature)); });
ask("of Node, another digest", [=] { return crypto::verify("sha512", data, keys::ecPublic, decode(keys::ecSignature)); });
ask("PSS", [=] {
  auto padding = crypto::constants::RSA_PKCS1_PSS_PADDING;
  auto signature = crypto::sign("sha256", data, {.key = keys::rsa, .padding = padding, .saltLength = 20});
  return Array<bool>{crypto::verify("sha256", data, {.key = keys::rsaPublic, .padding = padding, .saltLength = 20}, signature),
    crypto::verify("sha256", data, {.key = keys::rsaPublic, .padding = padding, .saltLength = 21}, signature),
    crypto::verify("sha256", data, {.key = keys::rsaPublic, .padding = padding}, signature),
    crypto::verify("sha256", data, {.key = keys::rsaPublic}, signature)}.join(" ");
});
ask("an unknown digest", [=] { crypto::sign("nope", data, keys::rsa); });
ask("an unknown digest of an object", [=] { crypto::createSign("nope"); });
ask("an unknown digest of a check", [=] { crypto::createVerify("nope"); });
ask("a public key", [=] { crypto::sign("sha256", data, crypto::createPublicKey(keys::rsa)); });
ask("a secret key", [=] { crypto::verify("sha256", data, crypto::createSecretKey("abc"), data); });
ask("a digest for Ed25519", [=] { crypto::sign("sha256", data, keys::ed25519); });
ask("an encoding", [=] { crypto::sign("sha256", data, {.key = keys::ec, .dsaEncoding = "nope"}); });
ask("a digest that the key refuses", [=] { crypto::sign("sha1", data, keys::pss); });
ask("a padding", [=] { crypto::sign("sha256", data, {.key = keys::rsa, .padding = 99}); });
ask("no data", [=] { crypto::sign("sha256", undefined, keys::rsa); });
ask("sign twice", [=] { auto sign = crypto::createSign("sha256")->update("x"); sign->sign(keys::rsa); sign->sign(keys::rsa); });
ask("update after sign", [=] { auto sign = crypto::createSign("sha256")->update("x"); sign->sign(keys::rsa); sign->update("y"); });
ask("check twice", [=] { auto verify = crypto::createVerify("sha256")->update("x"); verify->verify(keys::rsa, data); verify->verify(keys::rsa, data); });
ask("a text", [=] { return crypto::createVerify("sha256")->update(data)->verify(keys::ecPublic, keys::ecSignature, "base64"); });
auto stream = crypto::createSign("sha256");
stream->write("some ");
stream->end("data");
ask("a stream", [=] { return stream->sign(keys::rsa, "hex") == crypto::sign("sha256", data, keys::rsa).toString("hex"); });

ask("OAEP of Node", [=] { return crypto::privateDecrypt(keys::rsa, decode(keys::oaep)).toString(); });
ask("OAEP of Node with a label", [=] { return crypto::privateDecrypt({.key = keys::rsa, .oaepHash = "sha256", .oaepLabel = Buffer::from("label")}, decode(keys::oaep256)).toString(); });
ask("OAEP with another label", [=] { crypto::privateDecrypt({.key = keys::rsa, .oaepHash = "sha256", .oaepLabel = Buffer::from("x")}, decode(keys::oaep256)); });
ask("OAEP", [=] { return crypto::privateDecrypt(keys::rsa, crypto::publicEncrypt(keys::rsaPublic, data)).toString(); });
ask("OAEP with a digest", [=] { return crypto::privateDecrypt({.key = keys::rsa, .oaepHash = "sha512"}, crypto::publicEncrypt({.key = keys::rsaPublic, .oaepHash = "sha512"}, data)).toString(); });
ask("the private key encrypts", [=] { return crypto::privateEncrypt(keys::rsa, data).toString("base64"); });
ask("the public key decrypts", [=] { return crypto::publicDecrypt(keys::rsaPublic, crypto::privateEncrypt(keys::rsa, data)).toString(); });
ask("PKCS #1", [=] { return crypto::publicEncrypt({.key = keys::rsaPublic, .padding = crypto::constants::RSA_PKCS1_PADDING}, data).length(); });
ask("no padding", [=] { return crypto::publicEncrypt({.key = keys::rsaPublic, .padding = crypto::constants::RSA_NO_PADDING}, Buffer::alloc(256, 1)).toString("base64"); });
ask("no padding, a short text", [=] { crypto::publicEncrypt({.key = keys::rsaPublic, .padding = crypto::constants::RSA_NO_PADDING}, data); });
ask("too much", [=] { crypto::publicEncrypt(keys::rsaPublic, Buffer::alloc(250)); });
ask("nonsense", [=] { crypto::privateDecrypt(keys::rsa, Buffer::alloc(256)); });
ask("a few bytes", [=] { crypto::privateDecrypt(keys::rsa, data); });
ask("an unknown digest of OAEP", [=] { crypto::publicEncrypt({.key = keys::rsa, .oaepHash = "nope"}, data); });
ask("a key of EC", [=] { crypto::publicEncrypt(keys::ecPublic, data); });
ask("a public key for decryption", [=] { crypto::privateDecrypt(crypto::createPublicKey(keys::rsa), data); });
crypto::sign("sha256", data, keys::rsa, [=](Error error, Buffer signature) {
  console::log("later", signature.toString("base64").slice(0, 20));
  crypto::verify("sha256", data, keys::rsaPublic, signature, [=](Error error, bool isGood) {
    console::log("verified", isGood);
    crypto::sign(nullptr, data, {.key = keys::ed25519}, [=](Error error, Buffer signature) {
      console::log(signature.toString("hex"));
      crypto::verify(nullptr, "another", keys::ed25519Public, signature, [](Error error, bool isGood) { console::log("another", isGood); });
    });
  });
});
}); }
