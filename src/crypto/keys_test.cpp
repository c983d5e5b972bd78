// Pairs of keys by the vectors of their standards, and keys that are damaged.
#include <nodecpp/crypto.h>

#include <doctest/doctest.h>

#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using nodecpp::simulation::World;

namespace {

Buffer hex(const char* digits) { return Buffer::from(digits, "hex"); }

// A key of Ed25519 in DER, from its 32 bytes (RFC 8410).
Buffer privateEd25519(const char* seed) { return Buffer::concat({hex("302e020100300506032b657004220420"), hex(seed)}); }
Buffer publicEd25519(const char* key) { return Buffer::concat({hex("302a300506032b6570032100"), hex(key)}); }

// Runs `program` in a simulated world, since OpenSSL takes its random numbers from the port.
void inWorld(Function<void()> program, std::uint64_t seed = 1) {
  nodecpp::os::NetworkOptions options;
  options.seed = seed;
  World world(options);
  int ended = 0;
  world.spawn("program", [&] {
    program();
    ++ended;
  });
  world.settle(100);
  CHECK(ended == 1);
}

std::string generatedWith(std::uint64_t seed) {
  std::string made;
  auto add = [&](const crypto::KeyObject& key) {
    const Buffer der = key->export_({.type = "pkcs8", .format = "der"});
    made.append(der.bytes(), der.size());
  };
  nodecpp::os::NetworkOptions options;
  options.seed = seed;
  World world(options);
  world.spawn("program", [&] {
    add(crypto::generateKeyPairSync("ed25519").privateKey);
    const auto pair = crypto::generateKeyPairSync("ec", {.namedCurve = "P-256"});
    const Buffer signature = crypto::sign("sha256", "data", pair.privateKey);
    made.append(signature.bytes(), signature.size());
    crypto::generateKeyPair("rsa", {.modulusLength = 512}, [&](Error error, crypto::KeyObject, crypto::KeyObject key) {
      CHECK(!error);
      add(key);
    });
  });
  world.settle(1000);
  return made;
}

}  // namespace

TEST_CASE("Ed25519 is RFC 8032's") {
  inWorld([] {
    // Section 7.1, the second test.
    const crypto::KeyOptions key{.key = privateEd25519("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
                                 .format = "der",
                                 .type = "pkcs8"};
    const crypto::KeyOptions publicKey{.key = publicEd25519("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
                                       .format = "der",
                                       .type = "spki"};
    const Buffer signature = crypto::sign(nullptr, hex("72"), key);
    CHECK(signature.toString("hex") ==
          "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0"
          "c00");
    CHECK(crypto::verify(nullptr, hex("72"), publicKey, signature));
    for (std::ptrdiff_t at = 0; at < signature.length(); ++at) {
      signature[at] ^= 4;
      CHECK(!crypto::verify(nullptr, hex("72"), publicKey, signature));
      signature[at] ^= 4;
    }
    CHECK(crypto::createPublicKey(key)->equals(crypto::createPublicKey(publicKey)));
    CHECK(!crypto::createPublicKey(key)->equals(crypto::generateKeyPairSync("ed25519").publicKey));
    CHECK(!crypto::createPublicKey(key)->equals(crypto::generateKeyPairSync("ec", {.namedCurve = "P-256"}).publicKey));
  });
}

TEST_CASE("a seed repeats the keys and the signatures of a program, also those of the pool") {
  const std::string made = generatedWith(1);
  CHECK(made.size() > 300);
  CHECK(generatedWith(1) == made);
  CHECK(generatedWith(2) != made);
}

TEST_CASE("keys that are damaged or cut are refused, or are other keys") {
  inWorld([] {
    for (const char* type : {"ec", "ed25519", "rsa"}) {
      CAPTURE(type);
      crypto::GenerateKeyPairOptions options;
      if (StringArg(type) == StringArg("ec")) options.namedCurve = "P-256";
      if (StringArg(type) == StringArg("rsa")) options.modulusLength = 512;
      const auto pair = crypto::generateKeyPairSync(type, options);
      const Buffer der = pair.privateKey->export_({.type = "pkcs8", .format = "der"});
      const Buffer spki = pair.publicKey->export_({.type = "spki", .format = "der"});
      int refused = 0;
      auto read = [&](const Buffer& bytes, bool isPrivate) {
        try {
          if (isPrivate)
            crypto::createPrivateKey({.key = bytes, .format = "der", .type = "pkcs8"});
          else
            crypto::createPublicKey({.key = bytes, .format = "der", .type = "spki"});
        } catch (const Error& error) {
          CHECK(!error->message.empty());
          ++refused;
        }
      };
      for (std::ptrdiff_t size = 0; size < der.length(); ++size) read(der.subarray(0, size), true);
      CHECK(refused == der.length());
      for (std::ptrdiff_t at = 0; at < der.length(); ++at) {
        der[at] ^= 0x55;
        read(der, true);
        der[at] ^= 0x55;
      }
      for (std::ptrdiff_t at = 0; at < spki.length(); ++at) {
        spki[at] ^= 0x55;
        read(spki, false);
        spki[at] ^= 0x55;
      }
    }
  });
}

TEST_CASE("keys can be used without an event loop, as on a thread of the pool") {
  const crypto::KeyOptions key{.key = privateEd25519("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"),
                               .format = "der",
                               .type = "pkcs8"};
  const Buffer signature = crypto::sign(nullptr, "data", key);
  CHECK(crypto::verify(nullptr, "data", crypto::createPublicKey(key), signature));
  CHECK_THROWS(crypto::randomBytes(1));
}

TEST_CASE("a text that is no key is refused") {
  inWorld([] {
    for (const char* text : {"", "nonsense", "-----BEGIN PRIVATE KEY-----\n", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
                             "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"}) {
      CAPTURE(text);
      CHECK_THROWS(crypto::createPrivateKey(text));
      CHECK_THROWS(crypto::createPublicKey(text));
    }
  });
}

TEST_CASE("a key that is only a mark of a recording is refused with a sentence") {
  inWorld([] {
    const auto pair = crypto::generateKeyPairSync("ed25519");
    const String pem = pair.privateKey->export_({.type = "pkcs8", .format = "pem"});
    const String begin = "-----BEGIN PRIVATE KEY-----\n", end = "\n-----END PRIVATE KEY-----\n";
    const String marked = begin + str("*").repeat(double(pem.length() - begin.length() - end.length())) + end;
    CHECK(crypto::createPrivateKey(pem)->type() == "private");
    CHECK_THROWS_WITH(crypto::createPrivateKey(marked), doctest::Contains("recordings have no private keys"));
    CHECK_THROWS_WITH(crypto::createPublicKey(marked), doctest::Contains("recordings have no private keys"));
    // Of a key in DER the first 32 bytes are recorded, and what follows could be a key.
    Buffer der = pair.privateKey->export_({.type = "pkcs8", .format = "der"});
    der.fill("*", 32);
    CHECK_THROWS_WITH(crypto::createPrivateKey({.key = der, .format = "der", .type = "pkcs8"}),
                      doctest::Contains("recordings have no private keys"));
    CHECK_THROWS_WITH(crypto::createPublicKey({.key = der, .format = "der", .type = "pkcs8"}),
                      doctest::Contains("recordings have no private keys"));
  });
}

TEST_CASE("a pass phrase that is too long is refused") {
  inWorld([] {
    const auto pair = crypto::generateKeyPairSync("ed25519");
    const String pem = pair.privateKey->export_({.type = "pkcs8", .format = "pem", .cipher = "aes-256-cbc", .passphrase = "good"});
    CHECK(crypto::createPrivateKey({.key = pem, .passphrase = "good"})->equals(pair.privateKey));
    CHECK_THROWS(crypto::createPrivateKey({.key = pem, .passphrase = str("x").repeat(100000)}));
    CHECK_THROWS_WITH(crypto::createPrivateKey(Lookup()), doctest::Contains("Received undefined"));
    const String open = pair.privateKey->export_({.type = "pkcs8", .format = "pem"});
    CHECK(crypto::createPrivateKey({.key = open, .passphrase = Lookup()})->equals(pair.privateKey));
    CHECK_THROWS(crypto::createPrivateKey(pem));
  });
}
