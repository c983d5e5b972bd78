// generatePrime and checkPrime.
#include <nodecpp/crypto/prime.h>

#include <openssl/err.h>

#include <climits>
#include <string>
#include <utility>

#include "base/errors/validate.h"
#include "crypto/bytes.h"
#include "crypto/diffie_hellman.h"
#include "crypto/job.h"
#include "crypto/openssl.h"

namespace nodecpp::crypto {

void BigIntOrBytes::take(const BytesArg& bytes) {
  kind_ = Kind::bytes;
  if (bytes.kind() == BytesArg::Kind::bytes || bytes.kind() == BytesArg::Kind::arrayBuffer) {
    bytes_ = bytes.buffer();
    return;
  }
  kind_ = Kind::refused;
  received_ = bytes.kind() == BytesArg::Kind::refused ? bytes.received()
                                                      : "type string (" + nodecpp::detail::inspectString(bytes.text()) + ")";
}

namespace {

Error outOfBounds(const char* message) { return detail::nativeError<RangeError>("ERR_OUT_OF_RANGE", message); }

// Returns the number, or null when none was given.
detail::Number numberOf(const BigIntOrBytes& given, const char* name) {
  detail::Number number;
  if (given.kind() == BigIntOrBytes::Kind::none) return number;
  if (given.kind() == BigIntOrBytes::Kind::refused)
    throw nodecpp::detail::invalidArgType(
        name, "of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView", given.received());
  if (given.kind() == BigIntOrBytes::Kind::number) {
    if (given.number() < 0) throw nodecpp::detail::outOfRange(name, ">= 0", given.number().toString() + "n");
    const String digits = given.number().toString(16);
    BIGNUM* read = nullptr;
    const int size = BN_hex2bn(&read, std::string(digits.data(), digits.size()).c_str());
    number.reset(read);
    if (size == 0) detail::throwOpenssl();
    return number;
  }
  if (given.bytes().size() > INT_MAX) throw outOfBounds("candidate is too big");
  number.reset(BN_bin2bn(detail::octetsOf(given.bytes()).data(), int(given.bytes().size()), nullptr));
  if (!number) detail::throwOpenssl();
  return number;
}

struct PrimeOutcome {
  std::string bytes{};
  bool isPrime = false;
  std::string error{};
};

void throwIfPrimeFailed(const PrimeOutcome& outcome) {
  if (!outcome.error.empty()) throw Error(String::copyOf(outcome.error.data(), outcome.error.size()));
}

struct PrimeGeneration {
  int bits;
  bool isSafe;
  detail::Number add, rem;
  detail::RandomSeed seed;

  PrimeOutcome operator()() const {
    detail::RandomScope random(seed);
    ERR_clear_error();
    PrimeOutcome outcome;
    const detail::Number prime(BN_secure_new());
    outcome.bytes.resize((std::size_t(bits) + 7) / 8);
    if (!prime || BN_generate_prime_ex(prime.get(), bits, isSafe, add.get(), rem.get(), nullptr) != 1 ||
        BN_bn2binpad(prime.get(), reinterpret_cast<unsigned char*>(outcome.bytes.data()), int(outcome.bytes.size())) < 0)
      outcome.error = os::openssl::takeFailure("could not generate prime").message;
    return outcome;
  }
};

PrimeGeneration primeGenerationOf(double size, const GeneratePrimeOptions& options) {
  detail::validateInt32(size, "size", 1);
  PrimeGeneration generation{int(size), options.safe, numberOf(options.add, "options.add"), numberOf(options.rem, "options.rem"),
                        detail::RandomSeed::draw()};
  const BIGNUM *add = generation.add.get(), *rem = generation.rem.get();
  // OpenSSL would search without end for a prime that does not exist.
  if (add && BN_num_bits(add) > generation.bits) throw outOfBounds("invalid options.add");
  if (add && rem && BN_cmp(add, rem) != 1) throw outOfBounds("invalid options.rem");
  return generation;
}

auto takeWith(bool isBigInt) {
  return [isBigInt](const PrimeOutcome& outcome) {
    throwIfPrimeFailed(outcome);
    return Prime(detail::arrayBufferOf({reinterpret_cast<const unsigned char*>(outcome.bytes.data()), outcome.bytes.size()}), isBigInt);
  };
}

// A number of tests can only be given to an older function of OpenSSL.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
int testPrime(const BIGNUM* candidate, int checks) {
  return checks == 0 ? BN_check_prime(candidate, nullptr, nullptr) : BN_is_prime_ex(candidate, checks, nullptr, nullptr);
}
#pragma GCC diagnostic pop

struct PrimeCheck {
  detail::Number candidate;
  int checks;
  detail::RandomSeed seed;

  PrimeOutcome operator()() const {
    detail::RandomScope random(seed);
    ERR_clear_error();
    PrimeOutcome outcome;
    const int answer = testPrime(candidate.get(), checks);
    outcome.isPrime = answer == 1;
    if (answer < 0) outcome.error = os::openssl::takeFailure().message;
    return outcome;
  }
};

PrimeCheck primeCheckOf(const BigIntOrBytes& candidate, const CheckPrimeOptions& options) {
  detail::Number number = numberOf(candidate, "candidate");
  if (!number)
    throw nodecpp::detail::invalidArgType(
        "candidate", "of type bigint or an instance of ArrayBuffer, TypedArray, Buffer, or DataView", "undefined");
  detail::validateInt32(options.checks, "options.checks", 0);
  return {std::move(number), int(options.checks), detail::RandomSeed::draw()};
}

bool isPrime(const PrimeOutcome& outcome) {
  throwIfPrimeFailed(outcome);
  return outcome.isPrime;
}

}  // namespace

BigInt Prime::toBigInt() const {
  return isThere_ ? BigInt("0x" + Buffer::from(bytes_).toString("hex")) : BigInt();
}

Prime generatePrimeSync(double size, const GeneratePrimeOptions& options) {
  return takeWith(options.bigint)(primeGenerationOf(size, options)());
}

void generatePrime(double size, const GeneratePrimeOptions& options, Function<void(Error, Prime)> callback) {
  detail::validateInt32(size, "size", 1);
  detail::validateCallback(callback);
  detail::computeFor(primeGenerationOf(size, options), takeWith(options.bigint), std::move(callback));
}

void generatePrime(double size, Function<void(Error, Prime)> callback) { generatePrime(size, {}, std::move(callback)); }

bool checkPrimeSync(const BigIntOrBytes& candidate, const CheckPrimeOptions& options) { return isPrime(primeCheckOf(candidate, options)()); }

void checkPrime(const BigIntOrBytes& candidate, const CheckPrimeOptions& options, Function<void(Error, bool)> callback) {
  PrimeCheck check = primeCheckOf(candidate, options);
  detail::validateCallback(callback);
  detail::computeFor(std::move(check), isPrime, std::move(callback));
}

void checkPrime(const BigIntOrBytes& candidate, Function<void(Error, bool)> callback) { checkPrime(candidate, {}, std::move(callback)); }

}  // namespace nodecpp::crypto
