// The files that a log is written into. A file takes its space on the disk before it is written, since a page of a mapped
// file that finds none is a signal; that, and the faults of its pages, take milliseconds, which are not the loop's.
#pragma once

#include <pthread.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

namespace nodecpp::os::record {

// The sentence that says why a file or folder of a log could not be had; `error` is the system's number.
std::string because(const char* what, const std::string& path, int error);

struct SegmentFile {
  std::string name{};
  int file = -1;
  char* memory = nullptr;  // its bytes, mapped
  std::size_t size = 0;
  std::string why{};  // it could not be made
};

// Does the work on a thread of its own, in the order in which it was asked for; where there is none to be had, at once.
class SegmentFiles {
 public:
  // In this open folder, which outlives this.
  explicit SegmentFiles(int folder) : folder_(folder) {}
  SegmentFiles(const SegmentFiles&) = delete;
  ~SegmentFiles();

  // Begins to make a file of that name, for `take`.
  void prepare(const std::string& name, std::size_t size);
  // The prepared file, if it is of that name and large enough; else it makes one now.
  SegmentFile take(const std::string& name, std::size_t size);
  // Has the pages made that will be written soon.
  void populate(char* begin, std::size_t size);
  // Gives the space behind the first `used` bytes back, and closes the file.
  void leave(SegmentFile segment, std::size_t used);
  void remove(const std::string& name);
  // Waits until all of that is done.
  void finish();
  // No further file is wanted: finishes, and removes what was prepared and not taken.
  void end();

  // As many bytes of a new file have their pages.
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
