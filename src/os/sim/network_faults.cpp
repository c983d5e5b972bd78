// The faults of a simulated network; see faults.h.

#include <string>

#include "base/assertion.h"
#include "os/sim/sim_network.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

namespace {
constexpr double day = 86'400'000;
}  // namespace

void Network::beginFaults() {
  const Faults& faults = options.faults;
  if (faults.fullDisk > 0) disk.capacity = std::uint64_t(faults.fullDisk);
  if (faults.shortReads > 0 && !options.cut) {
    options.cut = [this](std::uint64_t, std::uint64_t, std::size_t available) {
      return strikes(Fault::shortReads) ? 1 + std::size_t(chance(Fault::shortReads).below(available)) : available;
    };
  }
}

std::uint64_t Network::drawTime(Fault fault, double most) {
  if (most <= 0) return 0;
  double part = chance(fault).fraction();
  NODECPP_ASSERT(part >= 0 && part < 1, part);
  return std::uint64_t(most * 1e6 * part * part * part);
}

void Network::drawClocks() {
  if (strikes(Fault::clockJumps)) {
    SeededRandom& jumps = chance(Fault::clockJumps);
    double part = jumps.fraction();
    clockJump_ += double(std::int64_t(day * part * part * part * (jumps.chance(0.5) ? 1 : -1)));
  }
  if (strikes(Fault::pauses)) advanceTo(now_ + chance(Fault::pauses).below(10 * second));
}

bool Network::drawRefusal(const SimSocket& client, ErrorCode& error, std::uint64_t& after) {
  if (!strikes(Fault::refusals)) return false;
  SeededRandom& random = chance(Fault::refusals);
  NODECPP_ASSERT(error == 0, error);
  if (client.isUnix || random.chance(0.6)) {
    error = UV_ECONNREFUSED;
  } else if (random.chance(0.5)) {
    error = UV_EHOSTUNREACH;
    after += 3 * second;
  } else {
    error = UV_ETIMEDOUT;
    after += 127 * second;  // The time of Linux's six retries.
  }
  NODECPP_ASSERT(error < 0, error);
  return true;
}

ErrorCode Network::drawSpawnFailure() {
  if (!drawChildDies()) return 0;
  switch (chance(Fault::children).below(3)) {
    case 0: return UV_EAGAIN;
    case 1: return UV_EMFILE;
    default: return UV_ENOMEM;
  }
}

SimAnswer Network::withFaults(SimAnswer answer) {
  answer.time += drawTime(Fault::slowNames);
  if (!strikes(Fault::names)) return answer;
  switch (chance(Fault::names).below(5)) {
    case 0: answer.error = QueryError::timeout; break;
    case 1: answer.error = QueryError::refused; break;
    case 2: answer.error = QueryError::malformed; break;
    case 3: answer.rcode = 2; break;  // SERVFAIL, the server has failed.
    default: answer.records.clear(); break;
  }
  return answer;
}

void Network::corruptMessage(std::string& message) {
  SeededRandom& random = chance(Fault::names);
  if (message.empty() || !random.chance(options.faults.names * 0.3)) return;
  if (random.chance(0.3)) return message.resize(std::size_t(random.below(message.size())));
  for (std::uint64_t i = 1 + random.below(4); i > 0; --i)
    message[std::size_t(random.below(message.size()))] = char(random.next());
}

}  // namespace nodecpp::os
