#include <nodecpp/busboy.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
using namespace nodecpp;
using stream::Readable;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto body = Array<String>{"a", "b", "c"}.map([](String name) { return
    format("--X\r\nContent-Disposition: form-data; name=\"{}\"; filename=\"{}.txt\"\r\nContent-Transfer-Encoding: 8BIT\r\n\r\n{}\r\n", name, name, name.repeat(100000)) +
    format("--X\r\nContent-Disposition: form-data; name=\"field of {}\"\r\n\r\n{}\r\n", name, name); }).join("") + "--X--\r\n";

  auto bb = busboy({.headers = {{"content-type", "multipart/form-data; boundary=\"X\""}}, .highWaterMark = 1000, .fileHwm = 2000, .limits = {.fieldSize = 1, .fields = 1, .files = 2, .parts = 5}});
  console::log(bb->writableHighWaterMark());
  bb->on(event::file, [](String name, BusboyFile file, BusboyFileInfo info) {
    console::log(name, file->readableHighWaterMark(), info.filename, info.encoding, info.mimeType, file->truncated);
    let<int> size = 0;
    let<bool> isPaused = false;
    file->on(event::data, [=](Buffer chunk) {
      size += int(chunk.length());
      if (isPaused) return;
      isPaused = true;
      file->pause();
      setTimeout([=] { file->resume(); }, 10);
    });
    file->on(event::end, [=] { console::log(name, "ends", size); });
  });
  bb->on(event::field, [](String name, String value, BusboyFieldInfo info) { console::log(name, value, info.nameTruncated, info.valueTruncated, info.encoding, info.mimeType); });
  bb->on(event::fieldsLimit, [] { console::log("too many fields"); });
  bb->on(event::filesLimit, [] { console::log("too many files"); });
  bb->on(event::partsLimit, [] { console::log("too many parts"); });
  bb->on(event::finish, [=] { console::log("finish", bb->writableFinished()); });
  bb->on(event::close, [=] { console::log("close", bb->destroyed()); });

  Array<Buffer> pieces;
  for (int from = 0; from < body.length(); from += 10000) pieces.push(Buffer::from(body.slice(from, from + 10000)));
  Readable::from(pieces)->pipe(bb);
}); }
