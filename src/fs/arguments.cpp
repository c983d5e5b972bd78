// The validation of fs's arguments, and the errors of fs.
#include <nodecpp/url.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/errors/validate.h"
#include "fs/file_work.h"

namespace nodecpp::fs {

using nodecpp::detail::codedError;
using nodecpp::detail::inspectString;
using nodecpp::detail::invalidArgType;
using nodecpp::detail::invalidArgValue;
using nodecpp::detail::outOfRange;
using nodecpp::detail::rangeNumber;
using nodecpp::detail::validateInteger;

PathArg::PathArg(const url::URL& url) : text_(url::fileURLToPath(url)) {}

int Flags::checked(StringArg name) const {
  using namespace constants;
  if (isNumber_) {
    validateInteger(number_, name, -2147483648.0, 2147483647.0);
    return int(number_);
  }
  struct Known {
    const char* text;
    int flags;
  };
  constexpr int w = O_TRUNC | O_CREAT, a = O_APPEND | O_CREAT;
  static constexpr Known known[] = {{"r", O_RDONLY},
                                    {"rs", O_RDONLY | O_SYNC},
                                    {"sr", O_RDONLY | O_SYNC},
                                    {"r+", O_RDWR},
                                    {"rs+", O_RDWR | O_SYNC},
                                    {"sr+", O_RDWR | O_SYNC},
                                    {"w", w | O_WRONLY},
                                    {"wx", w | O_WRONLY | O_EXCL},
                                    {"xw", w | O_WRONLY | O_EXCL},
                                    {"w+", w | O_RDWR},
                                    {"wx+", w | O_RDWR | O_EXCL},
                                    {"xw+", w | O_RDWR | O_EXCL},
                                    {"a", a | O_WRONLY},
                                    {"ax", a | O_WRONLY | O_EXCL},
                                    {"xa", a | O_WRONLY | O_EXCL},
                                    {"as", a | O_WRONLY | O_SYNC},
                                    {"sa", a | O_WRONLY | O_SYNC},
                                    {"a+", a | O_RDWR},
                                    {"ax+", a | O_RDWR | O_EXCL},
                                    {"xa+", a | O_RDWR | O_EXCL},
                                    {"as+", a | O_RDWR | O_SYNC},
                                    {"sa+", a | O_RDWR | O_SYNC}};
  for (const Known& each : known)
    if (text_ == each.text) return each.flags;
  throw invalidArgValue("flags", inspectString(text_));
}

unsigned Mode::checked(StringArg name) const {
  double number = number_;
  if (isText_) {
    bool octal = !text_.empty();
    number = 0;
    for (char c : std::string_view(text_.data(), text_.size())) {
      octal = octal && c >= '0' && c <= '7';
      number = number * 8 + (c - '0');
    }
    if (!octal)
      throw invalidArgValue(name, inspectString(text_), "must be a 32-bit unsigned integer or an octal string");
  }
  validateInteger(number, name, 0, 4294967295.0);
  return unsigned(number);
}

double Time::checked(StringArg name) const {
  if (!text_.empty() && std::isnan(seconds_))
    throw invalidArgType(name, "an instance of Date or an Time in seconds", "type string (" + text_ + ")");
  if (!isDate_ && !std::isfinite(seconds_))
    throw invalidArgType(name, "an instance of Date or an Time in seconds", "type number (" + str(seconds_) + ")");
  return seconds_ < 0 && !isDate_ && text_.empty() ? Date::now() / 1000 : seconds_;
}

namespace detail {

String text(const std::string& bytes) { return Buffer::copyOf(bytes.data(), bytes.size()).toString(); }

namespace {
Error ownError(const Failure& failed) {
  String code = std::string_view(failed.code);
  if (code == "ERR_FS_FILE_TOO_LARGE") return nodecpp::detail::codedError<RangeError>(code, text(failed.reason));
  if (!failed.title) return nativeError<Error>(code, text(failed.reason));
  Error error = nodecpp::detail::codedError(
      code, str(std::string_view(failed.title)) + ": " + std::string_view(failed.syscall) + " returned " +
                nodecpp::detail::errnoName(failed.error) + " (" + text(failed.reason) + ") " + text(failed.path));
  error->name = "SystemError";
  error->stack.setHeader(error->name + " [" + error->code + "]: " + error->message);
  error->errno_ = -failed.error;
  error->syscall = std::string_view(failed.syscall);
  error->path = text(failed.path);
  return error;
}
}  // namespace

Error toError(const Failure& failed) {
  if (failed.code) return ownError(failed);
  String message = nodecpp::detail::errnoName(failed.error) + ": " + nodecpp::detail::errnoMessage(failed.error) +
                   ", " + std::string_view(failed.syscall);
  if (failed.hasPath) message = message + " '" + text(failed.path) + "'";
  if (failed.hasDest) message = message + " -> '" + text(failed.dest) + "'";
  Error error(message);
  error->errno_ = failed.error;
  error->code = nodecpp::detail::errnoName(failed.error);
  error->syscall = std::string_view(failed.syscall);
  error->path = text(failed.path);
  error->dest = text(failed.dest);
  return error;
}

std::string checked(const PathArg& path, StringArg name) {
  if (path.kind() == PathArg::Kind::undefined)
    throw invalidArgType(name, "of type string or an instance of Buffer or URL",
                         path.text() == "null"        ? "null"
                         : path.text() == "undefined" ? "undefined"
                                                      : "an instance of Array");
  std::string plainPath = plain(path.text());
  if (plainPath.find('\0') != plainPath.npos)
    throw invalidArgValue(name,
                          path.kind() == PathArg::Kind::text
                              ? inspectString(path.text())
                              : Buffer::copyOf(plainPath.data(), plainPath.size()).inspect(),
                          "must be a string, Uint8Array, or URL without null bytes");
  return plainPath;
}

int checkedFd(double fd, StringArg name) {
  validateInteger(fd, name, 0, 2147483647.0);
  return int(fd);
}

void validateEncoding(StringArg encoding) {
  if (encoding.empty() || encoding == StringArg("buffer") || Buffer::isEncoding(encoding)) return;
  throw invalidArgValue("encoding", inspectString(encoding), "is invalid encoding");
}

Error abortedBy(const AbortSignal& signal) { return AbortError("The operation was aborted", signal->reason()); }

template <class S>
S toStats(const os::FileStat& s) {
  S out;
  using Number = decltype(out.dev);
  out.given = true;
  out.dev = Number(s.dev);
  out.mode = s.mode;
  out.nlink = Number(s.nlink);
  out.uid = s.uid;
  out.gid = s.gid;
  out.rdev = Number(s.rdev);
  out.blksize = s.blksize;
  out.ino = Number(s.ino);
  out.size = Number(s.size);
  out.blocks = Number(s.blocks);
  auto ns = [](const os::FileTime& t) { return t.seconds * 1'000'000'000 + t.nanoseconds; };
  auto set = [&](Number& ms, Date& date, const os::FileTime& t) {
    if constexpr (std::same_as<S, BigIntStats>)
      ms = ns(t) / 1'000'000;
    else
      ms = double(t.seconds) * 1000 + double(t.nanoseconds) / 1e6;
    date = Date(std::floor(double(ms) + 0.5));
  };
  set(out.atimeMs, out.atime, s.atime);
  set(out.mtimeMs, out.mtime, s.mtime);
  set(out.ctimeMs, out.ctime, s.ctime);
  set(out.birthtimeMs, out.birthtime, s.birthtime);
  if constexpr (std::same_as<S, BigIntStats>) {
    out.atimeNs = ns(s.atime);
    out.mtimeNs = ns(s.mtime);
    out.ctimeNs = ns(s.ctime);
    out.birthtimeNs = ns(s.birthtime);
  }
  return out;
}
template Stats toStats(const os::FileStat&);
template BigIntStats toStats(const os::FileStat&);

}  // namespace detail
}  // namespace nodecpp::fs
