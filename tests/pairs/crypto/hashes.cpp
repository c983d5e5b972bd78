#include <nodecpp/json.h>
#include <nodecpp/typed_arrays.h>

#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
Array<String> algorithms = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha512-256", "sha3-256", "sha3-512", "shake128", "shake256",
  "blake2b512", "blake2s256", "ripemd160", "sm3", "md5-sha1", "RSA-SHA256", "SHA256", "sha512-224", "ssl3-sha1", "SHA2-256"};
Array<String> texts = {"", "abc", "häß€", String("😀 and ") + String::fromCharCode(0xd800) + " alone", str("x").repeat(1000)};
for (String algorithm : algorithms) {
  for (String text : texts) {
    ask(algorithm, [=] { return crypto::createHash(algorithm)->update(text)->digest("hex"); });
    ask(algorithm, [=] { return crypto::hash(algorithm, text); });
  }
}
for (String algorithm : Array<String>{"md5", "sha1", "sha256", "sha512", "sha3-256", "blake2b512", "ripemd160"}) {
  for (String key : Array<String>{"", "key", str("k").repeat(300), "ä"}) {
    for (String text : texts) ask(algorithm, [=] { return crypto::createHmac(algorithm, key)->update(text)->digest("base64"); });
  }
}
for (String encoding : Array<String>{"hex", "base64", "base64url", "latin1", "binary", "utf8", "ucs2", "ascii"}) {
  ask(encoding, [=] { return JSON::stringify(crypto::createHash("sha1")->update("abc")->digest(encoding)); });
  ask(encoding, [=] { return crypto::createHash("sha1")->update("abcd", encoding)->digest("hex"); });
  ask(encoding, [=] { return JSON::stringify(crypto::hash("sha1", "abc", encoding)); });
  ask(encoding, [=] { return JSON::stringify(crypto::createHmac("sha1", "k")->update("abcd", encoding)->digest(encoding)); });
}
ask("a Buffer", [] { return crypto::createHash("sha256")->update(Buffer::from("abc"))->digest(); });
ask("bytes", [] { return crypto::createHash("sha256")->update(Uint8Array{1, 2, 3})->digest("hex"); });
ask("floats", [] { return crypto::createHash("sha256")->update(Float32Array{1, 2, 3})->digest("hex"); });
ask("a view", [] { return crypto::createHash("sha256")->update(DataView(ArrayBuffer(8)))->digest("hex"); });
ask("parts", [] { return crypto::createHash("sha256")->update("a")->update(Buffer::from("b"))->update("63", "hex")->digest("hex"); });
ask("an unknown encoding", [] { return crypto::createHash("sha256")->update("abc", "nonsense")->digest("hex"); });
ask("the encoding buffer", [] { return crypto::createHash("sha256")->update("abc", "buffer")->digest("hex"); });
ask("hash of a Buffer", [] { return crypto::hash("sha256", Buffer::from("abc"), "base64"); });
ask("hash as a Buffer", [] { return crypto::hashBuffer("sha256", "abc"); });
ask("hash with options", [] { return crypto::hash("shake256", "abc", {.outputEncoding = "base64", .outputLength = 70}); });
ask("hash with a length", [] { return crypto::hash("sha1", "abc", {.outputLength = 20}); });
for (int length : Array<int>{0, 1, 16, 32, 64, 65, 200}) {
  ask("shake128 " + str(length), [=] { return crypto::createHash("shake128", {.outputLength = length})->update("abc")->digest("hex"); });
  ask("shake256 " + str(length), [=] { return crypto::createHash("shake256", {.outputLength = length})->update("abc")->digest(); });
}
auto first = crypto::createHash("sha256")->update("one");
auto second = first->copy();
second->update("two");
console::log(first->digest("hex"), second->digest("hex"));
auto xof = crypto::createHash("shake128", {.outputLength = 3})->update("a");
console::log(xof->copy({.outputLength = 7})->digest("hex"), xof->copy()->digest("hex"), xof->digest("hex"));
auto hmac = crypto::createHmac("sha1", Buffer::from("key"));
console::log(hmac->update("a")->digest("hex"), JSON::stringify(hmac->digest("hex")), hmac->digest());
ask("a key", [] { return crypto::createHmac("sha256", crypto::createSecretKey(Buffer::from("abc")))->update("x")->digest("hex"); });
ask("a key in an ArrayBuffer", [] { return crypto::createHmac("sha256", ArrayBuffer(7))->update("x")->digest("hex"); });
}); }
