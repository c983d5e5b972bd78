#include <nodecpp/error.h>
#include <nodecpp/iterator.h>

#include <cmath>

namespace nodecpp::detail {

void throwBehindEnd() { throw RangeError("This iterator stands behind the last entry"); }

void throwReduceOfDone() { throw TypeError("Reduce of a done iterator with no initial value"); }

double iteratorCount(double count) {
  if (!(std::trunc(count) >= 0)) throw RangeError(str(count) + " must be positive");
  return std::trunc(count);
}

void closeBy(const Function<void()>& close) noexcept {
  try {
    close();
  } catch (...) {
  }
}

}  // namespace nodecpp::detail
