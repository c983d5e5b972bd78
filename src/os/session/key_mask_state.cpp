#include "os/session/key_mask_state.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>

#include "base/assertion.h"

namespace nodecpp::os::record {

namespace {

Digest digestBy(KeyMask& mask, const Slice* slices, std::size_t count) {
  Digest digest;
  std::string room;
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view bytes = mask.of({slices[i].data, slices[i].size}, room);
    digest.size += bytes.size();
    digest.checksum = crc32c(bytes.data(), bytes.size(), digest.checksum);
  }
  return digest;
}

}  // namespace

Digest WriteMask::digestOf(const Slice* slices, std::size_t count) {
  after_ = mask_;
  return digestBy(after_, slices, count);
}

void WriteMask::accepted(const Slice* slices, std::size_t count, std::uint64_t size, std::uint64_t all) {
  NODECPP_ASSERT(size <= all, size, all);
  if (size == all) {
    mask_ = after_;
    return;
  }
  std::string room;
  for (std::size_t i = 0; i < count && size > 0; ++i) {
    std::size_t part = std::size_t(std::min<std::uint64_t>(size, slices[i].size));
    mask_.of({slices[i].data, part}, room);
    size -= part;
  }
}

Digest maskedDigestOf(const Slice* slices, std::size_t count) {
  KeyMask mask;
  return digestBy(mask, slices, count);
}

void FileMasks::forget(int fd) {
  std::lock_guard lock(mutex_);
  reads_.erase(fd);
  writes_.erase(fd);
}

std::string_view FileMasks::read(int fd, std::int64_t offset, std::string_view bytes, std::string& room, bool& seen) {
  if (bytes.empty()) return bytes;
  std::lock_guard lock(mutex_);
  Read& file = reads_[fd];
  std::int64_t from = offset < 0 ? file.position : offset;
  if (from != file.next) {
    // Where the program goes back into a key, the rest of the key is masked again.
    bool inside = from > file.first && from <= file.last, der = file.mask.isDer();
    file.mask = KeyMask(inside      ? der ? KeyMask::From::insideDer : KeyMask::From::insideKey
                        : from == 0 ? KeyMask::From::beginning
                                    : KeyMask::From::middle);
  }
  file.next = from + std::int64_t(bytes.size());
  if (offset < 0) file.position = file.next;
  std::string_view shown = file.mask.of(bytes, room);
  if (file.mask.seen()) seen = true;
  NODECPP_ASSERT(shown.size() == bytes.size(), shown.size(), bytes.size());
  if (shown.data() == bytes.data()) return bytes;
  auto first = std::ranges::mismatch(bytes, shown).in1 - bytes.begin();
  auto last = bytes.rend() - std::mismatch(bytes.rbegin(), bytes.rend(), shown.rbegin()).first;
  if (first == std::ptrdiff_t(bytes.size())) return shown;
  file.first = file.first < 0 ? from + first : std::min(file.first, from + first);
  file.last = std::max(file.last, from + last - 1);
  return shown;
}

WriteMask FileMasks::beginWrite(int fd, std::int64_t offset) {
  std::lock_guard lock(mutex_);
  Written& file = writes_[fd];
  std::int64_t from = offset < 0 ? file.position : offset;
  if (from == file.next) return file.mask;
  return WriteMask(from == 0 ? KeyMask::From::beginning : KeyMask::From::middle);
}

void FileMasks::wrote(int fd, std::int64_t offset, std::uint64_t size, const WriteMask& mask) {
  std::lock_guard lock(mutex_);
  Written& file = writes_[fd];
  file.mask = mask;
  file.next = (offset < 0 ? file.position : offset) + std::int64_t(size);
  if (offset < 0) file.position = file.next;
}

}  // namespace nodecpp::os::record
