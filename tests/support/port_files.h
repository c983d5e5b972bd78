// Helpers of the conformance cases of Files and Paths: they read and write whole files in one call.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "support/tested_ports.h"

inline std::int64_t writeTo(Files& files, int fd, const std::string& bytes, std::int64_t offset = -1) {
  Slice slice{bytes.data(), bytes.size()};
  return files.write(fd, &slice, 1, offset);
}

// Returns the bytes of one read, or a text such as "error -2".
inline std::string readFrom(Files& files, int fd, std::size_t size = 1000, std::int64_t offset = -1) {
  std::string bytes(size, '\0');
  Space space{bytes.data(), size};
  std::int64_t got = files.read(fd, &space, 1, offset);
  if (got < 0) return "error " + std::to_string(got);
  return bytes.substr(0, std::size_t(got));
}

inline void makeFile(Files& files, const std::string& path, const std::string& bytes, unsigned mode = 0644) {
  int fd = files.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
  REQUIRE(fd >= 0);
  CHECK(writeTo(files, fd, bytes) == std::int64_t(bytes.size()));
  CHECK(files.close(fd) == 0);
}

// Returns the bytes of a file, or a text such as "error -2".
inline std::string contents(Files& files, const std::string& path) {
  int fd = files.open(path, O_RDONLY, 0);
  if (fd < 0) return "error " + std::to_string(fd);
  std::string all, part;
  while (!(part = readFrom(files, fd, 10'000)).empty()) all += part;
  CHECK(files.close(fd) == 0);
  return all;
}

inline FileStat statOf(Files& files, const std::string& path) {
  FileStat stat;
  CHECK(files.lstat(path, stat) == 0);
  return stat;
}

inline bool isThere(Files& files, const std::string& path) {
  FileStat stat;
  ErrorCode error = files.lstat(path, stat);
  CHECK((error == 0 || error == UV_ENOENT));
  return error == 0;
}
