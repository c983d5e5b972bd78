// Bodies as streams of the web. https://fetch.spec.whatwg.org/#concept-body
#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/fetch/request.h>

#include <nodecpp/stream/web.h>

#include "fetch/body_object.h"

namespace nodecpp::detail {

namespace {

// Reads the stream to its end.
Promise<Buffer> readChunks(ReadableStreamDefaultReader reader) {
  Array<Buffer> parts;
  for (;;) {
    auto result = co_await reader->read();
    if (result.done) break;
    const stream::Chunk chunk = result.value;
    if (chunk.isString()) throw TypeError("Received non-Uint8Array chunk");
    parts.push(chunk.toBuffer());
  }
  co_return parts.size() == 1 ? parts.at(0) : Buffer::concat(parts);
}

// The chunks of a stream of the web, for what is sent.
class WebReadable final : public stream::ReadableObject {
 public:
  explicit WebReadable(const ReadableStream& stream) : reader_(stream->getReader()) { enroll(); }

 protected:
  void _read(double) override { pull(); }
  void _destroy(Error error, stream::Callback callback) override {
    if (const auto reader = std::exchange(reader_, nullptr))
      reader->cancel(error ? stream::web::Reason(error) : stream::web::Reason()).catch_([](Error) {});
    callback(std::move(error));
  }
  void traceMembers(Tracer& tracer) override {
    ReadableObject::traceMembers(tracer);
    tracer(reader_);
  }

 private:
  Promise<> pull() {
    try {
      auto result = co_await reader_->read();
      if (destroyed()) co_return;
      const stream::Chunk chunk = result.value;
      push(result.done ? stream::ChunkArg(nullptr) : stream::ChunkArg(chunk));
    } catch (const Error& error) {
      destroy(error);
    }
  }
  ReadableStreamDefaultReader reader_;
};

// Gives the next part of a body to the stream's controller.
Promise<> pullFrom(Handle<BodyObject> body, stream::Readable readable, ReadableStreamDefaultController controller) {
  try {
    const stream::Chunk chunk = co_await readable->next();
    if (chunk) {
      controller->enqueue(stream::ChunkArg(chunk.toBuffer()));
      co_return;
    }
    controller->close();
    if (const auto request = controller->byobRequest()) request->respond(0);
  } catch (const Error& error) {
    controller->error(body->failure(error));
  }
}

}  // namespace

Handle<BodyObject> WebBody::clone() {
  auto [first, second] = stream_->tee();
  stream_ = first;
  return make<Handle<WebBody>>(second);
}

stream::Readable WebBody::stream() {
  if (used()) use();
  return make<Handle<WebReadable>>(stream_);
}

Promise<Buffer> WebBody::readAll() {
  const ReadableStreamDefaultReader reader = stream_->getReader();
  return guarded([reader] { return readChunks(reader); })
      .onRetract([reader]() -> Promise<> { return reader->cancel(); })
      .promise();
}

ReadableStream webStreamOf(const Handle<BodyObject>& body) {
  const stream::Readable readable = body->stream();
  return make<ReadableStream>(
      {.pull = [body, readable](
                   const ReadableStreamDefaultController& controller) { return pullFrom(body, readable, controller); },
       .cancel = [readable] { readable->giveUp({}); },
       .type = "bytes"},
      {.highWaterMark = 0});
}

}  // namespace nodecpp::detail

namespace nodecpp {

// They are in this file because the body among the options is a stream of the web.
RequestObject::RequestObject(const RequestInfo& input, const Handle<RequestObject>& init)
    : RequestObject(input, detail::optionsOf(init)) {}

RequestInit detail::optionsOf(const Handle<RequestObject>& request) {
  RequestInit options{.method = request->method(),
                      .headers = request->headers(),
                      .referrer = request->referrer(),
                      .referrerPolicy = request->referrerPolicy(),
                      .mode = request->mode(),
                      .credentials = request->credentials(),
                      .cache = request->cache(),
                      .redirect = request->redirect(),
                      .integrity = request->integrity(),
                      .keepalive = request->keepalive(),
                      .signal = request->signal(),
                      .duplex = request->duplex()};
  if (const ReadableStream body = request->body()) options.body = body;
  return options;
}

}  // namespace nodecpp
