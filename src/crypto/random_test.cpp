// Random numbers come from the port, and derived keys are computed on the pool: in a simulation both repeat.
#include <nodecpp/crypto.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <doctest/doctest.h>

#include <set>
#include <string>

#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;
using nodecpp::simulation::World;

namespace {

// Returns what a program draws in a simulated world with this seed.
std::string drawnWith(std::uint64_t seed) {
  std::string drawn;
  auto add = [&](const String& text) { drawn.append(text.data(), text.size()); };
  nodecpp::os::NetworkOptions options;
  options.seed = seed;
  World world(options);
  world.spawn("program", [&] {
    add(crypto::randomBytes(8).toString("hex") + crypto::randomUUID() + str(crypto::randomInt(1000000)));
    crypto::randomBytes(4, [&](Error, Buffer bytes) { add(bytes.toString("hex")); });
    crypto::generateKey("hmac", {.length = 64}, [&](Error, crypto::KeyObject key) { add(key->export_().toString("hex")); });
  });
  world.settle(100);
  return drawn;
}

}  // namespace

TEST_CASE("a seed repeats the random numbers of a program") {
  const std::string drawn = drawnWith(1);
  CHECK(drawn.size() > 70);
  CHECK(drawnWith(1) == drawn);
  CHECK(drawnWith(2) != drawn);
}

TEST_CASE("UUIDs of version 7 begin with the time of the simulation") {
  World world;
  world.spawn("program", [] {
    const String first = crypto::randomUUIDv7();
    setTimeout([=] { CHECK(first.slice(0, 13) < crypto::randomUUIDv7().slice(0, 13)); }, 1000);
  });
  world.settle(2000);
}

TEST_CASE("UUIDs of several batches are of version 4 and all different") {
  World world;
  world.spawn("program", [] {
    std::set<std::string> all;
    for (int i = 0; i < 1000; ++i) {
      const String text = crypto::randomUUID();
      for (int at : {8, 13, 18, 23}) CHECK(text[at] == "-");
      CHECK(text[14] == "4");
      CHECK(String("89ab").includes(text[19]));
      all.emplace(text.data(), text.size());
    }
    CHECK(all.size() == 1000);
    const String drawnAlone = crypto::randomUUID({.disableEntropyCache = true});
    CHECK(all.emplace(drawnAlone.data(), drawnAlone.size()).second);
  });
  world.settle();
}

TEST_CASE("a UUID has the digits of its random bytes in their order") {
  std::string uuid, digits;
  const auto draw = [](std::string& to, auto make) {
    World world;
    world.spawn("program", [&] {
      const String text = make();
      to.assign(text.data(), text.size());
    });
    world.settle();
  };
  // The same seed gives both the same numbers.
  draw(uuid, [] { return crypto::randomUUID({.disableEntropyCache = true}); });
  draw(digits, [] { return crypto::randomBytes(16).toString("hex"); });
  digits[12] = '4';
  digits[16] = uuid[19];
  for (std::size_t at : {8, 13, 18, 23}) digits.insert(at, "-");
  CHECK(uuid == digits);
}

TEST_CASE("integers below a bound are equally frequent") {
  World world;
  world.spawn("program", [] {
    int counts[3] = {};
    for (int i = 0; i < 30000; ++i) ++counts[int(crypto::randomInt(3))];
    for (int count : counts) CHECK((count > 9500 && count < 10500));
  });
  world.settle();
}

TEST_CASE("keys are derived on the pool as at once") {
  World world;
  int done = 0;
  world.spawn("program", [&] {
    const Buffer first = crypto::pbkdf2Sync("password", "salt", 2, 20, "sha1");
    crypto::pbkdf2("password", "salt", 2, 20, "sha1", [&, first](Error error, Buffer bytes) {
      CHECK(!error);
      CHECK(bytes.equals(first));
      ++done;
    });
    crypto::hkdf("sha256", "key", "salt", "info", 0, [&](Error error, ArrayBuffer) {
      CHECK(error->message == "Deriving bits failed");
      ++done;
    });
    CHECK(done == 0);
  });
  world.settle(100);
  CHECK(done == 2);
}

TEST_CASE("a program that ends while its keys are derived leaves nothing behind") {
  World world;
  auto& program = world.spawn("program", [] {
    crypto::scrypt("password", "salt", 32, {.N = 16}, [](Error, Buffer) { FAIL("the program has ended"); });
    process::exit(0);
  });
  world.settle(100);
  CHECK(!program.running());
}

TEST_CASE("derived keys are those of the standards") {
  // RFC 6070, RFC 7914 (section 12), RFC 5869 (A.1).
  CHECK(crypto::pbkdf2Sync("password", "salt", 4096, 20, "sha1").toString("hex") == "4b007901b765489abead49d926f721d065a429c1");
  CHECK(crypto::scryptSync("", "", 64, {.N = 16, .r = 1, .p = 1}).toString("hex") ==
        "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d1"
        "8906");
  CHECK(Buffer::from(crypto::hkdfSync("sha256", Buffer::alloc(22, 0x0b), Buffer::from("000102030405060708090a0b0c", "hex"),
                                      Buffer::from("f0f1f2f3f4f5f6f7f8f9", "hex"), 42))
            .toString("hex") == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
}
