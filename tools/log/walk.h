// Goes through a log record by record, and knows where it is: turn, time, operation.
#pragma once

#include <string>

#include "os/trace/log_reader.h"

namespace nodecpp::logtool {

class Walk {
 public:
  explicit Walk(os::record::LogReader& reader) : reader_(reader) {}

  // The next record; false at the end.
  bool next();

  os::record::Entry entry;
  std::uint64_t turn = 0;
  std::int64_t time = 0;        // nanoseconds since the program's start, at the last reading of the clock
  std::uint64_t operation = 0;  // how many the program has done, this one among them: a replay counts the same

 private:
  os::record::LogReader& reader_;
};

// Nanoseconds as seconds: "12.345678901".
std::string seconds(std::int64_t nanoseconds);

// The exit code for the end of a log, which is said on standard error where it is not as it should be.
int sayEnd(const os::record::LogReader& reader);

}  // namespace nodecpp::logtool
