// Writes a log: record behind record into mapped memory, so that what was written is there however the program ends.
#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/record/seal.h"
#include "os/record/segment_files.h"
#include "os/trace/build_ids.h"
#include "os/trace/fields.h"
#include "os/trace/kinds.h"

namespace nodecpp::os::record {

// Fields that have been put already.
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
    std::size_t most = (bound(fields) + ... + 0);
    bool isLong = most > 0xffff;
    if (std::size_t(end_ - at_) < most + overhead) [[unlikely]]
      more(most + overhead);
    char* to = at_ + (isLong ? 5 : 3);
    ((to = put(to, fields)), ...);
    finish(kind, isLong, to);
  }

  // Bytes of records so far.
  std::uint64_t size() const { return full_ + std::uint64_t(at_ - begin_); }
  // Of which a turn begins; stands in each segment.
  std::uint64_t turn = 0;
  // The last reading of the monotonic clock, and the first: each segment says how long the program has run.
  const std::uint64_t* clock = nullptr;
  std::uint64_t clockBegan = 0;

 protected:
  static constexpr std::size_t overhead = 10;  // and the zero behind it

  void finish(Kind kind, bool isLong, char* to) {
    std::size_t head = isLong ? 5 : 3;
    auto size = std::uint32_t(to - at_ - std::ptrdiff_t(head));
    std::memcpy(at_ + 1, &size, head - 1);
    auto first = static_cast<unsigned char>(static_cast<unsigned char>(kind) | (isLong ? longRecord : 0));
    std::uint32_t sum = crc32c(at_ + 1, head - 1 + size, crc32c(&first, 1));
    std::memcpy(to, &sum, 4);
    to[4] = 0;
    // The kind comes last: until then it is the zero at which the log ends.
    std::atomic_signal_fence(std::memory_order_release);
    *at_ = char(first);
    at_ = to + 4;
    if (sealed_) [[unlikely]]
      seal();
  }
  // What each segment begins with. There is room for it.
  void beginSegment(std::string_view worker, std::uint32_t sequence);
  // Makes room for a record of `size` bytes.
  virtual void more(std::size_t size) = 0;
  // Of a log that is encrypted: a record stands in memory, from begin_ to at_.
  virtual void seal() {}

  char* begin_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
  std::uint64_t full_ = 0;  // of segments before this one
  bool sealed_ = false;
  Texts builds_ = loadedBuilds();
};

// How a log is to be kept.
struct LogOptions {
  std::uint64_t limit = 0;  // bytes that its segments may take together: the oldest go. 0: no limit
  std::string key{};        // the file of the public key that it is encrypted to; "": it is in clear
};
// The least that may be a limit.
inline constexpr std::uint64_t leastLimit = 1 << 20;

// A folder of segments.
class FileLog final : public LogWriter {
 public:
  // Makes `folder` (0700), which must not be there or be empty, and the first segment (0600). Null, with `error` set,
  // where it cannot.
  static std::unique_ptr<FileLog> create(const std::string& folder, const std::string& worker, std::string& error,
                                         const LogOptions& options = {});
  ~FileLog() override;
  // The open folder.
  int folder() const { return folder_; }

  // Ends the last segment where its last record ends.
  void close();
  // Why nothing is written any more: no space left, most likely. What is appended is dropped then.
  const std::string& stopped() const { return stopped_; }
  // Waits until what was left to the other thread is done: for tests.
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
  std::deque<std::pair<std::string, std::uint64_t>> left_;  // segments that are full, and their sizes
  std::uint32_t sequence_ = 0;                              // of the next segment
  bool preparing_ = false;
  char* room_ = nullptr;      // as far as a record may reach in the segment
  char* prepared_ = nullptr;  // as far as its pages were asked for
  std::unique_ptr<Seal> seal_;
  char* sealedAt_ = nullptr;  // of an encrypted one: where the next frame goes
  bool beginning_ = false;
  std::vector<char> plain_;   // and where a record is put together
  std::unique_ptr<char[]> dropped_;
};

}  // namespace nodecpp::os::record
