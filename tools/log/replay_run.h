// Replays the recorded program to get the bytes that it sends, because a log has only checksums of them.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <memory>
#include <string>
#include <unordered_map>

#include "keys.h"

namespace nodecpp::logtool {

class ReplayRun {
 public:
  enum class State { none, running, over };

  // The run replays the log in `folder` with the executable that the log names.
  ReplayRun(std::string folder, std::string program, std::string buildId)
      : folder_(std::move(folder)), program_(std::move(program)), buildId_(std::move(buildId)) {}
  ReplayRun(const ReplayRun&) = delete;
  ~ReplayRun();

  // Returns why the program cannot be replayed, or an empty string when it can.
  std::string cannot() const;
  // Starts the replay, at most once. Returns false and sets message() when that fails.
  bool start();
  // Checks whether the replay has ended, and stops it when it takes too long.
  void look();
  // Stops the replay and removes its files.
  void end();
  State state() const { return state_; }
  // Returns a sentence about how the replay went. When it did not reach the end of the log, the sentence says why.
  const std::string& message() const { return message_; }
  // Reads at most `most` bytes of what operation `operation` has sent. Returns false when they are not known.
  bool output(std::uint64_t operation, std::size_t most, std::string& bytes) const;

 private:
  struct Place {
    std::uint64_t offset;
    std::uint32_t size;
  };
  void finish(int status);
  void index();
  void clear();

  std::string folder_, program_, buildId_;
  State state_ = State::none;
  std::string directory_, message_;
  pid_t child_ = 0;
  std::chrono::steady_clock::time_point started_;
  bool tooLong_ = false;
  std::unique_ptr<File> output_;
  std::unordered_map<std::uint64_t, Place> places_;
};

}  // namespace nodecpp::logtool
