// TextEncoderStream and TextDecoderStream: characters that are cut, other encodings, mistakes.
#include <nodecpp/blob.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream/web.h>
using namespace nodecpp;

void log(const auto&... what) { console::log(what...); }
String show(const Error& error) { return format("{} {}: {}", error->name, error->code, error->message); }
Promise<String> all(ReadableStream stream) {
  Array<String> parts;
  auto chunks = stream->values();
  while (auto chunk = co_await chunks.next()) parts.push((*chunk).isString() ? (*chunk).toString() : (*chunk).toBuffer().toString("hex"));
  co_return parts.join("|");
}

int main(int argc, char** argv) { return run(argc, argv, []() -> Promise<> {
  log(co_await all(ReadableStream::from({"a", "\u20ac", "", "\xed\xa0\xbd", "\xed\xb8\x80" "b", "c\xed\xa0\xbd"})->pipeThrough(make<TextEncoderStream>())));
  auto cut = Buffer::from("a\u20ac\U0001f600b");
  for (int i = 1; i < cut.length(); i++)
    log(co_await all(ReadableStream::from({cut.subarray(0, i), cut.subarray(i)})->pipeThrough(make<TextDecoderStream>())));
  log(co_await all(ReadableStream::from({Buffer::from({0x8c, 0x8e, 0x97})})->pipeThrough(make<TextDecoderStream>("shift_jis"))));
  log(co_await all(ReadableStream::from({Buffer::from({0xe2, 0x82})})->pipeThrough(make<TextDecoderStream>())));
  try {
    co_await all(ReadableStream::from({Buffer::from({0xff})})->pipeThrough(make<TextDecoderStream>("utf-8", {.fatal = true})));
  } catch (const Error& error) {
    log(show(error));
  }
  try {
    make<TextDecoderStream>("klingon");
  } catch (const Error& error) {
    log(show(error));
  }
  auto decoder = make<TextDecoderStream>("latin1", {.ignoreBOM = true});
  log(decoder->encoding(), decoder->fatal(), decoder->ignoreBOM());
  log(make<TextEncoderStream>());
  log(decoder);
  log(co_await all(make<Blob>({"blob ", "text"})->stream()->pipeThrough(make<TextDecoderStream>())));
}); }
