#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <vector>
using namespace nodecpp;

Promise<> iterate(String dir) {
  auto ending = make<AbortController>();
  setTimeout([] { fs::writeFileSync("i", ""); }, 50);
  setTimeout([=] { ending->abort(); }, 120);
  try {
    bool first = true;
    auto watcher = fs::promises::watch(".", {.signal = ending->signal()});
    while (auto event = co_await watcher->next()) {
      if (first) console::log(event);
      first = false;
    }
  } catch (const Error& err) {
    console::log(err->name, err->code);
  }
  process::chdir("/");
  fs::rmSync(dir, {.recursive = true});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  fs::writeFileSync("f", "x");
  fs::mkdirSync("sub");

  try {
    fs::watch("none");
  } catch (const Error& err) {
    console::log(err->name, err->code, err->errno_, err->syscall, err->path, err->properties[0].second, err->message);
  }
  let<std::vector<String>> told;
  auto tell = [=](String line) {
    if (told.ref().empty() || told.ref().back() != line) told.ref().push_back(line);
  };
  auto flush = [=](String step) {
    console::log(step, std::exchange(told.ref(), {}));
  };

  auto watcher = fs::watch(".", [=](String type, String name) { tell("dir " + type + " " + name); });
  watcher->on(event::close, [] { console::log("close"); });
  auto file = fs::watch("f");
  file->on(event::change, [=](String type, String name) { tell("file " + type + " " + name); });
  auto controller = make<AbortController>();
  fs::watch("sub", {.signal = controller->signal()}, [=](String type, String name) { tell("sub " + type + " " + name); });

  auto polled = fs::watchFile("p", {.interval = 20}, [=](fs::Stats now, fs::Stats before) {
    tell(str("poll ") + now.size + " " + before.size);
  });

  std::vector<Function<void()>> steps{
    [] { fs::writeFileSync("n", ""); },
    [] { fs::appendFileSync("f", "more"); },
    [] { fs::renameSync("n", "m"); },
    [] { fs::chmodSync("m", 0600); },
    [] { fs::writeFileSync("sub/inner", ""); },
    [] { fs::unlinkSync("m"); },
    [=] {
      file->close();
      controller->abort();
    },
    [] { fs::appendFileSync("f", "more"); },
    [] { fs::writeFileSync("sub/inner", "again"); },
    [] { fs::writeFileSync("p", "12345"); },
    [] { fs::writeFileSync("p", "123"); },
    [] { fs::unlinkSync("p"); },
    [=] {
      fs::unwatchFile("p");
      watcher->close();
      watcher->close();
    },
  };
  let<std::size_t> n = 0;
  let<Timeout> timer;
  timer = setInterval([=] {
    flush(str("step ") + n);
    std::size_t at = n++;
    if (at < steps.size()) return steps[at]();
    clearInterval(timer);
    (void)iterate(dir);
  }, 120);
}); }
