#include <nodecpp/stream/web/from.h>

#include "stream/web/internals.h"

namespace nodecpp::stream::web::detail {

namespace {

// Reads from anything that gives values one after the other.
class StepSource final : public SourceObject {
 public:
  explicit StepSource(FromSteps steps) : steps_(std::move(steps)) {}

  void begin(const ReadableStream& stream) { stream_ = stream; }
  Pulled pull(const ReadableStreamDefaultController&) override {
    Handle<StepSource> self(this);
    tryNext().then([self](const Step& step) { self->take(step); },
                   [self](const std::exception_ptr& error) { self->fail(Reason(error)); });
    return {{}, true};
  }
  Promise<> cancel(const Reason& reason) override {
    auto finish = steps_.finish;
    return asyncCall([&] { return finish ? finish(reason) : Promise<>(); });
  }

 private:
  using Step = FromStep;
  Promise<Step> tryNext() {
    try {
      return Function<Promise<Step>()>(steps_.next)();
    } catch (...) {
      return Promise<>::reject<Step>(nodecpp::detail::caught());
    }
  }
  void fail(const Reason& reason) { Readables::fail(*stream_, reason); }
  void take(const Step& step) {
    if (step.done) {
      Readables::close(*stream_);
      Readables::pullFulfilled(*stream_);
      return;
    }
    Handle<StepSource> self(this);
    // An object is awaited, since it could be a promise in JavaScript.
    if (step.promised)
      step.promised.then([self](Chunk chunk) { self->give(std::move(chunk)); },
                         [self](const std::exception_ptr& error) { self->fail(Reason(error)); });
    else if (step.value.isBuffer() || (step.value.isObject() && !step.value.object()->isNumber))
      Promise<>::resolve(step.value).then([self](Chunk chunk) { self->give(std::move(chunk)); });
    else
      give(step.value);
  }
  void give(Chunk chunk) {
    try {
      Readables::enqueue(*stream_, std::move(chunk));
    } catch (...) {
      return fail(Reason(nodecpp::detail::caught()));
    }
    Readables::pullFulfilled(*stream_);
  }

  ReadableStream stream_;
  FromSteps steps_;
  NODECPP_TRACE(stream_, steps_.next, steps_.finish)
};

}  // namespace

ReadableStream streamFrom(FromSteps steps) {
  auto source = nodecpp::make<StepSource>(std::move(steps));
  ReadableStream stream = Readables::make(source, 0);
  source->begin(stream);
  Readables::begin(*stream, {});
  return stream;
}

ReadableStream streamFrom(Array<FromStep> values) {
  let<std::size_t> at = std::size_t(0);
  return streamFrom({[values, at]() -> Promise<FromStep> {
                       if (at.value() >= values.size()) return Promise<>::resolve(FromStep{{}, {}, true});
                       const std::size_t index = at.value();
                       at = index + 1;
                       return Promise<>::resolve(FromStep(values[index]));
                     },
                     nullptr});
}

}  // namespace nodecpp::stream::web::detail
