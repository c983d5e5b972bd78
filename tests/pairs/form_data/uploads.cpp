#include <nodecpp/blob.h>
#include <nodecpp/compression_stream.h>
#include <nodecpp/console.h>
#include <nodecpp/fetch.h>
#include <nodecpp/form_data.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
#include <nodecpp/structured_clone.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

template <class Keys>
String joined(Keys keys) {
  Array<String> all;
  for (auto key : keys) all.push(key);
  return all.join();
}

Promise<> main_() {
  auto form = make<FormData>();
  form->append("name", "Ann");
  form->append("tags", "a");
  form->append("tags", "b \"quoted\"\r\n");
  form->set("file", make<File>({"hello ", make<Blob>({"blob "}), Uint8Array({119, 111})}, "ż \"x\".txt", FileOptions{.type = "Text/Plain", .lastModified = 5}));
  form->append("raw", make<Blob>({"raw"}, BlobOptions{.type = "x/y"}));
  for (auto [key, value] : form->entries()) console::log(key, value.isString() ? JSON::stringify(value.toString()) : format("{} {} {} {}", value->name(), value->type(), value->size(), "File"));
  console::log(form->get("tags"), form->getAll("tags").length(), form->has("none"), form->get("none"), joined(form->keys()));
  auto response = make<Response>(form);
  console::log(response->headers()->get("content-type").toString().slice(0, 30));
  auto back = co_await response->formData();
  for (auto [key, value] : back->entries()) console::log(key, value.isString() ? JSON::stringify(value.toString()) : format("{} {} {}", value->name(), value->type(), co_await value->text()));
  back->delete_("tags");
  console::log(joined(back->keys()));

  auto blob = make<Blob>({"0123456789", Uint8Array({65, 66})}, BlobOptions{.type = "TEXT/x"});
  console::log(blob->size(), blob->type(), co_await blob->slice(2, 5)->text(), co_await blob->slice(-4, -1, "a/b")->text(), blob->slice(20)->size());
  console::log(Uint8Array(co_await blob->slice(9)->arrayBuffer()), (co_await blob->bytes()).length());
  String parts = "";
  auto chunks = blob->stream()->values();
  while (auto chunk = co_await chunks.next()) parts += format("[{}]", (*chunk).buffer().length());
  console::log(parts);
  auto clone = structuredClone(blob);
  console::log(clone->size(), co_await clone->text());
  auto file = make<File>({blob}, "n.txt");
  console::log(file->name(), file->size(), true, structuredClone(file)->name());
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)main_();
}); }
