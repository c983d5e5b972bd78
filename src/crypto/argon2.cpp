// argon2, which OpenSSL has from version 3.2 on.
#include <nodecpp/crypto/kdf.h>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/kdf.h>

#include <string>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/job.h"
#include "crypto/kdf.h"

namespace nodecpp::crypto {

using nodecpp::detail::codedError;

namespace {

using Kdf = detail::Owned<EVP_KDF, EVP_KDF_free>;

struct Argon2 {
  std::string name;
  detail::Secret message, nonce, secret, associatedData;
  std::uint32_t lanes, memory, passes;
  std::size_t length;

  // The names of the parameters are texts, since the headers of OpenSSL 3.0 lack them.
  detail::Derived operator()() const {
    ERR_clear_error();
    const Kdf kdf(EVP_KDF_fetch(nullptr, name.c_str(), nullptr));
    const detail::Owned<EVP_KDF_CTX, EVP_KDF_CTX_free> context(kdf ? EVP_KDF_CTX_new(kdf.get()) : nullptr);
    auto octets = [](const char* parameter, const detail::Secret& bytes) {
      return OSSL_PARAM_construct_octet_string(parameter, const_cast<char*>(bytes.bytes.data()), bytes.size());
    };
    std::uint32_t threads = 1, laneCount = lanes, memoryCost = memory, iterations = passes;
    const OSSL_PARAM parameters[] = {octets("pass", message),
                                     octets("salt", nonce),
                                     octets("secret", secret),
                                     octets("ad", associatedData),
                                     OSSL_PARAM_construct_uint32("threads", &threads),
                                     OSSL_PARAM_construct_uint32("lanes", &laneCount),
                                     OSSL_PARAM_construct_uint32("memcost", &memoryCost),
                                     OSSL_PARAM_construct_uint32("iter", &iterations),
                                     OSSL_PARAM_construct_end()};
    detail::Derived derived;
    derived.bytes.resize(length);
    if (!context ||
        EVP_KDF_derive(context.get(), reinterpret_cast<unsigned char*>(derived.bytes.data()), length, parameters) != 1) {
      derived.bytes.clear();
      derived.error = os::openssl::takeFailure("Argon2 derivation failed").message;
    }
    return derived;
  }
};

detail::Secret secretBytesOf(const KeySource& source, const char* name, bool isNeeded) {
  if (source.given()) return detail::Secret(detail::octetsOf(source.bytes()));
  if (isNeeded) throw nodecpp::detail::invalidArgType(name, detail::bytesOrText, "undefined");
  return {};
}

Argon2 argon2Work(StringArg algorithm, const Argon2Parameters& parameters) {
  const String wanted = algorithm.toString();
  const bool isKnown = wanted == "argon2d" || wanted == "argon2i" || wanted == "argon2id";
  const String upper = wanted.toUpperCase();
  const std::string name = isKnown ? std::string(upper.data(), upper.size()) : "ARGON2ID";
  const Kdf kdf(EVP_KDF_fetch(nullptr, name.c_str(), nullptr));
  ERR_clear_error();
  if (!kdf) throw codedError("ERR_CRYPTO_ARGON2_NOT_SUPPORTED", "Argon2 algorithm not supported");
  detail::validateString(algorithm, "algorithm");
  if (!isKnown)
    throw nodecpp::detail::invalidArgValue("algorithm", nodecpp::detail::inspectString(wanted),
                                           "must be one of: 'argon2d', 'argon2i', 'argon2id'");
  constexpr double most = 4294967295;
  detail::Secret message = secretBytesOf(parameters.message, "parameters.message", true);
  detail::Secret nonce = secretBytesOf(parameters.nonce, "parameters.nonce", true);
  nodecpp::detail::validateInteger(double(nonce.size()), "parameters.nonce.byteLength", 8, most);
  nodecpp::detail::validateInteger(parameters.parallelism, "parameters.parallelism", 1, 16777215);
  nodecpp::detail::validateInteger(parameters.tagLength, "parameters.tagLength", 4, most);
  nodecpp::detail::validateInteger(parameters.memory, "parameters.memory", 8 * parameters.parallelism, most);
  nodecpp::detail::validateInteger(parameters.passes, "parameters.passes", 1, most);
  return {name,
          std::move(message),
          std::move(nonce),
          secretBytesOf(parameters.secret, "parameters.secret", false),
          secretBytesOf(parameters.associatedData, "parameters.associatedData", false),
          std::uint32_t(parameters.parallelism),
          std::uint32_t(parameters.memory),
          std::uint32_t(parameters.passes),
          std::size_t(parameters.tagLength)};
}

Buffer tagOf(const detail::Derived& derived) {
  if (!derived.error.empty()) throw Error(String::copyOf(derived.error.data(), derived.error.size()));
  return Buffer::copyOf(derived.bytes.data(), derived.bytes.size());
}

}  // namespace

Buffer argon2Sync(StringArg algorithm, const Argon2Parameters& parameters) { return tagOf(argon2Work(algorithm, parameters)()); }

void argon2(StringArg algorithm, const Argon2Parameters& parameters, Function<void(Error, Buffer)> callback) {
  Argon2 work = argon2Work(algorithm, parameters);
  detail::validateCallback(callback);
  detail::computeFor(std::move(work), tagOf, std::move(callback));
}

}  // namespace nodecpp::crypto
