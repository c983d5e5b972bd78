// Implements BigInt with GMP. A value that fits in 64 bits is stored in the BigInt itself. Larger values are stored in
// a reference-counted block that never changes.
#include <gmp.h>
#include <nodecpp/bigint.h>
#include <nodecpp/error.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp {

namespace detail {

struct BigIntRep {
  std::uint32_t refs;
  std::int32_t size;  // The number of limbs, negative for a negative number, as in GMP.
  mp_limb_t* limbs() noexcept { return reinterpret_cast<mp_limb_t*>(this + 1); }
  std::size_t bytes() const noexcept { return sizeof(BigIntRep) + std::size_t(std::abs(size)) * sizeof(mp_limb_t); }

  // A BigInt's value as a read-only GMP number. Valid as long as the BigInt exists and is unchanged.
  class View {
   public:
    explicit View(const BigInt& value) {
      if (value.rep_) {
        NODECPP_DEBUG_ASSERT(value.rep_->refs > 0 && value.rep_->size != 0, value.rep_->refs, value.rep_->size);
        mpz_roinit_n(number_, value.rep_->limbs(), value.rep_->size);
      } else {
        one_ = value.small_ < 0 ? 0 - static_cast<mp_limb_t>(value.small_) : static_cast<mp_limb_t>(value.small_);
        mpz_roinit_n(number_, &one_, value.small_ < 0 ? -1 : value.small_ > 0 ? 1 : 0);
      }
    }
    View(const View&) = delete;
    operator mpz_srcptr() const noexcept { return number_; }

   private:
    mp_limb_t one_ = 0;
    mpz_t number_;
  };

  // A number that GMP writes to, and that is then turned into a BigInt.
  class Result {
   public:
    Result() { mpz_init(number_); }
    ~Result() { mpz_clear(number_); }
    Result(const Result&) = delete;
    operator mpz_ptr() noexcept { return number_; }
    BigInt take();

   private:
    mpz_t number_;
  };
};

}  // namespace detail

namespace {

using detail::BigIntRep;

// V8's limit on the size of a BigInt.
constexpr std::size_t maxBits = std::size_t(1) << 30;

[[noreturn]] void tooBig() { throw RangeError("Maximum BigInt size exceeded"); }

std::size_t bitsOf(mpz_srcptr number) { return mpz_sgn(number) == 0 ? 0 : mpz_sizeinbase(number, 2); }

}  // namespace

BigInt BigIntRep::Result::take() {
  BigInt out;
  if (mpz_fits_slong_p(number_)) {
    out.small_ = mpz_get_si(number_);
    return out;
  }
  if (bitsOf(number_) > maxBits) tooBig();
  const std::size_t count = mpz_size(number_);
  NODECPP_ASSERT(count >= 1 && count <= maxBits / 64 + 1, count);
  void* memory = detail::allocate(sizeof(BigIntRep) + count * sizeof(mp_limb_t));
  auto* rep = ::new (memory) BigIntRep{1, std::int32_t(mpz_sgn(number_)) * std::int32_t(count)};
  std::memcpy(rep->limbs(), mpz_limbs_read(number_), count * sizeof(mp_limb_t));
  out.rep_ = rep;
  return out;
}

void BigInt::retain() const noexcept {
  if (rep_) detail::countHolder(rep_->refs);
}
void BigInt::drop() noexcept {
  NODECPP_ASSERT(rep_ && rep_->refs > 0);
  if (--rep_->refs == 0) detail::release(rep_, rep_->bytes());
}

BigInt BigInt::ofUnsigned(std::uint64_t value) {
  BigIntRep::Result out;
  mpz_set_ui(out, value);
  return out.take();
}

BigInt BigInt::ofNumber(double value) {
  if (!std::isfinite(value) || value != std::trunc(value))
    throw RangeError("The number " + str(value) + " cannot be converted to a BigInt because it is not an integer");
  BigIntRep::Result out;
  mpz_set_d(out, value);
  return out.take();
}

BigInt BigInt::ofNothing(StringArg what) { throw TypeError("Cannot convert " + what.toString() + " to a BigInt"); }

BigInt BigInt::ofText(StringArg text) {
  const String trimmed = text.toString().trim();
  const char* at = trimmed.data();
  const char* end = trimmed.data() + trimmed.size();
  auto bad = [&] { throw SyntaxError("Cannot convert " + text.toString() + " to a BigInt"); };
  if (at == end) return {};
  int radix = 10;
  bool negative = false;
  if (end - at > 2 && *at == '0' && at[1] > '9') {
    const char kind = char(at[1] | 0x20);
    radix = kind == 'x' ? 16 : kind == 'o' ? 8 : kind == 'b' ? 2 : 0;
    if (radix == 0) bad();
    at += 2;
  } else if (*at == '-' || *at == '+') {
    negative = *at++ == '-';
  }
  if (at == end) bad();
  for (const char* each = at; each < end; ++each) {
    const char small = char(*each | 0x20);
    const int digit = *each >= '0' && *each <= '9' ? *each - '0' : small >= 'a' && small <= 'f' ? small - 'a' + 10 : 99;
    if (digit >= radix) bad();
  }
  while (at < end - 1 && *at == '0') ++at;
  if (std::size_t(end - at) > maxBits) tooBig();
  BigIntRep::Result out;
  mpz_set_str(out, std::string(at, end).c_str(), radix);
  if (negative) mpz_neg(out, out);
  return out.take();
}

BigInt BigInt::ofLiteral(const char* digits) {
  std::string text;
  for (; *digits; ++digits)
    if (*digits != '\'') text += *digits;
  // In C++ an octal literal begins with 0, and not with 0o as JavaScript's.
  if (text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9') text.insert(1, "o");
  return ofText(text);
}

BigInt BigInt::combine(char operation, const BigInt& a, const BigInt& b) {
  const bool divides = operation == '/' || operation == '%';
  if (divides && !b) throw RangeError("Division by zero");
  if (!a.rep_ && !b.rep_) {
    switch (operation) {
      case '&': return a.small_ & b.small_;
      case '|': return a.small_ | b.small_;
      case '^': return a.small_ ^ b.small_;
      case '/':
        // The smallest 64-bit number divided by -1 does not fit in 64 bits, and the division would trap.
        if (b.small_ != -1) return a.small_ / b.small_;
        break;
      case '%': return b.small_ == -1 ? 0 : a.small_ % b.small_;
      default: break;
    }
  }
  const BigIntRep::View x(a), y(b);
  BigIntRep::Result out;
  switch (operation) {
    case '+': mpz_add(out, x, y); break;
    case '-': mpz_sub(out, x, y); break;
    case '*':
      if (bitsOf(x) + bitsOf(y) > maxBits + 1) tooBig();
      mpz_mul(out, x, y);
      break;
    case '/': mpz_tdiv_q(out, x, y); break;
    case '%': mpz_tdiv_r(out, x, y); break;
    case '&': mpz_and(out, x, y); break;
    case '|': mpz_ior(out, x, y); break;
    default: mpz_xor(out, x, y); break;
  }
  return out.take();
}

BigInt BigInt::shifted(const BigInt& a, const BigInt& bits, bool right) {
  if (!a) return {};
  const bool back = bits < BigInt();
  const BigInt count = back ? -bits : bits;
  if (right == back) {  // The effective direction of the shift is left.
    if (count.rep_ || std::size_t(count.small_) > maxBits) tooBig();
    const BigIntRep::View x(a);
    if (bitsOf(x) + std::size_t(count.small_) > maxBits) tooBig();
    NODECPP_ASSERT(count.small_ >= 0, count.small_);
    BigIntRep::Result out;
    mpz_mul_2exp(out, x, mp_bitcnt_t(count.small_));
    return out.take();
  }
  if (count.rep_) return a < BigInt() ? -1 : 0;
  if (!a.rep_) return a.small_ >> (count.small_ > 63 ? 63 : count.small_);
  BigIntRep::Result out;
  mpz_fdiv_q_2exp(out, BigIntRep::View(a), mp_bitcnt_t(count.small_));
  return out.take();
}

BigInt BigInt::power(const BigInt& base, const BigInt& exponent) {
  // The text is V8's, which has "undefined" where a name should be.
  if (exponent < BigInt()) throw RangeError("undefined must be positive");
  if (!exponent) return 1;
  if (!base.rep_ && base.small_ >= -1 && base.small_ <= 1)
    return base.small_ == -1 && (exponent & BigInt(1)) == BigInt() ? BigInt(1) : base;
  if (exponent.rep_ || std::size_t(exponent.small_) > maxBits) tooBig();
  const BigIntRep::View x(base);
  // A number of n bits is at least 2 ** (n - 1), so the power has at least this many bits.
  if ((bitsOf(x) - 1) * std::size_t(exponent.small_) >= maxBits) tooBig();
  NODECPP_ASSERT(exponent.small_ > 0 && bitsOf(x) >= 2, exponent.small_, bitsOf(x));
  BigIntRep::Result out;
  mpz_pow_ui(out, x, static_cast<unsigned long>(exponent.small_));
  return out.take();
}

namespace {

mp_bitcnt_t bitCount(double bits) {
  const double whole = std::isnan(bits) ? 0 : std::trunc(bits);
  if (whole < 0 || whole > num::MAX_SAFE_INTEGER)
    throw RangeError("Invalid value: not (convertible to) a safe integer");
  return mp_bitcnt_t(whole);
}

}  // namespace

BigInt BigInt::asUintN(double bits, const BigInt& value) {
  const mp_bitcnt_t count = bitCount(bits);
  const BigIntRep::View x(value);
  if (mpz_sgn(static_cast<mpz_srcptr>(x)) >= 0 && bitsOf(x) <= count) return value;
  if (count > maxBits) tooBig();
  BigIntRep::Result out;
  mpz_fdiv_r_2exp(out, x, count);
  return out.take();
}

BigInt BigInt::asIntN(double bits, const BigInt& value) {
  const mp_bitcnt_t count = bitCount(bits);
  if (count == 0) return {};
  const BigIntRep::View x(value);
  if (bitsOf(x) < count) return value;
  BigIntRep::Result out;
  mpz_fdiv_r_2exp(out, x, count);
  if (mpz_tstbit(out, count - 1)) {
    BigIntRep::Result all;
    mpz_setbit(all, count);
    mpz_sub(out, out, all);
  }
  return out.take();
}

String BigInt::toString(double base) const {
  const double radix = std::isnan(base) ? 0 : std::trunc(base);
  if (radix < 2 || radix > 36) throw RangeError("toString() radix argument must be between 2 and 36");
  if (!rep_ && radix == 10) return str(static_cast<long long>(small_));
  const BigIntRep::View x(*this);
  std::string text(mpz_sizeinbase(x, int(radix)) + 2, '\0');
  mpz_get_str(text.data(), int(radix), x);
  return StringArg(text.c_str()).toString();
}

double BigInt::toNumber() const noexcept {
  if (!rep_) return double(small_);
  const BigIntRep::View x(*this);
  // Takes the highest 64 bits, and sets the last one if any bit below them is set. Converting these bits rounds as
  // converting the whole number would.
  const std::size_t bits = bitsOf(x), below = bits > 64 ? bits - 64 : 0;
  if (bits > 1024) return rep_->size < 0 ? -Infinity : Infinity;
  BigIntRep::Result top;
  mpz_tdiv_q_2exp(top, x, below);
  NODECPP_ASSERT(bitsOf(top) <= 64, bitsOf(top));
  mp_limb_t mantissa = mpz_getlimbn(top, 0);
  if (mpz_scan1(x, 0) < below) mantissa |= 1;
  const double size = std::ldexp(double(mantissa), int(below));
  return rep_->size < 0 ? -size : size;
}

std::int64_t BigInt::toInt64() const noexcept {
  if (!rep_) return small_;
  const mp_limb_t low = rep_->limbs()[0];
  return static_cast<std::int64_t>(rep_->size < 0 ? 0 - low : low);
}

int BigInt::order(const BigInt& a, const BigInt& b) noexcept {
  return mpz_cmp(BigIntRep::View(a), BigIntRep::View(b));
}

std::partial_ordering BigInt::orderTo(const BigInt& a, double b) noexcept {
  if (std::isnan(b)) return std::partial_ordering::unordered;
  return mpz_cmp_d(BigIntRep::View(a), b) <=> 0;
}

std::size_t BigInt::hash() const noexcept {
  if (!rep_) return std::hash<std::int64_t>()(small_);
  return std::hash<std::string_view>()({reinterpret_cast<const char*>(rep_->limbs()),
                                        std::size_t(std::abs(rep_->size)) * sizeof(mp_limb_t)});
}

}  // namespace nodecpp
