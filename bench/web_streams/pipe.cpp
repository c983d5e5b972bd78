// Pipes 1 MiB in chunks of 64 bytes through web streams, as often as the argument says, and prints the CPU time of a pipe in
// microseconds. pipe.js is the same program.
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
using namespace nodecpp;

Promise<> pipe(bool through, Buffer chunk) {
  let<int> left = 16384;
  let<int> written = 0;
  auto source = make<ReadableStream>({
      .pull = [=](auto controller) {
        controller->enqueue(chunk);
        if (--left == 0) controller->close();
      },
  });
  auto sink = make<WritableStream>({
      .write = [=](auto chunk) { written += int(chunk.length()); },
  });
  co_await (through ? source->pipeThrough(make<TransformStream>({
                          .transform = [](auto chunk, auto controller) { controller->enqueue(chunk); },
                      }))
                    : source)
      ->pipeTo(sink);
  if (written != 1 << 20) throw Error(format("{} bytes were written", written));
}

int main(int argc, char** argv) {
  return run(argc, argv, []() -> Promise<> {
    const int rounds = int(toNumber(str(process::argv[2] || "20")));
    const bool through = process::argv[3] == "transform";
    auto chunk = Buffer::alloc(64);
    for (int i = 0; i < rounds; i++) co_await pipe(through, chunk);
    auto before = process::cpuUsage();
    for (int i = 0; i < rounds; i++) co_await pipe(through, chunk);
    auto used = process::cpuUsage(before);
    console::log((used.user + used.system) / rounds);
  });
}
