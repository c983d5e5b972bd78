// Functions on directories that several files of fs use.
#pragma once

#include <nodecpp/fs/paths.h>

#include <string>
#include <vector>

#include "fs/file_work.h"

namespace nodecpp::fs::detail {

Promise<> rmdir(const PathArg& path);
void rmdirSync(const PathArg& path);

// Returns "a/b" for a directory "a" and the name "b" of an entry.
inline std::string inside(const std::string& directory, const std::string& name) {
  return directory.empty() || directory.back() == '/' ? directory + name : directory + "/" + name;
}
// Reads the entries of a directory, sorted by name as by libuv's scandir.
Failure scan(Files& files, const std::string& path, std::vector<os::DirectoryEntry>& entries);
// Makes `path` and its missing parent directories; `first` is the topmost directory that was made. Returns UV_EEXIST
// when `path` is a file, and UV_ENOTDIR when one of its parents is a file.
int makeAll(Files& files, const std::string& path, unsigned mode, std::string& first);
bool isDirectory(Files& files, const std::string& path, bool followLinks);

}  // namespace nodecpp::fs::detail
