// Reads a log, which is untrusted: it may have been cut off or changed anywhere. The reader gives the records that are
// whole, and says why it stops where they end.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "os/trace/field_encoding.h"
#include "os/trace/record_kinds.h"

namespace nodecpp::os::record {

// One record. Its fields are views into the reader's memory, and stay valid as long as the reader.
struct Entry {
  Kind kind = Kind::none;
  std::string_view fields{};
  std::uint32_t segment = 0;  // The number of the segment within the log.
  std::uint64_t offset = 0;   // The position of the record within the segment, in bytes.

  Fields in() const { return Fields(fields); }
};

// What follows a segment's last record: zeros, as in a new file, or older bytes, as in memory that is used again and
// again.
enum class BytesAfterEnd : unsigned char { zeros, anything };

class LogReader {
 public:
  LogReader() = default;
  LogReader(const LogReader&) = delete;
  ~LogReader();

  // Opens the log of `worker` in `folder`. Returns an error message, or an empty string for success.
  std::string open(const std::string& folder, const std::string& worker = "main");
  // Opens segments in memory, which must outlive the reader. The first may be any segment of a log.
  std::string open(const std::vector<std::string_view>& segments, BytesAfterEnd behind = BytesAfterEnd::zeros);
  // Returns the names of the workers that have a log in `folder`, with "main" first.
  static std::vector<std::string> workers(const std::string& folder);

  // Reads the next record. Returns false at the end, which is where a record is incomplete or damaged.
  bool next(Entry& entry);
  // After the end, says why the log ends before the end of what was written, or is empty. A log that ends in the middle
  // of a record, because the program was killed, has no fault.
  const std::string& fault() const { return fault_; }
  // Returns the number of bytes of the records read so far, their heads and checksums included.
  std::uint64_t size() const { return size_; }

 private:
  struct Segment {
    const char* data;
    std::size_t size;
    std::string name;
    bool mapped = false;  // Whether the reader has mapped the memory, and must unmap it.
  };
  std::string begin(Segment& segment);
  bool ends(const char* why);
  bool isLastRecord() const;

  std::vector<Segment> segments_;
  std::size_t segment_ = 0;
  std::size_t offset_ = 0;
  std::uint64_t firstSequence_ = 0;
  bool firstSegmentOptional_ = false;
  std::uint64_t size_ = 0;
  std::string fault_;
  bool over_ = false;
  BytesAfterEnd bytesAfterEnd_ = BytesAfterEnd::zeros;
};

}  // namespace nodecpp::os::record
