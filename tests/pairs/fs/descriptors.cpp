#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/math.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>
using namespace nodecpp;
using Done = Function<void(Error)>;

static String mode() { return num(int(fs::statSync("f").mode) & 0777).toString(8); }
static Array<num> times(const fs::Stats& stats) { return {stats.atimeMs, stats.mtimeMs}; }

static void last(String dir, int fd) {
  console::log(mode(), times(fs::lstatSync("link")), fs::readFileSync("f", "utf8"));
  fs::closeSync(fd);
  fs::WriteStream out = fs::createWriteStream("g");
  console::log(bool(out), out->pending(), out->path());
  out->on(event::open, [=] { console::log("open", out->pending()); });
  out->on(event::close, [=] {
    console::log("close", out->bytesWritten);
    // Neither watcher keeps the program alive.
    fs::watch(".")->unref();
    fs::StatWatcher watcher = fs::watchFile("f", [](fs::Stats, fs::Stats) {});
    watcher->unref();
    fs::rmSync(dir, {.recursive = true});
  });
  out->end("four");
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  fs::writeFileSync("f", "hello");
  fs::symlinkSync("f", "link");
  int fd = fs::openSync("f", "r+");
  num uid = fs::fstatSync(fd).uid, gid = fs::fstatSync(fd).gid;

  fs::fchmodSync(fd, 0600);
  console::log(mode());
  fs::fchownSync(fd, uid, gid);
  fs::lchownSync("link", uid, gid);
  fs::futimesSync(fd, 1, 2);
  fs::lutimesSync("link", 3, 4);
  console::log(times(fs::statSync("f")), times(fs::lstatSync("link")));
  fs::fdatasyncSync(fd);
  auto stats = fs::fstatSync(fd);
  console::log(Math::abs(stats.ctime.getTime() - stats.ctimeMs) < 1, Math::abs(stats.birthtime.getTime() - stats.birthtimeMs) < 1, stats.ctimeMs > stats.mtimeMs);
  fs::StatFs system = fs::statfsSync(".");
  console::log("object", system.bsize > 0, system.blocks >= system.bfree);
  for (Function<void()> f : {Function<void()>([] { fs::fchmodSync(-1, 0600); }), Function<void()>([] { fs::fdatasyncSync(1e9); }), Function<void()>([] { fs::futimesSync(1.5, 1, 2); }), Function<void()>([=] { fs::lchownSync("none", uid, gid); }),
         Function<void()>([] { fs::lutimesSync("none", 1, 2); }), Function<void()>([=] { fs::fchownSync(fd, -2, gid); })}) {
    try {
      f();
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }

  Array<Function<void(Done)>> steps{
    [=](Done done) { fs::fchmod(fd, 0640, done); },
    [=](Done done) { fs::fchown(fd, uid, gid, done); },
    [=](Done done) { fs::lchown("link", uid, gid, done); },
    [=](Done done) { fs::futimes(fd, 5, 6, done); },
    [=](Done done) { fs::lutimes("link", 7, 8, done); },
    [=](Done done) { fs::ftruncate(fd, 2, done); },
    [=](Done done) { fs::fsync(fd, done); },
    [=](Done done) { fs::fdatasync(fd, done); },
    [=](Done done) { fs::lutimes("none", 7, 8, done); },
  };
  let<num> at = 0;
  let<Function<void()>> next;
  next = [=] {
    if (at.value() == steps.length()) {
      next = nullptr;
      return last(dir, fd);
    }
    steps[at.value()]([=](Error error) {
      console::log(at.value(), error ? error->message : "fine");
      at = at.value() + 1;
      next.value()();
    });
  };
  next.value()();
}); }
