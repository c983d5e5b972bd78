// The functions that a program gives among a stream's options. A stream without such functions, as all streams of the
// runtime itself, has no object for them.
#pragma once

#include "stream/stream_access.h"

namespace nodecpp::stream::detail {

struct ReadFunctions final : Functions {
  explicit ReadFunctions(ReadableOptions& o)
      : read(std::move(o.read)), destroy(std::move(o.destroy)), construct(std::move(o.construct)) {}
  decltype(ReadableOptions::read) read;
  decltype(ReadableOptions::destroy) destroy;
  decltype(ReadableOptions::construct) construct;
  void trace(nodecpp::detail::Tracer& tracer) override { tracer(read, destroy, construct); }
  static bool any(const ReadableOptions& o) { return o.read || o.destroy || o.construct; }
};

struct WriteFunctions final : Functions {
  explicit WriteFunctions(WritableOptions& o)
      : write(std::move(o.write)),
        writev(std::move(o.writev)),
        destroy(std::move(o.destroy)),
        final(std::move(o.final)),
        construct(std::move(o.construct)) {}
  decltype(WritableOptions::write) write;
  decltype(WritableOptions::writev) writev;
  decltype(WritableOptions::destroy) destroy;
  decltype(WritableOptions::final) final;
  decltype(WritableOptions::construct) construct;
  void trace(nodecpp::detail::Tracer& tracer) override { tracer(write, writev, destroy, final, construct); }
  static bool any(const WritableOptions& o) { return o.write || o.writev || o.destroy || o.final || o.construct; }
};

template <class Self>
struct DuplexFunctionsOf final : Functions {
  using Options = DuplexOptionsOf<Self>;
  explicit DuplexFunctionsOf(Options& o)
      : read(std::move(o.read)),
        write(std::move(o.write)),
        writev(std::move(o.writev)),
        destroy(std::move(o.destroy)),
        final(std::move(o.final)),
        construct(std::move(o.construct)),
        transform(std::move(o.transform)),
        flush(std::move(o.flush)) {}
  decltype(Options::read) read;
  decltype(Options::write) write;
  decltype(Options::writev) writev;
  decltype(Options::destroy) destroy;
  decltype(Options::final) final;
  decltype(Options::construct) construct;
  decltype(Options::transform) transform;
  decltype(Options::flush) flush;
  void trace(nodecpp::detail::Tracer& tracer) override {
    tracer(read, write, writev, destroy, final, construct, transform, flush);
  }
  static bool any(const Options& o) {
    return o.read || o.write || o.writev || o.destroy || o.final || o.construct || o.transform || o.flush;
  }
};

}  // namespace nodecpp::stream::detail
