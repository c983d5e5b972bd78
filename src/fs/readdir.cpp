// readdir, for one directory or recursively.
#include <nodecpp/fs/paths.h>
#include <nodecpp/fs/promises.h>
#include <nodecpp/path.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fs/directory.h"

namespace nodecpp::fs {

using namespace detail;

Failure detail::scan(Files& files, const std::string& path, std::vector<os::DirectoryEntry>& entries) {
  Descriptor fd(files, files.open(path, constants::O_RDONLY | constants::O_DIRECTORY, 0));
  if (fd.get() < 0) return failure(fd.get(), "scandir", path);
  for (std::size_t before = SIZE_MAX; before != entries.size();) {
    before = entries.size();
    if (int error = files.entries(fd.get(), entries)) return failure(error, "scandir", path);
  }
  std::ranges::sort(entries, {}, &os::DirectoryEntry::name);
  return {};
}

bool detail::isDirectory(Files& files, const std::string& path, bool followLinks) {
  os::FileStat stat;
  int error = followLinks ? files.stat(path, stat) : files.lstat(path, stat);
  return !error && (stat.mode & unsigned(constants::S_IFMT)) == unsigned(constants::S_IFDIR);
}

namespace {

struct Found {
  std::string directory;
  std::string name;
  os::FileType type;
};

os::FileType typeOf(const os::FileStat& stat) {
  switch (int(stat.mode) & constants::S_IFMT) {
    case constants::S_IFREG: return os::FileType::file;
    case constants::S_IFDIR: return os::FileType::directory;
    case constants::S_IFLNK: return os::FileType::link;
    case constants::S_IFIFO: return os::FileType::fifo;
    case constants::S_IFSOCK: return os::FileType::socket;
    case constants::S_IFCHR: return os::FileType::character;
    case constants::S_IFBLK: return os::FileType::block;
    default: return os::FileType::unknown;
  }
}

// Joins a directory and a name as path.join does, but on any thread; a leading "." is dropped.
std::string joined(const std::string& directory, const std::string& name) {
  return directory == "." || directory == "./" ? name : inside(directory, name);
}

// Lists the directories one after the other, in the order in which they are found. Links to directories are followed,
// as in Node.
Failure list(Files& files, const std::string& path, bool recursive, std::vector<Found>& found) {
  std::vector<std::string> queue{path};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    std::string directory = queue[i];
    std::vector<os::DirectoryEntry> entries;
    if (Failure failed = scan(files, directory, entries)) return failed;
    for (os::DirectoryEntry& entry : entries) {
      os::FileStat stat;
      std::string full = joined(directory, entry.name);
      if (entry.type == os::FileType::unknown && !files.lstat(full, stat)) entry.type = typeOf(stat);
      bool link = entry.type == os::FileType::link;
      if (recursive && (entry.type == os::FileType::directory || (link && isDirectory(files, full, true))))
        queue.push_back(full);
      found.push_back({directory, std::move(entry.name), entry.type});
    }
    if (!recursive) break;
  }
  return {};
}

auto namesWork(const PathArg& path, const ReaddirOptions& options) {
  validateEncoding(options.encoding);
  std::string plainPath = checked(path);
  return work<std::vector<Found>>(
      [plainPath, recursive = options.recursive](Files& files, std::vector<Found>& found) {
        return list(files, plainPath, recursive, found);
      },
      [plainPath, recursive = options.recursive](std::vector<Found>& found) {
        Array<String> names;
        for (const Found& each : found)
          names.push(!recursive ? text(each.name)
                                : path::relative(text(plainPath), text(joined(each.directory, each.name))));
        return names;
      });
}

auto typesWork(const PathArg& path, const ReaddirTypesOptions& options) {
  validateEncoding(options.encoding);
  return work<std::vector<Found>>(
      [path = checked(path), recursive = options.recursive](Files& files, std::vector<Found>& found) {
        return list(files, path, recursive, found);
      },
      [](std::vector<Found>& found) {
        Array<Dirent> entries;
        for (const Found& each : found) entries.push(Dirent{text(each.name), text(each.directory), int(each.type)});
        return entries;
      });
}

}  // namespace

void readdir(const PathArg& path, Function<void(Error, Array<String>)> callback) {
  readdir(path, ReaddirOptions{}, std::move(callback));
}
void readdir(const PathArg& path, ReaddirOptions options, Function<void(Error, Array<String>)> callback) {
  validateCallback(callback);
  submit(namesWork(path, options), std::move(callback));
}
Array<String> readdirSync(const PathArg& path, ReaddirOptions options) { return runSynchronously(namesWork(path, options)); }
Promise<Array<String>> promises::readdir(const PathArg& path, ReaddirOptions options) {
  return promised([&] { return namesWork(path, options); });
}

void detail::readdirTypes(const PathArg& path, ReaddirTypesOptions options,
                        Function<void(Error, Array<Dirent>)> callback) {
  validateCallback(callback);
  submit(typesWork(path, options), std::move(callback));
}
Array<Dirent> detail::readdirTypesSync(const PathArg& path, ReaddirTypesOptions options) {
  return runSynchronously(typesWork(path, options));
}
Promise<Array<Dirent>> detail::readdirTypes(const PathArg& path, ReaddirTypesOptions options) {
  return promised([&] { return typesWork(path, options); });
}

}  // namespace nodecpp::fs
