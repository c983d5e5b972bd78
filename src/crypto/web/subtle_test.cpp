// The Web Crypto API on the simulated port: a seed repeats it, and its work is done by the pool.
#include <nodecpp/crypto.h>

#include <doctest/doctest.h>

#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using nodecpp::simulation::World;

namespace {

namespace subtle = crypto::subtle;

void run(std::uint64_t seed, Function<Promise<>()> program) {
  nodecpp::os::NetworkOptions options;
  options.seed = seed;
  World world(options);
  int ended = 0;
  world.spawn("program", [&] { program().then([&] { ++ended; }); });
  world.settle(1000);
  CHECK(ended == 1);
}

// Returns what a program with this seed has made.
std::string made(std::uint64_t seed) {
  std::string bytes;
  auto add = [&](const ArrayBuffer& part) {
    const Buffer buffer = Buffer::from(part);
    bytes.append(buffer.bytes(), buffer.size());
  };
  run(seed, [&](this auto self) -> Promise<> {
    auto secret = co_await subtle::generateKey({.name = "AES-GCM", .length = 256}, true, {"encrypt"});
    add(co_await subtle::exportKey("raw", secret));
    auto pair = co_await subtle::generateKey({.name = "ECDSA", .namedCurve = "P-256"}, true, {"sign", "verify"});
    add(co_await subtle::sign({.name = "ECDSA", .hash = "SHA-256"}, pair.privateKey, Buffer::from("data")));
    auto rsa = co_await subtle::generateKey(
        {.name = "RSA-OAEP", .modulusLength = 1024, .publicExponent = Buffer::from({1, 0, 1}), .hash = "SHA-1"}, true, {"encrypt", "decrypt"});
    add(co_await subtle::encrypt("RSA-OAEP", rsa.publicKey, Buffer::from("data")));
  });
  return bytes;
}

}  // namespace

TEST_CASE("a seed repeats the keys, the signatures and the encryption of the Web Crypto API") {
  const std::string once = made(1);
  CHECK(once.size() == 32 + 64 + 128);
  CHECK(made(1) == once);
  CHECK(made(2) != once);
}

TEST_CASE("each bit of a message that AES-GCM has sealed counts") {
  run(1, []() -> Promise<> {
    auto key = co_await subtle::generateKey({.name = "AES-GCM", .length = 128}, false, {"encrypt", "decrypt"});
    auto iv = Buffer::alloc(12, 3), data = Buffer::from("seven");
    const crypto::Algorithm algorithm{.name = "AES-GCM", .iv = iv, .additionalData = Buffer::from("header")};
    Buffer sealed = Buffer::from(co_await subtle::encrypt(algorithm, key, data));
    CHECK(Buffer::from(co_await subtle::decrypt(algorithm, key, sealed)).equals(data));
    for (std::ptrdiff_t at = 0; at < sealed.length(); ++at) {
      sealed[at] ^= 1;
      bool refused = false;
      try {
        co_await subtle::decrypt(algorithm, key, sealed);
      } catch (const Error& error) {
        refused = error->name == "OperationError";
      }
      CHECK(refused);
      sealed[at] ^= 1;
    }
  });
}

TEST_CASE("a counter of AES-CTR that overflows goes on at zero, and only once") {
  run(1, []() -> Promise<> {
    auto key = co_await subtle::importKey("raw", Buffer::alloc(16, 9), "AES-CTR", false, {"encrypt"});
    auto encrypt = [key](Buffer counter, double length, double blocks) {
      return subtle::encrypt({.name = "AES-CTR", .counter = counter, .length = length}, key, Buffer::alloc(16 * blocks));
    };
    Buffer last = Buffer::alloc(16, 7), first = Buffer::alloc(16, 7);
    last[15] = 0x0f;
    first[15] = 0;
    const Buffer both = Buffer::from(co_await encrypt(last, 4, 2));
    CHECK(both.subarray(0, 16).equals(Buffer::from(co_await encrypt(last, 128, 1))));
    CHECK(both.subarray(16).equals(Buffer::from(co_await encrypt(first, 128, 1))));
    CHECK(Buffer::from(co_await encrypt(first, 4, 16)).length() == 256);
    bool refused = false;
    try {
      co_await encrypt(first, 4, 17);
    } catch (const Error& error) {
      refused = error->name == "OperationError";
    }
    CHECK(refused);
  });
}

TEST_CASE("a key that is only a mark of a recording is refused with a sentence") {
  run(1, []() -> Promise<> {
    const auto pair = crypto::generateKeyPairSync("ed25519");
    Buffer der = pair.privateKey->export_({.type = "pkcs8", .format = "der"});
    der.fill("*", 32);
    String message;
    try {
      co_await subtle::importKey("pkcs8", der, "Ed25519", false, {"sign"});
    } catch (const Error& error) {
      message = error->message;
    }
    CHECK(message.includes("recordings have no private keys"));
  });
}
