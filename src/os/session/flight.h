// The flight recorder: the last part of a log, in memory, and snapshots of the process to replay it from.
//
// The ring has two halves. As each is begun, between two turns, the process forks a snapshot of itself, which closes
// what it does not need and waits. When a half is full the snapshot of the other is dismissed, and that half begun
// anew. So there are always the records since the older of two snapshots, and that snapshot. When the process dies
// without saying so, the snapshot forks a copy of itself, which goes on from where it stood with what the ring has, up
// to the crash.
#pragma once

#include <csignal>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/session/kept.h"
#include "os/record/log_writer.h"

namespace nodecpp::os::record {

// What a snapshot does with a crash.
enum class AtCrash : unsigned char { stop, core };

class RingLog final : public LogWriter {
 public:
  // Of about `size` bytes; null without memory.
  static std::unique_ptr<RingLog> create(std::size_t size);
  ~RingLog() override;

  // A half is nearly full, or has no room: the other one is to be begun.
  bool wantsNext() const { return at_ >= wanted_ || broken_; }
  // Begins the other half. Its number, which stands in its first record.
  std::uint32_t begin();
  // The records from the beginning of half `number` on.
  std::vector<std::string_view> since(std::uint32_t number) const;

  // A turn had more than there was room for: what it did is lost for a replay.
  bool broken() const { return broken_; }

  // What the process and its snapshots share.
  struct Shared {
    std::atomic<std::uint32_t> oldest;   // the half that has the older snapshot
    std::atomic<std::uint32_t> current;  // the half that is written
    std::atomic<bool> stopped;           // a signal ends the program as one who stops it would
    std::atomic<bool> gap;               // the half that is written lacks what came last
    // What the snapshots have cost: how long the process stood still, the last times and in all, in milliseconds; and
    // the most that one of them had for itself.
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

// Makes the snapshots, and is what they are when the process has died.
class Flight {
 public:
  Flight(RingLog& ring, AtCrash atCrash, KeptBounds bounds) : ring_(ring), atCrash_(atCrash), bounds_(bounds) {}

  // Between two turns. Returns in the process itself with false; and with true in a copy of a snapshot, which is to
  // replay `ring().since(half())` from here.
  bool snapshot();
  std::uint32_t half() const { return half_; }
  RingLog& ring() { return ring_; }
  AtCrash atCrash() const { return atCrash_; }

  // The process ends as it should: dismisses the snapshots.
  void end();
  // A signal that nobody listens to, and that is how services are stopped, is no crash. Called again when the program
  // has listened and does no more.
  void heedStops();
  // "flight: 12 snapshots, …": how long the process stood still for them, and what one of them held for itself.
  std::string report() const;

 private:
  struct Snapshot {
    int pid = 0;
    int pipe = -1;  // we hold the end that is written to: its closing tells the snapshot that we are gone
  };
  void dismiss(Snapshot& snapshot);
  bool failed(int error);
  bool wait(int pipe, int program, std::uint64_t turn);
  bool fly(int program, std::uint64_t turn);

  RingLog& ring_;
  AtCrash atCrash_;
  KeptBounds bounds_;
  std::uint32_t half_ = 0;
  Snapshot older_, newer_;
  int told_ = 0;                // why there was no snapshot, when that was said
};

}  // namespace nodecpp::os::record
