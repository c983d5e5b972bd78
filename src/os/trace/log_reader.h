// Reads a log. It may have been cut anywhere or changed: what is whole is given, and where that ends is said.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "os/trace/fields.h"
#include "os/trace/kinds.h"

namespace nodecpp::os::record {

// One record. Its fields stay valid as long as the reader.
struct Entry {
  Kind kind = Kind::none;
  std::string_view fields{};
  std::uint32_t segment = 0;  // of the log
  std::uint64_t offset = 0;   // in the segment

  Fields in() const { return Fields(fields); }
};

// What stands behind a segment's last record: zeros, as in a new file, or what was written there before, as in memory
// that is used again and again.
enum class Behind : unsigned char { zeros, anything };

class LogReader {
 public:
  LogReader() = default;
  LogReader(const LogReader&) = delete;
  ~LogReader();

  // The log of `worker` in `folder`; what is wrong, or nothing.
  std::string open(const std::string& folder, const std::string& worker = "main");
  // Segments that stand in memory, which the caller keeps. They may begin with any of a log.
  std::string open(const std::vector<std::string_view>& segments, Behind behind = Behind::zeros);
  // The workers that have a log in `folder`, "main" first.
  static std::vector<std::string> workers(const std::string& folder);

  // The next record; false at the end, which is where a record is not whole.
  bool next(Entry& entry);
  // After the end: why it is there, where it is not the end of what was written. A log that ended in the middle of a
  // record, as of a program that was killed, has no fault.
  const std::string& fault() const { return fault_; }
  // Bytes of records that were given, with what stands around them.
  std::uint64_t size() const { return size_; }

 private:
  struct Segment {
    const char* data;
    std::size_t size;
    std::string name;
    bool mapped = false;  // by this
  };
  std::string begin(Segment& segment);
  bool ends(const char* why);
  bool endsHere() const;

  std::vector<Segment> segments_;
  std::size_t segment_ = 0;
  std::size_t offset_ = 0;
  std::uint64_t firstSequence_ = 0;
  bool anyFirst_ = false;
  std::uint64_t size_ = 0;
  std::string fault_;
  bool over_ = false;
  Behind behind_ = Behind::zeros;
};

}  // namespace nodecpp::os::record
