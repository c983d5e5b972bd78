#include "build_id.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string>

#include "keys.h"
#include "os/trace/build_ids.h"

namespace nodecpp::logtool {

namespace {

constexpr std::size_t mostNotes = 64 << 10, mostHeaders = 256;

bool readAt(int file, std::uint64_t offset, void* to, std::size_t size) {
  return offset <= INT64_MAX && ::pread(file, to, size, off_t(offset)) == ssize_t(size);
}

}  // namespace

std::string buildIdOf(const std::string& path, std::string& why) {
  File file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status{};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) {
    why = path + ": " + std::strerror(errno);
    return {};
  }
  Elf64_Ehdr header;
  if (!S_ISREG(status.st_mode) || !readAt(file.get(), 0, &header, sizeof header) ||
      std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64 ||
      header.e_phentsize != sizeof(Elf64_Phdr)) {
    why = path + " is no executable";
    return {};
  }
  for (std::size_t i = 0; i < header.e_phnum && i < mostHeaders; ++i) {
    Elf64_Phdr segment;
    if (header.e_phoff > INT64_MAX / 2 ||
        !readAt(file.get(), header.e_phoff + i * sizeof segment, &segment, sizeof segment))
      break;
    if (segment.p_type != PT_NOTE || segment.p_filesz > mostNotes) continue;
    std::string notes(std::size_t(segment.p_filesz), '\0');
    if (!readAt(file.get(), segment.p_offset, notes.data(), notes.size())) continue;
    std::string id = os::record::buildIdIn(notes);
    if (!id.empty()) return id;
  }
  why = path + " has no build-id";
  return {};
}

}  // namespace nodecpp::logtool
