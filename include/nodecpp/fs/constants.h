// fs.constants, with Linux's numbers. Programs include nodecpp/fs.h.
//
// In C these names are macros. <memory> already defines R_OK and similar ones, which this header replaces by constants
// of the same name. The other macros are undefined here, so that this header may be included after the system's. A
// program that includes <fcntl.h> itself writes O_RDONLY and not fs::constants::O_RDONLY.
#pragma once

#include <unistd.h>  // included here, so that a later include cannot define the macros again

#undef F_OK
#undef R_OK
#undef W_OK
#undef X_OK
enum : int { F_OK = 0, X_OK = 1, W_OK = 2, R_OK = 4 };

#pragma push_macro("O_RDONLY")
#undef O_RDONLY
#pragma push_macro("O_WRONLY")
#undef O_WRONLY
#pragma push_macro("O_RDWR")
#undef O_RDWR
#pragma push_macro("O_CREAT")
#undef O_CREAT
#pragma push_macro("O_EXCL")
#undef O_EXCL
#pragma push_macro("O_NOCTTY")
#undef O_NOCTTY
#pragma push_macro("O_TRUNC")
#undef O_TRUNC
#pragma push_macro("O_APPEND")
#undef O_APPEND
#pragma push_macro("O_NONBLOCK")
#undef O_NONBLOCK
#pragma push_macro("O_DSYNC")
#undef O_DSYNC
#pragma push_macro("O_DIRECT")
#undef O_DIRECT
#pragma push_macro("O_DIRECTORY")
#undef O_DIRECTORY
#pragma push_macro("O_NOFOLLOW")
#undef O_NOFOLLOW
#pragma push_macro("O_NOATIME")
#undef O_NOATIME
#pragma push_macro("O_SYNC")
#undef O_SYNC
#pragma push_macro("S_IFMT")
#undef S_IFMT
#pragma push_macro("S_IFSOCK")
#undef S_IFSOCK
#pragma push_macro("S_IFLNK")
#undef S_IFLNK
#pragma push_macro("S_IFREG")
#undef S_IFREG
#pragma push_macro("S_IFBLK")
#undef S_IFBLK
#pragma push_macro("S_IFDIR")
#undef S_IFDIR
#pragma push_macro("S_IFCHR")
#undef S_IFCHR
#pragma push_macro("S_IFIFO")
#undef S_IFIFO
#pragma push_macro("S_IRWXU")
#undef S_IRWXU
#pragma push_macro("S_IRUSR")
#undef S_IRUSR
#pragma push_macro("S_IWUSR")
#undef S_IWUSR
#pragma push_macro("S_IXUSR")
#undef S_IXUSR
#pragma push_macro("S_IRWXG")
#undef S_IRWXG
#pragma push_macro("S_IRGRP")
#undef S_IRGRP
#pragma push_macro("S_IWGRP")
#undef S_IWGRP
#pragma push_macro("S_IXGRP")
#undef S_IXGRP
#pragma push_macro("S_IRWXO")
#undef S_IRWXO
#pragma push_macro("S_IROTH")
#undef S_IROTH
#pragma push_macro("S_IWOTH")
#undef S_IWOTH
#pragma push_macro("S_IXOTH")
#undef S_IXOTH

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
inline constexpr int UV_DIRENT_UNKNOWN = 0, UV_DIRENT_FILE = 1, UV_DIRENT_DIR = 2, UV_DIRENT_LINK = 3,
                     UV_DIRENT_FIFO = 4;
inline constexpr int UV_DIRENT_SOCKET = 5, UV_DIRENT_CHAR = 6, UV_DIRENT_BLOCK = 7;

}  // namespace nodecpp::fs::constants

#pragma pop_macro("O_RDONLY")
#pragma pop_macro("O_WRONLY")
#pragma pop_macro("O_RDWR")
#pragma pop_macro("O_CREAT")
#pragma pop_macro("O_EXCL")
#pragma pop_macro("O_NOCTTY")
#pragma pop_macro("O_TRUNC")
#pragma pop_macro("O_APPEND")
#pragma pop_macro("O_NONBLOCK")
#pragma pop_macro("O_DSYNC")
#pragma pop_macro("O_DIRECT")
#pragma pop_macro("O_DIRECTORY")
#pragma pop_macro("O_NOFOLLOW")
#pragma pop_macro("O_NOATIME")
#pragma pop_macro("O_SYNC")
#pragma pop_macro("S_IFMT")
#pragma pop_macro("S_IFSOCK")
#pragma pop_macro("S_IFLNK")
#pragma pop_macro("S_IFREG")
#pragma pop_macro("S_IFBLK")
#pragma pop_macro("S_IFDIR")
#pragma pop_macro("S_IFCHR")
#pragma pop_macro("S_IFIFO")
#pragma pop_macro("S_IRWXU")
#pragma pop_macro("S_IRUSR")
#pragma pop_macro("S_IWUSR")
#pragma pop_macro("S_IXUSR")
#pragma pop_macro("S_IRWXG")
#pragma pop_macro("S_IRGRP")
#pragma pop_macro("S_IWGRP")
#pragma pop_macro("S_IXGRP")
#pragma pop_macro("S_IRWXO")
#pragma pop_macro("S_IROTH")
#pragma pop_macro("S_IWOTH")
#pragma pop_macro("S_IXOTH")
