// Prime numbers. Part of nodecpp/crypto.h. https://nodejs.org/docs/latest-v24.x/api/crypto.html#cryptogenerateprimesize-options-callback
#pragma once

#include <nodecpp/bigint.h>
#include <nodecpp/crypto/bytes_arg.h>
#include <nodecpp/function.h>

namespace nodecpp::crypto {

// A number that is 0 or more, as a parameter or as a field: a BigInt, or bytes with the highest byte first. It owns its bytes.
class BigIntOrBytes {
 public:
  BigIntOrBytes() = default;
  BigIntOrBytes(Undefined) noexcept {}
  BigIntOrBytes(const BigInt& number) : number_(number), kind_(Kind::number) {}
  template <class T>
    requires std::constructible_from<BytesArg, const T&> && (!std::same_as<T, Undefined>)
  BigIntOrBytes(const T& bytes) {
    take(BytesArg(bytes));
  }

  enum class Kind : unsigned char { none, number, bytes, refused };
  // For the runtime: what was given.
  Kind kind() const noexcept { return kind_; }
  const BigInt& number() const noexcept [[clang::lifetimebound]] { return number_; }
  const Buffer& bytes() const noexcept [[clang::lifetimebound]] { return bytes_; }
  const String& received() const noexcept [[clang::lifetimebound]] { return received_; }

 private:
  void take(const BytesArg& bytes);

  BigInt number_;
  Buffer bytes_;
  String received_;
  Kind kind_ = Kind::none;
};

struct GeneratePrimeOptions {
  // With `add` the prime p is such that p % add == rem. `rem` is 1 by default.
  BigIntOrBytes add{};
  BigIntOrBytes rem{};
  bool safe = false;    // whether (p - 1) / 2 is a prime, too
  bool bigint = false;  // makes the result print as a BigInt, as it is one in Node
};

// A prime that was generated. It converts to an ArrayBuffer and to a BigInt, whatever the option `bigint` says.
class Prime {
 public:
  using NodecppLeaf = void;
  Prime() = default;
  // For the runtime: a prime of these bytes.
  Prime(const ArrayBuffer& bytes, bool isBigInt) : bytes_(bytes), isThere_(true), isBigInt_(isBigInt) {}

  operator ArrayBuffer() const { return bytes_; }
  operator BigInt() const { return toBigInt(); }
  BigInt toBigInt() const;
  double byteLength() const { return isThere_ ? Buffer::from(bytes_).length() : 0; }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (isBigInt_)
      out.value(toBigInt());
    else
      out.value(bytes_);
  }

 private:
  ArrayBuffer bytes_;
  bool isThere_ = false;  // False beside an error.
  bool isBigInt_ = false;
};

// Returns a random prime of `size` bits. Throws ERR_OUT_OF_RANGE for a size below 1, for an `add` with more bits, and for a `rem`
// that is not below `add`, ERR_INVALID_ARG_TYPE, and OpenSSL's errors. generatePrime computes on the pool, and calls
// `callback` with undefined, or with an error.
Prime generatePrimeSync(double size, const GeneratePrimeOptions& options = {});
void generatePrime(double size, const GeneratePrimeOptions& options, Function<void(Error, Prime)> callback);
void generatePrime(double size, Function<void(Error, Prime)> callback);

struct CheckPrimeOptions {
  double checks = 0;  // the number of Miller-Rabin tests; 0 stands for as many as are needed for an error below 2^-64
};
// Returns whether `candidate` is a prime, with a small probability of error. Throws ERR_OUT_OF_RANGE and
// ERR_INVALID_ARG_TYPE. checkPrime computes on the pool.
bool checkPrimeSync(const BigIntOrBytes& candidate, const CheckPrimeOptions& options = {});
void checkPrime(const BigIntOrBytes& candidate, const CheckPrimeOptions& options, Function<void(Error, bool)> callback);
void checkPrime(const BigIntOrBytes& candidate, Function<void(Error, bool)> callback);

}  // namespace nodecpp::crypto
