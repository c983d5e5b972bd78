#include "world/world.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/sim/sim_process.h"
#include "world/simulated_program.h"

namespace nodecpp::sim {

World::World(os::NetworkOptions options) : network_(std::move(options)) {}
World::~World() = default;

Program& World::spawn(StringArg name, Main main, std::vector<String> arguments, Environment environment) {
  os::SimProgram identity{.name = {name.data(), name.size()}, .environment = std::move(environment)};
  return spawn(std::move(identity), std::move(main), std::move(arguments));
}

Program& World::spawn(os::SimProgram identity, Main main, std::vector<String> arguments) {
  identity.pid = nextPid_++;
  programs_.push_back(std::make_unique<Program>(network_, std::move(identity), std::move(main), std::move(arguments)));
  return *programs_.back();
}

Program& World::spawn(StringArg name, Function<void()> topLevel, std::vector<String> arguments,
                      Environment environment) {
  Main main = [topLevel](int argc, char** argv) {
    detail::ProgramEntry entry{topLevel};
    Program::takesOver(argc, argv, entry);
    return 0;
  };
  return spawn(name, std::move(main), std::move(arguments), std::move(environment));
}

void World::executable(StringArg name, Main main) {
  network_.options.executables[{name.data(), name.size()}] = [this, main](os::SimProcess& process) {
    const String& directory = process.spec().directory;
    os::SimProgram identity{.name = process.argument(0),
                            .directory = {directory.data(), directory.size()},
                            .pid = process.pid(),
                            .process = process.shared_from_this()};
    for (const String& entry : process.spec().environment) {
      std::string_view text(entry.data(), entry.size());
      std::size_t equals = text.find('=');
      identity.environment.emplace_back(String(text.substr(0, equals)), String(text.substr(equals + 1)));
    }
    const auto& words = process.spec().arguments;
    std::vector<String> arguments(words.begin() + (words.empty() ? 0 : 1), words.end());
    programs_.push_back(std::make_unique<Program>(network_, std::move(identity), main, std::move(arguments)));
  };
}

// Delivers what is due in the network, then lets each program that has something to do take one step, then runs
// threads. Returns false when there was nothing to do.
bool World::step() {
  NODECPP_DEBUG_ASSERT(std::ranges::none_of(programs_, [](const auto& program) { return program == nullptr; }));
  bool some = network_.deliver();
  // The loop uses indexes, because a program may start another.
  for (std::size_t i = 0; i < programs_.size(); ++i) {
    if (!programs_[i]->due()) continue;
    programs_[i]->step();
    some = true;
  }
  return network_.runThreads() || some;
}

std::uint64_t World::nextTime() const {
  std::uint64_t next = std::min(network_.nextEvent(), network_.nextThread());
  for (const auto& program : programs_) next = std::min(next, program->nextTime());
  return next;
}

// The clock moves only when no program, thread or event has anything to do at the current time.
bool World::runUntil(std::uint64_t limit, const std::function<bool()>& until) {
  while (true) {
    if (until && until()) return true;
    if (network_.finding()) return false;
    if (step()) continue;
    std::uint64_t next = nextTime();
    if (next == Program::never || next > limit) return false;
    network_.advanceTo(next);
  }
}

bool World::run(std::function<bool()> until) { return runUntil(Program::never - 1, until); }

bool World::run(double milliseconds, std::function<bool()> until) {
  return runUntil(network_.now() + std::uint64_t(milliseconds * 1e6), until);
}

void World::settle(double milliseconds) { runUntil(network_.now() + std::uint64_t(milliseconds * 1e6), nullptr); }

void World::runFor(double milliseconds) {
  std::uint64_t limit = network_.now() + std::uint64_t(milliseconds * 1e6);
  runUntil(limit, nullptr);
  network_.advanceTo(limit);
}

}  // namespace nodecpp::sim
