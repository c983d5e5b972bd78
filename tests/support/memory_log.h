// A log in memory that is made record by record, for tests of code that reads logs which no program has written.
#pragma once

#include <doctest/doctest.h>

#include <cstring>
#include <string>
#include <vector>

#include "os/record/log_writer.h"

namespace tests {

class MemoryLog final : public nodecpp::os::record::LogWriter {
 public:
  explicit MemoryLog(std::size_t size = 256 << 10) : bytes_(size) {
    using namespace nodecpp::os::record;
    begin_ = at_ = bytes_.data();
    end_ = begin_ + bytes_.size();
    std::memcpy(at_, magic.data(), magic.size());
    std::memcpy(at_ + magic.size(), &formatVersion, sizeof formatVersion);
    at_ += preambleBytes;
  }
  std::string text() const { return {begin_, at_}; }

 protected:
  void more(std::size_t) override { FAIL("the log is larger than it may be"); }

 private:
  std::vector<char> bytes_;
};

}  // namespace tests
