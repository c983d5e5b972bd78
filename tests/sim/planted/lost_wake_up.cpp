#include <nodecpp/http.h>
#include <nodecpp/timers.h>

#include <deque>
using namespace nodecpp;

// Two requests are processed at a time, and the others wait for their turn. The bug: a request with a client that has
// gone away while it waited is woken, has nothing to do, and does not pass its turn on. After the second such client no
// request is woken any more.

int main(int argc, char** argv) { return run(argc, argv, [] {
  bool fixed = process::argv[2] == "fixed";
  let<int> free = 2;
  let<std::deque<Function<void()>>> waiting;

  auto pass = [=] {
    if (waiting->empty()) {
      free = free.value() + 1;
      return;
    }
    auto next = waiting->front();
    waiting->pop_front();
    next();
  };

  http::createServer([=](auto request, auto response) {
    let<bool> gone = false;
    response->on(event::close, [=] { gone = true; });
    auto work = [=] {
      if (gone.value()) {
        if (fixed) pass();
        return;
      }
      setTimeout([=] {
        response->end("done\n");
        pass();
      }, 5);
    };
    if (free.value() > 0) {
      free = free.value() - 1;
      work();
    } else {
      waiting->push_back(work);
    }
    request->resume();
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
