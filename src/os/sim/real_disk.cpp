// Real files on a simulated disk. Files that the program looks at are taken from the real disk, and changes stay in
// memory.
#include <fcntl.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "os/port/port.h"
#include "os/sim/sim_files.h"

namespace nodecpp::os {

namespace {

// Directories that are not taken from the real disk, because their contents differ from run to run.
constexpr std::string_view ownDirectories[] = {"proc", "sys", "dev", "run"};

std::string below(const std::string& directory, const std::string& name) {
  return directory == "/" ? "/" + name : directory + "/" + name;
}

}  // namespace

void SimDisk::showReal(Files& files, const std::string& directory, std::uint32_t owner, std::uint32_t shownAs) {
  real_ = {&files, owner, shownAs};
  root->real = "/";
  for (std::string_view name : ownDirectories) put(root, std::string(name), make(0040755, 0, 0));
  Place place;
  find("/", directory, true, place);
  if (place.file && place.file->real == directory) return;
  // `directory` lies in one of the directories that are not real. The directories on the way are made here, and the
  // last one shows the real files.
  SimFileRef at = root;
  for (std::size_t begin = 1; begin < directory.size();) {
    std::size_t end = std::min(directory.find('/', begin), directory.size());
    std::string name = directory.substr(begin, end - begin);
    if (!at->entries.contains(name)) put(at, name, make(0040755, shownAs, shownAs));
    at = at->entries[name];
    begin = end + 1;
  }
  at->real = directory;
}

SimFileRef SimDisk::fromReal(const SimFileRef& directory, const std::string& name) {
  FileStat stat;
  std::string path = below(directory->real, name);
  if (!real_.files || directory->gone.contains(name) || real_.files->lstat(path, stat)) return nullptr;
  std::uint32_t type = stat.mode & 0170000;
  if (type != 0100000 && type != 0040000 && type != 0120000) return nullptr;
  NODECPP_DEBUG_ASSERT(!directory->entries.contains(name), name.c_str());
  std::uint32_t owner = stat.uid == real_.owner ? real_.shownAs : stat.uid;
  SimFileRef file = make(stat.mode, owner, owner);
  file->links = type == 0040000 ? 2 : 1;
  file->atime = file->mtime = file->ctime = file->birthtime = stat.mtime;
  if (file->isLink()) {
    if (real_.files->readlink(path, file->bytes)) return nullptr;
    used += file->bytes.size();
    grow(file->bytes.size());
  } else {
    file->real = path;
    file->unread = type == 0100000;
    file->realSize = stat.size;
  }
  if (file->isDirectory()) {
    file->parent = directory;
    ++directory->links;
  }
  directory->entries[name] = file;
  return file;
}

void SimDisk::list(const SimFileRef& directory) {
  if (directory->real.empty() || std::exchange(directory->listed, true)) return;
  int fd = real_.files->open(directory->real, O_RDONLY | O_DIRECTORY, 0);
  if (fd < 0) return;
  std::vector<DirectoryEntry> entries, more;
  while (real_.files->entries(fd, more) == 0 && !more.empty()) {
    entries.insert(entries.end(), more.begin(), more.end());
    more.clear();
  }
  real_.files->close(fd);
  // The order of entries in a real directory may differ from run to run, so they are sorted.
  std::ranges::sort(entries, {}, &DirectoryEntry::name);
  for (const DirectoryEntry& entry : entries)
    if (!directory->entries.contains(entry.name)) fromReal(directory, entry.name);
}

int SimDisk::load(SimFile& file) {
  if (!file.unread) return 0;
  int fd = real_.files->open(file.real, O_RDONLY, 0);
  if (fd < 0) return fd;
  std::string bytes;
  char part[65536];
  std::int64_t got = 0;
  Space space{part, sizeof part};
  while ((got = real_.files->read(fd, &space, 1, -1)) > 0) bytes.append(part, std::size_t(got));
  real_.files->close(fd);
  if (got < 0) return int(got);
  NODECPP_ASSERT(file.bytes.empty() && file.used == &used, file.bytes.size());
  file.unread = false;
  used += bytes.size();
  grow(bytes.size());
  file.bytes = std::move(bytes);
  return 0;
}

}  // namespace nodecpp::os
