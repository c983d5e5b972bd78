#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

Promise<> program() {
  auto blob = make<Blob>({"zażółć ", Uint8Array({104, 105}), Buffer::from("!"), Uint8Array({49}).buffer()}, {.type = "Text/PLAIN"});
  console::log(blob, blob->size(), blob->type());
  console::log(co_await blob->text());
  console::log(co_await blob->bytes());
  console::log(co_await blob->arrayBuffer());
  auto nested = make<Blob>({"<", blob, ">", blob->slice(0, 3), 5, true});
  console::log(nested->size(), co_await nested->text());
  console::log(co_await make<Blob>({"a\r\nb\rc\nd\r\r\n"}, {.endings = "native"})->bytes());
  console::log(co_await make<Blob>({"a\r\nb\r"}, {.endings = "transparent"})->bytes());
  console::log(co_await make<Blob>({"\xed\xa0\x80x"})->bytes());
  console::log((co_await make<Blob>({"\ufeffabc"})->text()).length(), (co_await make<Blob>({Uint8Array({255, 65})})->text()));
  console::log(make<Blob>({}), "" + str(make<Blob>({})), make<Blob>());
  console::log(JSON::stringify(make<Blob>({"a"}, {.type = "Té"})->type()), JSON::stringify(make<Blob>({"a"}, {.type = "A/B; C=D"})->type()));
  try {
    make<Blob>({"a"}, {.endings = "dos"});
  } catch (Error& error) {
    console::log(error->name, error->code, error->message);
  }
  Array<String> list = {"x", "y"};
  console::log(co_await make<Blob>(list)->text(), co_await make<Blob>({blob, nested})->text());

  auto whole = make<Blob>({"abcdef", "ghi"});
  for (auto part : Array<Blob>{whole->slice(), whole->slice(2), whole->slice(-2), whole->slice(1, -1), whole->slice(5, 7), whole->slice(7, 5),
    whole->slice(0.5, 2.5), whole->slice(1.5, 3.5), whole->slice(NaN, Infinity), whole->slice(-100, 100), whole->slice(2, 8)->slice(3, 5)})
    console::log(part->size(), co_await part->text());
  console::log(whole->slice(0, 1, "Image/PNG"), whole->slice(0, 1, "é"));

  auto file = make<File>({"body", blob}, "a/b.txt", {.type = "text/x", .lastModified = 1234.5});
  console::log(file, file->name(), file->lastModified(), file->size(), "" + str(file));
  console::log(co_await file->text(), file->slice(1, 3), co_await file->slice(1, 3)->text());
  console::log(make<File>({}, "n\xed\xa0\x80", {.lastModified = NaN}), bool(file.as<Blob>()));
  auto before = Date::now(), now = make<File>({}, "x")->lastModified();
  console::log(now >= before && now <= Date::now());
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)program();
}); }
