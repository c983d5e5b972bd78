#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/per_thread.h>
#include <nodecpp/process.h>
using namespace nodecpp;

void tell(Error err) {
  console::log(err->name, err->code, err->errno_ ? Lookup(err->errno_) : Lookup(),
               err->syscall.empty() ? Lookup() : Lookup(err->syscall), err->path.empty() ? Lookup() : Lookup(err->path),
               err->message);
}
template <class F>
void tries(F f) {
  try {
    if constexpr (std::is_void_v<decltype(f())>) {
      f();
      console::log(Undefined());
    } else {
      console::log(f());
    }
  } catch (const Error& err) {
    tell(err);
  }
}

void next();
Promise<> promises();
perThread<String> directory;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<String> dir = fs::mkdtempSync("/tmp/fs-pair-");
  directory = dir.value();
  process::chdir(dir);

  fs::writeFileSync("a.txt", "hello");
  tries([] { return fs::readFileSync("a.txt"); });
  tries([] { return fs::readFileSync("a.txt", "utf8"); });
  tries([] { return fs::readFileSync("a.txt", "hex"); });
  tries([] { return fs::readFileSync("a.txt", {.encoding = "base64"}); });
  tries([] { return fs::readFileSync("none"); });
  tries([] { return fs::readFileSync("none", "utf8"); });
  tries([] { return fs::readFileSync("."); });
  tries([] { return fs::readFileSync("a\0b"); });
  tries([] { return fs::readFileSync("a.txt", "nope"); });
  tries([] { return fs::readFileSync(77); });
  tries([] { return fs::readFileSync("a.txt/b"); });
  tries([] { return fs::openSync("a.txt", "zz"); });
  tries([] { return fs::openSync("a.txt", "r", "xx"); });
  tries([] { return fs::openSync("a.txt", "r", -1); });
  tries([] { return fs::closeSync(-1); });
  tries([] { return fs::closeSync(1.5); });
  tries([] { return fs::closeSync(999); });
  tries([] { return fs::writeFileSync("none/x", "x"); });
  tries([] { return fs::writeFileSync(".", "x"); });
  tries([] { return fs::writeFileSync("/dev/full", "x"); });

  for (String flag : {"r", "r+", "rs", "rs+", "w", "wx", "w+", "wx+", "a", "ax", "a+", "ax+", "as", "as+"}) {
    for (String name : {"there", "missing"}) {
      fs::writeFileSync("there", "content");
      String line = flag + " " + name + ":";
      try {
        int fd = fs::openSync(name, flag);
        Buffer buffer = Buffer::alloc(4);
        try {
          line += " read " + str(fs::readSync(fd, buffer, 0, 4, 0));
        } catch (const Error& err) {
          line += " " + err->code;
        }
        try {
          line += " wrote " + str(fs::writeSync(fd, "xy", 0));
        } catch (const Error& err) {
          line += " " + err->code;
        }
        fs::closeSync(fd);
        line += " -> " + fs::readFileSync(name, "utf8");
      } catch (const Error& err) {
        line += " " + err->message;
      }
      console::log(line);
      if (fs::existsSync("missing")) fs::unlinkSync("missing");
    }
  }

  fs::appendFileSync("b.txt", "one");
  fs::appendFileSync("b.txt", Buffer::from(" two"));
  fs::appendFileSync("b.txt", "20746872", "hex");
  console::log(fs::readFileSync("b.txt", "latin1"));
  fs::writeFileSync("b.txt", "X", {.flag = "r+"});
  console::log(fs::readFileSync("b.txt", "utf8"));
  fs::writeFileSync("m.txt", "mode", {.mode = 0640});
  console::log(format("{:o}", int(fs::statSync("m.txt").mode) & 0777));

  int fd = fs::openSync("b.txt", "r+");
  Buffer buffer = Buffer::alloc(8, ".");
  console::log(fs::readSync(fd, buffer, 0, 3), buffer.toString());
  console::log(fs::readSync(fd, buffer, {.offset = 4, .length = 2, .position = 0}), buffer.toString());
  console::log(fs::readSync(fd, buffer), buffer.toString());
  console::log(fs::readvSync(fd, {Buffer::alloc(2), Buffer::alloc(2)}, 1));
  std::size_t wrote = fs::writeSync(fd, Buffer::from("0123456789"), 2, 3, 0);
  console::log(wrote, fs::writevSync(fd, {Buffer::from("ab"), Buffer::from("cd")}, 8));
  fs::ftruncateSync(fd, 10);
  fs::fsyncSync(fd);
  fs::fdatasyncSync(fd);
  console::log(fs::readFileSync("b.txt", "utf8"));
  tries([=] { return fs::readSync(fd, buffer, -1, 1); });
  tries([=] { return fs::readSync(fd, buffer, 0, 9); });
  tries([=] { return fs::readSync(fd, buffer, 0, -1); });
  tries([=] { return fs::readSync(fd, Buffer::alloc(0), 0, 1); });
  tries([=] { return fs::readSync(fd, buffer, 0, 1, -2); });
  tries([=] { return fs::writeSync(fd, buffer, 9); });
  tries([=] { return fs::writeSync(fd, buffer, 0, 9); });
  tries([=] { return fs::readvSync(fd, {}); });
  tries([=] { return fs::writevSync(fd, {}); });
  tries([=] { return fs::ftruncateSync(fd, 1.5); });
  fs::closeSync(fd);
  fs::truncateSync("b.txt", 3);
  console::log(fs::readFileSync("b.txt", "utf8"));
  tries([] { return fs::truncateSync("none"); });
  tries([] { return fs::fsyncSync(999); });
  tries([] { return fs::fdatasyncSync(999); });

  fs::open("b.txt", [=](Error err, int fd) {
    console::log(err ? util::Value(err) : nullptr, "number");
    fs::read(fd, Buffer::alloc(2), 0, 2, nullptr, [=](Error err, std::size_t count, Buffer buffer) {
      console::log(err ? util::Value(err) : nullptr, count, buffer);
      fs::read(fd, {.buffer = Buffer::alloc(1), .position = 0}, [=](Error err, std::size_t count, Buffer buffer) {
        console::log(err ? util::Value(err) : nullptr, count, buffer);
        fs::write(fd, "x", [=](Error err, std::size_t count, String text) {
          console::log(err->message, count, text);
          fs::close(fd, [=](Error err) {
            console::log(err ? util::Value(err) : nullptr);
            fs::close(fd, [=](Error err) {
              tell(err);
              next();
            });
          });
        });
      });
    });
  });
}); }

void next() {
  fs::readFile("none", [](Error err, Buffer data) {
    tell(err);
    fs::readFile("b.txt", "utf8", [](Error err, String data) {
      console::log(err ? util::Value(err) : nullptr, data);
      fs::readFile("b.txt", {.encoding = "hex"}, [](Error err, String data) {
        console::log(err ? util::Value(err) : nullptr, data);
        fs::writeFile("c.txt", "café", [](Error err) {
          console::log(err ? util::Value(err) : nullptr);
          fs::appendFile("c.txt", " noir", "utf8", [](Error err) {
            console::log(err ? util::Value(err) : nullptr, fs::readFileSync("c.txt").length());
            fs::truncate("c.txt", 2, [](Error err) {
              console::log(err ? util::Value(err) : nullptr, fs::readFileSync("c.txt", "utf8"));
              (void)promises();
            });
          });
        });
      });
    });
  });
  tries([] { fs::readFile("b.txt", "nope", [](Error) {}); });
  tries([] { fs::open("a\0", [](Error) {}); });
  tries([] { fs::read(-1, [](Error) {}); });
}

Promise<> promises() {
  String first = co_await fs::promises::readFile("c.txt", "utf8");
  console::log(first, co_await fs::promises::readFile("c.txt"));
  co_await fs::promises::writeFile("d.txt", "promised");
  co_await fs::promises::appendFile("d.txt", "!");
  co_await fs::promises::truncate("d.txt", 7);
  console::log(co_await fs::promises::readFile("d.txt", {.encoding = "latin1"}));
  try {
    co_await fs::promises::readFile("none");
  } catch (const Error& err) {
    tell(err);
  }
  try {
    co_await fs::promises::writeFile("a\0", "");
  } catch (const Error& err) {
    tell(err);
  }
  auto controller = make<AbortController>();
  auto reading = fs::promises::readFile("d.txt", {.signal = controller->signal()});
  controller->abort();
  try {
    co_await reading;
  } catch (const Error& err) {
    console::log(err->name, err->code, err->message, err->cause[0]->name);
  }
  console::log(fs::readFileSync("/proc/self/cmdline").length() > 0);
  for (String name : fs::readdirSync(".")) fs::unlinkSync(name);
  process::chdir("/");
  fs::rmdirSync(directory.value());
}
