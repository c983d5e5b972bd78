// What the functions on directories share.
#pragma once

#include <nodecpp/fs/paths.h>

#include <string>
#include <vector>

#include "fs/work.h"

namespace nodecpp::fs::impl {

Promise<> rmdir(const PathArg& path);
void rmdirSync(const PathArg& path);

// "a" and "b" as "a/b", for a path that is given and a name that is found.
inline std::string inside(const std::string& directory, const std::string& name) {
  return directory.empty() || directory.back() == '/' ? directory + name : directory + "/" + name;
}
// The entries of a directory by name, as libuv's scandir sorts them.
Failure scan(Files& files, const std::string& path, std::vector<os::DirectoryEntry>& entries);
// Makes `path` and what is missing above it; `first` is the topmost that was made. UV_EEXIST where a file stands in
// `path`, UV_ENOTDIR where one stands above.
int makeAll(Files& files, const std::string& path, unsigned mode, std::string& first);
bool isDirectory(Files& files, const std::string& path, bool followLinks);

}  // namespace nodecpp::fs::impl
