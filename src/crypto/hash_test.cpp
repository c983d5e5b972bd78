// Digests and HMACs by the vectors of their standards.
#include <nodecpp/crypto.h>

#include <doctest/doctest.h>

using namespace nodecpp;

TEST_CASE("digests are those of the standards") {
  // FIPS 180-4 and RFC 1321.
  CHECK(crypto::hash("sha1", "abc") == "a9993e364706816aba3e25717850c26c9cd0d89d");
  CHECK(crypto::hash("sha256", "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(crypto::hash("sha384", "") ==
        "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b");
  CHECK(crypto::hash("md5", "message digest") == "f96b697d7cb7938d525a2f31aaf161d0");
  // FIPS 202.
  CHECK(crypto::hash("sha3-256", "") == "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
  CHECK(crypto::createHash("shake128", {.outputLength = 32})->digest("hex") ==
        "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26");
}

TEST_CASE("a digest is the same however its data are cut") {
  const String text = str("0123456789").repeat(30);
  const String whole = crypto::hash("sha256", text);
  for (int cut = 0; cut <= 300; cut += 7)
    CHECK(crypto::createHash("sha256")->update(text.slice(0, cut))->update(text.slice(cut))->digest("hex") == whole);
}

TEST_CASE("HMAC is RFC 4231's") {
  CHECK(crypto::createHmac("sha256", Buffer::alloc(20, 0x0b))->update("Hi There")->digest("hex") ==
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  CHECK(crypto::createHmac("sha256", "Jefe")->update("what do ya want for nothing?")->digest("hex") ==
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  // A key that is longer than a block is hashed.
  CHECK(crypto::createHmac("sha512", Buffer::alloc(131, 0xaa))
            ->update("Test Using Larger Than Block-Size Key - Hash Key First")
            ->digest("hex") ==
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f3526b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d78"
        "6598");
}

TEST_CASE("a thread's contexts are used again, and do not mix") {
  auto one = crypto::createHash("sha256"), two = crypto::createHash("sha256");
  one->update("a");
  two->update("abc");
  CHECK(two->digest("hex") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(one->update("bc")->digest("hex") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  auto first = crypto::createHmac("md5", "one"), second = crypto::createHmac("md5", "two");
  const String alone = crypto::createHmac("md5", "one")->update("x")->digest("hex");
  second->update("x");
  CHECK(first->update("x")->digest("hex") == alone);
  // A hash that is dropped unfinished leaves nothing behind.
  crypto::createHash("sha1")->update("left");
  CHECK(crypto::createHash("sha1")->digest("hex") == "da39a3ee5e6b4b0d3255bfef95601890afd80709");
}

TEST_CASE("names do not distinguish capital letters, and end at no zero") {
  CHECK(crypto::hash("SHA256", "abc") == crypto::hash("sHa256", "abc"));
  CHECK_THROWS(crypto::createHash(String::copyOf("sha256\0x", 8)));
  CHECK_THROWS(crypto::createHash(str("x").repeat(100000)));
  CHECK_THROWS(crypto::createHash("null"));
}

TEST_CASE("a key that is missing is refused, and is not an empty one") {
  CHECK_THROWS_WITH(crypto::createHmac("sha256", Lookup()), doctest::Contains("Received undefined"));
  CHECK_THROWS_WITH(crypto::createHmac("sha256", String(undefined)), doctest::Contains("Received undefined"));
  CHECK(crypto::createHmac("sha256", Lookup("key"))->digest("hex") == crypto::createHmac("sha256", "key")->digest("hex"));
}

TEST_CASE("lists have names that can be used, sorted") {
  for (const String& name : crypto::getHashes()) CHECK(crypto::hash(name, "abc").length() > 0);
  CHECK(crypto::getHashes().includes("sha256"));
  CHECK(crypto::getHashes().includes("RSA-SHA1"));
  CHECK(crypto::getCiphers().includes("aes-128-gcm"));
  CHECK(crypto::getCurves().includes("prime256v1"));
  for (const String& name : crypto::getCiphers()) CHECK(crypto::getCipherInfo(name).name.length() > 0);
}

namespace {

// HMAC-SHA-256 as RFC 2104 defines it.
String definedHmac(StringArg key, StringArg text) {
  auto padded = [&](int with) {
    Buffer bytes = Buffer::alloc(64);
    bytes.set(Buffer::from(key));
    for (std::ptrdiff_t at = 0; at < 64; ++at) bytes[at] ^= with;
    return bytes;
  };
  const Buffer inner = crypto::hashBuffer("sha256", Buffer::concat({padded(0x36), Buffer::from(text)}));
  return crypto::hash("sha256", Buffer::concat({padded(0x5c), inner}));
}

}  // namespace

TEST_CASE("an HMAC has its own key, whichever keys were used before, at the same time or not to the end") {
  for (const char* key : {"one", "one", "two", "one", "onetwo", "two", "two", "on", "one"}) {
    CAPTURE(key);
    CHECK(crypto::createHmac("sha256", key)->update("text")->digest("hex") == definedHmac(key, "text"));
    crypto::createHmac("sha256", key)->update("not to the end");
    auto mine = crypto::createHmac("sha256", key), other = crypto::createHmac("sha256", "other"), again = crypto::createHmac("sha256", key);
    CHECK(again->update("b")->digest("hex") == definedHmac(key, "b"));
    CHECK(mine->update("c")->digest("hex") == definedHmac(key, "c"));
    // The context of another key is the spare one now, although the last key that was set is this one.
    CHECK(other->update("a")->digest("hex") == definedHmac("other", "a"));
  }
  CHECK(crypto::createHmac("sha256", "")->update("x")->digest("hex") == definedHmac("", "x"));
  CHECK(crypto::createHmac("sha256", "")->update("x")->digest("hex") == definedHmac("", "x"));
}
