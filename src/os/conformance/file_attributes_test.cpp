// Tests of Files' contract: attributes of files, permissions and times.
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "os/port/files_role.h"
#include "support/port_files.h"

namespace {

// While an object of this class lives, this thread has the rights of an ordinary user, who owns `directory`. Simulated
// programs are ordinary users anyway.
class Ordinary {
 public:
  explicit Ordinary(const std::string& directory) : was_(::geteuid() == 0) {
    if (!was_) return;
    static_cast<void>(::chown(directory.c_str(), id, id));
    // Makes the system call directly, because glibc's function changes the user of all threads.
    ::syscall(SYS_setresuid, id, id, 0);
  }
  ~Ordinary() {
    if (was_) ::syscall(SYS_setresuid, 0, 0, 0);
  }
  Ordinary(const Ordinary&) = delete;

 private:
  static constexpr unsigned id = 12345;
  bool was_;
};

bool before(FileTime one, FileTime other) {
  return one.seconds != other.seconds ? one.seconds < other.seconds : one.nanoseconds < other.nanoseconds;
}
bool same(FileTime one, FileTime other) { return !before(one, other) && !before(other, one); }

}  // namespace

TEST_CASE_TEMPLATE("stat of a file, a directory and a descriptor", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/a";
  makeFile(files, path, std::string(5000, 'x'), 0640);
  FileStat stat, again;
  CHECK(files.stat(path, stat) == 0);
  CHECK(stat.mode == 0100640);
  CHECK(stat.size == 5000);
  CHECK(stat.nlink == 1);
  CHECK(stat.uid == std::uint32_t(under.port.process.effectiveUserId()));
  CHECK(stat.gid == std::uint32_t(under.port.process.effectiveGroupId()));
  CHECK(stat.blksize > 0);
  CHECK(stat.mtime.seconds > 1'000'000'000);
  CHECK(stat.mtime.nanoseconds < 1'000'000'000);
  int fd = files.open(path, O_RDONLY, 0);
  CHECK(files.fstat(fd, again) == 0);
  CHECK(files.close(fd) == 0);
  CHECK(again.ino == stat.ino);
  CHECK(again.dev == stat.dev);
  CHECK(again.size == stat.size);
  CHECK(files.stat(under.directory, stat) == 0);
  CHECK((stat.mode & 0170000) == 0040000);
  CHECK(stat.ino != again.ino);
  CHECK(files.stat(under.directory + "/none", stat) == UV_ENOENT);
  CHECK(files.stat(path + "/b", stat) == UV_ENOTDIR);
  CHECK(files.stat(path + "/", stat) == UV_ENOTDIR);
  CHECK(files.lstat(under.directory + "/none", stat) == UV_ENOENT);
}

TEST_CASE_TEMPLATE("the umask takes bits from what is made, and not from chmod", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  int mask = under.port.process.umask(027);
  makeFile(files, at("file"), "x", 0666);
  CHECK(files.mkdir(at("folder"), 0777) == 0);
  under.port.process.umask(mask);
  CHECK((statOf(files, at("file")).mode & 07777) == 0640);
  CHECK((statOf(files, at("folder")).mode & 07777) == 0750);
  CHECK(files.chmod(at("file"), 0666) == 0);
  CHECK((statOf(files, at("file")).mode & 07777) == 0666);
  int fd = files.open(at("file"), O_RDONLY, 0);
  CHECK(files.fchmod(fd, 0604) == 0);
  CHECK(files.close(fd) == 0);
  CHECK(statOf(files, at("file")).mode == 0100604);
  CHECK(files.symlink("file", at("link")) == 0);
  CHECK(files.chmod(at("link"), 0600) == 0);
  CHECK(statOf(files, at("file")).mode == 0100600);
  CHECK(files.chmod(at("none"), 0600) == UV_ENOENT);
}

TEST_CASE_TEMPLATE("times are set to the nanosecond, of a file, a descriptor and a link", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("file"), "x");
  CHECK(files.symlink("file", at("link")) == 0);
  FileTime one{1'000'000'000, 123'456'789}, two{1'500'000'000, 1}, three{-5, 0};
  auto times = [&](const char* name, FileTime atime, FileTime mtime) {
    FileStat stat = statOf(files, at(name));
    return same(stat.atime, atime) && same(stat.mtime, mtime);
  };
  CHECK(files.utimes(at("link"), one, two) == 0);
  CHECK(times("file", one, two));
  CHECK_FALSE(times("link", one, two));
  CHECK(files.lutimes(at("link"), two, three) == 0);
  CHECK(times("link", two, three));
  CHECK(times("file", one, two));
  int fd = files.open(at("file"), O_RDWR, 0);
  CHECK(files.futimes(fd, two, one) == 0);
  CHECK(times("file", two, one));
  FileStat stat = statOf(files, at("file"));
  CHECK(writeTo(files, fd, "y") == 1);
  CHECK(before(stat.mtime, statOf(files, at("file")).mtime));
  CHECK(files.futimes(fd, two, one) == 0);
  CHECK(files.truncate(fd, 0) == 0);
  CHECK(before(one, statOf(files, at("file")).mtime));
  CHECK(files.close(fd) == 0);
  // The modification time of a directory is that of its entries.
  CHECK(files.mkdir(at("folder"), 0755) == 0);
  CHECK(files.utimes(at("folder"), one, one) == 0);
  makeFile(files, at("folder/new"), "");
  CHECK(before(one, statOf(files, at("folder")).mtime));
  CHECK(files.utimes(at("none"), one, one) == UV_ENOENT);
}

TEST_CASE_TEMPLATE("statfs tells how much room there is", Under, BACK_ENDS) {
  Under under;
  FileSystemStat stat;
  CHECK(under.port.files.statfs(under.directory, stat) == 0);
  CHECK(stat.type != 0);
  CHECK(stat.bsize > 0);
  CHECK(stat.blocks >= stat.bfree);
  CHECK(stat.bfree >= stat.bavail);
  CHECK(under.port.files.statfs(under.directory + "/none", stat) == UV_ENOENT);
}

TEST_CASE_TEMPLATE("modes say who may read, write, run and look for", Under, BACK_ENDS) {
  Under under;
  Ordinary ordinary(under.directory);
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("closed"), "x", 0);
  makeFile(files, at("read"), "x", 0400);
  makeFile(files, at("run"), "x", 0700);
  CHECK(files.access(at("closed"), F_OK) == 0);
  CHECK(files.access(at("closed"), R_OK) == UV_EACCES);
  CHECK(files.access(at("read"), R_OK) == 0);
  CHECK(files.access(at("read"), R_OK | W_OK) == UV_EACCES);
  CHECK(files.access(at("read"), X_OK) == UV_EACCES);
  CHECK(files.access(at("run"), R_OK | W_OK | X_OK) == 0);
  CHECK(files.access(at("none"), F_OK) == UV_ENOENT);
  CHECK(files.open(at("closed"), O_RDONLY, 0) == UV_EACCES);
  CHECK(files.open(at("read"), O_WRONLY | O_TRUNC, 0) == UV_EACCES);
  CHECK(contents(files, at("read")) == "x");
  CHECK(files.copyFile(at("closed"), at("copy"), 0) == UV_EACCES);
  CHECK_FALSE(isThere(files, at("copy")));
  // A descriptor that was opened before the mode changed stays usable.
  int fd = files.open(at("run"), O_RDWR, 0);
  CHECK(files.fchmod(fd, 0) == 0);
  CHECK(writeTo(files, fd, "y") == 1);
  CHECK(files.close(fd) == 0);

  CHECK(files.mkdir(at("folder"), 0700) == 0);
  makeFile(files, at("folder/a"), "x");
  CHECK(files.chmod(at("folder"), 0500) == 0);
  CHECK(files.open(at("folder/b"), O_WRONLY | O_CREAT, 0644) == UV_EACCES);
  CHECK(files.mkdir(at("folder/b"), 0755) == UV_EACCES);
  CHECK(files.unlink(at("folder/a")) == UV_EACCES);
  CHECK(files.rename(at("folder/a"), at("b")) == UV_EACCES);
  CHECK(files.link(at("run"), at("folder/b")) == UV_EACCES);
  CHECK(files.symlink("a", at("folder/b")) == UV_EACCES);
  CHECK(contents(files, at("folder/a")) == "x");
  CHECK(files.chmod(at("folder"), 0600) == 0);
  FileStat stat;
  CHECK(files.stat(at("folder/a"), stat) == UV_EACCES);
  CHECK(files.open(at("folder/a"), O_RDONLY, 0) == UV_EACCES);
  CHECK(files.chmod(at("folder"), 0700) == 0);
  CHECK(contents(files, at("folder/a")) == "x");
}

TEST_CASE_TEMPLATE("an ordinary user changes only what is the user's own, and gives nothing away", Under, BACK_ENDS) {
  Under under;
  Ordinary ordinary(under.directory);
  Files& files = under.port.files;
  std::string path = under.directory + "/a", link = under.directory + "/link";
  makeFile(files, path, "x");
  CHECK(files.symlink("/", link) == 0);
  FileStat stat = statOf(files, path);
  CHECK(files.chown(path, stat.uid, stat.gid) == 0);
  CHECK(files.chown(path, UINT32_MAX, UINT32_MAX) == 0);
  CHECK(files.chown(path, 0, UINT32_MAX) == UV_EPERM);
  int fd = files.open(path, O_RDONLY, 0);
  CHECK(files.fchown(fd, stat.uid, UINT32_MAX) == 0);
  CHECK(files.fchown(fd, 0, UINT32_MAX) == UV_EPERM);
  CHECK(files.close(fd) == 0);
  CHECK(files.lchown(link, stat.uid, UINT32_MAX) == 0);
  CHECK(files.chown(link, stat.uid, UINT32_MAX) == UV_EPERM);
  CHECK(files.chmod("/", 0777) == UV_EPERM);
  CHECK(files.utimes("/", {}, {}) == UV_EPERM);
  CHECK(files.mkdir("/nodecpp-test", 0755) == UV_EACCES);
  CHECK(statOf(files, path).uid == stat.uid);
}
