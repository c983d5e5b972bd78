#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <type_traits>
#include <vector>
using namespace nodecpp;

static String big(std::int64_t number) { return str(number) + "n"; }
static String hidden(const util::Value& value) {
  String text = util::inspect(value);
  std::string out, in(text.data(), text.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    char c = in[i], next = i + 1 < in.size() ? in[i + 1] : ' ';
    if (!std::isdigit(c) && c != '-') out += c;
    else if (c != '-' && !std::isdigit(next)) out += '#';
  }
  return out;
}
static Array<String> sorted(Array<String> names) {
  names.sort();
  return names;
}
static util::Value orNull(const Error& err) { return err ? util::Value(err) : util::Value(nullptr); }

static Promise<> later(String dir, int fd) {
  console::log(str("") + big((co_await fs::promises::stat("f", {.bigint = true})).size), big((co_await fs::promises::lstat("f", {.bigint = true})).size));
  console::log((co_await fs::promises::statfs("f", {.bigint = true})).bsize == fs::statfsSync("f", {.bigint = true}).bsize);
  co_await fs::promises::stat("none", {.bigint = true}).then([](auto) {}).catch_([](Error err) { console::log(err->message); });
  std::vector<String> texts{"", "\n", "one", "one\n", "one\r\ntwo\r\n\r\nthree", "\r\r\n\n", "a\u2028b\u2029c\u2027d", "x\r", "é\nü"};
  for (String text : texts) {
    fs::writeFileSync("lines", text);
    for (int options = 0; options < 3; ++options) {
      auto handle = co_await fs::promises::open("lines");
      std::vector<String> lines;
      auto all = options == 0 ? handle->readLines() : options == 1 ? handle->readLines({.highWaterMark = 1}) : handle->readLines({.encoding = "utf8", .start = 1});
      while (auto line = co_await all.next()) lines.push_back(*line);
      co_await sleep(2);
      console::log(lines, handle->fd());
    }
  }
  auto handle = co_await fs::promises::open("f");
  console::log(big((co_await handle->stat({.bigint = true})).size));
  co_await handle->close();
  fs::stat("f", {.bigint = true}, [=](Error err, fs::BigIntStats stats) {
    console::log(orNull(err), util::Value::of(util::Value::Kind::raw, big(stats.size)));
    fs::lstat("none", {.bigint = true}, [=](Error err, fs::BigIntStats) {
      console::log(err->message);
      fs::fstat(fd, {.bigint = true}, [=](Error err, fs::BigIntStats stats) {
        console::log(orNull(err), util::Value::of(util::Value::Kind::raw, big(stats.size)));
        fs::statfs("/none", {.bigint = true}, [=](Error err) {
          console::log(err->message);
          fs::rmSync(dir, {.recursive = true});
        });
      });
    });
  });
}

int main(int argc, char** argv) { return run(argc, argv, [] {
String dir = fs::mkdtempSync("/tmp/fs-pair-");
process::chdir(dir);
fs::writeFileSync("f", String("x").repeat(5000));
fs::utimesSync("f", 1234567890.5, 1600000000.25);
auto numbers = fs::statSync("f", {.bigint = true});
auto plain = fs::statSync("f");
static_assert(std::is_same_v<decltype(numbers.size), std::int64_t> && std::is_same_v<decltype(plain.size), double>);
console::log(true, numbers.isFile(), numbers.isDirectory());
console::log(double(numbers.size) == plain.size, double(numbers.ino) == plain.ino, double(numbers.mode) == plain.mode, double(numbers.blocks) == plain.blocks);
console::log(str("") + big(numbers.atimeMs), big(numbers.atimeNs), big(numbers.mtimeMs), big(numbers.mtimeNs), numbers.mtime);
console::log(numbers.birthtimeNs / 1000000 == numbers.birthtimeMs, plain.size, plain.mtimeMs);
fs::utimesSync("f", Date(-1250.0), Date(-1.0));
auto early = fs::statSync("f", {.bigint = true});
console::log(str("") + big(early.atimeMs), big(early.atimeNs), big(early.mtimeMs), big(early.mtimeNs), early.mtime);
console::log(hidden(fs::statSync("f", {.bigint = true})));
console::log(hidden(fs::lstatSync("f", {.bigint = true})));
console::log(hidden(fs::statfsSync("f", {.bigint = true})));
console::log(fs::statSync("none", {.bigint = true, .throwIfNoEntry = false}), fs::lstatSync("none", {.bigint = true, .throwIfNoEntry = false}));
try {
  fs::statSync("none", {.bigint = true});
} catch (const Error& err) {
  console::log(err->message);
}
int fd = fs::openSync("f");
console::log(big(fs::fstatSync(fd, {.bigint = true}).size));
try {
  fs::fstatSync(1000, {.bigint = true});
} catch (const Error& err) {
  console::log(err->message);
}

fs::mkdirSync("tree/a/b", {.recursive = true});
fs::mkdirSync("tree/other/deep", {.recursive = true});
fs::writeFileSync("tree/a/b/one.txt", "");
fs::writeFileSync("tree/other/deep/two.txt", "");
fs::symlinkSync("../other", "tree/a/link");
fs::symlinkSync("../../a", "tree/a/b/up");
fs::symlinkSync("nowhere", "tree/dangling");
fs::symlinkSync("a/b/one.txt", "tree/file");
for (String pattern : {"tree/**/*.txt", "tree/**", "**/deep/*", "tree/a/*/*", "tree/*", "./**/two.txt", "tree/**/up/*"}) {
  console::log(pattern, sorted(fs::globSync(pattern)), sorted(fs::globSync(pattern, {.followSymlinks = true})));
}
(void)later(dir, fd);
}); }
