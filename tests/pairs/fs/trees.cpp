#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>

#include <algorithm>
#include <vector>
using namespace nodecpp;

static String clean(const String& text, const String& dir) { return text.replaceAll(dir, "DIR"); }
static Lookup given(const String& text) { return text.empty() ? Lookup() : Lookup(text); }
static Array<String> cleaned(Array<String> paths, const String& dir) {
  return paths.map([&](String path) { return clean(path, dir); });
}
static Array<String> described(Array<fs::Dirent> entries, const String& dir) {
  return entries.map([&](fs::Dirent entry) { return entry.name + " " + clean(entry.parentPath, dir) + " " + str(entry.isDirectory()); });
}
static util::Value orNull(const Error& err) { return err ? util::Value(err) : util::Value(nullptr); }
static void told(const Error& err) {
  console::log(err->name, err->code, err->errno_ ? Lookup(err->errno_) : Lookup(), given(err->syscall), given(err->path),
               err->message);
}
template <class F>
static void tries(F f, String dir) {
  try {
    if constexpr (std::is_void_v<decltype(f())>) {
      f();
      console::log("->", Undefined());
    } else {
      console::log("->", f());
    }
  } catch (const Error& err) {
    console::log(err->name, err->code, err->errno_ ? Lookup(err->errno_) : Lookup(), given(err->syscall),
                 given(clean(err->path, dir)), clean(err->message, dir));
  }
}

static Promise<> promises(String dir) {
  namespace p = fs::promises;
  std::vector<Function<Promise<>()>> calls{[] { return p::cp("no", "y"); }, [] { return p::cp("a", "y"); },
    [] { return p::cp("a", "a/x", {.recursive = true}); }, [] { return p::cp("f", "f"); }, [] { return p::cp("f", "a"); },
    [] { return p::cp("a", "f", {.recursive = true}); },
    [] { return p::cp("f", "g", {.errorOnExist = true, .force = false}); }, [] { return Promise<>(p::opendir("no")); },
    [] { return Promise<>(p::opendir("f")); }};
  for (auto f : calls) {
    try {
      co_await f();
      console::log("done");
    } catch (const Error& err) {
      told(err);
    }
  }
  co_await p::cp("a", "y", {.filter = [](String from, String) -> Promise<bool> { co_return from != "a/b"; }, .recursive = true});
  console::log(fs::readdirSync("y"));
  std::vector<String> found;
  auto dirA = co_await p::opendir("a");
  while (auto entry = co_await dirA->next()) found.push_back(entry.name);
  std::ranges::sort(found);
  console::log(found);
  std::vector<String> all;
  auto deep = co_await p::opendir("a", {.recursive = true});
  while (auto entry = co_await deep->next()) all.push_back(entry.parentPath + "/" + entry.name);
  std::ranges::sort(all);
  console::log(all);
  auto d = co_await p::opendir("a/b/c");
  d->read([](Error err, fs::Dirent entry) { console::log(orNull(err), entry.isFile()); });
  d->read([](Error err, fs::Dirent entry) { console::log(orNull(err), entry.isFile()); });
  tries([=] { return d->readSync(); }, dir);
  console::log(co_await d->read());
  co_await d->close();
  try {
    co_await d->close();
  } catch (const Error& err) {
    console::log(err->code, err->message);
  }
  fs::cp("f", "h", [=](Error err) {
    console::log(orNull(err), fs::readFileSync("h", "utf8"));
    fs::cp("no", "h", [=](Error err) {
      console::log(err->message);
      fs::glob("*.js", [=](Error err, Array<String> paths) {
        console::log(orNull(err), paths);
        process::chdir("/");
        fs::rmSync(dir, {.recursive = true});
      });
    });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  auto tries = [=](auto f) { ::tries(f, dir); };
  fs::mkdirSync("a/b/c", {.recursive = true});
  fs::mkdirSync("a/.hidden");
  fs::mkdirSync("a/d.js");
  for (String name : {"a/1.txt", "a/b/2.txt", "a/b/c/3.txt", "a/b/c/x.js", "a/.dot", "a/.hidden/y.js", "f", "g", "z.js"}) {
    fs::writeFileSync(name, name);
  }
  fs::symlinkSync("1.txt", "a/link");
  fs::symlinkSync("b", "a/to-b");
  fs::symlinkSync("nowhere", "a/dangling");

  for (String pattern : {"*", "**", "**/*", "**/*.js", "a/*", "a/**", "a/*/", "**/", "./*", "./**/*.txt", "a/**/c/*", "*.{js,txt}", "a/b/2.txt",
    "a/?.txt", "none/*", "a/[0-9]*", "**/b/**", "a/b/../*", "", "a/!(b)", "**/.*", "a/.*/*", "a//b/*", "."}) {
    tries([=] { return fs::globSync(pattern); });
  }
  tries([=] { return cleaned(fs::globSync(dir + "/a/*.txt"), dir); });
  tries([=] { return fs::globSync({"*.js", "a/*.txt"}); });
  tries([=] { return fs::globSync("*", {.cwd = "a"}); });
  tries([=] { return fs::globSync("**/*.js", {.exclude = {"a/b/**"}}); });
  tries([=] { return fs::globSync("**/*", {.exclude = [](String name) { return name == "b" || name == "a/b"; }}); });
  tries([=] { return described(fs::globSync("a/*", {.withFileTypes = true}), dir); });

  tries([=] { return fs::cpSync("no", "x"); });
  tries([=] { return fs::cpSync("a", "x"); });
  tries([=] { return fs::cpSync("a", "a/x", {.recursive = true}); });
  tries([=] { return fs::cpSync("a", "a", {.recursive = true}); });
  tries([=] { return fs::cpSync("f", "a"); });
  tries([=] { return fs::cpSync("a", "f", {.recursive = true}); });
  tries([=] { return fs::cpSync("f", "g", {.errorOnExist = true, .force = false}); });
  tries([=] { return fs::cpSync("f", "g", {.force = false}); });
  tries([=] { return fs::readFileSync("g", "utf8"); });
  tries([=] { return fs::cpSync("f", "g"); });
  tries([=] { return fs::readFileSync("g", "utf8"); });
  tries([=] { return fs::cpSync("f", "new/deep/g"); });
  tries([=] { return fs::cpSync("a", "x", {.recursive = true}); });
  tries([=] { return fs::readdirSync("x", {.recursive = true}); });
  tries([=] { return clean(fs::readlinkSync("x/link"), dir); });
  tries([=] { return fs::cpSync("a", "v", {.preserveTimestamps = true, .recursive = true, .verbatimSymlinks = true}); });
  tries([=] { return fs::readlinkSync("v/link"); });
  tries([=] { return fs::statSync("v/1.txt").mtime.getTime() == fs::statSync("a/1.txt").mtime.getTime(); });
  tries([=] { return fs::cpSync("a", "w", {.filter = [](String from, String) { return !from.endsWith(".txt") && !from.includes("dangling"); }, .recursive = true}); });
  tries([=] { return fs::readdirSync("w", {.recursive = true}); });
  tries([=] { return fs::cpSync("a", "w", {.dereference = true, .verbatimSymlinks = true}); });
  tries([=] { return fs::cpSync("a", "w\0"); });

  tries([=] { return fs::opendirSync("no"); });
  tries([=] { return fs::opendirSync("f"); });
  auto open = fs::opendirSync("a");
  console::log(open->path);
  std::vector<String> names;
  while (auto entry = open->readSync()) names.push_back(entry.name + str(entry.isDirectory()) + entry.parentPath);
  std::ranges::sort(names);
  console::log(names);
  tries([=] { return open->readSync(); });
  tries([=] { return open->closeSync(); });
  tries([=] { return open->closeSync(); });
  tries([=] { return open->readSync(); });


  (void)promises(dir);
}); }
