// Types that all of fs uses: paths, flags, modes and times as parameters, and Stats, StatFs and Dirent as results.
// Programs include nodecpp/fs.h. A reference that a parameter's object returns is valid while the object lives.
#pragma once

#include <nodecpp/abort_controller.h>
#include <nodecpp/buffer.h>
#include <nodecpp/chunk.h>
#include <nodecpp/date.h>
#include <nodecpp/fs/constants.h>
#include <nodecpp/traits.h>

namespace nodecpp::url {
class URL;
}

namespace nodecpp::fs {

// A path as a parameter: a string, a Buffer, a URL with the scheme file:, or a Lookup. The functions throw
// ERR_INVALID_ARG_VALUE for a path with a zero byte and ERR_INVALID_ARG_TYPE for an undefined one.
class PathArg {
 public:
  enum class Kind : unsigned char { text, buffer, undefined };
  template <class T>
    requires nodecpp::detail::StringLike<const T&> && (!nodecpp::detail::DerivedFrom<T, Lookup>)
  PathArg(const T& text) : text_(StringArg(text).toString()) {}
  template <class T>
    requires nodecpp::detail::AnyValue<T>
  PathArg(const T&) NODECPP_DELETED(NODECPP_NO_STRING);
  template <nodecpp::detail::DerivedFrom<Lookup> T>
  PathArg(const T& value) : text_(value.toString()), kind_(value.isString() ? Kind::text : Kind::undefined) {}
  PathArg(const Buffer& bytes) : text_(String::copyOf(bytes.bytes(), bytes.size())), kind_(Kind::buffer) {}
  PathArg(const url::URL& url);

  Kind kind() const noexcept { return kind_; }
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }

 private:
  String text_;
  Kind kind_ = Kind::text;
};

// A path or an open file descriptor as a parameter.
class FileArg {
 public:
  template <class T>
    requires std::constructible_from<PathArg, const T&>
  FileArg(const T& path) : path_(path) {}
  template <class T>
    requires nodecpp::detail::AnyValue<T>
  FileArg(const T&) NODECPP_DELETED(NODECPP_NO_STRING);
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  FileArg(T fd) : path_(""), fd_(double(fd)), isFd_(true) {}

  bool isFd() const noexcept { return isFd_; }
  double fd() const noexcept { return fd_; }
  const PathArg& path() const noexcept [[clang::lifetimebound]] { return path_; }

 private:
  PathArg path_;
  double fd_ = -1;
  bool isFd_ = false;
};

// Flags for opening a file: "r", "r+", "rs", "rs+", "w", "wx", "w+", "wx+", "a", "ax", "a+", "ax+", "as", "as+", or a
// combination of constants::O_….
class Flags {
 public:
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Flags(const T& text) : text_(StringArg(text).toString()) {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  Flags(T number) : number_(double(number)), isNumber_(true) {}
  // Returns the flags as a number. Throws ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE.
  int checked(StringArg name) const;

 private:
  String text_;
  double number_ = 0;
  bool isNumber_ = false;
};

// File permissions as a parameter: a number, or a string of octal digits.
class Mode {
 public:
  constexpr Mode(std::nullptr_t) noexcept {}
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  Mode(T number) : number_(double(number)) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Mode(const T& text) : text_(StringArg(text).toString()), isText_(true) {}
  // Returns the permissions as a number. Throws ERR_INVALID_ARG_VALUE or ERR_OUT_OF_RANGE.
  unsigned checked(StringArg name) const;

 private:
  String text_;
  double number_ = 0;
  bool isText_ = false;
};

// A file time as a parameter: seconds since 1970, or a Date. A negative number stands for the current time.
class Time {
 public:
  template <class T>
    requires nodecpp::detail::Arithmetic<T>
  Time(T seconds) : seconds_(double(seconds)) {}
  Time(const Date& date) : seconds_(date.getTime() / 1000), isDate_(true) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Time(const T& text) : seconds_(nodecpp::toNumber(text)), text_(nodecpp::detail::inspectString(text)) {}
  // Returns the time in seconds. Throws ERR_INVALID_ARG_TYPE when it is no number.
  double checked(StringArg name) const;

 private:
  double seconds_;
  bool isDate_ = false;
  String text_;
};

using Done = Function<void(Error)>;

namespace detail {
// Prints a number as Node prints a bigint.
struct BigInt {
  std::int64_t value;
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    out.text(str(value) + "n");
  }
};
inline double printed(double number) { return number; }
inline BigInt printed(std::int64_t number) { return {number}; }
}  // namespace detail

// The members of Stats and BigIntStats. The object converts to false when it is empty: for a missing file with
// throwIfNoEntry = false, and in a callback that gets an error.
template <class Number>
struct StatsOf {
  Number dev = 0, mode = 0, nlink = 0, uid = 0, gid = 0, rdev = 0, blksize = 0, ino = 0, size = 0, blocks = 0;
  Number atimeMs = 0, mtimeMs = 0, ctimeMs = 0, birthtimeMs = 0;
  Date atime{0.0}, mtime{0.0}, ctime{0.0}, birthtime{0.0};

  bool isFile() const noexcept { return is(0100000); }
  bool isDirectory() const noexcept { return is(0040000); }
  bool isBlockDevice() const noexcept { return is(0060000); }
  bool isCharacterDevice() const noexcept { return is(0020000); }
  bool isSymbolicLink() const noexcept { return is(0120000); }
  bool isFIFO() const noexcept { return is(0010000); }
  bool isSocket() const noexcept { return is(0140000); }
  explicit operator bool() const noexcept { return given; }

  bool given = false;

 protected:
  template <class Inspector>
  void inspectAs(StringArg name, Inspector& out) const {
    if (!given) return out.text("undefined");
    using detail::printed;
    out.name(name).property("dev", printed(dev)).property("mode", printed(mode)).property("nlink", printed(nlink));
    out.property("uid", printed(uid)).property("gid", printed(gid)).property("rdev", printed(rdev));
    out.property("blksize", printed(blksize)).property("ino", printed(ino)).property("size", printed(size));
    out.property("blocks", printed(blocks)).property("atimeMs", printed(atimeMs)).property("mtimeMs", printed(mtimeMs));
    out.property("ctimeMs", printed(ctimeMs)).property("birthtimeMs", printed(birthtimeMs));
  }

 private:
  // The types are written as numbers, since their names may be macros of the system here.
  bool is(int type) const noexcept { return (int(mode) & 0170000) == type; }
};

// The result of stat, lstat and fstat. https://nodejs.org/docs/latest-v24.x/api/fs.html#class-fsstats
struct Stats : StatsOf<double> {
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    inspectAs("Stats", out);
  }
};

// The result with `.bigint`. It has the times in nanoseconds, too, which do not fit into a double.
struct BigIntStats : StatsOf<std::int64_t> {
  std::int64_t atimeNs = 0, mtimeNs = 0, ctimeNs = 0, birthtimeNs = 0;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    using detail::printed;
    inspectAs("BigIntStats", out);
    if (!given) return;
    out.property("atimeNs", printed(atimeNs)).property("mtimeNs", printed(mtimeNs));
    out.property("ctimeNs", printed(ctimeNs)).property("birthtimeNs", printed(birthtimeNs));
  }
};

// The result of statfs, which describes a file system in blocks of `bsize` bytes.
template <class Number>
struct StatFsOf {
  Number type = 0, bsize = 0, frsize = 0, blocks = 0, bfree = 0, bavail = 0, files = 0, ffree = 0;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    using detail::printed;
    out.name("StatFs").property("type", printed(type)).property("bsize", printed(bsize));
    out.property("frsize", printed(frsize)).property("blocks", printed(blocks)).property("bfree", printed(bfree));
    out.property("bavail", printed(bavail)).property("files", printed(files)).property("ffree", printed(ffree));
  }
};
using StatFs = StatFsOf<double>;
using BigIntStatFs = StatFsOf<std::int64_t>;

// An entry of a directory. It converts to false when a Dir has no more entries.
struct Dirent {
  String name{};
  String parentPath{};
  int type = constants::UV_DIRENT_UNKNOWN;

  bool isFile() const noexcept { return type == constants::UV_DIRENT_FILE; }
  bool isDirectory() const noexcept { return type == constants::UV_DIRENT_DIR; }
  bool isSymbolicLink() const noexcept { return type == constants::UV_DIRENT_LINK; }
  bool isFIFO() const noexcept { return type == constants::UV_DIRENT_FIFO; }
  bool isSocket() const noexcept { return type == constants::UV_DIRENT_SOCKET; }
  bool isCharacterDevice() const noexcept { return type == constants::UV_DIRENT_CHAR; }
  bool isBlockDevice() const noexcept { return type == constants::UV_DIRENT_BLOCK; }
  explicit operator bool() const noexcept { return !name.empty(); }

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (name.empty()) return out.value(nullptr);
    out.name("Dirent");
    out.property("name", name).property("parentPath", parentPath).property("Symbol(type)", type);
  }
};

}  // namespace nodecpp::fs
