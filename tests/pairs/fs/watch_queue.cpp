#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

Promise<> later(double ms) {
  return Promise<>([=](auto resolve) { setTimeout(resolve, ms); });
}

Promise<> refused(fs::WatchOptions options) {
  options.signal = AbortSignal::timeout(1);
  try {
    co_await fs::promises::watch(".", options)->next();
  } catch (const Error& err) {
    console::log(err->name, err->code, err->message);
  }
}

Promise<> overflowing(String overflow, String prefix) {
  auto watcher = fs::promises::watch(".", {.maxQueue = 2, .overflow = overflow});
  auto first = watcher->next();
  for (int i = 0; i < 5; i++) fs::mkdirSync(prefix + i);
  co_await later(50);
  try {
    console::log((co_await first).filename);
    console::log((co_await watcher->next()).filename);
    console::log((co_await watcher->next()).filename);
  } catch (const Error& err) {
    console::log(err->name, err->code, err->message);
  }
  watcher->return_();
}

Promise<> all(String dir) {
  co_await refused({.maxQueue = 1.5});
  co_await refused({.overflow = "throw"});
  co_await refused({.maxQueue = -1});
  co_await overflowing("ignore", "a");
  co_await overflowing("error", "b");
  co_await later(20);
  process::chdir("/");
  fs::rmSync(dir, {.recursive = true});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  String dir = fs::mkdtempSync("/tmp/fs-pair-");
  process::chdir(dir);
  process::on(event::warning, [](const Error& warning) { console::log(warning->name, warning->message); });
  (void)all(dir);
}); }
