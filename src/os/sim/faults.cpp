#include "os/sim/faults.h"

#include <fmt/format.h>

#include <cmath>

namespace nodecpp::os {

namespace {

struct Row {
  std::string_view name;
  double Faults::* field;
  double least, most;  // of what a seed chooses
  bool chance;
};

constexpr Row rows[] = {
    {"latency", &Faults::latency, 0.05, 500, false},           {"reordering", &Faults::reordering, 0.05, 1, true},
    {"shortReads", &Faults::shortReads, 0.01, 0.9, true},      {"shortWrites", &Faults::shortWrites, 0.01, 0.9, true},
    {"resets", &Faults::resets, 0.0005, 0.05, true},           {"refusals", &Faults::refusals, 0.002, 0.3, true},
    {"fullDisk", &Faults::fullDisk, 4096, 1 << 24, false},     {"fileErrors", &Faults::fileErrors, 0.0005, 0.05, true},
    {"shortFiles", &Faults::shortFiles, 0.01, 0.5, true},      {"names", &Faults::names, 0.01, 0.5, true},
    {"slowNames", &Faults::slowNames, 1, 20'000, false},       {"slowJobs", &Faults::slowJobs, 0.1, 2000, false},
    {"clockJumps", &Faults::clockJumps, 0.001, 0.1, true},     {"pauses", &Faults::pauses, 0.0002, 0.01, true},
    {"rudeClients", &Faults::rudeClients, 0.01, 0.3, true},    {"threads", &Faults::threads, 0.0005, 0.02, true},
    {"lateMessages", &Faults::lateMessages, 0.05, 500, false}, {"children", &Faults::children, 0.01, 0.3, true}};

}  // namespace

std::uint64_t SeededRandom::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

Faults Faults::fromSeed(std::uint64_t seed) {
  Faults faults;
  if (seed == 0) return faults;
  SeededRandom random(seed ^ 0x6661756c7473);
  // A world in which all goes wrong at once hides what needs one thing to go wrong for long: half of them are left out.
  for (const Row& row : rows) {
    bool on = random.chance(0.5);
    double strength = row.least * std::pow(row.most / row.least, random.fraction());
    if (on) faults.*row.field = strength;
  }
  return faults;
}

std::string Faults::text() const {
  std::string all;
  for (const Row& row : rows)
    if (double value = this->*row.field; value > 0)
      all += fmt::format("{}{} {:.3g}", all.empty() ? "" : ", ", row.name, value);
  return all.empty() ? "none" : all;
}

std::string Faults::set(std::string_view name, double value) {
  for (const Row& row : rows) {
    if (row.name != name) continue;
    if (!(value >= 0) || (row.chance && value > 1))
      return fmt::format("{} is {}", name, row.chance ? "a chance from 0 to 1" : "a number from 0");
    this->*row.field = value;
    return {};
  }
  std::string known;
  for (const Row& row : rows) known += fmt::format("{}{}", known.empty() ? "" : ", ", row.name);
  return fmt::format("no fault is called \"{}\"; there are {}", name, known);
}

}  // namespace nodecpp::os
