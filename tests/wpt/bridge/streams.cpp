// Web streams whose chunks and reasons are values of the JavaScript side.
#include "streams.h"

#include <nodecpp/abort_controller.h>

#include "memory.h"

namespace wpt {

perThread<Kept<ReadableStream>> readables;

namespace {

using stream::Chunk;
using stream::web::DesiredSize;
using stream::web::QueuingStrategy;
using stream::web::Reason;
using ReadResult = stream::web::ReadableStreamReadResult<Chunk>;

perThread<Kept<ReadableStreamDefaultReader>> readers;
perThread<Kept<ReadableStreamDefaultController>> readableControllers;
perThread<Kept<WritableStream>> writables;
perThread<Kept<WritableStreamDefaultWriter>> writers;
perThread<Kept<WritableStreamDefaultController>> writableControllers;
perThread<Kept<TransformStreamDefaultController>> transformControllers;
perThread<Kept<AbortController>> abortControllers;
perThread<Array<let<stream::web::ReadableStreamAsyncIterator>>> iterators;

// A chunk is a value of the JavaScript side, or for the streams of encodings {"text"} or {"bytes"}, or for byte streams
// a view of shared memory.
var numberOf(const Chunk& chunk) {
  if (chunk.isString()) return var::object({{"text", chunk.toString()}});
  if (chunk.isBuffer() && sharesMemory()) return toldBytes(chunk.toBuffer());
  if (chunk.isBuffer()) return var::object({{"bytes", chunk.toBuffer().toString("base64")}});
  return chunk.is<double>() ? var(chunk.as<double>()) : var(nullptr);
}
Chunk chunkOf(const var& told) {
  if (told.isNumber()) return told.toNumber();
  if (told.hasOwn("text")) return told["text"].toString();
  return Buffer::from(told["bytes"].toString(), "base64");
}

var toldRead(const Promise<ReadResult>& promise) {
  return told(promise, [promise]() -> var {
    const auto& result = promise.stateOrNull()->value;
    return var::object({{"done", result.done}, {"value", numberOf(result.value)}});
  });
}

}  // namespace

var shown(DesiredSize size) {
  if (size == nullptr) return nullptr;
  const double number = size;
  return number - number == 0 ? var(number) : var(str(number));  // JSON has no Infinity
}

Promise<> callAlgorithm(double function, Array<var> arguments) {
  var reply = call(function, arguments);
  if (reply.isNullish()) return {};
  if (reply.hasOwn("rejected")) {
    auto [promise, resolve, reject] = Promise<>::withResolvers();
    reject(reasonOf(reply["rejected"]).exception());
    return promise;
  }
  if (reply.hasOwn("fulfilled")) return Promise<>::resolve();
  return waitedFor(reply["pending"]);
}
var argumentOf(const Reason& reason) { return told(reason); }

QueuingStrategy strategyOf(const var& told) {
  QueuingStrategy made;
  if (told["mark"].isString())
    made.highWaterMark = toNumber(told["mark"].toString());
  else if (!told["mark"].isNullish())
    made.highWaterMark = told["mark"].toNumber();
  if (!told["size"].isNullish()) {
    const double function = told["size"].toNumber();
    made.size = [=](Chunk chunk) { return toNumber(call(function, {numberOf(chunk)}).toString()); };
  }
  return made;
}

namespace {

stream::web::StreamPipeOptions pipeOptions(const Array<var>& a, int at) {
  stream::web::StreamPipeOptions options{
      .preventClose = bool(a[at]), .preventAbort = bool(a[at + 1]), .preventCancel = bool(a[at + 2])};
  if (!a[at + 3].isNullish()) options.signal = AbortController(abortControllers.value()[a[at + 3]])->signal();
  return options;
}

void defineReadables() {
  define("ReadableStream", [](Array<var> a) -> var {
    stream::web::UnderlyingSource source;
    const var functions = a[0];
    const bool isOfBytes = functions.hasOwn("type");
    auto number = [=](const auto& controller) {
      return isOfBytes ? numberOfByteController(controller) : readableControllers->number(controller);
    };
    if (!functions["start"].isNullish())
      source.start = [=, f = functions["start"].toNumber()](auto controller) {
        return callAlgorithm(f, {number(controller)});
      };
    if (!functions["pull"].isNullish())
      source.pull = [=, f = functions["pull"].toNumber()](auto controller) {
        return callAlgorithm(f, {number(controller)});
      };
    if (!functions["cancel"].isNullish())
      source.cancel = [f = functions["cancel"].toNumber()](Reason reason) {
        return callAlgorithm(f, {argumentOf(reason)});
      };
    if (isOfBytes) source.type = functions["type"].toString();
    if (functions.hasOwn("autoAllocateChunkSize"))
      source.autoAllocateChunkSize = functions["autoAllocateChunkSize"].toNumber();
    return readables->add(make<ReadableStream>(source, strategyOf(a[1])));
  });
  auto on = [](String name, auto f) {
    define("ReadableStream." + name,
           [=](Array<var> a) -> var { return f(ReadableStream(readables.value()[a[0]]), a); });
  };
  on("locked", [](auto stream, auto) -> var { return stream->locked(); });
  on("cancel", [](auto stream, auto a) -> var { return told(stream->cancel(reasonOf(a[1]))); });
  on("getReader", [](auto stream, auto) -> var { return readers->add(stream->getReader()); });
  on("tee", [](auto stream, auto) -> var {
    auto [one, other] = stream->tee();
    return var::array({readables->add(one), readables->add(other)});
  });
  on("pipeTo",
     [](auto stream, auto a) -> var { return told(stream->pipeTo(writables.value()[a[1]], pipeOptions(a, 2))); });
  on("pipeThrough", [](auto stream, auto a) -> var {
    stream->pipeThrough(stream::web::ReadableWritablePair{readables.value()[a[1]], writables.value()[a[2]]},
                        pipeOptions(a, 3));
    return undefined;
  });
  on("values", [](auto stream, auto a) -> var {
    return iterators->push(
               let<stream::web::ReadableStreamAsyncIterator>(stream->values({.preventCancel = bool(a[1])}))) -
           1;
  });
  define("iterator.next",
         [](Array<var> a) -> var { return toldRead(iterators.value()[a[0].toNumber()].value().next()); });
  define("iterator.return", [](Array<var> a) -> var {
    return toldRead(iterators.value()[a[0].toNumber()].value().return_(reasonOf(a[1])));
  });
  auto reader = [](String name, auto f) {
    define("reader." + name,
           [=](Array<var> a) -> var { return f(ReadableStreamDefaultReader(readers.value()[a[0]]), a); });
  };
  reader("read", [](auto reader, auto) -> var { return toldRead(reader->read()); });
  reader("closed", [](auto reader, auto) -> var { return told(reader->closed()); });
  reader("cancel", [](auto reader, auto a) -> var { return told(reader->cancel(reasonOf(a[1]))); });
  reader("releaseLock", [](auto reader, auto) -> var {
    reader->releaseLock();
    return undefined;
  });
  auto controller = [](String name, auto f) {
    define("readableController." + name, [=](Array<var> a) -> var {
      return f(ReadableStreamDefaultController(readableControllers.value()[a[0]]), a);
    });
  };
  controller("desiredSize", [](auto controller, auto) -> var { return shown(controller->desiredSize()); });
  controller("enqueue", [](auto controller, auto a) -> var {
    controller->enqueue(chunkOf(a[1]));
    return undefined;
  });
  controller("close", [](auto controller, auto) -> var {
    controller->close();
    return undefined;
  });
  controller("error", [](auto controller, auto a) -> var {
    controller->error(reasonOf(a[1]));
    return undefined;
  });
}

void defineWritables() {
  define("WritableStream", [](Array<var> a) -> var {
    stream::web::UnderlyingSink sink;
    const var functions = a[0];
    if (!functions["start"].isNullish())
      sink.start = [f = functions["start"].toNumber()](auto controller) {
        return callAlgorithm(f, {writableControllers->number(controller)});
      };
    if (!functions["write"].isNullish())
      sink.write = [f = functions["write"].toNumber()](Chunk chunk, auto controller) {
        return callAlgorithm(f, {numberOf(chunk), writableControllers->number(controller)});
      };
    if (!functions["close"].isNullish())
      sink.close = [f = functions["close"].toNumber()] { return callAlgorithm(f, {}); };
    if (!functions["abort"].isNullish())
      sink.abort = [f = functions["abort"].toNumber()](Reason reason) {
        return callAlgorithm(f, {argumentOf(reason)});
      };
    return writables->add(make<WritableStream>(sink, strategyOf(a[1])));
  });
  auto on = [](String name, auto f) {
    define("WritableStream." + name,
           [=](Array<var> a) -> var { return f(WritableStream(writables.value()[a[0]]), a); });
  };
  on("locked", [](auto stream, auto) -> var { return stream->locked(); });
  on("abort", [](auto stream, auto a) -> var { return told(stream->abort(reasonOf(a[1]))); });
  on("close", [](auto stream, auto) -> var { return told(stream->close()); });
  on("getWriter", [](auto stream, auto) -> var { return writers->add(stream->getWriter()); });
  auto writer = [](String name, auto f) {
    define("writer." + name,
           [=](Array<var> a) -> var { return f(WritableStreamDefaultWriter(writers.value()[a[0]]), a); });
  };
  writer("closed", [](auto writer, auto) -> var { return told(writer->closed()); });
  writer("ready", [](auto writer, auto) -> var { return told(writer->ready()); });
  writer("desiredSize", [](auto writer, auto) -> var { return shown(writer->desiredSize()); });
  writer("abort", [](auto writer, auto a) -> var { return told(writer->abort(reasonOf(a[1]))); });
  writer("close", [](auto writer, auto) -> var { return told(writer->close()); });
  writer("write", [](auto writer, auto a) -> var { return told(writer->write(chunkOf(a[1]))); });
  writer("releaseLock", [](auto writer, auto) -> var {
    writer->releaseLock();
    return undefined;
  });
  define("writableController.error", [](Array<var> a) -> var {
    WritableStreamDefaultController(writableControllers.value()[a[0]])->error(reasonOf(a[1]));
    return undefined;
  });
  define("writableController.signal", [](Array<var> a) -> var {
    auto signal = WritableStreamDefaultController(writableControllers.value()[a[0]])->signal();
    const double function = a[1].toNumber();
    signal->addEventListener(event::abort, [=] { call(function, {told(Reason(signal->reason()))}); });
    return signal->aborted() ? told(Reason(signal->reason())) : var(nullptr);
  });
}

void defineTransforms() {
  define("TransformStream", [](Array<var> a) -> var {
    stream::web::Transformer transformer;
    const var functions = a[0];
    auto number = [](const auto& controller) { return transformControllers->number(controller); };
    if (!functions["start"].isNullish())
      transformer.start = [=, f = functions["start"].toNumber()](auto controller) {
        return callAlgorithm(f, {number(controller)});
      };
    if (!functions["transform"].isNullish())
      transformer.transform = [=, f = functions["transform"].toNumber()](Chunk chunk, auto controller) {
        return callAlgorithm(f, {numberOf(chunk), number(controller)});
      };
    if (!functions["flush"].isNullish())
      transformer.flush = [=, f = functions["flush"].toNumber()](auto controller) {
        return callAlgorithm(f, {number(controller)});
      };
    if (!functions["cancel"].isNullish())
      transformer.cancel = [f = functions["cancel"].toNumber()](Reason reason) {
        return callAlgorithm(f, {argumentOf(reason)});
      };
    auto made = make<TransformStream>(transformer, strategyOf(a[1]), strategyOf(a[2]));
    return var::array({readables->number(made->readable()), writables->number(made->writable())});
  });
  auto controller = [](String name, auto f) {
    define("transformController." + name, [=](Array<var> a) -> var {
      return f(TransformStreamDefaultController(transformControllers.value()[a[0]]), a);
    });
  };
  controller("desiredSize", [](auto controller, auto) -> var { return shown(controller->desiredSize()); });
  controller("enqueue", [](auto controller, auto a) -> var {
    controller->enqueue(chunkOf(a[1]));
    return undefined;
  });
  controller("error", [](auto controller, auto a) -> var {
    controller->error(reasonOf(a[1]));
    return undefined;
  });
  controller("terminate", [](auto controller, auto) -> var {
    controller->terminate();
    return undefined;
  });
}

void defineEncodings() {
  define("TextDecoderStream", [](Array<var> a) -> var {
    auto made =
        make<TextDecoderStream>(a[0].toString(), TextDecoderOptions{.fatal = bool(a[1]), .ignoreBOM = bool(a[2])});
    return var::array({readables->number(made->readable()), writables->number(made->writable()), made->encoding()});
  });
  define("TextEncoderStream", [](Array<var>) -> var {
    auto made = make<TextEncoderStream>();
    return var::array({readables->number(made->readable()), writables->number(made->writable())});
  });
}

}  // namespace

void defineStreams() {
  defineEncodings();
  defineReadables();
  defineWritables();
  defineTransforms();
  define("AbortController", [](Array<var>) -> var { return abortControllers->add(make<AbortController>()); });
  define("AbortController.abort", [](Array<var> a) -> var {
    AbortController(abortControllers.value()[a[0]])->abort(errorOf(a[1]));
    return undefined;
  });
}

}  // namespace wpt
