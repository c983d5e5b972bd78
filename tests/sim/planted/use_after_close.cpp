#include <nodecpp/fs.h>
#include <nodecpp/http.h>

#include <memory>
using namespace nodecpp;

// Each request writes a line to a log, and a new log file is begun after twenty lines. The bug: the old file is closed
// when the new one is open, although a write to it may still be waiting. Usually the thread pool works in order, and
// the bug does not show.

int main(int argc, char** argv) { return run(argc, argv, [] {
  bool fixed = process::argv[2] == "fixed";
  struct Log {
    int file = -1;
    int lines = 0;
    int under_way = 0;
    bool old = false;
  };
  using Ref = std::shared_ptr<Log>;
  let<Ref> log = std::make_shared<Log>();
  let<int> number = 0;

  auto close = [=](Ref which) {
    if (fixed && which->under_way > 0) return;
    fs::close(which->file, [](Error) {});
  };
  auto begin = [=] {
    number = number.value() + 1;
    auto next = std::make_shared<Log>();
    fs::open("/tmp/log." + str(number.value()), "w", [=](Error error, int file) {
      if (error) return;
      next->file = file;
      auto last = log.value();
      log = next;
      if (last->file < 0) return;
      last->old = true;
      close(last);
    });
  };

  http::createServer([=](auto request, auto response) {
    auto now = log.value();
    request->resume();
    response->end("noted\n");
    if (now->file < 0) return;
    now->under_way++;
    fs::write(now->file, request->method + " " + request->url + "\n", [=](Error, int) {
      now->under_way--;
      if (fixed && now->old) close(now);
    });
    if (++now->lines == 20) begin();
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
  begin();
}); }
