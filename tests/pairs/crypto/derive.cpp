#include <nodecpp/typed_arrays.h>

#include "ask.h"
template <class Bytes>
static Function<void(Error, Bytes)> say(String name) {
  return [=](Error error, Bytes bytes) { error ? refused(name, error) : console::log(name, Buffer::from(bytes).toString("hex")); };
}
int main(int argc, char** argv) { return run(argc, argv, [] {
Array<String> passwords = {"", "password", "pässword", str("p").repeat(200)};
for (String digest : Array<String>{"md5", "sha1", "sha256", "sha512", "sha3-256", "ripemd160", "RSA-SHA384"}) {
  for (String password : passwords) {
    ask("pbkdf2 " + digest, [=] { return crypto::pbkdf2Sync(password, "salt", 3, 40, digest).toString("hex"); });
    ask("hkdf " + digest, [=] { return Buffer::from(crypto::hkdfSync(digest, password, "salt", "info", 50)).toString("hex"); });
  }
}
for (String password : passwords) {
  ask("scrypt", [=] { return crypto::scryptSync(password, "salt", 30, {.N = 16}).toString("hex"); });
  ask("scrypt", [=] { return crypto::scryptSync(password, "", 30, {.cost = 32, .blockSize = 4, .parallelization = 2}).toString("hex"); });
}
ask("bytes", [] { return crypto::pbkdf2Sync(Buffer::from("a"), Uint8Array{1, 2}, 2, 10, "sha1"); });
ask("array buffers", [] { return crypto::scryptSync(ArrayBuffer(3), DataView(ArrayBuffer(2)), 8, {.N = 2}); });
ask("zeros", [] { return crypto::scryptSync("p", "s", 10, {.N = 0, .r = 0, .p = 0}); });
ask("the defaults", [] { return crypto::scryptSync("p", "s", 10); });
ask("no bytes", [] { return crypto::scryptSync("p", "s", 0, {.N = 2}); });
ask("no iterations", [] { return crypto::pbkdf2Sync("p", "s", 0, 10, "sha1"); });
ask("broken iterations", [] { return crypto::pbkdf2Sync("p", "s", 1.5, 10, "sha1"); });
ask("many iterations", [] { return crypto::pbkdf2Sync("p", "s", Math::pow(2, 31), 10, "sha1"); });
ask("iterations that are none", [] { return crypto::pbkdf2Sync("p", "s", NaN, 10, "sha1"); });
ask("a negative length", [] { return crypto::pbkdf2Sync("p", "s", 1, -1, "sha1"); });
ask("a length of 0", [] { return crypto::pbkdf2Sync("p", "s", 1, 0, "sha1"); });
ask("an endless length", [] { return crypto::pbkdf2Sync("p", "s", 1, Infinity, "sha1"); });
ask("an unknown digest", [] { return crypto::pbkdf2Sync("p", "s", 1, 10, "nope"); });
ask("no digest", [] { return crypto::pbkdf2Sync("p", "s", 1, 10, ""); });
ask("a digest of any length", [] { return crypto::pbkdf2Sync("p", "s", 1, 10, "shake128"); });
ask("no password", [] { return crypto::pbkdf2Sync(undefined, "s", 1, 10, "sha1"); });
ask("no salt", [] { return crypto::pbkdf2Sync("p", nullptr, 1, 10, "sha1"); });
ask("scrypt: 3", [] { return crypto::scryptSync("p", "s", 10, {.N = 3}); });
ask("scrypt: 1", [] { return crypto::scryptSync("p", "s", 10, {.N = 1}); });
ask("scrypt: too much memory", [] { return crypto::scryptSync("p", "s", 10, {.N = Math::pow(2, 20)}); });
ask("scrypt: more memory", [] { return crypto::scryptSync("p", "s", 10, {.N = 32, .r = 1, .maxmem = 1000}); });
ask("scrypt: both names", [] { return crypto::scryptSync("p", "s", 10, {.cost = 16, .N = 16}); });
ask("scrypt: both names of r", [] { return crypto::scryptSync("p", "s", 10, {.blockSize = 16, .r = 1}); });
ask("scrypt: both names of p", [] { return crypto::scryptSync("p", "s", 10, {.parallelization = 1, .p = 1}); });
ask("scrypt: a negative N", [] { return crypto::scryptSync("p", "s", 10, {.N = -1}); });
ask("scrypt: a negative cost", [] { return crypto::scryptSync("p", "s", 10, {.cost = -1}); });
ask("scrypt: a broken r", [] { return crypto::scryptSync("p", "s", 10, {.r = 0.5}); });
ask("scrypt: a long p", [] { return crypto::scryptSync("p", "s", 10, {.p = Math::pow(2, 32)}); });
ask("scrypt: many", [] { return crypto::scryptSync("p", "s", 10, {.N = 16, .r = 1, .p = Math::pow(2, 30)}); });
ask("scrypt: negative memory", [] { return crypto::scryptSync("p", "s", 10, {.N = 16, .maxmem = -1}); });
ask("scrypt: a broken limit", [] { return crypto::scryptSync("p", "s", 10, {.N = 16, .maxmem = 1.5}); });
ask("scrypt: a negative length", [] { return crypto::scryptSync("p", "s", -1); });
ask("hkdf: an unknown digest", [] { return crypto::hkdfSync("nope", "k", "s", "i", 10); });
ask("hkdf: the longest", [] { return crypto::hkdfSync("sha1", "k", "s", "i", 255 * 20).byteLength(); });
ask("hkdf: too long", [] { return crypto::hkdfSync("sha1", "k", "s", "i", 255 * 20 + 1); });
ask("hkdf: a length of 0", [] { return crypto::hkdfSync("sha1", "k", "s", "i", 0); });
ask("hkdf: a negative length", [] { return crypto::hkdfSync("sha1", "k", "s", "i", -1); });
ask("hkdf: a broken length", [] { return crypto::hkdfSync("sha1", "k", "s", "i", 1.5); });
ask("hkdf: much info", [] { return crypto::hkdfSync("sha1", "k", "s", str("i").repeat(1025), 10); });
ask("hkdf: nothing", [] { return Buffer::from(crypto::hkdfSync("sha256", "", "", "", 5)).toString("hex"); });
ask("hkdf: a digest of any length", [] { return crypto::hkdfSync("shake128", "k", "s", "i", 10); });
ask("hkdf: a KeyObject", [] { return Buffer::from(crypto::hkdfSync("sha1", crypto::createSecretKey("k"), "s", "i", 10)).toString("hex"); });
ask("no callback", [] { crypto::pbkdf2("p", "s", 1, 10, "sha1", nullptr); });
ask("hkdf: no callback", [] { crypto::hkdf("sha1", "k", "s", "i", 10, nullptr); });
ask("later, an unknown digest", [] { crypto::pbkdf2("p", "s", 1, 10, "nope", [] {}); });
// One after another, since the pool may end them in any order.
crypto::pbkdf2("p", "s", 5, 10, "sha1", [](Error error, Buffer bytes) {
  say<Buffer>("pbkdf2")(error, bytes);
  crypto::pbkdf2("p", "s", 5, 10, "shake128", [](Error error, Buffer bytes) {
    say<Buffer>("pbkdf2")(error, bytes);
    crypto::scrypt("p", "s", 10, {.N = 4}, [](Error error, Buffer bytes) {
      say<Buffer>("scrypt")(error, bytes);
      crypto::scrypt("p", "s", 10, [](Error error, Buffer bytes) {
        say<Buffer>("scrypt")(error, bytes);
        crypto::hkdf("sha1", "k", "s", "i", 10, [](Error error, ArrayBuffer bytes) {
          say<ArrayBuffer>("hkdf")(error, bytes);
          crypto::hkdf("sha1", "k", "s", "i", 0, say<ArrayBuffer>("hkdf"));
        });
      });
    });
  });
});
console::log("begun");
}); }
