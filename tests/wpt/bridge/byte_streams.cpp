// Byte streams, whose chunks are views of memory that both sides share.
#include "memory.h"
#include "streams.h"

namespace wpt {
namespace {

using stream::web::ReadableStreamBYOBReader;
using stream::web::ReadableStreamBYOBRequest;

perThread<Kept<ReadableByteStreamController>> controllers;
perThread<Kept<ReadableStreamBYOBReader>> readers;
perThread<Kept<ReadableStreamBYOBRequest>> requests;

template <class V>
var toldRead(const Promise<stream::web::ReadableStreamReadResult<V>>& promise, const String& type) {
  return told(promise, [=]() -> var {
    const auto& result = promise.stateOrNull()->value;
    const bool isThere = !isUndefined(result.value);
    return var::object({{"done", result.done}, {"value", isThere ? toldView(result.value, type) : var(nullptr)}});
  });
}

void defineControllers() {
  auto on = [](String name, auto f) {
    define("byteController." + name,
           [=](Array<var> a) -> var { return f(ReadableByteStreamController(controllers.value()[a[0]]), a); });
  };
  on("desiredSize", [](auto controller, auto) -> var { return shown(controller->desiredSize()); });
  on("enqueue", [](auto controller, auto a) -> var {
    withView(a[1], [&](auto view) { controller->enqueue(view); });
    return undefined;
  });
  on("close", [](auto controller, auto) -> var {
    controller->close();
    return undefined;
  });
  on("error", [](auto controller, auto a) -> var {
    controller->error(reasonOf(a[1]));
    return undefined;
  });
  on("byobRequest", [](auto controller, auto) -> var {
    auto request = controller->byobRequest();
    return request ? var(requests->number(request)) : var(nullptr);
  });
  define("byobRequest.view", [](Array<var> a) -> var {
    ReadableStreamBYOBRequest request = requests.value()[a[0]];
    return request->view().length() > 0 ? toldBytes(request->view(), request) : var(nullptr);
  });
  define("byobRequest.respond", [](Array<var> a) -> var {
    ReadableStreamBYOBRequest(requests.value()[a[0]])->respond(a[1].toNumber());
    return undefined;
  });
  define("byobRequest.respondWithNewView", [](Array<var> a) -> var {
    withView(a[1], [&](auto view) { ReadableStreamBYOBRequest(requests.value()[a[0]])->respondWithNewView(view); });
    return undefined;
  });
}

}  // namespace

double numberOfByteController(const ReadableByteStreamController& controller) {
  return controllers->number(controller);
}

void defineByteStreams() {
  defineControllers();
  define("byobReader", [](Array<var> a) -> var {
    return readers->add(make<ReadableStreamBYOBReader>(ReadableStream(readables.value()[a[0]])));
  });
  auto on = [](String name, auto f) {
    define("byobReader." + name,
           [=](Array<var> a) -> var { return f(ReadableStreamBYOBReader(readers.value()[a[0]]), a); });
  };
  on("read", [](auto reader, auto a) -> var {
    return withView(a[1], [&](auto view) {
      stream::web::ReadableStreamBYOBReaderReadOptions options;
      if (!a[2].isNullish()) options.min = toNumber(a[2].toString());
      return toldRead(reader->read(view, options), a[1]["view"].toString());
    });
  });
  on("closed", [](auto reader, auto) -> var { return told(reader->closed()); });
  on("cancel", [](auto reader, auto a) -> var { return told(reader->cancel(reasonOf(a[1]))); });
  on("releaseLock", [](auto reader, auto) -> var {
    reader->releaseLock();
    return undefined;
  });
}

}  // namespace wpt
