#include "os/sim/faults.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os {

const FaultRow faultRows[std::size_t(Fault::count)] = {
#define NODECPP_FAULT(name, least, most, unit, drawn, text) {#name, &Faults::name, least, most, unit, drawn, text},
#include "os/sim/faults.inc"
#undef NODECPP_FAULT
};

namespace {

// The numbers that a fault draws depend only on its name and the seed (FNV-1a).
std::uint64_t seedOf(std::string_view name, std::uint64_t seed) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return SeededRandom(hash ^ seed).next();
}

}  // namespace

FaultChances::FaultChances(std::uint64_t seed) {
  for (const FaultRow& row : faultRows) each_.emplace_back(seedOf(row.name, seed));
  NODECPP_ASSERT(each_.size() == std::size_t(Fault::count), each_.size());
}

double Faults::of(Fault fault) const {
  NODECPP_ASSERT(fault < Fault::count, fault);
  return this->*faultRows[std::size_t(fault)].field;
}

std::uint64_t SeededRandom::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Faults Faults::fromSeed(std::uint64_t seed) {
  Faults faults;
  if (seed == 0) return faults;
  // Half of the faults are left out of each world. If everything went wrong at once, a failure that needs one fault for
  // a long time would be hidden.
  for (const FaultRow& row : faultRows) {
    SeededRandom random(seedOf(row.name, ~seed));
    NODECPP_ASSERT(row.least > 0 && row.least <= row.most, row.least, row.most);
    bool on = random.chance(0.5);
    double strength = row.least * std::pow(row.most / row.least, random.fraction());
    NODECPP_ASSERT(strength > 0 && (!row.chance() || strength <= 1.000001), strength);
    if (on) faults.*row.field = strength;
  }
  return faults;
}

std::string Faults::text() const {
  std::string all;
  for (const FaultRow& row : faultRows)
    if (double value = this->*row.field; value > 0)
      all += fmt::format("{}{} {:.3g}", all.empty() ? "" : ", ", row.name, value);
  return all.empty() ? "none" : all;
}

std::string Faults::set(std::string_view name, double value) {
  for (const FaultRow& row : faultRows) {
    if (row.name != name) continue;
    if (!(value >= 0) || (row.chance() && value > 1))
      return fmt::format("{} is {}", name, row.chance() ? "a chance from 0 to 1" : "a number from 0");
    this->*row.field = value;
    return {};
  }
  std::string known;
  for (const FaultRow& row : faultRows) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  return fmt::format("no fault is called \"{}\"; there are {}", name, known);
}

}  // namespace nodecpp::os
