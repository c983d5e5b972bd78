#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/structured_clone.h>
using namespace nodecpp;

Promise<> program() {
  auto blob = make<Blob>({"abc"}, {.type = "a/b"});
  auto copy = structuredClone(blob);
  console::log(copy, copy == blob, co_await copy->text());
  auto file = structuredClone(make<File>({blob, "d"}, "name", {.lastModified = 5}));
  console::log(file, file->name(), file->lastModified(), co_await file->text());
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
