// Tests of Files' contract: names, directories, links, and what a failed call leaves behind.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "os/port/files_role.h"
#include "support/port_files.h"

namespace {

// Returns all entries of a directory in the order of their names, each followed by a mark of its type.
std::vector<std::string> list(Files& files, const std::string& path) {
  int fd = files.open(path, O_RDONLY | O_DIRECTORY, 0);
  REQUIRE(fd >= 0);
  std::vector<std::string> names;
  while (true) {
    std::vector<DirectoryEntry> some;
    CHECK(files.entries(fd, some) == 0);
    if (some.empty()) break;
    for (const DirectoryEntry& entry : some)
      names.push_back(entry.name + (entry.type == FileType::directory ? "/" : entry.type == FileType::link ? "@" : ""));
  }
  CHECK(files.close(fd) == 0);
  std::ranges::sort(names);
  return names;
}

using List = std::vector<std::string>;

}  // namespace

TEST_CASE_TEMPLATE("entries: each once, with its type, and none at the end", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string folder = under.directory + "/folder";
  REQUIRE(files.mkdir(folder, 0755) == 0);
  CHECK(list(files, folder) == List{});
  makeFile(files, folder + "/file", "x");
  CHECK(files.mkdir(folder + "/inner", 0755) == 0);
  CHECK(files.symlink("file", folder + "/link") == 0);
  CHECK(list(files, folder) == List{"file", "inner/", "link@"});
  // The directory gets more entries than one call can return.
  std::set<std::string> many;
  for (int i = 0; i < 1500; ++i) {
    std::string name = std::string(40, 'n') + std::to_string(i);
    makeFile(files, folder + "/inner/" + name, "");
    many.insert(name);
  }
  List found = list(files, folder + "/inner");
  CHECK(found.size() == 1500);
  CHECK(std::set<std::string>(found.begin(), found.end()) == many);
  std::vector<DirectoryEntry> none;
  int fd = files.open(folder + "/file", O_RDONLY, 0);
  CHECK(files.entries(fd, none) == UV_ENOTDIR);
  CHECK(none.empty());
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("directories are made, found and taken away", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string folder = under.directory + "/folder";
  CHECK(files.mkdir(folder, 0755) == 0);
  CHECK(files.mkdir(folder, 0755) == UV_EEXIST);
  CHECK(files.mkdir(under.directory + "/none/inner", 0755) == UV_ENOENT);
  CHECK_FALSE(isThere(files, under.directory + "/none"));
  CHECK(files.mkdir(folder + "/inner", 0755) == 0);
  CHECK(statOf(files, folder).nlink == 3);
  CHECK(files.rmdir(folder) == UV_ENOTEMPTY);
  CHECK(files.unlink(folder) == UV_EISDIR);
  makeFile(files, folder + "/file", "x");
  CHECK(files.rmdir(folder + "/file") == UV_ENOTDIR);
  CHECK(list(files, folder) == List{"file", "inner/"});
  CHECK(files.unlink(folder + "/file") == 0);
  CHECK(files.unlink(folder + "/file") == UV_ENOENT);
  CHECK(files.rmdir(folder + "/inner/") == 0);
  CHECK(files.rmdir(folder) == 0);
  CHECK(files.rmdir(folder) == UV_ENOENT);
}

TEST_CASE_TEMPLATE("mkdtemp makes a new directory each time, for its owner alone", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string one, two, none;
  CHECK(files.mkdtemp(under.directory + "/new-", one) == 0);
  CHECK(files.mkdtemp(under.directory + "/new-", two) == 0);
  CHECK(one != two);
  CHECK(one.size() == under.directory.size() + 11);
  CHECK(one.starts_with(under.directory + "/new-"));
  CHECK((statOf(files, one).mode & 07777) == 0700);
  CHECK(files.mkdtemp(under.directory + "/none/new-", none) == UV_ENOENT);
  CHECK(list(files, under.directory).size() == 2);
}

TEST_CASE_TEMPLATE("rename: to a new name, over a file, over an empty directory, and not over more", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("a"), "first");
  makeFile(files, at("b"), "second");
  CHECK(files.rename(at("a"), at("c")) == 0);
  CHECK(files.rename(at("c"), at("b")) == 0);
  CHECK(contents(files, at("b")) == "first");
  CHECK(files.rename(at("b"), at("b")) == 0);
  CHECK(list(files, under.directory) == List{"b"});
  CHECK(files.rename(at("none"), at("b")) == UV_ENOENT);
  CHECK(files.rename(at("b"), at("none/b")) == UV_ENOENT);
  CHECK(files.mkdir(at("one"), 0755) == 0);
  CHECK(files.mkdir(at("two"), 0755) == 0);
  CHECK(files.rename(at("one"), at("b")) == UV_ENOTDIR);
  CHECK(files.rename(at("b"), at("one")) == UV_EISDIR);
  makeFile(files, at("two/inside"), "x");
  CHECK(files.rename(at("one"), at("two")) == UV_ENOTEMPTY);
  CHECK(files.rename(at("two"), at("two/deeper")) == UV_EINVAL);
  CHECK(files.rename(at("two"), at("one")) == 0);
  CHECK(list(files, under.directory) == List{"b", "one/"});
  CHECK(contents(files, at("one/inside")) == "x");
  // A file that is open stays usable under its new name.
  int fd = files.open(at("b"), O_WRONLY | O_APPEND, 0);
  CHECK(files.rename(at("b"), at("one/b")) == 0);
  CHECK(writeTo(files, fd, "!") == 1);
  CHECK(contents(files, at("one/b")) == "first!");
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("rename: a path must end in a name, and a link with a slash is no directory", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  for (const char* name : {"a", "a/b", "a/b/c", "d"}) REQUIRE(files.mkdir(at(name), 0755) == 0);
  makeFile(files, at("a/file"), "text");
  makeFile(files, at("file"), "text");
  REQUIRE(files.symlink("a", at("link")) == 0);
  for (const char* name : {"a/b/..", "a/b/.", "a/.", "a/b/./", "none/..", "file/.."}) {
    CAPTURE(std::string(name));
    bool walks = name[0] == 'a';
    int expected = walks ? UV_EBUSY : name[0] == 'n' ? UV_ENOENT : UV_ENOTDIR;
    CHECK(files.rename(at(name), at("new")) == expected);
    CHECK(files.rename(at("d"), at(name)) == expected);
  }
  CHECK(files.rename("/", at("new")) == UV_EBUSY);
  CHECK(files.rename(at("d"), "/") == UV_EBUSY);
  CHECK(files.rename(at("none"), at("a/.")) == UV_EBUSY);
  CHECK(files.rename(at("a/file"), at("a")) == UV_ENOTEMPTY);
  CHECK(files.rename(at("a/b"), at("a")) == UV_ENOTEMPTY);
  CHECK(files.rename(at("link/"), at("new")) == UV_ENOTDIR);
  CHECK(files.rename(at("d"), at("link/")) == UV_ENOTDIR);
  CHECK(files.rename(at("file/"), at("new")) == UV_ENOTDIR);
  CHECK(files.rename(at("file"), at("new/")) == UV_ENOTDIR);
  // The failed call has moved no file.
  CHECK(list(files, under.directory) == List{"a/", "d/", "file", "link@"});
  CHECK(list(files, at("a")) == List{"b/", "file"});
  CHECK(list(files, at("a/b")) == List{"c/"});
  CHECK(files.rename(at("d/"), at("e/")) == 0);
  CHECK(list(files, under.directory) == List{"a/", "e/", "file", "link@"});
}

TEST_CASE_TEMPLATE("a file may have several names, and is there as long as one is left", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("a"), "both");
  CHECK(files.link(at("a"), at("b")) == 0);
  CHECK(files.link(at("a"), at("b")) == UV_EEXIST);
  CHECK(files.link(at("none"), at("c")) == UV_ENOENT);
  CHECK(files.link(under.directory, at("c")) == UV_EPERM);
  CHECK(statOf(files, at("a")).nlink == 2);
  CHECK(statOf(files, at("a")).ino == statOf(files, at("b")).ino);
  CHECK(files.unlink(at("a")) == 0);
  CHECK(contents(files, at("b")) == "both");
  CHECK(statOf(files, at("b")).nlink == 1);
  CHECK(list(files, under.directory) == List{"b"});
}

TEST_CASE_TEMPLATE("symbolic links: followed, looked at, and broken", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("a"), "there");
  CHECK(files.symlink("a", at("link")) == 0);
  CHECK(files.symlink("a", at("link")) == UV_EEXIST);
  CHECK(files.symlink("", at("empty")) == UV_ENOENT);
  std::string target = "before";
  CHECK(files.readlink(at("link"), target) == 0);
  CHECK(target == "a");
  CHECK(files.readlink(at("a"), target) == UV_EINVAL);
  FileStat through, own;
  CHECK(files.stat(at("link"), through) == 0);
  CHECK(files.lstat(at("link"), own) == 0);
  CHECK(through.ino == statOf(files, at("a")).ino);
  CHECK(own.ino != through.ino);
  CHECK((own.mode & 0170000) == 0120000);
  CHECK(own.size == 1);
  CHECK(files.unlink(at("a")) == 0);
  CHECK(files.stat(at("link"), through) == UV_ENOENT);
  CHECK(files.lstat(at("link"), own) == 0);
  CHECK(files.unlink(at("link")) == 0);
  CHECK(list(files, under.directory) == List{});
}

TEST_CASE_TEMPLATE("realpath resolves links, dots and slashes", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  std::string base, found;
  REQUIRE(files.realpath(under.directory, base) == 0);
  CHECK(files.mkdir(at("folder"), 0755) == 0);
  makeFile(files, at("folder/a"), "x");
  CHECK(files.symlink("folder", at("link")) == 0);
  CHECK(files.symlink("../folder/a", at("folder/again")) == 0);
  CHECK(files.realpath(at("link/.././link//again"), found) == 0);
  CHECK(found == base + "/folder/a");
  CHECK(files.realpath(at("link/"), found) == 0);
  CHECK(found == base + "/folder");
  CHECK(files.realpath("/", found) == 0);
  CHECK(found == "/");
  CHECK(files.realpath(at("none"), found) == UV_ENOENT);
  CHECK(files.realpath(at("folder/a/b"), found) == UV_ENOTDIR);
}

TEST_CASE_TEMPLATE("relative paths start at the program's directory", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  String before = under.port.process.currentDirectory();
  REQUIRE(files.mkdir(under.directory + "/folder", 0755) == 0);
  REQUIRE(under.port.process.changeDirectory(under.directory + "/folder") == 0);
  makeFile(files, "a", "here");
  CHECK(contents(files, under.directory + "/folder/a") == "here");
  CHECK(contents(files, "./a") == "here");
  CHECK(contents(files, "../folder/a") == "here");
  CHECK(files.rename("a", "../b") == 0);
  REQUIRE(under.port.process.changeDirectory("..") == 0);
  CHECK(contents(files, "b") == "here");
  CHECK(under.port.process.changeDirectory("none") == UV_ENOENT);
  CHECK(under.port.process.changeDirectory("b") == UV_ENOTDIR);
  CHECK(contents(files, "b") == "here");
  REQUIRE(under.port.process.changeDirectory(before) == 0);
  CHECK(under.port.process.currentDirectory() == before);
}

TEST_CASE_TEMPLATE("copyFile copies bytes and mode, and its flags ask for more", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  std::string bytes(200'000, 'x');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = char('a' + i % 23);
  makeFile(files, at("a"), bytes, 0750);
  makeFile(files, at("b"), "what was there before");
  CHECK(files.copyFile(at("a"), at("new"), 0) == 0);
  CHECK(files.copyFile(at("a"), at("b"), 0) == 0);
  for (const char* name : {"new", "b"}) {
    CHECK(contents(files, at(name)) == bytes);
    CHECK((statOf(files, at(name)).mode & 07777) == 0750);
  }
  CHECK(files.copyFile(at("a"), at("b"), 1) == UV_EEXIST);
  CHECK(files.copyFile(at("a"), at("exclusive"), 1) == 0);
  CHECK(files.copyFile(at("a"), at("cloned"), 2) == 0);
  CHECK(contents(files, at("cloned")) == bytes);
  ErrorCode forced = files.copyFile(at("a"), at("forced"), 4);
  CHECK((forced == 0 || forced == UV_ENOTSUP));
  CHECK(isThere(files, at("forced")) == (forced == 0));
  // A file that is copied onto itself stays unchanged.
  CHECK(files.copyFile(at("a"), at("a"), 0) == 0);
  CHECK(contents(files, at("a")) == bytes);
  makeFile(files, at("empty"), "");
  CHECK(files.copyFile(at("empty"), at("b"), 0) == 0);
  CHECK(contents(files, at("b")) == "");
}

TEST_CASE_TEMPLATE("a copy that fails leaves nothing", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  CHECK(files.copyFile(at("none"), at("b"), 0) == UV_ENOENT);
  CHECK_FALSE(isThere(files, at("b")));
  CHECK(files.mkdir(at("folder"), 0755) == 0);
  CHECK(files.copyFile(at("folder"), at("b"), 0) < 0);
  CHECK_FALSE(isThere(files, at("b")));
  makeFile(files, at("a"), "x");
  CHECK(files.copyFile(at("a"), at("folder"), 0) == UV_EISDIR);
  CHECK(files.copyFile(at("a"), at("none/b"), 0) == UV_ENOENT);
  CHECK(list(files, under.directory) == List{"a", "folder/"});
}
