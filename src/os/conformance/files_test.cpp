// Tests of Files' contract: descriptors, and the bytes of files.
#include "os/port/files_role.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "support/port_files.h"

TEST_CASE_TEMPLATE("a descriptor moves with what it reads and writes, and not where an offset is given", Under,
                   BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  int fd = files.open(under.directory + "/a", O_RDWR | O_CREAT | O_EXCL, 0644);
  REQUIRE(fd >= 0);
  CHECK(writeTo(files, fd, "0123456789") == 10);
  CHECK(readFrom(files, fd) == "");
  CHECK(readFrom(files, fd, 3, 2) == "234");
  CHECK(writeTo(files, fd, "ab", 4) == 2);
  CHECK(writeTo(files, fd, "!") == 1);
  CHECK(readFrom(files, fd, 100, 0) == "0123ab6789!");
  CHECK(readFrom(files, fd, 100, 11) == "");
  CHECK(readFrom(files, fd, 100, 1000) == "");
  CHECK(files.close(fd) == 0);
  fd = files.open(under.directory + "/a", O_RDONLY, 0);
  CHECK(readFrom(files, fd, 4) == "0123");
  CHECK(readFrom(files, fd, 4) == "ab67");
  CHECK(readFrom(files, fd, 4) == "89!");
  CHECK(readFrom(files, fd, 4) == "");
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("each opening has a position of its own", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  makeFile(files, under.directory + "/a", "abcdef");
  int one = files.open(under.directory + "/a", O_RDONLY, 0), two = files.open(under.directory + "/a", O_RDWR, 0);
  CHECK(one != two);
  CHECK(readFrom(files, one, 2) == "ab");
  CHECK(writeTo(files, two, "ABC") == 3);
  CHECK(readFrom(files, one, 2) == "Cd");
  CHECK(files.close(one) == 0);
  CHECK(readFrom(files, two, 2) == "de");
  CHECK(files.close(two) == 0);
}

TEST_CASE_TEMPLATE("several slices and spaces are one write and one read", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  int fd = files.open(under.directory + "/a", O_RDWR | O_CREAT, 0644);
  Slice slices[] = {{"one ", 4}, {"", 0}, {"two ", 4}, {"three", 5}};
  CHECK(files.write(fd, slices, 4, -1) == 13);
  CHECK(files.write(fd, slices, 1, 13) == 4);
  char bytes[100] = {};
  Space spaces[] = {{bytes, 2}, {bytes + 50, 0}, {bytes + 10, 6}, {bytes + 20, 80}};
  CHECK(files.read(fd, spaces, 4, 1) == 16);
  CHECK(std::string(bytes, 2) == "ne");
  CHECK(std::string(bytes + 10, 6) == " two t");
  CHECK(std::string(bytes + 20, 8) == "hreeone ");
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("an appending descriptor writes at the end, wherever it stands", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  makeFile(files, under.directory + "/a", "first");
  int fd = files.open(under.directory + "/a", O_RDWR | O_APPEND, 0);
  CHECK(readFrom(files, fd, 2) == "fi");
  CHECK(writeTo(files, fd, "second") == 6);
  CHECK(writeTo(files, fd, "third", 0) == 5);
  CHECK(contents(files, under.directory + "/a") == "firstsecondthird");
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("truncate shortens and lengthens, and what nobody wrote is zeros", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/a";
  int fd = files.open(path, O_RDWR | O_CREAT, 0644);
  CHECK(writeTo(files, fd, "abcdef") == 6);
  CHECK(files.truncate(fd, 2) == 0);
  CHECK(contents(files, path) == "ab");
  CHECK(files.truncate(fd, 4) == 0);
  CHECK(contents(files, path) == std::string("ab\0\0", 4));
  // truncate does not move the descriptor's position.
  CHECK(writeTo(files, fd, "g") == 1);
  CHECK(contents(files, path) == std::string("ab\0\0\0\0g", 7));
  CHECK(writeTo(files, fd, "z", 9) == 1);
  CHECK(contents(files, path) == std::string("ab\0\0\0\0g\0\0z", 10));
  CHECK(files.truncate(fd, -1) == UV_EINVAL);
  CHECK(files.close(fd) == 0);
  fd = files.open(path, O_RDONLY, 0);
  CHECK(files.truncate(fd, 0) == UV_EINVAL);
  CHECK(files.close(fd) == 0);
  fd = files.open(path, O_RDWR | O_TRUNC, 0);
  CHECK(readFrom(files, fd) == "");
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("sync of what is open", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  int fd = files.open(under.directory + "/a", O_WRONLY | O_CREAT, 0644);
  CHECK(writeTo(files, fd, "kept") == 4);
  CHECK(files.sync(fd, false) == 0);
  CHECK(files.sync(fd, true) == 0);
  CHECK(files.close(fd) == 0);
  CHECK(files.sync(fd, false) == UV_EBADF);
}

TEST_CASE_TEMPLATE("what is read is ready, or the back end says that it would wait or cannot tell", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  makeFile(files, under.directory + "/a", "abcdef");
  int fd = files.open(under.directory + "/a", O_RDONLY, 0);
  auto ready = [&](std::int64_t offset, std::string& bytes) {
    char to[100];
    Space space{to, 4};
    std::int64_t got = files.readReady(fd, &space, 1, offset);
    bytes.assign(to, std::size_t(std::max<std::int64_t>(got, 0)));
    return got;
  };
  std::string bytes;
  std::int64_t got = ready(1, bytes);
  CHECK((got == UV_EAGAIN || got == UV_ENOTSUP || (got > 0 && std::string("bcde").starts_with(bytes))));
  // Reads at the descriptor's position, which moves only if bytes were read.
  got = ready(-1, bytes);
  CHECK((got == UV_EAGAIN || got == UV_ENOTSUP || (got > 0 && std::string("abcd").starts_with(bytes))));
  CHECK(readFrom(files, fd) == std::string("abcdef").substr(std::size_t(std::max<std::int64_t>(got, 0))));
  got = ready(-1, bytes);
  CHECK((got == UV_EAGAIN || got == UV_ENOTSUP || got == 0));
  CHECK(files.close(fd) == 0);
  CHECK(ready(0, bytes) == UV_EBADF);
}

TEST_CASE_TEMPLATE("what a descriptor is not open for fails, and so does one that is not open", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/a";
  makeFile(files, path, "abc");
  int reads = files.open(path, O_RDONLY, 0), writes = files.open(path, O_WRONLY, 0);
  int directory = files.open(under.directory, O_RDONLY | O_DIRECTORY, 0);
  CHECK(writeTo(files, reads, "x") == UV_EBADF);
  CHECK(readFrom(files, writes) == "error " + std::to_string(UV_EBADF));
  CHECK(readFrom(files, directory) == "error " + std::to_string(UV_EISDIR));
  CHECK(writeTo(files, directory, "x") == UV_EBADF);
  for (int fd : {reads, writes, directory}) CHECK(files.close(fd) == 0);
  CHECK(files.close(reads) == UV_EBADF);
  CHECK(readFrom(files, reads) == "error " + std::to_string(UV_EBADF));
  CHECK(writeTo(files, writes, "x") == UV_EBADF);
  FileStat stat;
  std::vector<DirectoryEntry> entries;
  CHECK(files.fstat(reads, stat) == UV_EBADF);
  CHECK(files.truncate(writes, 0) == UV_EBADF);
  CHECK(files.fchmod(writes, 0600) == UV_EBADF);
  CHECK(files.fchown(writes, UINT32_MAX, UINT32_MAX) == UV_EBADF);
  CHECK(files.futimes(writes, {}, {}) == UV_EBADF);
  CHECK(files.entries(directory, entries) == UV_EBADF);
  CHECK(contents(files, path) == "abc");
}

TEST_CASE_TEMPLATE("opening: what is there, what is not, and what the flags ask", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/a", link = under.directory + "/link", folder = under.directory + "/folder";
  CHECK(files.open(path, O_RDONLY, 0) == UV_ENOENT);
  CHECK_FALSE(isThere(files, path));
  makeFile(files, path, "abc");
  CHECK(files.open(path, O_WRONLY | O_CREAT | O_EXCL, 0644) == UV_EEXIST);
  CHECK(contents(files, path) == "abc");
  CHECK(files.open(path + "/b", O_WRONLY | O_CREAT, 0644) == UV_ENOTDIR);
  CHECK(files.open(path, O_RDONLY | O_DIRECTORY, 0) == UV_ENOTDIR);
  CHECK(files.open("", O_RDONLY, 0) == UV_ENOENT);
  CHECK(files.open(under.directory + "/" + std::string(256, 'x'), O_RDONLY, 0) == UV_ENAMETOOLONG);
  REQUIRE(files.mkdir(folder, 0755) == 0);
  CHECK(files.open(folder, O_WRONLY, 0) == UV_EISDIR);
  CHECK(files.open(folder + "/none/b", O_WRONLY | O_CREAT, 0644) == UV_ENOENT);
  REQUIRE(files.symlink("a", link) == 0);
  CHECK(contents(files, link) == "abc");
  CHECK(files.open(link, O_RDONLY | O_NOFOLLOW, 0) == UV_ELOOP);
  CHECK(files.open(link, O_WRONLY | O_CREAT | O_EXCL, 0644) == UV_EEXIST);
  // Opening a dangling symbolic link creates the file that the link points to.
  REQUIRE(files.symlink("folder/made", under.directory + "/dangling") == 0);
  makeFile(files, under.directory + "/dangling", "there");
  CHECK(contents(files, folder + "/made") == "there");
  REQUIRE(files.symlink("circle", under.directory + "/circle") == 0);
  CHECK(files.open(under.directory + "/circle", O_RDONLY, 0) == UV_ELOOP);
}

TEST_CASE_TEMPLATE("what is open goes on without its name", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/a";
  makeFile(files, path, "old");
  int fd = files.open(path, O_RDWR, 0);
  CHECK(files.unlink(path) == 0);
  makeFile(files, path, "new");
  CHECK(readFrom(files, fd) == "old");
  CHECK(writeTo(files, fd, "er") == 2);
  CHECK(readFrom(files, fd, 10, 0) == "older");
  FileStat stat;
  CHECK(files.fstat(fd, stat) == 0);
  CHECK(stat.nlink == 0);
  CHECK(stat.size == 5);
  CHECK(files.close(fd) == 0);
  CHECK(contents(files, path) == "new");
}

TEST_CASE_TEMPLATE("calls from jobs of the pool: each has its result, several at a time", Under, BACK_ENDS) {
  Under under;
  struct Work final : Job {
    Work(Files& f, std::string p, int& d, int& w) : files(f), path(std::move(p)), count(d), wrong(w) {}
    void run() override {
      int fd = files.open(path, O_RDWR | O_CREAT | O_EXCL, 0644);
      for (int i = 0; i < 50; ++i) good = good && writeTo(files, fd, path) == std::int64_t(path.size());
      for (int i = 0; i < 50; ++i)
        good = good && readFrom(files, fd, path.size(), i * std::int64_t(path.size())) == path;
      good = good && files.close(fd) == 0;
    }
    void done() override { ++count, wrong += !good; }
    Files& files;
    std::string path;
    bool good = true;
    int &count, &wrong;
  };
  int done = 0, wrong = 0;
  for (int i = 0; i < 8; ++i)
    under.port.computation.submit(
        new Work(under.port.files, under.directory + "/" + std::to_string(i), done, wrong));
  // While jobs use files on other threads, the loop's thread may use files, too.
  CHECK(contents(under.port.files, under.directory + "/none") == "error -2");
  REQUIRE(turnUntil(under.port, [&] { return done == 8; }));
  CHECK(wrong == 0);
  for (int i = 0; i < 8; ++i) {
    std::string path = under.directory + "/" + std::to_string(i);
    CHECK(statOf(under.port.files, path).size == 50 * path.size());
  }
}

TEST_CASE_TEMPLATE("a job sees that it is to stop", Under, BACK_ENDS) {
  Under under;
  std::atomic<bool> flag{false};
  CHECK_FALSE(under.port.files.stopped(flag));
  flag = true;
  CHECK(under.port.files.stopped(flag));
}
