// The source of a program's time zones: its variable TZ, and the files of its port.
#include <nodecpp/loop_local.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/assertion.h"
#include "date/zones.h"
#include "process/process_state.h"

namespace nodecpp::detail {

namespace {

constexpr int readWithoutWaiting = 04000;  // O_RDONLY | O_NONBLOCK, since TZ may name a pipe

class ProgramZones final : public ZoneSource {
 public:
  explicit ProgramZones(Loop& loop) : loop_(loop) {}

  // A worker thread uses the process's TZ and not its own environment, as in Node.js.
  bool variable(std::string& value) override {
    auto find = [&](auto& variables) {
      auto at = std::ranges::find(variables, StringArg("TZ"), [](const auto& entry) { return StringArg(entry.first); });
      if (at == variables.end()) return false;
      String text = at->second;
      ProcessState& state = ProcessState::of(loop_);
      if (state.environmentLog) state.environmentLog->variableRead("TZ", text);
      value.assign(text.data(), text.size());
      return true;
    };
    ProcessState& state = ProcessState::of(loop_);
    if (!state.worker) return find(state.environment);
    auto variables = loop_.port().process.environment();
    return find(variables);
  }

  bool read(const std::string& path, std::string& bytes) override {
    os::Files& files = loop_.port().files;
    const int fd = files.open(path, readWithoutWaiting, 0);
    if (fd < 0) return false;
    bytes.resize(maxBytes + 1);
    std::size_t size = 0;
    std::int64_t got = 0;
    do {
      const os::Space space{bytes.data() + size, bytes.size() - size};
      got = files.read(fd, &space, 1, std::int64_t(size));
      // A read gives at most what was asked for.
      NODECPP_ASSERT(got <= std::int64_t(bytes.size() - size), got, bytes.size(), size);
      if (got > 0) size += std::size_t(got);
    } while (got > 0 && size < bytes.size());
    files.close(fd);
    NODECPP_ASSERT(size <= bytes.size() && bytes.size() == maxBytes + 1, size, bytes.size());
    bytes.resize(size);
    return got >= 0 && size <= maxBytes;
  }

  std::int64_t size(const std::string& path) override {
    os::FileStat stat;
    return loop_.port().files.stat(path, stat) == 0 ? std::int64_t(stat.size) : -1;
  }

  bool resolve(const std::string& path, std::string& real) override {
    return loop_.port().files.realpath(path, real) == 0;
  }

 private:
  Loop& loop_;
};

struct ZonesOfLoop : Zones {
  explicit ZonesOfLoop(Loop& loop) : Zones(std::make_unique<ProgramZones>(loop)) {}
};
constinit LoopLocal<ZonesOfLoop> zonesOfLoop;

}  // namespace

void fillZones(Upward& to) {
  to.zones = []() -> Zones* {
    if (ZonesOfLoop* known = zonesOfLoop.find()) [[likely]]
      return known;
    Loop* loop = Loop::currentOrNull();
    return loop && loop->processState ? &zonesOfLoop.of(*loop) : nullptr;
  };
}

void zoneChanged() {
  if (ProcessState::current().worker) return;
  if (ZonesOfLoop* known = zonesOfLoop.find()) known->forgetLocal();
}

}  // namespace nodecpp::detail
