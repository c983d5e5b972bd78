// The flight recorder keeps the last part of a log in memory, and snapshots of the process from which that part can be
// replayed.
//
// The ring has two halves. When a half is begun, between two turns, the process forks a snapshot of itself, which
// closes descriptors that it does not need and waits. When that half is full, the snapshot of the other half is killed,
// and the other half is begun anew. So there are always two snapshots, and the ring has all records since the older
// one. When the process dies without announcing it, the older snapshot forks a copy of itself, which continues from the
// snapshot's turn with the recorded inputs of the ring, up to the crash.
#pragma once

#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/record/log_writer.h"
#include "os/session/snapshot_limits.h"

namespace nodecpp::os::record {

// What a snapshot does at the crash that it replays: stop for a debugger, or leave a core file.
enum class AtCrash : unsigned char { stop, core };

class RingLog final : public LogWriter {
 public:
  // Makes a ring of about `size` bytes. Returns null without memory.
  static std::unique_ptr<RingLog> create(std::size_t size);
  ~RingLog() override;

  // Whether the other half should be begun, because this one is nearly full or has no room.
  bool wantsNext() const { return at_ >= wanted_ || broken_; }
  // Begins the other half. Returns its number, which is noted in its first record.
  std::uint32_t begin();
  // Returns views of the ring's memory from the beginning of half `number` on. They are valid as long as the ring.
  std::vector<std::string_view> since(std::uint32_t number) const;

  // Whether a turn had more records than there was room for. That turn cannot be replayed.
  bool broken() const { return broken_; }

  // Memory that the process and its snapshots share.
  struct Shared {
    std::atomic<std::uint32_t> oldest;   // The half of the ring whose snapshot is the older one.
    std::atomic<std::uint32_t> current;  // The half of the ring that is being written.
    // The program was ended by a signal as services are stopped (SIGTERM), which is no crash.
    std::atomic<bool> stopped;
    std::atomic<bool> gap;  // The half of the ring that is being written lacks the latest records.
    // The costs of the snapshots: the last pauses of the process and their sum in milliseconds, and the largest memory
    // that a snapshot did not share with the process.
    std::uint32_t snapshots;
    float pauses[2048];
    double paused;
    std::size_t heldBytes;
  };
  Shared& shared() const { return *shared_; }

 private:
  RingLog() = default;
  void more(std::size_t size) override;

  char* memory_ = nullptr;
  std::size_t mapped_ = 0;
  std::size_t half_ = 0;
  Shared* shared_ = nullptr;
  char* wanted_ = nullptr;
  bool broken_ = false;
  std::uint32_t number_ = 0;
  std::unique_ptr<char[]> dropped_;
};

// Makes the snapshots. In a snapshot, continues after the death of the process.
class Flight {
 public:
  Flight(RingLog& ring, AtCrash atCrash, SnapshotLimits bounds) : ring_(ring), atCrash_(atCrash), bounds_(bounds) {}

  // Takes a snapshot; called between two turns. Returns false in the process itself, and true in a copy of a snapshot,
  // which must replay `ring().since(half())` from here.
  bool snapshot();
  std::uint32_t half() const { return half_; }
  RingLog& ring() { return ring_; }
  AtCrash atCrash() const { return atCrash_; }

  // Called when the process ends without a crash: kills the snapshots.
  void end();
  // A signal that stops services (SIGTERM, SIGINT, SIGHUP) and that the program does not watch is not a crash. Called
  // again whenever the program stops watching a signal.
  void handleStopRequests();
  // Returns a line "flight: 12 snapshots, …" with the pauses of the process and the memory that a snapshot did not
  // share.
  std::string report() const;

 private:
  struct Snapshot {
    int pid = 0;
    // The end that this process could write to. The snapshot sees that the process has died when this end is closed.
    int pipe = -1;
  };
  void dismiss(Snapshot& snapshot);
  bool failed(int error);
  bool wait(int pipe, int program, std::uint64_t turn);
  bool runCrashReplay(int program, std::uint64_t turn);

  RingLog& ring_;
  AtCrash atCrash_;
  SnapshotLimits bounds_;
  std::uint32_t half_ = 0;
  Snapshot older_, newer_;
  int reported_ = 0;  // The last error that was reported as the reason for a missing snapshot.
};

}  // namespace nodecpp::os::record
