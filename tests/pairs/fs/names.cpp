#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>

#include <cmath>
#include <vector>
using namespace nodecpp;

static String clean(const String& text, const String& dir) { return text.replaceAll(dir, "DIR"); }
static Lookup given(const String& text) { return text.empty() ? Lookup() : Lookup(text); }
static String octal(const fs::Stats& stats) { return format("{:o}", int(stats.mode) & 0777); }
static Array<String> without(Array<String> names, String prefix) {
  return names.filter([=](String name) { return !name.startsWith(prefix); });
}
static Array<String> mapped(Array<fs::Dirent> entries, Function<String(fs::Dirent)> f) {
  return entries.map(f);
}
static util::Value orNull(const Error& err) { return err ? util::Value(err) : util::Value(nullptr); }

Promise<> promises(String dir) {
  namespace p = fs::promises;
  std::vector<Function<Promise<>()>> calls{[] { return Promise<>(p::realpath("no")); },
    [] { return Promise<>(p::mkdir("f/x/y", {.recursive = true})); }, [] { return Promise<>(p::stat("no")); },
    [] { return Promise<>(p::lstat("no")); }, [] { return p::rm("a"); }, [] { return p::rmdir("a"); },
    [] { return p::unlink("a"); }, [] { return p::rename("no", "x"); }, [] { return p::copyFile("no", "x"); },
    [] { return p::link("no", "x"); }, [] { return p::symlink("no", "f"); }, [] { return Promise<>(p::readlink("f")); },
    [] { return Promise<>(p::readdir("no")); }, [] { return p::access("no"); }, [] { return p::chmod("no", 0); },
    [] { return p::chown("no", 0, 0); }, [] { return p::utimes("no", 0, 0); }};
  for (auto f : calls) {
    try {
      co_await f();
    } catch (const Error& err) {
      console::log(err->code, err->message);
    }
  }
  String made = co_await p::mkdir("p/q", {.recursive = true});
  auto names = co_await p::readdir("p");
  console::log(made, names, (co_await p::stat("p")).isDirectory());
  auto entries = co_await p::readdir("p", {.withFileTypes = true});
  console::log(entries[0].name);
  process::chdir("/");
  co_await p::rm(dir, {.recursive = true});
  console::log(fs::existsSync(dir));
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  auto tries = [=](auto f) {
    try {
      if constexpr (std::is_void_v<decltype(f())>) {
        f();
        console::log("->", Undefined());
      } else if constexpr (std::is_same_v<decltype(f()), String>) {
        console::log("->", given(clean(f(), dir)));
      } else {
        console::log("->", f());
      }
    } catch (const Error& err) {
      console::log(err->name, err->code, err->errno_ ? Lookup(err->errno_) : Lookup(), given(err->syscall),
                   given(clean(err->path, dir)), given(err->dest), clean(err->message, dir));
    }
  };
  fs::writeFileSync("f", "x");
  tries([=] { return fs::mkdirSync("a/b/c"); });
  tries([=] { return fs::mkdirSync("a/b/c", {.recursive = true}); });
  tries([=] { return fs::mkdirSync("f", {.recursive = true}); });
  tries([=] { return fs::mkdirSync("f/x/y", {.recursive = true}); });
  tries([=] { return fs::mkdirSync("f/x"); });
  tries([=] { return fs::mkdirSync("a"); });
  tries([=] { return fs::mkdirSync("m", 0700); });
  tries([=] { return fs::mkdirSync("m2", "750"); });
  console::log(octal(fs::statSync("m")), octal(fs::statSync("m2")));
  tries([=] { return fs::mkdtempSync("no/x"); });
  console::log(fs::mkdtempSync("t-").length());
  tries([=] { return fs::realpathSync("no/x"); });
  tries([=] { return fs::realpathSync("a/no/x"); });
  tries([=] { return fs::realpathSync("f/x"); });
  tries([=] { return fs::realpathSync.native("no/x"); });
  tries([=] { return fs::realpathSync("a/../a"); });
  fs::symlinkSync("loop", "loop");
  tries([=] { return fs::realpathSync("loop"); });
  tries([=] { return fs::statSync("loop"); });
  fs::symlinkSync("nowhere", "dangling");
  tries([=] { return fs::realpathSync("dangling"); });
  fs::symlinkSync("a/b", "ab");
  fs::symlinkSync("../f", "a/up");
  fs::symlinkSync(dir + "/a", "absolute", "dir");
  tries([=] { return fs::realpathSync("ab/c"); });
  tries([=] { return fs::realpathSync("ab/../up"); });
  tries([=] { return fs::realpathSync("absolute/b/../up"); });
  tries([=] { return fs::realpathSync.native("absolute/b"); });
  tries([=] { return fs::readlinkSync("absolute"); });
  tries([=] { return fs::readlinkSync("f"); });
  tries([=] { return fs::readlinkSync("no"); });
  tries([=] { return fs::symlinkSync("x", "f"); });
  tries([=] { return fs::linkSync("no", "g"); });
  tries([=] { return fs::linkSync("f", "h"); });
  console::log(fs::statSync("f").nlink);
  tries([=] { return fs::renameSync("no", "g"); });
  tries([=] { return fs::renameSync("h", "h2"); });
  tries([=] { return fs::copyFileSync("no", "g"); });
  tries([=] { return fs::copyFileSync("a", "g"); });
  tries([=] { return fs::copyFileSync("f", "a"); });
  tries([=] { return fs::copyFileSync("f", "g", 9); });
  tries([=] { return fs::copyFileSync("f", "g"); });
  tries([=] { return fs::copyFileSync("f", "g", fs::constants::COPYFILE_EXCL); });
  tries([=] { return fs::rmdirSync("a"); });
  tries([=] { return fs::rmdirSync("f"); });
  tries([=] { return fs::unlinkSync("a"); });
  tries([=] { return fs::unlinkSync("no"); });
  tries([=] { return fs::readdirSync("no"); });
  tries([=] { return fs::readdirSync("f"); });
  tries([=] { return without(fs::readdirSync("."), "t-"); });
  tries([=] { return fs::readdirSync("a", {.recursive = true}); });
  tries([=] { return fs::readdirSync("a", {.withFileTypes = true}); });
  tries([=] { return mapped(fs::readdirSync("a", {.withFileTypes = true, .recursive = true}), [](const fs::Dirent& entry) { return entry.parentPath + ":" + entry.name; }); });
  tries([=] { return mapped(fs::readdirSync("a", {.withFileTypes = true}), [](const fs::Dirent& entry) { return str(entry.isSymbolicLink()) + " " + str(entry.isDirectory()); }); });
  tries([=] { return fs::readdirSync("no", {.recursive = true}); });
  tries([=] { return fs::readdirSync("f", {.recursive = true}); });
  tries([=] { return fs::readdirSync("a", {.encoding = "nope"}); });
  tries([=] { return fs::rmSync("no"); });
  tries([=] { return fs::rmSync("a"); });
  tries([=] { return fs::rmSync("no", {.force = true}); });
  tries([=] { return fs::rmSync("g"); });
  tries([=] { return fs::rmdirSync("m"); });
  tries([=] { return fs::utimesSync("no", 1, 2); });
  tries([=] { return fs::utimesSync("f", "x", 2); });
  tries([=] { return fs::utimesSync("f", std::nan(""), 2); });
  tries([=] { return fs::lutimesSync("no", 1, 2); });
  tries([=] { return fs::futimesSync(99, 1, 2); });
  tries([=] { return fs::chownSync("f", -2, 2); });
  tries([=] { return fs::chownSync("f", -1, -1); });
  tries([=] { return fs::chmodSync("no", 0600); });
  tries([=] { return fs::chmodSync("f", "9"); });
  tries([=] { return fs::fchmodSync(99, 0); });
  tries([=] { return fs::fchownSync(99, 0, 0); });
  tries([=] { return fs::lchownSync("no", 0, 0); });
  tries([=] { return fs::statfsSync("no"); });
  tries([=] { return fs::accessSync("no"); });
  tries([=] { return fs::accessSync("f", fs::constants::R_OK | fs::constants::W_OK); });
  tries([=] { return fs::accessSync("f", 9); });
  tries([=] { return fs::existsSync("f"); });
  tries([=] { return fs::existsSync("no"); });
  tries([=] { return fs::existsSync("f\0"); });
  tries([=] { return fs::lstatSync("no"); });
  tries([=] { return fs::statSync("no", {.throwIfNoEntry = false}); });
  tries([=] { return fs::statSync("f/x", {.throwIfNoEntry = false}); });
  tries([=] { return fs::fstatSync(99); });

  fs::chmodSync("f", "640");
  fs::utimesSync("f", 1000.5, Date(1767323045678));
  auto stats = fs::statSync("f");
  console::log(stats.size, stats.isFile(), stats.isDirectory(), octal(stats));
  console::log(stats.atime, stats.mtime, stats.atimeMs, stats.mtimeMs, stats.mtime.getTime(), stats.mtime.toISOString());
  console::log(stats.mtime.toUTCString(), stats.mtime > stats.atime, true);
  fs::utimesSync("f", -1000.5, "20");
  console::log(fs::statSync("f").mtimeMs);
  fs::lutimesSync("ab", 5, 6);
  console::log(fs::lstatSync("ab").mtimeMs, fs::lstatSync("ab").isSymbolicLink(), fs::statSync("ab").isDirectory());
  int fd = fs::openSync("f");
  fs::futimesSync(fd, 7, 8.25);
  fs::fchmodSync(fd, 0600);
  console::log(fs::fstatSync(fd).atimeMs, fs::fstatSync(fd).mtimeMs, octal(fs::fstatSync(fd)));
  fs::closeSync(fd);
  console::log(fs::statSync("/dev/null").isCharacterDevice(), fs::statfsSync(".").bsize > 0);

  fs::stat("no", [=](Error err, fs::Stats stats) {
    console::log(err->message, stats);
    fs::mkdir("q/x/y", {.recursive = true}, [=](Error err, String made) {
      console::log(orNull(err), made);
      fs::mkdir("q/x", {.recursive = true}, [=](Error err, String made) {
        console::log(orNull(err), Lookup(made) || "none");
        fs::readdir("q", [=](Error err, Array<String> names) {
          console::log(orNull(err), names);
          fs::rm("q", [=](Error err) {
            console::log(err->name, err->code, err->message);
            fs::rm("q", {.recursive = true}, [=](Error err) {
              console::log(orNull(err));
              fs::rm("q", [=](Error err) {
                console::log(err->message);
                fs::exists("f", [=](bool there) {
                  console::log(there);
                  fs::access("no", [=](Error err) {
                    console::log(err->message);
                    fs::realpath("no", [=](Error err) {
                      console::log(clean(err->message, dir));
                      (void)promises(dir);
                    });
                  });
                });
              });
            });
          });
        });
      });
    });
  });
}); }
