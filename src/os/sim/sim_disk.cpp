#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>

#include "base/assertion.h"
#include "os/sim/sim_files.h"

namespace nodecpp::os {

SimDisk::SimDisk(double start, std::function<double()> clock) : start_(start) {
  root = make(0040755, 0, 0);
  root->parent = root;
  root->links = 2;
  put(root, "tmp", make(0041777, 0, 0));
  put(root, "sim", make(0040777, 0, 0));
  clock_ = std::move(clock);
}

FileTime SimDisk::now() const {
  double ms = clock_ ? clock_() : start_;
  double seconds = std::floor(ms / 1000);
  NODECPP_ASSERT(seconds * 1000 <= ms, seconds, ms);
  return {std::int64_t(seconds), std::int64_t((ms - seconds * 1000) * 1e6)};
}

SimFileRef SimDisk::make(std::uint32_t mode, std::uint32_t uid, std::uint32_t gid) {
  auto file = std::make_shared<SimFile>();
  file->number = ++lastNumber_;
  file->used = &used;
  file->mode = mode;
  file->uid = uid;
  file->gid = gid;
  file->atime = file->mtime = file->ctime = file->birthtime = now();
  return file;
}

void SimDisk::put(const SimFileRef& directory, const std::string& name, const SimFileRef& file) {
  NODECPP_ASSERT(directory && file);
  NODECPP_DEBUG_ASSERT(!directory->entries.contains(name), name.c_str());
  directory->entries[name] = file;
  directory->mtime = directory->ctime = now();
  if (file->isDirectory()) {
    file->parent = directory;
    file->links = 2;
    ++directory->links;
  } else {
    ++file->links;
  }
  tell(directory.get(), true, name);
}

void SimDisk::take(const SimFileRef& directory, const std::string& name, bool replaced) {
  auto found = directory->entries.find(name);
  if (found == directory->entries.end()) return;
  SimFileRef file = found->second;
  directory->entries.erase(found);
  if (!directory->real.empty()) directory->gone.insert(name);
  directory->mtime = directory->ctime = file->ctime = now();
  if (file->isDirectory()) {
    NODECPP_ASSERT(directory->links > 2, directory->links);
    --directory->links;
    file->links = 0;
  } else {
    NODECPP_ASSERT(file->links > 0, file->links);
    --file->links;
  }
  // When a file loses a name but has others left, only its attributes have changed.
  tell(file.get(), file->links == 0, "");
  if (!replaced) tell(directory.get(), true, name);
}

void SimDisk::move(const Place& from, const SimFileRef& to, const std::string& name) {
  SimFileRef file = from.file;
  NODECPP_ASSERT(file && from.directory && to);
  NODECPP_DEBUG_ASSERT(from.directory->entries.contains(from.name), from.name.c_str());
  from.directory->entries.erase(from.name);
  if (!from.directory->real.empty()) from.directory->gone.insert(from.name);
  to->entries[name] = file;
  if (file->isDirectory()) {
    NODECPP_ASSERT(from.directory->links > 2, from.directory->links);
    --from.directory->links;
    ++to->links;
    file->parent = to;
  }
  from.directory->mtime = from.directory->ctime = to->mtime = to->ctime = file->ctime = now();
  tell(from.directory.get(), true, from.name);
  tell(to.get(), true, name);
  tell(file.get(), true, "");
}

void SimDisk::linked(const SimFile& file) { tell(&file, false, ""); }

void SimDisk::tell(const SimFile* watched, bool renamed, const std::string& name) {
  for (SimPathWatch* watch : watches)
    if (watch->file.lock().get() == watched) watch->push(renamed, name.empty() ? watch->name : name);
}

void SimDisk::changed(const SimFileRef& file) {
  // Each event of a directory has one more flag on Linux, by which libuv, and so Node, takes it for a rename.
  const bool renamed = file->isDirectory();
  for (SimPathWatch* watch : watches) {
    SimFileRef watched = watch->file.lock();
    if (watched == file) watch->push(renamed, watch->name);
    if (!watched || !watched->isDirectory()) continue;
    for (auto& [name, entry] : watched->entries)
      if (entry == file) watch->push(renamed, name);
  }
}

bool SimDisk::resize(SimFile& file, std::uint64_t size) {
  NODECPP_ASSERT(used >= file.bytes.size(), used, file.bytes.size());
  NODECPP_ASSERT(file.used == &used && !file.unread);
  if (size > file.bytes.size() && size - file.bytes.size() > capacity - std::min(used, capacity)) return false;
  used += size;
  used -= file.bytes.size();
  file.bytes.resize(size);
  return true;
}

std::string SimDisk::pathOf(const SimFileRef& directory) const {
  if (directory == root) return "";
  SimFileRef parent = directory->parent.lock();
  if (!parent) return "";
  for (auto& [name, file] : parent->entries)
    if (file == directory) return pathOf(parent) + "/" + name;
  return "";
}

// Walks the path part by part. Entries of a real directory are brought in when they are looked for. Symbolic links are
// followed by a recursive call, at most 40 deep, as on Linux.
int SimDisk::find(const std::string& from, const std::string& path, bool follow, Place& place, const Enter& enter,
                  int depth) {
  if (path.empty()) return UV_ENOENT;
  if (depth > 40) return UV_ELOOP;
  if (path.size() >= 4096) return UV_ENAMETOOLONG;
  SimFileRef at = root;
  if (path[0] != '/') {
    Place start;
    if (int error = find("/", from, true, start, nullptr, depth + 1)) return error;
    if (!start.file) return UV_ENOENT;
    at = start.file;
  }
  place = {at, at, "", false};
  std::size_t i = 0;
  while (true) {
    while (i < path.size() && path[i] == '/') ++i;
    if (i == path.size()) break;
    std::size_t end = std::min(path.find('/', i), path.size());
    std::string name = path.substr(i, end - i);
    i = end;
    bool last = path.find_first_not_of('/', i) == path.npos;
    bool slash = last && i < path.size();
    if (name.size() > 255) return UV_ENAMETOOLONG;
    if (!at->isDirectory()) return UV_ENOTDIR;
    if (enter && !enter(*at)) return UV_EACCES;
    SimFileRef next;
    if (name == ".") {
      next = at;
    } else if (name == "..") {
      next = at->parent.lock();
    } else if (auto found = at->entries.find(name); found != at->entries.end()) {
      next = found->second;
    } else if (!at->real.empty()) {
      next = fromReal(at, name);
    }
    if (next && next->isLink() && (!last || follow || slash)) {
      Place target;
      std::string here = pathOf(at).empty() ? "/" : pathOf(at);
      if (int error = find(here, next->bytes, true, target, enter, depth + 1)) return error;
      if (!target.file && !last) return UV_ENOENT;
      if (last) {
        place = target;
        place.slash = slash;
        return slash && target.file && !target.file->isDirectory() ? UV_ENOTDIR : 0;
      }
      next = target.file;
    }
    place = {at, next, name, slash};
    if (!next) return last ? 0 : UV_ENOENT;
    if (slash && !next->isDirectory()) return UV_ENOTDIR;
    at = next;
  }
  return 0;
}

}  // namespace nodecpp::os
