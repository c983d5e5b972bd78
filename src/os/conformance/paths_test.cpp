// Tests of Paths' contract: changes of watched files and directories.
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "os/port/files_role.h"

#include "support/port_files.h"

namespace {

// Watches a path, and records each push as a text: "~name" for a change, "name" for an entry that appeared or
// disappeared. The system may report one change several times, so only one of several equal texts in a row is kept.
struct Watching final : PathSink {
  Watching(Port& p, const std::string& path) : port(p) { REQUIRE(port.paths.watchPath(path, this, &watch) == 0); }
  ~Watching() { close(); }
  void onChange(bool renamed, const std::string& name) override {
    std::string text = (renamed ? "" : "~") + name;
    if (told.empty() || told.back() != text) told.push_back(text);
    ++pushes;
    if (then) then();
  }
  void close() {
    if (watch) port.paths.unwatch(std::exchange(watch, nullptr));
  }
  // Waits until changes have come and no more follow, and returns them. No change may have come before the call.
  std::vector<std::string> next() {
    CHECK(told.empty());
    REQUIRE(turnUntil(port, [&] { return !told.empty(); }));
    runManyTurns(port);
    return std::exchange(told, {});
  }

  Port& port;
  PathWatch* watch = nullptr;
  std::vector<std::string> told;
  int pushes = 0;
  std::function<void()> then;
};

using List = std::vector<std::string>;

}  // namespace

TEST_CASE_TEMPLATE("changes of a file's bytes and attributes, by its own name", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  std::string path = under.directory + "/file";
  makeFile(files, path, "x");
  Watching watching(under.port, path);
  int fd = files.open(path, O_RDWR, 0);
  CHECK(readFrom(files, fd) == "x");
  runManyTurns(under.port);
  CHECK(watching.pushes == 0);  // Reading a file is not pushed as a change.
  CHECK(writeTo(files, fd, "y") == 1);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.truncate(fd, 0) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.fchmod(fd, 0600) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.chmod(path, 0640) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.utimes(path, {1, 0}, {2, 0}) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.futimes(fd, {3, 0}, {4, 0}) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.chown(path, statOf(files, path).uid, UINT32_MAX) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.link(path, under.directory + "/other") == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("entries of a directory that come, change and go, by their names", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  Watching watching(under.port, under.directory);
  int fd = files.open(at("file"), O_WRONLY | O_CREAT, 0644);
  CHECK(watching.next() == List{"file"});
  CHECK(writeTo(files, fd, "x") == 1);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.chmod(at("file"), 0600) == 0);
  CHECK(watching.next() == List{"~file"});
  CHECK(files.mkdir(at("folder"), 0755) == 0);
  CHECK(watching.next() == List{"folder"});
  CHECK(files.symlink("file", at("link")) == 0);
  CHECK(watching.next() == List{"link"});
  // Entries of a subdirectory are not watched.
  makeFile(files, at("folder/inner"), "x");
  runManyTurns(under.port);
  CHECK(watching.told == List{});
  CHECK(files.rename(at("file"), at("new")) == 0);
  CHECK(watching.next() == List{"file", "new"});
  CHECK(files.rename(at("new"), at("folder/out")) == 0);
  CHECK(watching.next() == List{"new"});
  CHECK(writeTo(files, fd, "x") == 1);
  runManyTurns(under.port);
  CHECK(watching.told == List{});
  CHECK(files.rename(at("folder/inner"), at("in")) == 0);
  CHECK(watching.next() == List{"in"});
  CHECK(files.unlink(at("in")) == 0);
  CHECK(watching.next() == List{"in"});
  CHECK(files.close(fd) == 0);
}

TEST_CASE_TEMPLATE("a directory watched with a slash behind its path has no name of its own", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  REQUIRE(files.mkdir(at("folder"), 0755) == 0);
  Watching watching(under.port, at("folder/"));
  CHECK(files.mkdir(at("folder/folder"), 0755) == 0);
  CHECK(watching.next() == List{"folder"});
  CHECK(files.chmod(at("folder"), 0700) == 0);
  CHECK(watching.next() == List{""});
  CHECK(files.chmod(at("folder/folder"), 0700) == 0);
  CHECK(watching.next() == List{"folder"});
}

TEST_CASE_TEMPLATE("a watched file that is moved or goes is told by its own name", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  auto at = [&](const char* name) { return under.directory + "/" + name; };
  makeFile(files, at("one"), "x");
  makeFile(files, at("two"), "x");
  Watching one(under.port, at("one")), two(under.port, at("two"));
  CHECK(files.rename(at("one"), at("other")) == 0);
  CHECK(one.next() == List{"one"});
  CHECK(files.unlink(at("two")) == 0);
  REQUIRE(turnUntil(under.port, [&] { return !two.told.empty() && two.told.back() == "two"; }));
  // The watch belongs to the file, whatever its name is.
  makeFile(files, at("other"), "more");
  CHECK(one.next() == List{"~one"});
  PathWatch* none = nullptr;
  CHECK(under.port.paths.watchPath(at("none"), &one, &none) == UV_ENOENT);
  CHECK(none == nullptr);
}

TEST_CASE_TEMPLATE("changes are pushed in turns, in their order, to each watch of the path", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  Watching first(under.port, under.directory), second(under.port, under.directory);
  for (const char* name : {"c", "a", "b"}) CHECK(files.mkdir(under.directory + "/" + name, 0755) == 0);
  CHECK(first.pushes == 0);
  CHECK(first.next() == List{"c", "a", "b"});
  CHECK(second.told == List{"c", "a", "b"});
  second.told.clear();
  second.close();
  CHECK(files.rmdir(under.directory + "/a") == 0);
  CHECK(first.next() == List{"a"});
  CHECK(second.told == List{});
}

TEST_CASE_TEMPLATE("nothing is pushed after unwatch, not even what has happened before", Under, BACK_ENDS) {
  Under under;
  Files& files = under.port.files;
  Watching one(under.port, under.directory), two(under.port, under.directory);
  CHECK(files.mkdir(under.directory + "/a", 0755) == 0);
  one.close();
  CHECK(two.next() == List{"a"});
  CHECK(one.pushes == 0);
  // Inside a push, the sink ends its watch of the path and begins a new one.
  Watching three(under.port, under.directory);
  std::unique_ptr<Watching> four;
  two.then = [&] {
    two.close();
    three.close();
    four = std::make_unique<Watching>(under.port, under.directory);
  };
  CHECK(files.mkdir(under.directory + "/b", 0755) == 0);
  CHECK(files.mkdir(under.directory + "/c", 0755) == 0);
  CHECK(two.next() == List{"b"});
  CHECK(two.pushes == 2);
  CHECK(three.pushes == 0);
  four->told.clear();
  CHECK(files.mkdir(under.directory + "/d", 0755) == 0);
  CHECK(four->next() == List{"d"});
}
