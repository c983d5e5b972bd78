#include <nodecpp/fs.h>
#include <nodecpp/http.h>

#include <deque>
using namespace nodecpp;

// Posted bodies are written to a file one after the other. The bug: the response does not wait for the write, so
// clients continue faster than a slow disk, and the queue of bodies grows without bound.

int main(int argc, char** argv) { return run(argc, argv, [] {
  bool fixed = process::argv[2] == "fixed";
  let<std::deque<std::pair<String, Function<void()>>>> queue;
  let<Function<void()>> write;
  write = [=] {
    fs::appendFile("/tmp/posted", queue->front().first, [=](Error) {
      auto written = queue->front().second;
      queue->pop_front();
      written();
      if (!queue->empty()) write();
    });
  };

  http::createServer([=](auto request, auto response) {
    let<String> body = "";
    request->on(event::data, [=](Buffer chunk) { body = body.value() + chunk.toString(); });
    request->on(event::end, [=] {
      auto answer = [=] { response->end("taken\n"); };
      queue->push_back({body.value(), [=] { if (fixed) answer(); }});
      if (queue->size() == 1) write();
      if (!fixed) answer();
    });
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
