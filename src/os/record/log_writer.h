// Writes a log: record behind record into mapped memory, so that what was written is there however the program ends.
#pragma once

#include <atomic>
#include <memory>

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
  }
  // What each segment begins with. There is room for it.
  void beginSegment(std::string_view worker, std::uint32_t sequence);
  // Makes room for a record of `size` bytes.
  virtual void more(std::size_t size) = 0;

  char* begin_ = nullptr;
  char* at_ = nullptr;
  char* end_ = nullptr;
  std::uint64_t full_ = 0;  // of segments before this one
  Texts builds_ = loadedBuilds();
};

// A folder of segments.
class FileLog final : public LogWriter {
 public:
  // Makes `folder` (0700), which must not be there or be empty, and the first segment (0600). Null, with `error` set,
  // where it cannot.
  static std::unique_ptr<FileLog> create(const std::string& folder, const std::string& worker, std::string& error);
  ~FileLog() override;

  // Ends the last segment where its last record ends.
  void close();
  // Why nothing is written any more: no space left, most likely. What is appended is dropped then.
  const std::string& stopped() const { return stopped_; }

 private:
  FileLog() = default;
  void more(std::size_t size) override;
  std::string nextSegment(std::size_t size);
  void leaveSegment();
  void stop(std::string why);

  std::string worker_, stopped_;
  int folder_ = -1;
  int file_ = -1;
  std::uint32_t sequence_ = 0;
  std::size_t mapped_ = 0;
  char* limit_ = nullptr;  // of the segment; end_ is as far as its pages are there
  std::unique_ptr<char[]> dropped_;
};

}  // namespace nodecpp::os::record
