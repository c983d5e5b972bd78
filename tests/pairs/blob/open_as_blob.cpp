#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/os.h>
#include <nodecpp/path.h>
#include <nodecpp/process.h>
using namespace nodecpp;

Promise<> program() {
  auto folder = fs::mkdtempSync(path::join(os::tmpdir(), "blob-"));
  auto name = path::join(folder, "a.txt");
  fs::writeFileSync(name, str("hello world").repeat(20000));
  auto blob = co_await fs::openAsBlob(name, {.type = "Text/PLAIN"});
  console::log(blob, (co_await blob->text()).length());
  auto part = blob->slice(6, 14);
  console::log(part, co_await part->text());
  auto mixed = make<Blob>({"<", part, "|", blob->slice(131070, 131080), ">", blob->slice(-3)});
  console::log(mixed->size(), co_await mixed->text());
  console::log(co_await Promise<>::all(Array<Promise<String>>{blob->slice(0, 5)->text(), blob->slice(5, 11)->text()}));
  fs::appendFileSync(name, "!");
  for (auto each : Array<Blob>{blob, part, mixed})
    co_await each->text().then([](String) {}).catch_([](Error error) { console::log(error->name, error->message); });
  console::log(co_await (co_await fs::openAsBlob(name))->slice(-2)->text());
  fs::unlinkSync(name);
  co_await blob->arrayBuffer().then([](ArrayBuffer) {}).catch_([](Error error) { console::log(error->name, error->message); });
  console::log((co_await blob->slice(0, 0)->text()).length());
  try {
    (void)fs::openAsBlob(name);
  } catch (Error& error) {
    console::log(error->name, error->code, error->message);
  }
  auto none = co_await fs::openAsBlob(folder);
  co_await none->text().then([](String) {}).catch_([](Error error) { console::log(error->name, error->message); });
  fs::rmSync(folder, {.recursive = true});
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
