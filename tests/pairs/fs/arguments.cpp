#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>

#include <cmath>
using namespace nodecpp;

template <class F>
void tries(F f) {
  try {
    if constexpr (std::is_void_v<decltype(f())>) {
      f();
      console::log("->", Undefined());
    } else {
      console::log("->", f());
    }
  } catch (const Error& err) {
    console::log(err->name, err->code, err->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  fs::writeFileSync("f", "hello");
  fs::writeFileSync(1, "direct\n");
  tries([] { fs::writeFileSync("f", "x", {.mode = "600", .flush = true}); });
  tries([] { fs::writeFileSync("f", "zz", {.encoding = "nope"}); });
  tries([] { fs::appendFileSync("f", "zz", {.flag = "q"}); });
  tries([] { return fs::readFileSync("f", {.flag = "q"}); });
  tries([] { return fs::readFileSync("f", {.encoding = "buffer"}); });
  tries([] { return fs::mkdirSync("x", {.mode = "9"}); });
  tries([] { fs::mkdirSync("x", "9"); });
  tries([] { fs::rmSync("x", {.maxRetries = -1}); });
  tries([] { fs::rmdirSync("x", {.retryDelay = -1}); });
  tries([] { fs::copyFileSync("f", "g", 1.5); });
  tries([] { return fs::opendirSync(".", {.encoding = "nope"}); });
  tries([] { return fs::watch(".", {.encoding = "nope"}); });
  tries([] { return fs::watchFile("f", {.interval = -1}, [](fs::Stats, fs::Stats){}); });
  tries([] { return fs::watchFile("f", nullptr); });
  tries([] { return fs::createReadStream("f", {.highWaterMark = -1}); });
  tries([] { return fs::existsSync(""); });
  tries([] { fs::accessSync("f", -1); });
  tries([] { fs::accessSync("f", 1.5); });
  tries([] { fs::chmodSync("f", -1); });
  tries([] { fs::fchmodSync(-1, 0); });
  tries([] { fs::chownSync("f", 1.5, 0); });
  tries([] { fs::cpSync("f", "g", {.mode = 9}); });
  tries([] { fs::utimesSync("f", INFINITY, 0); });
  tries([] { return fs::readdirSync("f\0"); });
  tries([] { fs::linkSync("f\0", "g"); });
  tries([] { fs::linkSync("f", "g\0"); });
  tries([] { fs::symlinkSync("f\0", "g"); });
  tries([] { fs::renameSync("f\0", "g"); });
  tries([] { fs::renameSync("f", "g\0"); });
  tries([] { return fs::mkdtempSync("f\0"); });
  tries([] { fs::truncateSync("f", -5); });
  tries([] { fs::truncateSync("f", 1.5); });
  tries([] { return fs::statSync("f").size; });
  fs::createReadStream("f", {.flags = "zz"})->on(event::error, [](Error err) {
    console::log("stream", err->code, err->message);
  });
  fs::readFile("f", {.encoding = "utf8", .flag = "a+"}, [=](Error err, String text) {
    console::log(text);
    tries([] { fs::truncate("f", 1.5, [](Error) {}); });
    process::chdir("/");
    fs::rmSync(dir, {.recursive = true});
  });
}); }
