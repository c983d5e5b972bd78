// Goes through a log in place of the world: gives what came in, and holds what the program does to what it did.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "os/trace/log_reader.h"

namespace nodecpp::os::replay {

// How a replay ends, as the exit code of the process.
enum : int { identical = 0, different = 3, refused = 4 };

// What the program was started with.
struct Start {
  std::uint64_t time = 0;  // of the monotonic clock, nanoseconds
  std::int64_t wall = 0;   // milliseconds since 1970
  std::string seed;
  std::vector<std::string> arguments;
  std::vector<std::string> options;  // the runtime's own
  record::Texts limits;
  record::Texts variables;            // of the environment, those whose values stand in the log
  std::vector<std::string> redacted;  // names of variables whose values never do
  std::string processor;
};
template <class T>
  requires std::same_as<std::remove_const_t<T>, Start>
auto members(T& x) {
  return std::tie(x.time, x.wall, x.seed, x.arguments, x.options, x.limits, x.variables, x.redacted, x.processor);
}

class Replayer {
 public:
  // Opens the log; what stands against replaying it here, or nothing.
  std::string open(const std::string& folder, const std::string& worker = "main");
  // Goes on in a process that has come as far as turn `turn`, with the segments that follow.
  std::string open(const std::vector<std::string_view>& segments, std::uint64_t turn);
  const Start& start() const { return start_; }
  // What is to be said before a replay on a processor other than the recorded one; or nothing.
  std::string otherProcessor(const std::string& here) const;
  // Called at the end of the log, where set: what it does in place of ending the process.
  void (*atEnd)(Replayer& replayer) = nullptr;
  // Called when an error that nobody handled is about to end the program.
  void (*atFailure)(Replayer& replayer) = nullptr;

  // The next record, null at the end.
  const record::Entry* next();
  // Takes it: an input.
  record::Entry take();
  // The program does `kind`, with these fields: it must be what the log has next. What it gave then follows in the
  // fields returned. At the end of the log this does not return.
  record::Fields expect(record::Kind kind, std::string_view call);
  // The same inside a job, whose calls stand in its record.
  record::Fields expectIn(std::string_view& calls, record::Kind kind, std::string_view call);

  // The program goes on to wait for what comes in.
  void waits();
  // A turn begins.
  void turnBegins();
  const std::uint64_t& turn() const { return turn_; }
  const std::uint64_t& operations() const { return operations_; }

  // Ends the process: the log is over, and all was the same.
  [[noreturn]] void finish();
  // Prints the summary, and goes on: for a program that ends by itself.
  void summary();
  // Ends the process: what happens is not in the log.
  [[noreturn]] void differs(const std::string& actual);
  // Ends the process: no port can have given what the log says that `kind` gave. A log may come from anybody, and what
  // is above the port relies on the port's contract.
  [[noreturn]] void misfit(record::Kind kind, const std::string& why);

  // Stops before this turn, or before this request of an HTTP server; 0 for none.
  std::uint64_t untilTurn = 0;
  std::uint64_t untilRequest = 0;
  // Makes the file that `output` goes to; what stands against it, or nothing. Each entry of it: the operation's number
  // and the connection's, 8 bytes each, the size, 4 bytes, all little-endian; the bytes.
  std::string openOutput(const std::string& path);
  int outputFile() const { return outputFile_; }
  // The operation just held to the log has written this to `connection`.
  void output(std::uint64_t connection, const Slice* slices, std::size_t count);
  [[noreturn]] static void refuse(const std::string& why);
  // For a debugger. `before` says what comes next.
  void stopHere(const std::string& before);

 private:
  struct Done {
    std::uint64_t turn;
    record::Kind kind;
    std::string call;
  };
  void remember(record::Kind kind, std::string_view call);

  record::LogReader reader_;
  Start start_;
  record::Entry entry_;
  bool has_ = false;
  bool over_ = false;
  std::uint64_t turn_ = 0;
  std::uint64_t operations_ = 0;
  std::deque<Done> last_;
  std::string stoppedBecause_;
  int outputFile_ = -1;
  std::uint64_t outputSize_ = 0;
  std::string outputEntry_;
};

// Writes to the process's own standard output or error.
void show(int fd, std::string_view text);

}  // namespace nodecpp::os::replay
