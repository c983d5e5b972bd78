#include "ask.h"
int main(int argc, char** argv) { return run(argc, argv, [] {
auto group = crypto::getDiffieHellman("modp14");
ask("an error of a group", [=] { return group->verifyError; });
ask("no private key", [=] { group->getPrivateKey(); });
ask("no public key", [=] { group->getPublicKey(); });
ask("a generator", [=] { return group->getGenerator("hex"); });
for (String name : Array<String>{"modp1", "modp2", "modp5", "MODP14", "modp15", "modp16", "modp17", "modp18"})
  ask(name, [=] { return str(crypto::getDiffieHellman(name)->getPrime().length()) + " " + crypto::getDiffieHellman(name)->getPrime("hex").slice(16, 48); });
ask("a group that is none", [=] { crypto::createDiffieHellmanGroup("nope"); });
ask("a small group", [=] { return crypto::createDiffieHellmanGroup("modp1")->generateKeys().length(); });
auto alice = crypto::getDiffieHellman("modp5");
auto bob = crypto::getDiffieHellman("modp5");
auto fromAlice = alice->generateKeys("base64");
auto fromBob = bob->generateKeys();
ask("the same secret", [=] { return alice->computeSecret(fromBob, nullptr, "hex") == bob->computeSecret(fromAlice, "base64", "hex"); });
ask("a secret", [=] { return alice->computeSecret(fromBob).length(); });
ask("one bit", [=] { crypto::createDiffieHellman(1); });
ask("a negative length", [=] { crypto::createDiffieHellman(-1); });
ask("a fraction", [=] { crypto::createDiffieHellman(1.5); });
ask("nothing", [=] { crypto::createDiffieHellman(undefined); });
ask("a generator of 1", [=] { crypto::createDiffieHellman(64, 1); });
ask("a short prime", [=] { crypto::createDiffieHellman(64); });
ask("a generator of bytes", [=] { crypto::createDiffieHellman(64, Buffer::from({2})); });
auto made = crypto::createDiffieHellman(512);
ask("a new prime", [=] { return var::array({made->verifyError, double(made->getPrime().length()), made->getGenerator("hex"), double(made->generateKeys().length())}); });
ask("a text", [=] { return str(crypto::createDiffieHellman("abc")->verifyError) + " " + crypto::createDiffieHellman("abc")->getPrime("hex"); });
ask("keys of a short prime", [=] { crypto::createDiffieHellman("abc")->generateKeys(); });
ask("no prime", [=] { crypto::createDiffieHellman("")->getPrime(); });
ask("no generator", [=] { return crypto::createDiffieHellman("abcd", "hex", 0)->getGenerator("hex"); });
ask("generator 1", [=] { crypto::createDiffieHellman("abcd", "hex", 1); });
ask("generator 1 as a text", [=] { crypto::createDiffieHellman("abcd", "hex", "\u0001"); });
ask("a generator in an encoding", [=] { return crypto::createDiffieHellman("abcd", "hex", "05", "hex")->getGenerator("hex"); });
ask("an empty generator", [=] { crypto::createDiffieHellman("abcd", "hex", Buffer::alloc(0)); });
ask("a generator of zero", [=] { crypto::createDiffieHellman("abcd", "hex", Buffer::alloc(1)); });
ask("a generator without an encoding", [=] { return crypto::createDiffieHellman(Buffer::from("abcd", "hex"), "05", "hex")->getGenerator("hex"); });
ask("a number without an encoding", [=] { return crypto::createDiffieHellman(Buffer::from("abcd", "hex"), 5)->getGenerator("hex"); });
ask("odd digits", [=] { crypto::createDiffieHellman("abc", "hex"); });
auto prime = crypto::getDiffieHellman("modp5")->getPrime();
ask("a known prime", [=] { return crypto::createDiffieHellman(prime)->verifyError; });
auto one = crypto::createDiffieHellman(prime);
auto two = crypto::createDiffieHellman(prime);
one->setPrivateKey("05", "hex");
ask("only a private key", [=] { one->getPublicKey("hex"); });
ask("its public key", [=] { return one->generateKeys("hex"); });
ask("a secret without a key", [=] { two->computeSecret("02", "hex", "hex"); });
two->setPrivateKey("07", "hex");
ask("a secret of short keys", [=] { return two->computeSecret(one->getPublicKey(), nullptr, "hex").slice(-20); });
for (Buffer bytes : Array<Buffer>{Buffer::alloc(0), Buffer::alloc(1), Buffer::from({1}), prime, Buffer::alloc(300, 255)})
  ask("a key of " + str(bytes.length()) + " bytes", [=] { two->computeSecret(bytes); });
ask("an undefined key", [=] { two->computeSecret(undefined); });
ask("a public key", [=] { return two->setPublicKey("05", "hex")->getPublicKey("hex"); });
ask("no public key", [=] { two->setPublicKey("")->getPublicKey(); });
ask("no private key", [=] { two->setPrivateKey("")->getPrivateKey(); });
ask("a number as key", [=] { two->setPublicKey(undefined); });
ask("an encoding", [=] { two->getPrime("nope"); });
auto pair = crypto::generateKeyPairSync("dh", {.group = "modp5"});
auto other = crypto::generateKeyPairSync("dh", {.prime = prime, .generator = 2});
auto stranger = crypto::generateKeyPairSync("dh", {.group = "modp14"});
ask("a type", [=] { return pair.privateKey->asymmetricKeyType(); });
ask("a secret of keys", [=] { return crypto::diffieHellman({.privateKey = pair.privateKey, .publicKey = other.publicKey}).equals(
  crypto::diffieHellman({.privateKey = other.privateKey, .publicKey = pair.publicKey})); });
ask("another group", [=] { crypto::diffieHellman({.privateKey = pair.privateKey, .publicKey = stranger.publicKey}); });
ask("PEM", [=] { return crypto::diffieHellman({
  .privateKey = pair.privateKey->export_({.type = "pkcs8", .format = "pem"}), .publicKey = other.publicKey->export_({.type = "spki", .format = "pem"}),
}).length(); });
crypto::diffieHellman({.privateKey = pair.privateKey, .publicKey = other.publicKey}, [](Error error, Buffer secret) { console::log("later", secret.length()); });
ask("no options", [=] { crypto::generateKeyPairSync("dh", {}); });
ask("a group that is none", [=] { crypto::generateKeyPairSync("dh", {.group = "nope"}); });
ask("a group and a prime", [=] { crypto::generateKeyPairSync("dh", {.prime = Buffer::alloc(1), .group = "modp5"}); });
ask("a group and a length", [=] { crypto::generateKeyPairSync("dh", {.primeLength = 2, .group = "modp5"}); });
ask("a group and a generator", [=] { crypto::generateKeyPairSync("dh", {.generator = 2, .group = "modp5"}); });
ask("a prime and a length", [=] { crypto::generateKeyPairSync("dh", {.prime = Buffer::alloc(1), .primeLength = 2}); });
ask("a negative length", [=] { crypto::generateKeyPairSync("dh", {.primeLength = -1}); });
ask("a negative generator", [=] { crypto::generateKeyPairSync("dh", {.primeLength = 512, .generator = -1}); });
ask("a short length", [=] { crypto::generateKeyPairSync("dh", {.primeLength = 100}); });
auto dsa = crypto::generateKeyPairSync("dsa", {.modulusLength = 1024, .divisorLength = 160});
ask("DSA", [=] { return dsa.privateKey->asymmetricKeyType() + " " + str(dsa.publicKey->asymmetricKeyDetails().divisorLength) + " " + str(dsa.publicKey->asymmetricKeyDetails().modulusLength); });
ask("a signature of DSA", [=] { return crypto::verify("sha256", "data", dsa.publicKey, crypto::sign("sha256", "data", dsa.privateKey)); });
ask("its parts", [=] { return crypto::sign("sha256", "data", {.key = dsa.privateKey, .dsaEncoding = "ieee-p1363"}).length(); });
ask("no length", [=] { crypto::generateKeyPairSync("dsa", {}); });
ask("a divisor", [=] { crypto::generateKeyPairSync("dsa", {.modulusLength = 1024, .divisorLength = -1}); });
}); }
