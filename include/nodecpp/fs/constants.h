// fs.constants, with Linux's numbers. Programs include nodecpp/fs.h.
#pragma once

#include <cstdint>

namespace nodecpp::fs::constants {

inline constexpr int F_OK = 0, R_OK = 4, W_OK = 2, X_OK = 1;
inline constexpr int COPYFILE_EXCL = 1, COPYFILE_FICLONE = 2, COPYFILE_FICLONE_FORCE = 4;
inline constexpr int UV_FS_COPYFILE_EXCL = 1, UV_FS_COPYFILE_FICLONE = 2, UV_FS_COPYFILE_FICLONE_FORCE = 4;
inline constexpr int O_RDONLY = 0, O_WRONLY = 1, O_RDWR = 2;
inline constexpr int O_CREAT = 0100, O_EXCL = 0200, O_NOCTTY = 0400, O_TRUNC = 01000, O_APPEND = 02000;
inline constexpr int O_NONBLOCK = 04000, O_DSYNC = 010000, O_DIRECT = 040000, O_DIRECTORY = 0200000;
inline constexpr int O_NOFOLLOW = 0400000, O_NOATIME = 01000000, O_SYNC = 04010000;
inline constexpr int S_IFMT = 0170000, S_IFSOCK = 0140000, S_IFLNK = 0120000, S_IFREG = 0100000, S_IFBLK = 0060000;
inline constexpr int S_IFDIR = 0040000, S_IFCHR = 0020000, S_IFIFO = 0010000;
inline constexpr int S_IRWXU = 0700, S_IRUSR = 0400, S_IWUSR = 0200, S_IXUSR = 0100;
inline constexpr int S_IRWXG = 0070, S_IRGRP = 0040, S_IWGRP = 0020, S_IXGRP = 0010;
inline constexpr int S_IRWXO = 0007, S_IROTH = 0004, S_IWOTH = 0002, S_IXOTH = 0001;
inline constexpr int UV_DIRENT_UNKNOWN = 0, UV_DIRENT_FILE = 1, UV_DIRENT_DIR = 2, UV_DIRENT_LINK = 3, UV_DIRENT_FIFO = 4;
inline constexpr int UV_DIRENT_SOCKET = 5, UV_DIRENT_CHAR = 6, UV_DIRENT_BLOCK = 7;

}  // namespace nodecpp::fs::constants
