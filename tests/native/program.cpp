// The module's source compiled as a program: its functions are ordinary functions, and its export lines do nothing.
#include "native/module.cpp"

#include <cstdio>
#include <optional>
#include <vector>

int main() {
  bool ok = countPrimes(123456) == 11601 && greet("you", std::nullopt) == "Hello, you!" &&
            twice([](int n) { return n * 3; }, 2) == 18 && spin(1, {}) == 1 &&
            countCall(native::State<Calls>::ofThread()) == 1 && sumBytes(std::vector<std::uint8_t>{1, 2}) == 3 &&
            Counter::zero().copy().value() == 0;
  std::puts(ok ? "1 passed, 0 failed" : "0 passed, 1 failed");
  return ok ? 0 : 1;
}
