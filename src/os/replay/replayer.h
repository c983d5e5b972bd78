// Replays a log in place of the outside world: gives the program its recorded inputs, and compares what it does with
// what it did.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "os/trace/log_reader.h"

namespace nodecpp::os::replay {

// The exit codes of a process that replays.
enum : int { identical = 0, different = 3, refused = 4 };

// The state in which the recorded program was started.
struct Start {
  std::uint64_t time = 0;  // The monotonic clock at the start, in nanoseconds.
  std::int64_t wall = 0;   // The wall clock at the start, in milliseconds since 1970.
  std::string seed;
  std::vector<std::string> arguments;
  std::vector<std::string> options;  // The options of the runtime, without the program's arguments.
  record::Texts limits;
  record::Texts variables;            // The variables of the environment whose values are in the log.
  std::vector<std::string> redacted;  // The names of variables whose values are never in the log.
  std::string processor;
};
template <class T>
  requires std::same_as<std::remove_const_t<T>, Start>
auto members(T& x) {
  return std::tie(x.time, x.wall, x.seed, x.arguments, x.options, x.limits, x.variables, x.redacted, x.processor);
}

class Replayer {
 public:
  // Opens the log. Returns a message if it cannot be replayed here, or an empty string.
  std::string open(const std::string& folder, const std::string& worker = "main");
  // Continues in a process that has run up to turn `turn`, with the segments recorded after that.
  std::string open(const std::vector<std::string_view>& segments, std::uint64_t turn);
  const Start& start() const { return start_; }
  // Returns a warning if this processor is not the recorded one, or an empty string.
  std::string otherProcessor(const std::string& here) const;
  // If set, called at the end of the log in place of ending the process.
  void (*atEnd)(Replayer& replayer) = nullptr;
  // Called when an error that nobody handled is about to end the program.
  void (*atFailure)(Replayer& replayer) = nullptr;

  // Returns the next record without taking it, or null at the end. Valid until the next record is read.
  const record::Entry* next();
  // Takes the next record, which is an input.
  record::Entry take();
  // The program does `kind` with these arguments, which must be the next record of the log; otherwise the replay ends
  // as different. Returns the recorded results. At the end of the log this function does not return.
  record::Fields expect(record::Kind kind, std::string_view call);
  // Works as `expect`, for an operation inside a job, whose operations are in the record of the job.
  record::Fields expectIn(std::string_view& calls, record::Kind kind, std::string_view call);

  // The program is about to wait for inputs, so the next record must be a turn.
  void waits();
  // Called when a turn begins. Stops before it if --nodecpp-until names this turn.
  void turnBegins();
  const std::uint64_t& turn() const { return turn_; }
  const std::uint64_t& operations() const { return operations_; }

  // Ends the process: the log is over, and everything was identical.
  [[noreturn]] void finish();
  // Prints the summary and returns, for a program that ends by itself.
  void summary();
  // Ends the process as different: the program did `actual`, and the log has another record.
  [[noreturn]] void differs(const std::string& actual);
  // Ends the process as different: no port can have given the results that the log has for `kind`. A log may come from
  // anybody, and the code above the port relies on the port's contract.
  [[noreturn]] void failMismatch(record::Kind kind, const std::string& why);

  // The replay stops before this turn, or before this HTTP request; 0 for neither.
  std::uint64_t untilTurn = 0;
  std::uint64_t untilRequest = 0;
  // Makes the file that `output` writes to. Returns an error message, or an empty string. Each entry of the file has
  // the operation's number and the connection's number (8 bytes each), the size (4 bytes, all little-endian), and the
  // bytes.
  std::string openOutput(const std::string& path);
  int outputFile() const { return outputFile_; }
  // Notes that the operation just compared with the log has written these bytes to `connection`.
  void output(std::uint64_t connection, const Slice* slices, std::size_t count);
  [[noreturn]] static void refuse(const std::string& why);
  // Stops the process for a debugger. `before` names what comes next, for the message.
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
