// Runs the recorded program in replay, for the bytes that it sends: a log has their checksums alone.
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

  // Of the log in `folder`, by the executable that its record names.
  ReplayRun(std::string folder, std::string program, std::string buildId)
      : folder_(std::move(folder)), program_(std::move(program)), buildId_(std::move(buildId)) {}
  ReplayRun(const ReplayRun&) = delete;
  ~ReplayRun();

  // Why it cannot be; empty when it can.
  std::string cannot() const;
  // Starts it, once. False, with message() set, where that fails.
  bool start();
  // Looks whether it has ended, and ends it when its time is over.
  void look();
  // Ends it, and leaves no files.
  void end();
  State state() const { return state_; }
  // How it went, for people; of one that did not reach the log's end, why.
  const std::string& message() const { return message_; }
  // What operation `number` has sent, at most `most` bytes of it; false where that is not known.
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
