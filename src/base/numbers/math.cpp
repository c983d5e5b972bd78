#include <nodecpp/error.h>
#include <nodecpp/math.h>

#include <algorithm>
#include <cmath>

#include "base/upward_calls.h"

namespace nodecpp::detail {

double mathRandom() {
  if (!upward().random) throw Error("Math.random: there is no loop");
  return upward().random();
}

double mathPower(double base, double exponent) noexcept {
  // In C, 1 to any power is 1, even to NaN or infinity. In JavaScript the result is NaN.
  if (std::isnan(exponent) || (std::isinf(exponent) && std::fabs(base) == 1)) return NaN;
  return std::pow(base, exponent);
}

// The C library's cbrt for double returns 3.0000000000000004 for 27, so the computation is done in long double.
double mathCubeRoot(double value) noexcept { return double(std::cbrt(static_cast<long double>(value))); }

double mathHypot(const double* values, std::size_t count) noexcept {
  double most = 0;
  bool none = false;
  for (std::size_t i = 0; i < count; ++i) {
    const double each = std::fabs(values[i]);
    if (std::isinf(each)) return each;
    none = none || std::isnan(each);
    if (each > most) most = each;
  }
  if (none) return NaN;
  if (most == 0) return 0;
  // Kahan's compensated sum, as in V8: the rounding error of each addition is kept for the next one.
  double sum = 0, lost = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double each = values[i] / most;
    const double term = each * each - lost;
    const double next = sum + term;
    lost = (next - sum) - term;
    sum = next;
  }
  return std::sqrt(sum) * most;
}

double mathHalf(double value) noexcept {
  const double size = std::fabs(value);
  if (!(size > 0) || std::isinf(size)) return value;
  if (size >= 65520) return std::copysign(Infinity, value);
  // The result has 10 bits after the first one, and its last bit is worth at least 2 ** -24.
  const int exponent = std::max(std::ilogb(size), -14) - 10;
  return std::ldexp(std::nearbyint(std::ldexp(value, -exponent)), exponent);
}

}  // namespace nodecpp::detail
