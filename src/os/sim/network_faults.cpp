// What a simulated network does wrong: see faults.h.

#include "os/sim/network.h"

namespace nodecpp::os {

namespace {
constexpr double day = 86'400'000;
constexpr std::uint64_t second = 1'000'000'000;
}  // namespace

void Network::beginFaults() {
  const Faults& faults = options.faults;
  if (faults.fullDisk > 0) disk.capacity = std::uint64_t(faults.fullDisk);
  if (faults.shortReads > 0 && !options.cut) {
    options.cut = [this](std::uint64_t, std::uint64_t, std::size_t available) {
      return chance.chance(options.faults.shortReads) ? 1 + std::size_t(chance.below(available)) : available;
    };
  }
}

std::uint64_t Network::drawTime(double most) {
  if (most <= 0) return 0;
  double part = chance.fraction();
  return std::uint64_t(most * 1e6 * part * part * part);
}

void Network::drawClocks() {
  const Faults& faults = options.faults;
  if (chance.chance(faults.clockJumps)) {
    double part = chance.fraction();
    clockJump_ += double(std::int64_t(day * part * part * part * (chance.chance(0.5) ? 1 : -1)));
  }
  if (chance.chance(faults.pauses)) advanceTo(now_ + chance.below(10 * second));
}

bool Network::drawRefusal(const SimSocket& client, ErrorCode& error, std::uint64_t& after) {
  if (!chance.chance(options.faults.refusals)) return false;
  if (client.isUnix || chance.chance(0.6)) {
    error = UV_ECONNREFUSED;
  } else if (chance.chance(0.5)) {
    error = UV_EHOSTUNREACH;
    after += 3 * second;
  } else {
    error = UV_ETIMEDOUT;
    after += 127 * second;  // Linux's six tries
  }
  return true;
}

ErrorCode Network::drawSpawnFailure() {
  if (!drawChildDies()) return 0;
  switch (chance.below(3)) {
    case 0: return UV_EAGAIN;
    case 1: return UV_EMFILE;
    default: return UV_ENOMEM;
  }
}

SimAnswer Network::spoilt(SimAnswer answer) {
  answer.time += drawTime(options.faults.slowNames);
  if (!chance.chance(options.faults.names)) return answer;
  switch (chance.below(5)) {
    case 0: answer.error = QueryError::timeout; break;
    case 1: answer.error = QueryError::refused; break;
    case 2: answer.error = QueryError::malformed; break;
    case 3: answer.rcode = 2; break;  // the server failed
    default: answer.records.clear(); break;
  }
  return answer;
}

void Network::garble(std::string& message) {
  if (message.empty() || !chance.chance(options.faults.names * 0.3)) return;
  if (chance.chance(0.3)) return message.resize(std::size_t(chance.below(message.size())));
  for (std::uint64_t i = 1 + chance.below(4); i > 0; --i)
    message[std::size_t(chance.below(message.size()))] = char(chance.next());
}

}  // namespace nodecpp::os
