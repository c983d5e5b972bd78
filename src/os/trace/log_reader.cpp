#include "os/trace/log_reader.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/assertion.h"


namespace nodecpp::os::record {

namespace {

// Splits the name of a segment, NAME.0012.log, into NAME and its number. Returns an empty string for other files.
std::string workerOf(const std::string& file, unsigned& sequence) {
  std::size_t dot = file.find('.');
  if (dot == file.npos || dot == 0) return {};
  int end = 0;
  if (std::sscanf(file.c_str() + dot, ".%9u.log%n", &sequence, &end) != 1 || end == 0) return {};
  return dot + std::size_t(end) == file.size() ? file.substr(0, dot) : std::string();
}

std::vector<std::string> filesOf(const std::string& folder, int& error) {
  std::vector<std::string> files;
  DIR* directory = ::opendir(folder.c_str());
  error = directory ? 0 : errno;
  while (directory)
    if (dirent* entry = ::readdir(directory))
      files.emplace_back(entry->d_name);
    else
      break;
  if (directory) ::closedir(directory);
  std::ranges::sort(files);
  return files;
}

constexpr std::size_t shortHead = 3, longHead = 5;

// Whether `bytes` begin with a complete record of a known kind with a correct checksum.
bool isWhole(std::string_view bytes) {
  auto first = static_cast<unsigned char>(bytes.empty() ? 0 : bytes[0]);
  std::size_t head = first & longRecord ? longHead : shortHead;
  if (!layoutOf(Kind(first & ~longRecord)) || bytes.size() < head + 4) return false;
  std::uint32_t size = 0, sum = 0;
  std::memcpy(&size, bytes.data() + 1, head - 1);
  if (bytes.size() - head - 4 < size) return false;
  std::memcpy(&sum, bytes.data() + head + size, 4);
  return sum == crc32c(bytes.data(), head + size);
}

}  // namespace

std::vector<std::string> LogReader::workers(const std::string& folder) {
  std::vector<std::string> found;
  int error = 0;
  for (const std::string& file : filesOf(folder, error)) {
    unsigned sequence = 0;
    std::string worker = workerOf(file, sequence);
    if (!worker.empty() && std::ranges::find(found, worker) == found.end()) found.push_back(worker);
  }
  auto first = std::ranges::find(found, "main");
  if (first != found.end()) std::rotate(found.begin(), first, first + 1);
  return found;
}

LogReader::~LogReader() {
  for (const Segment& segment : segments_)
    if (segment.mapped) ::munmap(const_cast<char*>(segment.data), segment.size);
}

std::string LogReader::open(const std::string& folder, const std::string& worker) {
  int error = 0;
  std::map<unsigned, std::string> files;
  for (const std::string& file : filesOf(folder, error)) {
    unsigned sequence = 0;
    if (workerOf(file, sequence) == worker) files.emplace(sequence, file);
  }
  if (error) return "cannot read the folder '" + folder + "': " + std::strerror(error);
  if (files.empty()) return "there is no log in '" + folder + "' (" + worker + ".0000.log is missing)";
  for (const auto& [sequence, name] : files) {
    // The first segments may have been removed (--nodecpp-record-limit). A gap after the first existing segment ends
    // the log.
    if (sequence != files.begin()->first + segments_.size()) break;
    std::string path = folder + "/" + name;
    int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    struct stat status{};
    if (file < 0 || ::fstat(file, &status) != 0) {
      std::string why = "cannot read '" + path + "': " + std::strerror(errno);
      if (file >= 0) ::close(file);
      return why;
    }
    auto size = std::size_t(status.st_size);
    void* memory =
        size > 0 && S_ISREG(status.st_mode) ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    ::close(file);
    Segment segment{nullptr, 0, name};
    if (memory != MAP_FAILED) {
      ::madvise(memory, size, MADV_SEQUENTIAL);
      segment = {static_cast<const char*>(memory), size, name, true};
    }
    segments_.push_back(segment);
  }
  firstSequence_ = files.begin()->first;
  return begin(segments_[0]);
}

std::string LogReader::open(const std::vector<std::string_view>& segments, BytesAfterEnd behind) {
  bytesAfterEnd_ = behind;
  for (std::string_view segment : segments) segments_.push_back({segment.data(), segment.size(), "memory"});
  firstSegmentOptional_ = true;
  return segments_.empty() ? std::string("there is no segment") : begin(segments_[0]);
}

// Checks the magic and the version at the beginning of a segment. Returns an error message, or an empty string.
std::string LogReader::begin(Segment& segment) {
  NODECPP_ASSERT(segment.data || segment.size == 0, segment.size);
  std::uint32_t version = 0;
  if (segment.size >= sealedMagic.size() && std::string_view(segment.data, sealedMagic.size()) == sealedMagic)
    return segment.name + " is encrypted: nodecpp-log import --key PRIVATEKEY DIR NEWDIR makes a folder in clear of it";
  if (segment.size < preambleBytes || std::string_view(segment.data, magic.size()) != magic)
    return segment.name + " is no log of Node.cpp";
  std::memcpy(&version, segment.data + magic.size(), sizeof version);
  if (version != formatVersion)
    return segment.name + " has format " + std::to_string(version) + ", this is " + std::to_string(formatVersion);
  offset_ = preambleBytes;
  return {};
}

bool LogReader::ends(const char* why) {
  NODECPP_ASSERT(segment_ < segments_.size(), segment_, segments_.size());
  over_ = true;
  if (why) fault_ = segments_[segment_].name + " at byte " + std::to_string(offset_) + ": " + why;
  return false;
}

// Whether the log rightly ends at this zero in place of a kind. The writer writes the kind of a record last, so after
// the zero there may be one unfinished record, followed by zeros only. Anything else was written as whole records, and
// the first of them has lost its kind, which is damage.
bool LogReader::isLastRecord() const {
  if (bytesAfterEnd_ == BytesAfterEnd::anything) return true;
  const Segment& segment = segments_[segment_];
  NODECPP_ASSERT(offset_ <= segment.size, offset_, segment.size);
  std::string_view rest(segment.data + offset_, segment.size - offset_);
  std::size_t first = rest.find_first_not_of('\0');
  if (first == rest.npos) return true;
  // The writer goes on to the next segment only after a whole record, so in an earlier segment only zeros may follow.
  if (segment_ + 1 < segments_.size()) return false;
  // In an unfinished record the first byte that is not zero is one of the first bytes, since the fields begin there.
  constexpr std::size_t farthest = 64;
  if (first > farthest) return false;
  auto lengthAfter = [&](std::size_t head) {
    std::uint32_t size = 0;
    std::memcpy(&size, rest.data() + 1, std::min(head, rest.size()) - 1);
    return size;
  };
  for (std::size_t head : {shortHead, longHead})
    if (std::size_t end = head + lengthAfter(head) + 4; end < rest.size() && isWhole(rest.substr(end))) return false;
  // The writer writes the length after the fields. While the length is zero, the fields may have any size.
  if (lengthAfter(shortHead) == 0) return true;
  for (std::size_t head : {shortHead, longHead})
    if (std::size_t end = head + lengthAfter(head) + 4;
        end < rest.size() && rest.find_first_not_of('\0', end) == rest.npos)
      return true;
  return false;
}

bool LogReader::next(Entry& entry) {
  while (!over_) {
    NODECPP_ASSERT(segment_ < segments_.size(), segment_, segments_.size());
    const Segment& segment = segments_[segment_];
    NODECPP_ASSERT(offset_ <= segment.size, offset_, segment.size);
    const char* at = segment.data + offset_;
    std::size_t left = segment.size - offset_;
    auto first = left > 0 ? static_cast<unsigned char>(*at) : static_cast<unsigned char>(0);
    if (first == 0) {
      if (!isLastRecord()) return ends("a record without a kind, and more behind it");
      // The writer stopped in this segment, either to go on in the next one or for good.
      if (segment_ + 1 == segments_.size()) return ends(nullptr);
      ++segment_;
      std::string why = begin(segments_[segment_]);
      if (!why.empty()) {
        // The last segment may have been prepared but not begun when the program was killed. That is no fault.
        bool torn = segment_ + 1 == segments_.size() &&
                    std::ranges::all_of(std::string_view(segments_[segment_].data, segments_[segment_].size),
                                        [](char byte) { return byte == 0; });
        over_ = true;
        if (!torn) fault_ = why;
        return false;
      }
      continue;
    }
    std::size_t head = first & longRecord ? longHead : shortHead;
    std::uint32_t size = 0;
    bool last = segment_ + 1 == segments_.size();
    // Only the last record that was written may be incomplete.
    if (left < head) return ends(last ? nullptr : "a record is cut off");
    std::memcpy(&size, at + 1, head - 1);
    if (left < head + 4 || left - head - 4 < size) return ends(last ? nullptr : "a record is cut off");
    std::uint32_t sum = 0;
    std::memcpy(&sum, at + head + size, 4);
    if (sum != crc32c(at, head + size)) return ends("a record's checksum is wrong");
    NODECPP_ASSERT(head + size + 4 <= left, head, size, left);
    entry = {Kind(first & ~longRecord), {at + head, size}, std::uint32_t(segment_), offset_};
    offset_ += head + size + 4;
    size_ += head + size + 4;
    if (!layoutOf(entry.kind)) return offset_ -= head + size + 4, ends("a record of a kind that is not known");
    if (entry.kind == Kind::segment) {
      Fields in = entry.in();
      auto worker = in.get<std::string>();
      auto sequence = in.get<std::uint64_t>();
      if (std::exchange(firstSegmentOptional_, false)) firstSequence_ = sequence;
      if (!in.isValid() || sequence != firstSequence_ + segment_) return ends("a segment of another place in the log");
    }
    return true;
  }
  return false;
}

}  // namespace nodecpp::os::record
