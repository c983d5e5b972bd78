// A class that counts its living instances, for tests of containers.
#pragma once

namespace tests {

struct Counted {
  static inline int alive = 0;
  int value;
  Counted(int value = 0) : value(value) { ++alive; }
  Counted(const Counted& other) : value(other.value) { ++alive; }
  Counted& operator=(const Counted&) = default;
  ~Counted() { --alive; }
};

}  // namespace tests
