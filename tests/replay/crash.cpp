// A server with a handler that crashes at request $CRASH_AT in the way that $CRASH_BY names: by a wild pointer,
// abort(), kill -9 or an unhandled error.
#include <nodecpp/console.h>
#include <nodecpp/http.h>
#include <nodecpp/process.h>

#include <cstdlib>

using namespace nodecpp;

static int count = 0;
static int* volatile wild = nullptr;

static void crash(const String& by) {
  if (by == "abort") std::abort();
  if (by == "kill") process::kill(process::pid, 9);
  if (by == "throw") throw Error("request " + str(count) + " was too much");
  *wild = count;
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  int crashAt = int(process::env["CRASH_AT"].toNumber());
  String by = (process::env["CRASH_BY"] || "wild").toString();
  http::createServer([=](auto request, auto response) {
    if (++count == crashAt) crash(by);
    response->end("request " + str(count) + " " + request->url);
  })->listen(process::env["PORT"] || 2000, "127.0.0.1", [] { console::log("listening"); });
}); }
