// A snapshot of the process must not fall into work that cannot be done a second time.
#include <doctest/doctest.h>

#include <shared_mutex>
#include <thread>

#include "os/session/recorded_port.h"
#include "os/sim/sim_port.h"
#include "support/memory_log.h"

using namespace nodecpp::os;

namespace {

// A computation that looks, as it runs, whether a snapshot could be taken now.
class Looking final : public Job {
 public:
  Looking(bool changes, std::shared_timed_mutex& gate, int& seen) : changes_(changes), gate_(gate), seen_(seen) {}
  void run() override {
    std::thread snapshot([this] {
      bool could = gate_.try_lock();
      if (could) gate_.unlock();
      seen_ = could ? 1 : 0;
    });
    snapshot.join();
  }
  void done() override {}
  bool changesState() const override { return changes_; }

 private:
  bool changes_;
  std::shared_timed_mutex& gate_;
  int& seen_;
};

}  // namespace

TEST_CASE("a snapshot waits for a computation that changes state, and for no other") {
  for (bool changes : {false, true}) {
    Network network;
    SimPort world(network, {});
    tests::MemoryLog log;
    replay::Start start;
    start.seed = std::string(32, 's');
    RecordedPort port(world, log, start);
    std::shared_timed_mutex gate;
    port.jobGate = &gate;
    int seen = -1;
    REQUIRE(port.computation.compute(new Looking(changes, gate, seen), 0) == 0);
    for (int i = 0; i < 4 && seen < 0; ++i) port.turns.wait(0);
    CHECK(seen == (changes ? 0 : 1));
    port.jobGate = nullptr;
  }
}
