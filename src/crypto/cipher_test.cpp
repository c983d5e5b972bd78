// Ciphers by the vectors of their standards, and their bad input.
#include <nodecpp/crypto.h>

#include <doctest/doctest.h>

#include <algorithm>

using namespace nodecpp;

namespace {

Buffer hex(const char* digits) { return Buffer::from(digits, "hex"); }

String messageOf(auto call) {
  try {
    call();
  } catch (const Error& error) {
    return error->message;
  }
  return "";
}

// Decrypts, and checks the tag.
Buffer opened(StringArg name, const Buffer& key, const Buffer& iv, const Buffer& aad, const Buffer& text, const Buffer& tag) {
  auto decipher = crypto::createDecipheriv(name, key, iv, {.authTagLength = tag.length()});
  decipher->setAuthTag(tag);
  decipher->setAAD(aad, {.plaintextLength = text.length()});
  const Buffer first = decipher->update(text);
  return Buffer::concat({first, decipher->final()});
}

constexpr const char* wrongTag = "Unsupported state or unable to authenticate data";

}  // namespace

TEST_CASE("AES is NIST's") {
  // SP 800-38A, F.2.1 and F.5.1.
  const Buffer key = hex("2b7e151628aed2a6abf7158809cf4f3c"), text = hex("6bc1bee22e409f96e93d7e117393172a");
  auto cbc = crypto::createCipheriv("aes-128-cbc", key, hex("000102030405060708090a0b0c0d0e0f"))->setAutoPadding(false);
  CHECK(cbc->update(text, nullptr, "hex") == "7649abac8119b246cee98e9b12e9197d");
  CHECK(cbc->final().empty());
  auto ctr = crypto::createCipheriv("aes-128-ctr", key, hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"));
  CHECK(ctr->update(text, nullptr, "hex") == "874d6191b620e3261bef6864990db6ce");
}

TEST_CASE("GCM is NIST's, in each cut") {
  // The fourth case of the GCM specification.
  const Buffer key = hex("feffe9928665731c6d6a8f9467308308"), iv = hex("cafebabefacedbaddecaf888");
  const Buffer text = hex("d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39");
  const Buffer aad = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2");
  const String encrypted = "42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091";
  for (std::ptrdiff_t cut = 0; cut <= text.length(); ++cut) {
    auto cipher = crypto::createCipheriv("aes-128-gcm", key, iv);
    cipher->setAAD(aad);
    const String first = cipher->update(text.subarray(0, cut), nullptr, "hex");
    const String second = cipher->update(text.subarray(cut), nullptr, "hex");
    CHECK(first + second + cipher->final("hex") == encrypted);
    CHECK(cipher->getAuthTag().toString("hex") == "5bc94fbc3221a5db94fae95ae7121a47");
  }
}

TEST_CASE("ChaCha20-Poly1305 is RFC 8439's") {
  const Buffer key = hex("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f"), iv = hex("070000004041424344454647");
  auto cipher = crypto::createCipheriv("chacha20-poly1305", key, iv);
  cipher->setAAD(hex("50515253c0c1c2c3c4c5c6c7"));
  const String out = cipher->update(
      "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.", "utf8", "hex");
  CHECK(out.startsWith("d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d6"));
  cipher->final();
  CHECK(cipher->getAuthTag().toString("hex") == "1ae10b594f09e26a7e902ecbd0600691");
}

TEST_CASE("CCM is RFC 3610's") {
  const Buffer key = hex("c0c1c2c3c4c5c6c7c8c9cacbcccdcecf"), iv = hex("00000003020100a0a1a2a3a4a5");
  const Buffer text = hex("08090a0b0c0d0e0f101112131415161718191a1b1c1d1e"), aad = hex("0001020304050607");
  auto cipher = crypto::createCipheriv("aes-128-ccm", key, iv, {.authTagLength = 8});
  cipher->setAAD(aad, {.plaintextLength = text.length()});
  CHECK(cipher->update(text, nullptr, "hex") == "588c979a61c663d2f066d0c2c0f989806d5f6b61dac384");
  cipher->final();
  CHECK(cipher->getAuthTag().toString("hex") == "17e8d12cfdf926e0");
}

TEST_CASE("a message with a wrong bit anywhere is refused, in all modes with a tag") {
  const Buffer key = Buffer::alloc(32, 7), iv = Buffer::alloc(12, 9), aad = Buffer::from("header"), text = Buffer::from("some text");
  for (const char* name : {"aes-256-gcm", "aes-256-ccm", "aes-256-ocb", "chacha20-poly1305"}) {
    CAPTURE(name);
    auto cipher = crypto::createCipheriv(name, key, iv, {.authTagLength = 16});
    cipher->setAAD(aad, {.plaintextLength = text.length()});
    const Buffer first = cipher->update(text);
    const Buffer encrypted = Buffer::concat({first, cipher->final()}), tag = cipher->getAuthTag();
    CHECK(opened(name, key, iv, aad, encrypted, tag).equals(text));
    for (const Buffer* each : {&encrypted, &tag, &aad, &iv, &key}) {
      for (std::ptrdiff_t at = 0; at < each->length(); ++at) {
        (*each)[at] ^= 1;
        CHECK(messageOf([&] { opened(name, key, iv, aad, encrypted, tag); }) == wrongTag);
        (*each)[at] ^= 1;
      }
    }
    CHECK(opened(name, key, iv, aad, encrypted, tag).equals(text));
  }
}

TEST_CASE("a message without bytes has a tag, too, which is checked without update()") {
  const Buffer key = Buffer::alloc(16, 1), iv = Buffer::alloc(12, 2);
  for (const char* name : {"aes-128-gcm", "aes-128-ccm", "aes-128-ocb"}) {
    CAPTURE(name);
    auto cipher = crypto::createCipheriv(name, key, iv, {.authTagLength = 16});
    cipher->final();
    const Buffer tag = cipher->getAuthTag();
    auto good = crypto::createDecipheriv(name, key, iv, {.authTagLength = 16})->setAuthTag(tag);
    CHECK(good->final().empty());
    auto bad = crypto::createDecipheriv(name, key, iv, {.authTagLength = 16})->setAuthTag(Buffer::alloc(16));
    CHECK(messageOf([&] { bad->final(); }) == wrongTag);
    auto none = crypto::createDecipheriv(name, key, iv, {.authTagLength = 16});
    CHECK(messageOf([&] { none->final(); }) == wrongTag);
  }
}

TEST_CASE("there is no information on a cipher with a key that it does not take") {
  CHECK(crypto::getCipherInfo("aes-128-cbc", {.keyLength = 16}));
  CHECK(!crypto::getCipherInfo("aes-128-cbc", {.keyLength = 17}));
  CHECK(!crypto::getCipherInfo(12345678));
}

TEST_CASE("each cipher of the list takes what its information says, and survives wrong lengths") {
  for (const String& name : crypto::getCiphers()) {
    CAPTURE(name);
    const auto info = crypto::getCipherInfo(name);
    for (int more : {-1, 0, 1, 1000}) {
      const Buffer key = Buffer::alloc(std::max(0.0, info.keyLength + more), 3), iv = Buffer::alloc(std::max(0.0, info.ivLength + more), 5);
      try {
        auto cipher = crypto::createCipheriv(name, key, iv, {.authTagLength = 16});
        cipher->update(Buffer::alloc(48));
        cipher->final();
      } catch (const Error&) {
        // What matters here is the memory.
      }
    }
  }
}
