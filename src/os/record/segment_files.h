// The files that a log is written into. Disk space is allocated to a file before the file is written, since writing to
// a mapped page that has none raises a signal. Allocating, and the first access to each page, take milliseconds, so a
// thread other than the loop's does them.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

namespace nodecpp::os::record {

// Returns the message why a file or folder of a log could not be made or opened; `error` is an errno.
std::string because(const char* what, const std::string& path, int error);

struct SegmentFile {
  std::string name{};
  int file = -1;
  char* memory = nullptr;  // The contents of the file, mapped into memory.
  std::size_t size = 0;
  std::string why{};  // The reason why the file could not be made, or empty.
};

// Does its tasks on a thread of its own, in the order in which they were requested, or at once when no thread can be
// started.
class SegmentFiles {
 public:
  // Makes files in the open folder `folder`, which must stay open as long as this object lives.
  explicit SegmentFiles(int folder) : folder_(folder) {}
  SegmentFiles(const SegmentFiles&) = delete;
  ~SegmentFiles();

  // Begins to make a file of that name, which `take` will return.
  void prepare(const std::string& name, std::size_t size);
  // Returns the prepared file if it has that name and is large enough, or else makes a file now.
  SegmentFile take(const std::string& name, std::size_t size);
  // Requests the memory pages that will be written soon.
  void populate(char* begin, std::size_t size);
  // Closes a file and returns the disk space behind its first `used` bytes.
  void leave(SegmentFile segment, std::size_t used);
  void remove(const std::string& name);
  // Waits until all tasks are done.
  void finish();
  // Finishes all tasks, and removes a file that was prepared and not taken.
  void end();

  // The number of bytes at the beginning of a new file whose memory pages are made at once.
  static constexpr std::size_t populated = 256 << 10;

 private:
  SegmentFile make(const std::string& name, std::size_t size) const;
  void discard(SegmentFile& segment) const;
  void later(std::function<void()> task);
  void work();

  int folder_;
  pthread_t thread_{};
  bool running_ = false, noThread_ = false, ends_ = false, busy_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  SegmentFile prepared_;
  bool preparing_ = false;
};

}  // namespace nodecpp::os::record
