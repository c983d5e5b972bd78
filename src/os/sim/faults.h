// What may go wrong in a simulated network: what, how often and how much. All is drawn from the network's seed, apart
// from the numbers that programs are given, so that a program's own chance is the same with faults and without.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::os {

// Numbers from a seed (splitmix64).
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // Below `bound`, which is not zero.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  // From 0 to 1, without 1.
  double fraction() { return double(next() >> 11) * 0x1p-53; }
  bool chance(double probability) { return probability > 0 && fraction() < probability; }

 private:
  std::uint64_t state_;
};

enum class Fault : unsigned char {
#define NODECPP_FAULT(name, least, most, unit, drawn, text) name,
#include "os/sim/faults.inc"
#undef NODECPP_FAULT
  count
};

// How much of each: zero is never. A chance is from 0 to 1; times are in milliseconds, and the most that it may take.
struct Faults {
#define NODECPP_FAULT(name, least, most, unit, drawn, text) double name = 0;
#include "os/sim/faults.inc"
#undef NODECPP_FAULT

  double of(Fault fault) const;
  bool operator==(const Faults&) const = default;
  bool none() const { return *this == Faults(); }
  // A choice: each of them is there or is not, and much or little. Seed 0 has none.
  static Faults fromSeed(std::uint64_t seed);
  // "latency 12.5, resets 0.01", or "none".
  std::string text() const;
  // Sets one by its name; what is wrong with it, empty when nothing is.
  std::string set(std::string_view name, double value);
};

// The chances of each fault in one world.
class FaultChances {
 public:
  explicit FaultChances(std::uint64_t seed);
  SeededRandom& of(Fault fault) { return each_[std::size_t(fault)]; }

 private:
  std::vector<SeededRandom> each_;
};

// A row of faults.inc.
struct FaultRow {
  std::string_view name;
  double Faults::* field;
  double least, most;
  std::string_view unit, drawn, text;
  bool chance() const { return unit.starts_with("chance"); }
};
extern const FaultRow faultRows[std::size_t(Fault::count)];

}  // namespace nodecpp::os
