#include "os/record/log_writer.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os::record {

namespace {

constexpr std::size_t mostSegmentBytes = 16 << 20;
// Memory pages are made in steps of this many bytes, ahead of the end of the log.
constexpr std::size_t stepBytes = 256 << 10;
// Room at the end of a segment, kept free for the record that says why the log has stopped.
constexpr std::size_t lastWords = 256;

}  // namespace

void LogWriter::beginSegment(std::string_view worker, std::uint32_t sequence) {
  NODECPP_ASSERT(at_ == begin_ && std::size_t(end_ - at_) > preambleBytes, end_ - at_);
  std::memcpy(at_, magic.data(), magic.size());
  std::memcpy(at_ + magic.size(), &formatVersion, sizeof formatVersion);
  at_ += preambleBytes;
  append(Kind::segment, worker, sequence, turn, builds_, std::int64_t(clock ? *clock - clockBegan : 0));
}

std::unique_ptr<FileLog> FileLog::create(const std::string& folder, const std::string& worker, std::string& error,
                                         const LogOptions& options) {
  std::unique_ptr<FileLog> log(new FileLog);
  log->worker_ = worker;
  if (!options.key.empty()) {
    log->seal_ = Seal::to(options.key, error);
    if (!log->seal_) return nullptr;
    log->sealed_ = true;
  }
  log->limit_ = options.limit ? std::max(options.limit, leastLimit) : 0;
  // The limit must hold the segment being written, a prepared one, and some full ones.
  log->segmentBytes_ = mostSegmentBytes;
  if (log->limit_)
    log->segmentBytes_ = std::min<std::size_t>(mostSegmentBytes, std::size_t(log->limit_ / 4) & ~(stepBytes - 1));
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return error = because("cannot make the folder", folder, errno), nullptr;
  log->folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (log->folder_ < 0) return error = because("cannot open the folder", folder, errno), nullptr;
  struct stat status{};
  // If other users could write to the folder, they could put a log of their own in place of ours.
  if (::fstat(log->folder_, &status) != 0 || status.st_uid != ::geteuid() || (status.st_mode & 077) != 0)
    return error = "'" + folder + "' is not for its owner alone (mode 0700)", nullptr;
  log->files_ = std::make_unique<SegmentFiles>(log->folder_);
  std::string why = log->nextSegment(0);
  NODECPP_ASSERT(why.empty() == (log->segment_.file >= 0), log->segment_.file);
  if (!why.empty()) return error = why + (why.ends_with("exists") ? " (a log is never written over)" : ""), nullptr;
  return log;
}

FileLog::~FileLog() {
  close();
  files_ = nullptr;
  if (folder_ >= 0) ::close(folder_);
}

std::string FileLog::nameOf(std::uint32_t sequence) const {
  char name[64];
  std::snprintf(name, sizeof name, ".%04u.log", sequence);
  return worker_ + name;
}

// Returns the size of a segment that has room for a record of `size` bytes and for the segment's own beginning and end.
std::size_t FileLog::sizeFor(std::size_t size) const {
  std::size_t needed = preambleBytes + bound(worker_) + bound(builds_) + 3 * numberBound + overhead + size + lastWords;
  if (seal_) needed += Seal::headBytes + 3 * Seal::frameBytes;
  NODECPP_ASSERT(segmentBytes_ >= stepBytes && segmentBytes_ % stepBytes == 0, segmentBytes_);
  return std::max(segmentBytes_, (needed + stepBytes - 1) & ~(stepBytes - 1));
}

// Leaves the current segment and begins the next one, with room for a record of `size` bytes. Returns an error message,
// or an empty string.
std::string FileLog::nextSegment(std::size_t size) {
  std::size_t bytes = sizeFor(size);
  dropOldest(bytes);
  SegmentFile made = files_->take(nameOf(sequence_), bytes);
  if (!made.why.empty()) return made.why;
  leaveSegment(false);
  NODECPP_ASSERT(segment_.file < 0 && made.file >= 0 && made.memory && made.size >= bytes, made.file, made.size, bytes);
  segment_ = std::move(made);
  preparing_ = false;
  prepared_ = segment_.memory + SegmentFiles::populated;
  room_ = segment_.memory + segment_.size - lastWords;
  NODECPP_ASSERT(prepared_ <= segment_.memory + segment_.size && room_ > segment_.memory, segment_.size);
  if (seal_) {
    sealedAt_ = seal_->begin(segment_.memory);
    if (plain_.empty()) plain_.resize(stepBytes);
    begin_ = at_ = plain_.data();
    end_ = begin_ + plain_.size();
    full_ += Seal::headBytes;
    beginning_ = true;
    beginSegment(worker_, sequence_++);
    beginning_ = false;
  } else {
    begin_ = at_ = segment_.memory;
    end_ = std::min(room_, begin_ + stepBytes);
    beginSegment(worker_, sequence_++);
  }
  return {};
}

// Removes the oldest segments, so that the rest, a new one of `coming` bytes and a prepared one stay within the limit.
void FileLog::dropOldest(std::size_t coming) {
  if (!limit_) return;
  std::uint64_t kept = coming + segmentBytes_ + std::uint64_t(segment_.file < 0 ? 0 : segment_.size);
  for (const auto& [name, size] : left_) kept += size;
  while (!left_.empty() && kept > limit_) {
    NODECPP_ASSERT(kept >= left_.front().second, kept, left_.front().second);
    kept -= left_.front().second;
    files_->remove(left_.front().first);
    left_.pop_front();
  }
}

// Ends the current segment. The helper thread gives back the space behind the last record and closes the file.
void FileLog::leaveSegment(bool last) {
  if (segment_.file < 0) return;
  if (seal_) sealedAt_ = seal_->end(sealedAt_);
  auto used = std::size_t((seal_ ? sealedAt_ : at_) - segment_.memory);
  NODECPP_ASSERT(used <= segment_.size, used, segment_.size);
  full_ += seal_ ? Seal::lastBytes : used;
  if (limit_) left_.emplace_back(segment_.name, used);
  files_->leave(std::exchange(segment_, {}), used);
  if (last) files_->end();
}

void FileLog::close() {
  leaveSegment(true);
  NODECPP_ASSERT(segment_.file < 0, segment_.file);
  begin_ = at_ = end_ = nullptr;
  if (folder_ >= 0 && stopped_.empty()) stop("closed");
}

// Ends the log because of an error, whose message becomes its last record. The room for that record was kept free.
void FileLog::stop(std::string why) {
  NODECPP_ASSERT(!why.empty());
  stopped_ = std::move(why);
  if (segment_.file >= 0) {
    (seal_ ? room_ : end_) = segment_.memory + segment_.size - (seal_ ? Seal::lastBytes + 1 : 0);
    append(Kind::stopped, stopped_.substr(0, lastWords / 3));
    leaveSegment(true);
  }
  NODECPP_ASSERT(segment_.file < 0, segment_.file);
  begin_ = at_ = end_ = nullptr;
}

// Called when the log is about to be written behind `at`: requests memory pages, and the next segment, ahead of time.
void FileLog::advance(char* at, std::size_t size) {
  constexpr std::size_t ahead = 4;  // How many steps ahead of the end of the log memory pages are made.
  NODECPP_ASSERT(segment_.file >= 0 && at >= segment_.memory && at <= segment_.memory + segment_.size);
  // Not `room_`, which stop() moves: pages behind the segment belong to other memory.
  char* wanted = std::min(segment_.memory + segment_.size, at + size + ahead * stepBytes);
  if (wanted > prepared_) {
    char* from = std::max(prepared_, at);
    if (wanted > from) files_->populate(from, std::size_t(wanted - from));
    prepared_ = wanted;
  }
  if (!preparing_ && at > segment_.memory + segment_.size / 2) {
    preparing_ = true;
    files_->prepare(nameOf(sequence_), segmentBytes_);
  }
}

// Makes room for a record: in the buffer of an encrypted log, in the pages of the current segment, or in a new segment.
void FileLog::more(std::size_t size) {
  NODECPP_ASSERT(size > 0 && (std::size_t(end_ - at_) < size), size);
  if (stopped_.empty() && seal_) {
    // Enlarges the buffer in which one record is assembled.
    auto used = std::size_t(at_ - begin_);
    NODECPP_ASSERT(begin_ == plain_.data() && used <= plain_.size(), used, plain_.size());
    plain_.resize(std::max(plain_.size(), used + size));
    begin_ = plain_.data();
    at_ = begin_ + used;
    end_ = begin_ + plain_.size();
    return;
  }
  if (stopped_.empty()) {
    if (segment_.file >= 0 && std::size_t(room_ - at_) >= size) {
      end_ = std::min(room_, std::max(end_, at_ + std::max(stepBytes, size)));
      return advance(at_, size);
    }
    std::string why = nextSegment(size);
    if (why.empty()) {
      if (std::size_t(end_ - at_) < size) more(size);
      return;
    }
    stop(why);
  }
  // The log has stopped. Records go to a buffer that nobody reads.
  dropped_ = std::make_unique<char[]>(std::max<std::size_t>(size, 4096));
  begin_ = at_ = dropped_.get();
  end_ = begin_ + std::max<std::size_t>(size, 4096);
}

// Encrypts the record that has just been assembled, and writes the frame to the segment. If the segment has no room,
// the record is kept aside while the next segment begins.
void FileLog::seal() {
  if (segment_.file < 0) {
    at_ = begin_;
    return;
  }
  std::size_t size = std::size_t(at_ - begin_);
  if (!beginning_ && std::size_t(room_ - sealedAt_) < size + Seal::frameBytes + 4) {
    std::string record(begin_, size);
    at_ = begin_;
    std::string why = nextSegment(size);
    if (!why.empty()) return stop(why);
    std::memcpy(begin_, record.data(), size);
  }
  NODECPP_ASSERT(segment_.file >= 0 && sealedAt_ >= segment_.memory && begin_ == plain_.data());
  NODECPP_ASSERT(std::size_t(segment_.memory + segment_.size - sealedAt_) >= size + Seal::frameBytes + Seal::lastBytes, size);
  char* to = seal_->frame(sealedAt_, {begin_, size});
  full_ += std::uint64_t(to - sealedAt_);
  sealedAt_ = to;
  at_ = begin_;
  if (sealedAt_ + 2 * stepBytes > prepared_ || (!preparing_ && sealedAt_ > segment_.memory + segment_.size / 2))
    advance(sealedAt_, 0);
}

}  // namespace nodecpp::os::record
