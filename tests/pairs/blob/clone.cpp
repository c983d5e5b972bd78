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
  // Inside of objects and arrays: the same Blob twice is one Blob in the clone, and a File stays a File.
  auto form = var::object({{"name", "x"}, {"files", var::array({blob, file, blob})}, {"first", blob}});
  auto cloned = structuredClone(form);
  console::log(cloned);
  console::log(cloned["files"][0] == cloned["first"], cloned["files"][0] == cloned["files"][2], cloned["first"] == blob);
  console::log(co_await cloned["first"].handle<Blob>()->text(), cloned["files"][1].handle<File>()->name(), co_await cloned["files"][1].handle<File>()->text());
  console::log(structuredClone(Array<Blob>{blob})[0]->size(), structuredClone(var::object({{"blob", blob}}), {.transfer = {}})["blob"].handle<Blob>()->type());
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
