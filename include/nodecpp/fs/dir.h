// Dir: a directory whose entries are read one by one. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#class-fsdir
#pragma once

#include <nodecpp/fs/fs_types.h>
#include <nodecpp/list.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/stream_base.h>

namespace nodecpp::fs {

class DirObject;
using Dir = Handle<DirObject>;

struct OpendirOptions {
  String encoding = "utf8";
  stream::OptionalNumber bufferSize{};  // without effect
  bool recursive = false;
};

// An open directory. After it is closed, its functions throw, or reject with, ERR_DIR_CLOSED. The directory is also
// closed when its last handle is destroyed.
//
//   while (auto entry = co_await dir->next()) …        for await (const entry of dir)
class DirObject : public Object {
 public:
  DirObject(int fd, String path, bool recursive);
  ~DirObject() override;

  const String path;
  // Reads the next entry in the order of the file system. The result converts to false at the end, where Node has null.
  Promise<Dirent> read();
  void read(Function<void(Error, Dirent)> callback);
  Dirent readSync();
  // Reads the next entry as read() does, and closes the directory after its last entry.
  Promise<Dirent> next();
  Promise<> close();
  void close(Done callback);
  void closeSync();

  const char* className() const { return "Dir"; }

 private:
  struct Level {
    int fd;
    String path;
  };
  void throwIfClosed() const;
  void throwIfBusy() const;
  void fill(Function<void(Error, Dirent)> callback);
  Dirent take();

  bool recursive_;
  bool closed_ = false;
  bool hasEntry() const noexcept { return next_ < entries_.size(); }
  void keep(Array<Dirent> entries);

  nodecpp::detail::List<Level> levels_;
  nodecpp::detail::List<Dirent> entries_;
  std::size_t next_ = 0;  // the index in `entries_`
  bool busy_ = false;
  Array<Function<void()>> waiting_;  // calls made while another operation was under way
};

// Open a directory. A system error, such as ENOENT or ENOTDIR, goes to the callback, is thrown by opendirSync, and
// rejects the promise.
void opendir(const PathArg& path, Function<void(Error, Dir)> callback);
void opendir(const PathArg& path, OpendirOptions options, Function<void(Error, Dir)> callback);
Dir opendirSync(const PathArg& path, OpendirOptions options = {});

namespace promises {
Promise<Dir> opendir(const PathArg& path, OpendirOptions options = {});
}

}  // namespace nodecpp::fs
