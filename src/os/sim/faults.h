// The faults of a simulated network: which there are, how often and how much. Everything is drawn from the network's
// seed, apart from the numbers that programs get, so that a program's own random numbers are the same with and without
// faults.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::os {

// Random numbers from a seed (splitmix64).
class SeededRandom {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  // Returns a number from 0 to `bound` - 1. `bound` must not be zero.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  // Returns a number from 0 to 1, 1 excluded.
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

// The strength of each fault; zero means never. A probability is from 0 to 1; a time is the longest in milliseconds.
struct Faults {
#define NODECPP_FAULT(name, least, most, unit, drawn, text) double name = 0;
#include "os/sim/faults.inc"
#undef NODECPP_FAULT

  double of(Fault fault) const;
  bool operator==(const Faults&) const = default;
  bool none() const { return *this == Faults(); }
  // Chooses faults from a seed: each is on or off, and strong or weak. Seed 0 has none.
  static Faults fromSeed(std::uint64_t seed);
  // Returns the faults as text, "latency 12.5, resets 0.01" or "none".
  std::string text() const;
  // Sets one fault by its name. Returns an error message, or an empty string.
  std::string set(std::string_view name, double value);
};

// The random sequences from which the faults of one world are drawn, one for each fault.
class FaultChances {
 public:
  explicit FaultChances(std::uint64_t seed);
  SeededRandom& of(Fault fault) { return each_[std::size_t(fault)]; }

 private:
  std::vector<SeededRandom> each_;
};

// A row of faults.inc, the properties of one fault.
struct FaultRow {
  std::string_view name;
  double Faults::* field;
  double least, most;
  std::string_view unit, drawn, text;
  bool chance() const { return unit.starts_with("chance"); }
};
extern const FaultRow faultRows[std::size_t(Fault::count)];

}  // namespace nodecpp::os
