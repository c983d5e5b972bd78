// The web's streams: ReadableStream, WritableStream and TransformStream of the WHATWG, with their readers, writers,
// controllers and queuing strategies. They are in stream::web, Node's 'node:stream/web', and as globals in nodecpp.
// https://nodejs.org/docs/latest-v24.x/api/webstreams.html
//
//   auto upper = make<TransformStream>({                     const upper = new TransformStream({
//     .transform = [](auto chunk, auto controller) {           transform(chunk, controller) {
//       controller->enqueue(chunk.toString().toUpperCase());     controller.enqueue(chunk.toUpperCase());
//     },                                                       },
//   });                                                      });
//   auto chunks = stream->pipeThrough(upper)->values();      for await (const chunk of stream.pipeThrough(upper))
//   while (auto chunk = co_await chunks.next())
//     console::log(*chunk);                                    console.log(chunk);
//
// A chunk is a stream::Chunk, as in all streams: bytes, text or any other value. The order of microtasks is Node's.
#pragma once

#include <nodecpp/stream/web/adapters.h>
#include <nodecpp/stream/web/byob.h>
#include <nodecpp/stream/web/encoding.h>
#include <nodecpp/stream/web/from.h>
#include <nodecpp/stream/web/pipeline.h>
#include <nodecpp/stream/web/transform.h>

namespace nodecpp {

using stream::web::ByteLengthQueuingStrategy;
using stream::web::CountQueuingStrategy;
using stream::web::ReadableByteStreamController;
using stream::web::ReadableStream;
using stream::web::ReadableStreamBYOBReader;
using stream::web::ReadableStreamBYOBRequest;
using stream::web::ReadableStreamDefaultController;
using stream::web::ReadableStreamDefaultReader;
using stream::web::ReadableStreamObject;
using stream::web::ReadableWritablePair;
using stream::web::TransformStream;
using stream::web::TransformStreamDefaultController;
using stream::web::TransformStreamObject;
using stream::web::WritableStream;
using stream::web::WritableStreamDefaultController;
using stream::web::WritableStreamDefaultWriter;
using stream::web::WritableStreamObject;

// make<ReadableStream>({.pull = …}, {.highWaterMark = 3}) is JavaScript's new ReadableStream({pull…}, {highWaterMark:
// 3}).
template <class T>
  requires requires { typename T::ObjectType::WebStream; }
T make(typename T::ObjectType::Options options, stream::web::QueuingStrategy strategy) {
  detail::Making making;
  return T(new (making) typename T::ObjectType(std::move(options), std::move(strategy)));
}
template <class T>
  requires requires { typename T::ObjectType::WebStream; }
T make(typename T::ObjectType::Options options, stream::web::QueuingStrategy writableStrategy,
       stream::web::QueuingStrategy readableStrategy) {
  detail::Making making;
  return T(new (making)
               typename T::ObjectType(std::move(options), std::move(writableStrategy), std::move(readableStrategy)));
}

}  // namespace nodecpp
