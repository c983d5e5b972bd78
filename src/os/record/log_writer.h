// Writes a log. Records are appended to mapped memory, so that everything written is kept however the program ends.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/record/log_seal.h"
#include "os/record/segment_files.h"
#include "os/trace/build_ids.h"
#include "os/trace/field_encoding.h"
#include "os/trace/record_kinds.h"

namespace nodecpp::os::record {

// Fields that are encoded already.
struct Raw {
  std::string_view bytes;
};
inline std::size_t bound(Raw raw) { return raw.bytes.size(); }
inline char* put(char* to, Raw raw) {
  if (!raw.bytes.empty()) std::memcpy(to, raw.bytes.data(), raw.bytes.size());
  return to + raw.bytes.size();
}

class LogWriter {
 public:
  LogWriter() = default;
  LogWriter(const LogWriter&) = delete;
  virtual ~LogWriter() = default;

  template <class... F>
  void append(Kind kind, const F&... fields) {
    NODECPP_ASSERT(kind != Kind::none && begin_ <= at_ && at_ <= end_, kind);
    std::size_t most = (bound(fields) + ... + 0);
    bool isLong = most > 0xffff;
    if (std::size_t(end_ - at_) < most + overhead) [[unlikely]]
      more(most + overhead);
    char* to = at_ + (isLong ? 5 : 3);
    ((to = put(to, fields)), ...);
    finish(kind, isLong, to);
  }

  // Returns the number of bytes of records written so far.
  std::uint64_t size() const { return full_ + std::uint64_t(at_ - begin_); }
  // The current turn of the loop, which is noted in each segment.
  std::uint64_t turn = 0;
  // The last reading of the monotonic clock and the first one. Each segment notes how long the program has run.
  const std::uint64_t* clock = nullptr;
  std::uint64_t clockBegan = 0;

 protected:
  // The largest size of a record's head and checksum, and of the zero that follows the record.
  static constexpr std::size_t overhead = 10;

  void finish(Kind kind, bool isLong, char* to) {
    std::size_t head = isLong ? 5 : 3;
    auto size = std::uint32_t(to - at_ - std::ptrdiff_t(head));
    NODECPP_ASSERT((isLong || size <= 0xffff) && to + 5 <= end_, kind, size);
    std::memcpy(at_ + 1, &size, head - 1);
    auto first = static_cast<unsigned char>(static_cast<unsigned char>(kind) | (isLong ? longRecord : 0));
    std::uint32_t sum = crc32c(at_ + 1, head - 1 + size, crc32c(&first, 1));
    std::memcpy(to, &sum, 4);
    to[4] = 0;
    // The kind is written last. Until then its byte is the zero at which the log ends, so that a killed program leaves
    // no half record that looks whole.
    std::atomic_signal_fence(std::memory_order_release);
    *at_ = char(first);
    at_ = to + 4;
    if (sealed_) [[unlikely]]
      seal();
  }
  // Writes the beginning of a segment, for which there is room.
  void beginSegment(std::string_view worker, std::uint32_t sequence);
  // Makes room for a record of `size` bytes.
  virtual void more(std::size_t size) = 0;
  // Called in an encrypted log when a record stands in memory from begin_ to at_.
  virtual void seal() {}

  char* begin_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
  std::uint64_t full_ = 0;  // The number of bytes in the segments before this one.
  bool sealed_ = false;
  Texts builds_ = loadedBuilds();
};

// Options of a log.
struct LogOptions {
  // The largest size of all segments together in bytes; the oldest segments are removed. 0 for no limit.
  std::uint64_t limit = 0;
  std::string key{};  // The file of the public key that the log is encrypted to; empty for a log in plain text.
};
// The smallest value that --nodecpp-record-limit accepts.
inline constexpr std::uint64_t leastLimit = 1 << 20;

// A log that is a folder of segment files.
class FileLog final : public LogWriter {
 public:
  // Makes `folder` (mode 0700), which must not contain this log yet, and the first segment (mode 0600). Returns null
  // and sets `error` on failure.
  static std::unique_ptr<FileLog> create(const std::string& folder, const std::string& worker, std::string& error,
                                         const LogOptions& options = {});
  ~FileLog() override;
  // Returns the descriptor of the open folder.
  int folder() const { return folder_; }

  // Ends the log, and cuts the last segment off behind its last record.
  void close();
  // The reason why nothing is written any more (probably a full disk), or empty. Records appended afterwards are
  // dropped.
  const std::string& stopped() const { return stopped_; }
  // Waits until the helper thread has done all its tasks; for tests.
  void settle() { files_->finish(); }

 private:
  FileLog() = default;
  void more(std::size_t size) override;
  void seal() override;
  std::string nextSegment(std::size_t size);
  std::string nameOf(std::uint32_t sequence) const;
  std::size_t sizeFor(std::size_t size) const;
  void leaveSegment(bool last);
  void dropOldest(std::size_t coming);
  void advance(char* at, std::size_t size);
  void stop(std::string why);

  std::string worker_, stopped_;
  int folder_ = -1;
  std::unique_ptr<SegmentFiles> files_;
  SegmentFile segment_;
  std::size_t segmentBytes_ = 0;
  std::uint64_t limit_ = 0;
  std::deque<std::pair<std::string, std::uint64_t>> left_;  // The names and sizes of segments that are full.
  std::uint32_t sequence_ = 0;                              // The number of the next segment.
  bool preparing_ = false;
  char* room_ = nullptr;      // How far records may reach in the current segment.
  char* prepared_ = nullptr;  // The end of the part of the segment whose pages were requested.
  std::unique_ptr<Seal> seal_;
  char* sealedAt_ = nullptr;  // Where the next frame of an encrypted log goes.
  bool beginning_ = false;
  std::vector<char> plain_;  // In an encrypted log, where a record is assembled before it is encrypted.
  std::unique_ptr<char[]> dropped_;
};

}  // namespace nodecpp::os::record
