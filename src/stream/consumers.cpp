#include <nodecpp/json.h>
#include <nodecpp/stream/consumers.h>

#include <nodecpp/string_decoder.h>

#include "stream/read_to_end.h"

namespace nodecpp::stream::consumers {

namespace {

// Collects the text of a stream's chunks.
class TextParts {
 public:
  void add(const Chunk& chunk) {
    if (chunk.isString())
      text_ += chunk.string();
    else
      append(decoder_->write(chunk.buffer()));
  }
  String end() {
    append(decoder_->end());
    return text_;
  }

 private:
  void append(String part) {
    // Only a byte order mark at the beginning of the data is dropped.
    if (atStart_ && !part.empty()) {
      if (part.startsWith("\uFEFF")) part = part.byteSlice(3);
      atStart_ = false;
    }
    text_ += part;
  }
  string_decoder::StringDecoder decoder_ = make<string_decoder::StringDecoder>("utf8");
  String text_;
  bool atStart_ = true;
};

Buffer joined(const Array<Buffer>& parts) { return parts.size() == 1 ? parts.at(0) : Buffer::concat(parts); }

Promise<String> readText(Readable stream) {
  TextParts text;
  while (auto chunk = co_await stream->next()) text.add(chunk);
  co_return text.end();
}

Promise<Buffer> readBuffer(Readable stream) {
  Array<Buffer> parts;
  while (auto chunk = co_await stream->next()) parts.push(chunk.toBuffer());
  co_return joined(parts);
}

// Returns an ArrayBuffer of these bytes alone.
ArrayBuffer alone(const Buffer& bytes) {
  const double from = double(bytes.byteOffset());
  return bytes.buffer().slice(from, from + double(bytes.size()));
}

}  // namespace

Promise<String> text(Readable stream) { return detail::whileReading(std::move(stream), readText); }
Promise<var> json(Readable stream) { co_return JSON::parse(co_await text(std::move(stream))); }
Promise<String> text(web::ReadableStream stream) {
  TextParts text;
  auto chunks = std::exchange(stream, nullptr)->values();
  while (auto chunk = co_await chunks.next()) text.add(*chunk);
  co_return text.end();
}
Promise<Buffer> buffer(web::ReadableStream stream) {
  Array<Buffer> parts;
  auto chunks = std::exchange(stream, nullptr)->values();
  while (auto chunk = co_await chunks.next()) parts.push((*chunk).toBuffer());
  co_return joined(parts);
}
Promise<var> json(web::ReadableStream stream) { co_return JSON::parse(co_await text(std::move(stream))); }
Promise<ArrayBuffer> arrayBuffer(Readable stream) { co_return alone(co_await buffer(std::move(stream))); }
Promise<ArrayBuffer> arrayBuffer(web::ReadableStream stream) { co_return alone(co_await buffer(std::move(stream))); }
Promise<Buffer> buffer(Readable stream) { return detail::whileReading(std::move(stream), readBuffer); }

}  // namespace nodecpp::stream::consumers
