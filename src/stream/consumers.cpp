#include <nodecpp/json.h>
#include <nodecpp/stream/consumers.h>

#include <nodecpp/string_decoder.h>

#include "stream/read_to_end.h"

namespace nodecpp::stream::consumers {

namespace {

Promise<String> readText(Readable stream) {
  auto decoder = make<string_decoder::StringDecoder>("utf8");
  String text;
  bool atStart = true;
  auto add = [&](String part) {
    // Only a byte order mark at the beginning of the data is dropped.
    if (atStart && !part.empty()) {
      if (part.startsWith("\uFEFF")) part = part.byteSlice(3);
      atStart = false;
    }
    text += part;
  };
  while (auto chunk = co_await stream->next()) {
    if (chunk.isString())
      text += chunk.string();
    else
      add(decoder->write(chunk.buffer()));
  }
  add(decoder->end());
  co_return text;
}

Promise<Buffer> readBuffer(Readable stream) {
  Array<Buffer> parts;
  while (auto chunk = co_await stream->next()) parts.push(chunk.toBuffer());
  co_return parts.size() == 1 ? parts.at(0) : Buffer::concat(parts);
}

}  // namespace

Promise<String> text(Readable stream) { return detail::whileReading(std::move(stream), readText); }
Promise<var> json(Readable stream) { co_return JSON::parse(co_await text(std::move(stream))); }
Promise<Buffer> buffer(Readable stream) { return detail::whileReading(std::move(stream), readBuffer); }

}  // namespace nodecpp::stream::consumers
