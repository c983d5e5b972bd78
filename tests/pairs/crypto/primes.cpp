#include <nodecpp/bigint.h>
#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
ask("a prime", [=] { return crypto::generatePrimeSync(64).byteLength(); });
ask("a BigInt", [=] { return crypto::generatePrimeSync(2, {.bigint = true}); });
ask("a safe one", [=] { return crypto::generatePrimeSync(3, {.safe = true, .bigint = true}); });
ask("a rest", [=] { return crypto::generatePrimeSync(32, {.add = 12_n, .rem = 11_n, .bigint = true}) % 12_n; });
ask("only a rest", [=] { return crypto::generatePrimeSync(8, {.rem = 3_n}).byteLength(); });
ask("bytes", [=] { return crypto::checkPrimeSync(crypto::generatePrimeSync(40, {.add = Buffer::from({12}), .rem = Buffer::from({5})})); });
ask("one bit", [=] { crypto::generatePrimeSync(1); });
ask("no bit", [=] { crypto::generatePrimeSync(0); });
ask("a fraction", [=] { crypto::generatePrimeSync(1.5); });
ask("a large add", [=] { crypto::generatePrimeSync(3, {.add = 16_n}); });
ask("a large rest", [=] { crypto::generatePrimeSync(8, {.add = 8_n, .rem = 8_n}); });
ask("a negative add", [=] { crypto::generatePrimeSync(3, {.add = BigInt(-1)}); });
ask("a negative rest", [=] { crypto::generatePrimeSync(3, {.rem = BigInt(-3)}); });
ask("a text", [=] { crypto::generatePrimeSync(8, {.add = "x"}); });
ask("no add", [=] { crypto::generatePrimeSync(8, {.add = 0_n}); });
ask("checks", [=] { return Array<BigInt>{7_n, 8_n, 0_n, 1_n, 2_n, pow(2_n, 521_n) - 1_n}.map([](BigInt n) { return crypto::checkPrimeSync(n); }); });
ask("checks of bytes", [=] { return Array<Buffer>{Buffer::from({7}), Buffer::alloc(0), Buffer::from({1, 1})}.map([](Buffer n) { return crypto::checkPrimeSync(n); }); });
ask("ten checks", [=] { return crypto::checkPrimeSync(65537_n, {.checks = 10}); });
ask("a negative candidate", [=] { crypto::checkPrimeSync(BigInt(-1)); });
ask("a candidate of text", [=] { crypto::checkPrimeSync("a"); });
ask("negative checks", [=] { crypto::checkPrimeSync(1_n, {.checks = -1}); });
ask("a fraction of checks", [=] { crypto::checkPrimeSync(1_n, {.checks = 1.5}); });
crypto::KeyExportOptions names{.type = "spki", .format = "pem"};
auto pair = crypto::generateKeyPairSync("ec", {
  .namedCurve = "P-256", .publicKeyEncoding = names, .privateKeyEncoding = {.type = "pkcs8", .format = "der"},
});
ask("a pair", [=] { return pair.publicKey.toString().slice(0, 26) + " " + str(pair.privateKey.length()); });
auto rsa = crypto::generateKeyPairSync("rsa", {
  .modulusLength = 1024, .publicKeyEncoding = names, .privateKeyEncoding = {.type = "pkcs8", .format = "pem"},
});
auto data = Buffer::from("data");
ask("texts sign", [=] { return crypto::verify("sha256", data, rsa.publicKey, crypto::sign("sha256", data, rsa.privateKey)); });
ask("texts sign in parts", [=] { return crypto::createVerify("sha256")->update(data)->verify(rsa.publicKey,
  crypto::createSign("sha256")->update(data)->sign(rsa.privateKey, "hex"), "hex"); });
ask("texts encrypt", [=] { return crypto::privateDecrypt(rsa.privateKey, crypto::publicEncrypt(rsa.publicKey, data)).toString(); });
ask("texts recover", [=] { return crypto::publicDecrypt(rsa.publicKey, crypto::privateEncrypt(rsa.privateKey, data)).toString(); });
ask("constants", [=] { return crypto::constants::RSA_PKCS1_OAEP_PADDING + crypto::constants::DH_CHECK_P_NOT_PRIME + crypto::constants::POINT_CONVERSION_HYBRID; });
ask("options of TLS", [=] { return crypto::constants::SSL_OP_NO_TLSv1 | crypto::constants::SSL_OP_NO_TLSv1_1; });
ask("ciphers", [=] { return str(crypto::constants::defaultCoreCipherList); });
ask("versions", [=] { return Array<double>{crypto::constants::TLS1_VERSION, crypto::constants::TLS1_3_VERSION}; });
crypto::generatePrime(16, {.bigint = true}, [=](Error error, BigInt prime) {
  console::log("later", prime > 32768_n);
  crypto::checkPrime(prime, [=](Error error, bool isPrime) {
    console::log("checked", isPrime);
    crypto::generatePrime(1, [=](Error error, BigInt prime) {
      console::log(error->message);
      crypto::generateKeyPair("rsa", {
        .modulusLength = 1024, .publicKeyEncoding = names, .privateKeyEncoding = {.type = "pkcs8", .format = "pem", .cipher = "aes-256-cbc", .passphrase = "secret"},
      }, [=](Error error, String publicKey, String privateKey) {
        console::log(publicKey.slice(0, 26), privateKey.slice(0, 37));
        auto signature = crypto::sign("sha256", "data", {.key = privateKey, .passphrase = "secret"});
        console::log(crypto::verify("sha256", "data", publicKey, signature));
        crypto::sign("sha256", data, rsa.privateKey, [=](Error error, Buffer signature) { console::log(crypto::verify("sha256", data, rsa.publicKey, signature)); });
      });
    });
  });
});
}); }
