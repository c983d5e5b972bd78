#include <nodecpp/fs.h>
#include <nodecpp/http.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

// Each request writes a file, and a failed write is tried again a little later. The bug: when the disk is full the
// write is retried forever, and the client waits forever. The fixed program gives up after five tries.

int main(int argc, char** argv) { return run(argc, argv, [] {
  bool fixed = process::argv[2] == "fixed";
  let<int> number = 0;
  http::createServer([=](auto request, auto response) {
    number = number.value() + 1;
    auto path = "/tmp/order." + str(number.value());
    let<int> tries = 0;
    let<Function<void()>> save;
    save = [=] {
      fs::writeFile(path, String("x").repeat(2000), [=](Error error) {
        if (!error) {
          response->end("saved\n");
        } else if (fixed && tries.value() == 5) {
          response->statusCode = 507;
          response->end(error->code + "\n");
        } else {
          tries = tries.value() + 1;
          setTimeout([=] { save(); }, 100);
        }
      });
    };
    request->resume();
    save();
  })->listen(process::env["PORT"] || 2000, "127.0.0.1");
}); }
