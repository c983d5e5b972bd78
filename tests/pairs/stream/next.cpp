#include <nodecpp/promise.h>

#include "scenes.h"
using stream::Readable, stream::PassThrough;

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  let<int> n = 0;
  auto later = make<Readable>({.read = [=](auto self) { setImmediate([=] { if (n < 3) self->push(str("c") + n++); else self->push(nullptr); }); }});
  while (auto chunk = co_await later->next()) console::log("later", "" + chunk);

  auto buffered = make<Readable>({.read = [] {}});
  buffered->push("a");
  buffered->push("b");
  buffered->push(nullptr);
  while (auto chunk = co_await buffered->next()) console::log("buffered", "" + chunk);
  console::log(buffered->readableEnded(), buffered->destroyed());

  auto decoded = make<Readable>({.encoding = "utf8", .read = [] {}});
  setImmediate([=] { decoded->push(Buffer::from({0xc3})); setImmediate([=] { decoded->push(Buffer::from({0xa4})); decoded->push(nullptr); }); });
  while (auto chunk = co_await decoded->next()) console::log(chunk.isString() ? "string" : "object", chunk.toString());

  auto failing = make<Readable>({.read = [] {}});
  failing->push("before");
  setImmediate([=] { failing->destroy(Error("broken")); });
  try {
    while (auto chunk = co_await failing->next()) console::log("failing", "" + chunk);
  } catch (const Error& error) {
    console::log("caught", message(error));
  }

  auto closed = make<Readable>({.read = [] {}});
  setImmediate([=] { closed->destroy(); });
  try {
    while (auto chunk = co_await closed->next()) console::log("closed", "" + chunk);
  } catch (const Error& error) {
    console::log("caught", message(error));
  }

  auto p = make<PassThrough>();
  setTimeout([=] { p->write("one"); setTimeout([=] { p->end("two"); }, 2); }, 2);
  while (auto chunk = co_await p->next()) console::log("through", "" + chunk);
}); }
