// Argon2 by the vectors of its standard, where OpenSSL has it, and its error where it does not.
#include <nodecpp/crypto.h>

#include <doctest/doctest.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

using namespace nodecpp;

namespace {

bool isThere() {
  EVP_KDF* kdf = EVP_KDF_fetch(nullptr, "ARGON2ID", nullptr);
  EVP_KDF_free(kdf);
  return kdf != nullptr;
}

}  // namespace

TEST_CASE("argon2 is RFC 9106's, or Node's error with an OpenSSL before 3.2") {
  const crypto::Argon2Parameters parameters{.message = Buffer::alloc(32, 1),
                                            .nonce = Buffer::alloc(16, 2),
                                            .parallelism = 4,
                                            .tagLength = 32,
                                            .memory = 32,
                                            .passes = 3,
                                            .secret = Buffer::alloc(8, 3),
                                            .associatedData = Buffer::alloc(12, 4)};
  if (!isThere()) {
    for (const char* algorithm : {"argon2id", "nope"}) {
      try {
        crypto::argon2Sync(algorithm, parameters);
        FAIL("no error");
      } catch (const Error& error) {
        CHECK(error->code == "ERR_CRYPTO_ARGON2_NOT_SUPPORTED");
        CHECK(error->message == "Argon2 algorithm not supported");
      }
    }
    CHECK_THROWS_WITH(crypto::argon2("argon2d", parameters, nullptr), doctest::Contains("Argon2 algorithm not supported"));
    return;
  }
  // Sections 5.1 to 5.3.
  CHECK(crypto::argon2Sync("argon2d", parameters).toString("hex") == "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb");
  CHECK(crypto::argon2Sync("argon2i", parameters).toString("hex") == "c814d9d1dc7f37aa13f0d77f2494bda1c8de6b016dd388d29952a4c4672b6ce8");
  CHECK(crypto::argon2Sync("argon2id", parameters).toString("hex") == "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659");
  CHECK_THROWS_WITH(crypto::argon2Sync("nope", parameters), doctest::Contains("must be one of: 'argon2d', 'argon2i', 'argon2id'"));
  crypto::Argon2Parameters wrong = parameters;
  wrong.memory = 31;
  CHECK_THROWS_WITH(crypto::argon2Sync("argon2id", wrong), doctest::Contains("parameters.memory"));
}
