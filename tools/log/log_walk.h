// Goes through a log record by record and keeps track of the turn, the time and the number of operations.
#pragma once

#include <string>

#include "os/trace/log_reader.h"

namespace nodecpp::logtool {

class Walk {
 public:
  explicit Walk(os::record::LogReader& reader) : reader_(reader) {}

  // Reads the next record into `entry`. Returns false at the end of the log.
  bool next();

  os::record::Entry entry;
  std::uint64_t turn = 0;
  std::int64_t time = 0;        // nanoseconds since the program's start, at the last reading of the clock
  std::uint64_t operation = 0;  // the number of operations so far, including this one; a replay counts the same way

 private:
  os::record::LogReader& reader_;
};

// Returns nanoseconds as seconds: "12.345678901".
std::string seconds(std::int64_t nanoseconds);

// Returns the exit code for the end of a log. When the log does not end properly, writes the reason to standard error.
int printEnd(const os::record::LogReader& reader);

}  // namespace nodecpp::logtool
