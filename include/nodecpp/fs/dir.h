// Dir: a directory that is read entry by entry. Programs include nodecpp/fs.h.
// https://nodejs.org/docs/latest-v24.x/api/fs.html#class-fsdir
#pragma once

#include <nodecpp/fs/base.h>
#include <nodecpp/list.h>
#include <nodecpp/promise.h>
#include <nodecpp/stream/base.h>

namespace nodecpp::fs {

class DirObject;
using Dir = Handle<DirObject>;

struct OpendirOptions {
  String encoding = "utf8";
  stream::OptionalNumber bufferSize{};  // of no effect
  bool recursive = false;
};

// Once closed, its methods throw or reject with ERR_DIR_CLOSED. The last handle that goes closes it, too.
//
//   while (auto entry = co_await dir->next()) …        for await (const entry of dir)
class DirObject : public Object {
 public:
  DirObject(int fd, String path, bool recursive);
  ~DirObject() override;

  const String path;
  // The next entry in the order of the file system; false (null in Node) at the end.
  Promise<Dirent> read();
  void read(Function<void(Error, Dirent)> callback);
  Dirent readSync();
  // As read; closes the directory at its end.
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
  std::size_t next_ = 0;  // of the entries
  bool busy_ = false;
  Array<Function<void()>> waiting_;  // calls that came while one was under way
};

void opendir(const PathArg& path, Function<void(Error, Dir)> callback);
void opendir(const PathArg& path, OpendirOptions options, Function<void(Error, Dir)> callback);
Dir opendirSync(const PathArg& path, OpendirOptions options = {});

namespace promises {
Promise<Dir> opendir(const PathArg& path, OpendirOptions options = {});
}

}  // namespace nodecpp::fs
