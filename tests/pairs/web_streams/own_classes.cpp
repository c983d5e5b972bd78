// A class of a program's own that is a TransformStream, and a pair of streams.
#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/form_data.h>
#include <nodecpp/let.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
using namespace nodecpp;
class BatchObject : public TransformStreamObject {
 public:
  int size = 0;
  explicit BatchObject(int size, let<Array<String>> batch = Array<String>{}) : TransformStreamObject({
      .transform = [=](String item, auto controller) {
        batch->push(item);
        if (batch->length() < size) return;
        controller->enqueue(batch->join("+"));
        batch = Array<String>{};
      },
      .flush = [=](auto controller) {
        if (batch->length() > 0) controller->enqueue(batch->join("+"));
      },
    }) {
    this->size = size;
  }
};
using Batch = Handle<BatchObject>;
int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  auto batch = make<Batch>(2);
  auto texts = ReadableStream::from({"a", "b", "c"})->pipeThrough(batch)->values();
  while (auto text = co_await texts.next()) console::log(*text, batch->size);
  auto other = make<Batch>(1);
  auto more = ReadableStream::from({"d"})->pipeThrough(ReadableWritablePair{other->readable(), other->writable()})->values();
  while (auto text = co_await more.next()) console::log(*text);
  auto form = make<FormData>();
  form->append("name", "Ann");
  form->append("file", make<Blob>({"text"}), "a.txt");
  for (auto [name, value] : form) {
    console::log(name, value.is<File>(), value.isString() ? value.as<String>() : value.as<File>()->name());
    if (value.is<File>()) console::log(value.as<File>()->size());
  }
}); }
