#include "os/replay/replayer.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/replay/replay_guard.h"
#include "os/trace/build_ids.h"
#include "os/trace/record_description.h"

namespace nodecpp::os::replay {

using record::Entry;
using record::Kind;

namespace {

constexpr std::size_t remembered = 20;

std::string nameOf(const std::string& path) { return path.substr(path.find_last_of('/') + 1); }

// Compares the recorded build-ids of the executable and its libraries, in their order, with those of this process.
// Returns a message about the first difference, or an empty string.
std::string differingBuild(const record::Texts& recorded) {
  record::Texts here = record::loadedBuilds();
  for (std::size_t i = 0; i < recorded.size() || i < here.size(); ++i) {
    std::string file = i < recorded.size() ? recorded[i].first : here[i].first;
    std::string was = i < recorded.size() ? recorded[i].second : "(not loaded)";
    std::string is = i < here.size() ? here[i].second : "(not loaded)";
    bool same = was == is && (i == 0 || nameOf(recorded[i].first) == nameOf(here[i].first));
    if (same) continue;
    return (i == 0 ? "this is another build of the program: the recording was made by build-id "
                   : "another build of " + nameOf(file) + " is loaded: the recording was made with build-id ") +
           was + ", this is " + is;
  }
  return {};
}

}  // namespace

void show(int fd, std::string_view text) {
  while (!text.empty()) {
    ssize_t put = ::write(fd, text.data(), text.size());
    if (put < 0 && errno != EINTR) return;
    if (put > 0) text.remove_prefix(std::size_t(put));
  }
}

void Replayer::refuse(const std::string& why) {
  show(2, "replay: refused: " + why + "\n");
  ::_exit(refused);
}

std::string Replayer::open(const std::string& folder, const std::string& worker) {
  std::string why = reader_.open(folder, worker);
  if (!why.empty()) return why;
  Entry entry;
  if (!reader_.next(entry) || entry.kind != Kind::segment) return "the log has no beginning: " + reader_.fault();
  record::Fields in = entry.in();
  in.get<std::string>();
  if (auto gone = in.get<std::uint64_t>(); gone > 0)
    return "the recording's first " + std::to_string(gone) +
           " segments are gone, and with them the program's start, from which a replay goes: that is what "
           "--nodecpp-record-limit does. nodecpp-log shows what is there; --nodecpp-flight keeps snapshots to replay from";
  in.get<std::uint64_t>();
  why = differingBuild(in.get<record::Texts>());
  if (!why.empty()) return why;
  if (!reader_.next(entry) || entry.kind != Kind::start) return "the log has no start: " + reader_.fault();
  in = entry.in();
  in.take(start_);
  return in.isValid() && start_.seed.size() == 32 ? std::string() : "the log's start is malformed";
}

std::string Replayer::otherProcessor(const std::string& here) const {
  if (start_.processor == here) return {};
  return "replay: this is another processor than that of the recording: functions that libraries choose by it may compute "
         "something else\n  recorded on: " +
         start_.processor + "\n  this is:     " + here + "\n";
}

std::string Replayer::openOutput(const std::string& path) {
  outputFile_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  return outputFile_ < 0 ? "cannot make '" + path + "': " + std::strerror(errno) : std::string();
}

void Replayer::output(std::uint64_t connection, const Slice* slices, std::size_t count) {
  NODECPP_ASSERT(outputFile_ >= 0, outputFile_);
  outputEntry_.clear();
  auto add = [&](const auto& number) { outputEntry_.append(reinterpret_cast<const char*>(&number), sizeof number); };
  std::uint32_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += std::uint32_t(slices[i].size);
  add(operations_);
  add(connection);
  add(size);
  for (std::size_t i = 0; i < count; ++i) outputEntry_.append(slices[i].data, slices[i].size);
  // pwrite with an explicit position is the call that the guard permits, and only for this file.
  for (std::string_view left = outputEntry_; !left.empty();) {
    ssize_t put = ::pwrite(outputFile_, left.data(), left.size(), off_t(outputSize_));
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) refuse(std::string("cannot write what the program sends: ") + std::strerror(errno));
    NODECPP_ASSERT(std::size_t(put) <= left.size(), put, left.size());
    outputSize_ += std::uint64_t(put);
    left.remove_prefix(std::size_t(put));
  }
}

std::string Replayer::open(const std::vector<std::string_view>& segments, std::uint64_t turn) {
  turn_ = turn;
  // The segments are the halves of the flight recorder's ring, which are written over again and again.
  return reader_.open(segments, record::BytesAfterEnd::anything);
}

// Skips records about the log itself, which are neither inputs nor operations.
const Entry* Replayer::next() {
  while (!has_ && !over_) {
    has_ = reader_.next(entry_);
    over_ = !has_;
    if (has_ && entry_.kind == Kind::segment) has_ = false;
    if (has_ && entry_.kind == Kind::stopped) {
      stoppedBecause_ = entry_.in().get<std::string>();
      has_ = false;
    }
  }
  return has_ ? &entry_ : nullptr;
}

Entry Replayer::take() {
  NODECPP_ASSERT(has_);
  has_ = false;
  return entry_;
}

void Replayer::remember(Kind kind, std::string_view call) {
  NODECPP_ASSERT(last_.size() <= remembered, last_.size());
  ++operations_;
  // The oldest entry is moved to the end and filled again, so that its string keeps its memory.
  if (last_.size() == remembered) {
    last_.push_back(std::move(last_.front()));
    last_.pop_front();
  } else {
    last_.emplace_back();
  }
  Done& done = last_.back();
  done.turn = turn_;
  done.kind = kind;
  done.call.assign(call);
}

// The encoded arguments are a prefix of the recorded fields, and the results follow them. So comparing the arguments
// needs no decoding.
record::Fields Replayer::expect(Kind kind, std::string_view call) {
  const Entry* entry = next();
  if (!entry) finish();
  NODECPP_ASSERT(has_);
  record::Fields in = entry->in();
  if (entry->kind != kind || !in.skip(call)) differs(describe(kind, call));
  remember(kind, call);
  has_ = false;
  return in;
}

record::Fields Replayer::expectIn(std::string_view& calls, Kind kind, std::string_view call) {
  std::uint32_t size = 0;
  if (calls.size() >= 5) std::memcpy(&size, calls.data() + 1, 4);
  if (calls.size() < 5 || calls.size() - 5 < size) differs("in a job: " + describe(kind, call));
  record::Fields in(calls.substr(5, size));
  if (Kind(calls[0]) != kind || !in.skip(call)) differs("in a job: " + describe(kind, call));
  NODECPP_ASSERT(5 + std::size_t(size) <= calls.size(), size, calls.size());
  remember(kind, call);
  calls.remove_prefix(5 + size);
  return in;
}

void Replayer::waits() {
  const Entry* entry = next();
  if (!entry) finish();
  NODECPP_ASSERT(has_);
  if (entry->kind != Kind::turn) differs("waits for the next turn");
}

void Replayer::turnBegins() {
  if (turn_ + 1 == untilTurn) stopHere("turn " + std::to_string(untilTurn));
  ++turn_;
  shuffleTurnAllocations();
}

void Replayer::stopHere(const std::string& before) {
  std::string pid = std::to_string(::getpid());
  bool debugger = traced();
  show(2, "replay: stopped before " + before + ", in turn " + std::to_string(turn_) + ", process " + pid +
              (debugger ? "" : ": gdb -p " + pid) + "\n");
  // A debugger takes SIGTRAP for a breakpoint. Without a debugger the process stops and waits for one.
  if (!debugger) leaveStreams();
  std::raise(debugger ? SIGTRAP : SIGSTOP);
}

void Replayer::summary() {
  std::fflush(nullptr);
  show(1, "replay: " + std::to_string(turn_) + " turns, " + std::to_string(operations_) + " operations, identical\n");
  if (!reader_.fault().empty()) show(2, "replay: the log goes no further: " + reader_.fault() + "\n");
  if (!stoppedBecause_.empty()) show(2, "replay: the recording stopped there: " + stoppedBecause_ + "\n");
}

void Replayer::finish() {
  summary();
  if (atEnd) atEnd(*this);
  ::_exit(identical);
}

void Replayer::failMismatch(Kind kind, const std::string& why) {
  const record::Layout* layout = record::layoutOf(kind);
  std::fflush(nullptr);
  show(2, "replay: different in turn " + std::to_string(turn_) + "\n  the log's " + (layout ? layout->name : "record") +
              " cannot have been: " + why + "\n");
  ::_exit(different);
}

void Replayer::differs(const std::string& actual) {
  const Entry* entry = next();
  std::string text = "replay: different in turn " + std::to_string(turn_) + "\n  expected: " +
                     (entry ? describe(entry->kind, entry->fields) : std::string("the end of the log")) +
                     "\n  actual:   " + actual + "\n";
  if (!last_.empty()) text += "the last operations before it:\n";
  for (const Done& done : last_)
    text += "  turn " + std::to_string(done.turn) + ": " + describe(done.kind, done.call) + "\n";
  std::fflush(nullptr);
  show(2, text);
  ::_exit(different);
}

}  // namespace nodecpp::os::replay
