// openAsBlob: a Blob that reads its file when its bytes are asked for.
#include <nodecpp/blob.h>
#include <nodecpp/fs/attributes.h>
#include <nodecpp/fs/blobs.h>
#include <nodecpp/fs/constants.h>

#include <string>

#include "fs/file_work.h"

namespace nodecpp::fs {

using namespace detail;

namespace {

bool isSame(const os::FileStat& a, const os::FileStat& b) noexcept {
  return a.dev == b.dev && a.ino == b.ino && a.size == b.size && a.mtime.seconds == b.mtime.seconds &&
         a.mtime.nanoseconds == b.mtime.nanoseconds;
}

// Reads `size` bytes of the file as it was when `before` was taken. A file that has changed is an error.
Failure readUnchanged(Files& files, const std::string& path, const os::FileStat& before, std::int64_t from, char* to,
                      std::size_t size) {
  const int opened = files.open(path, constants::O_RDONLY, 0);
  if (opened < 0) return failure(opened, "open", path);
  Descriptor descriptor(files, opened);
  os::FileStat now;
  if (int error = files.fstat(opened, now)) return failure(error, "fstat");
  if (!isSame(before, now)) return failure(UV_EIO, "read");
  while (size > 0) {
    const os::Space space{to, size};
    const std::int64_t count = files.read(opened, &space, 1, from);
    if (count <= 0) return failure(count < 0 ? int(count) : UV_EIO, "read");
    to += count;
    from += count;
    size -= std::size_t(count);
  }
  return {};
}

// Opens the file for each read, so that a Blob which nothing reads holds no descriptor.
class FileSource final : public nodecpp::detail::BlobSource {
 public:
  FileSource(std::string path, const os::FileStat& stat) : path_(std::move(path)), stat_(stat) {}

  Promise<Buffer> read(double offset, std::size_t size) override {
    return Promise<Buffer>([&](Resolver<Buffer> resolve, Rejector reject) {
      const Buffer bytes = Buffer::allocUnsafe(double(size));
      auto reading = work([=, path = path_, stat = stat_](Files& files) {
        return readUnchanged(files, path, stat, std::int64_t(offset), bytes.bytes(), bytes.size());
      });
      start(std::move(reading), [=](auto&, const Failure& failed, Nothing&) {
        failed ? reject.withStack(nodecpp::detail::notReadable()) : resolve(bytes);
      });
    });
  }

 private:
  std::string path_;
  os::FileStat stat_;
};

}  // namespace

Promise<Blob> openAsBlob(const PathArg& path, OpenAsBlobOptions options) {
  std::string checkedPath = checked(path);
  os::FileStat stat;
  if (Loop::current().port().files.stat(checkedPath, stat) != 0)
    throw nativeError<TypeError>("ERR_INVALID_ARG_VALUE", "Unable to open file as blob");
  const double size = double(stat.size);
  auto source = make<FileSource>(std::move(checkedPath), stat);
  return Promise<Blob>::resolve(make<Blob>(Handle<nodecpp::detail::BlobSource>(source), size, options.type));
}

}  // namespace nodecpp::fs
