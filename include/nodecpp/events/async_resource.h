// EventEmitterAsyncResource: an EventEmitter whose listeners are called in the context in which it was made.
// https://nodejs.org/docs/latest-v24.x/api/events.html#class-eventseventemitterasyncresource-extends-eventemitter
#pragma once

#include <nodecpp/async_hooks.h>
#include <nodecpp/events.h>

namespace nodecpp::events {

struct EventEmitterAsyncResourceOptions {
  bool captureRejections = false;
  String name{};                      // The type of the resource.
  double triggerAsyncId = -1;         // -1: that of the running callback.
  bool requireManualDestroy = false;  // Without effect, since there are no destroy hooks.
};

class EventEmitterAsyncResourceObject : public EventEmitterObject {
 public:
  using Options = EventEmitterAsyncResourceOptions;
  explicit EventEmitterAsyncResourceObject(Options options)
      : EventEmitterObject({.captureRejections = options.captureRejections}),
        resource_(make<async_hooks::AsyncResource>(
            options.name, async_hooks::AsyncResourceOptions{options.triggerAsyncId, options.requireManualDestroy})) {}
  explicit EventEmitterAsyncResourceObject(StringArg name)
      : EventEmitterAsyncResourceObject(Options{.name = name.toString()}) {}

  // As EventEmitter's emit(), in the context of this emitter.
  template <class Self, class Name, class... V>
    requires nodecpp::detail::NamesEvent<Name>
  bool emit(this Self& self, const Name& name, V&&... values) {
    return self.resource_->runInAsyncScope(
        [&] { return self.EventEmitterObject::emit(name, std::forward<V>(values)...); });
  }
  // Does nothing, since there are no destroy hooks.
  void emitDestroy() { resource_->emitDestroy(); }
  double asyncId() const noexcept { return resource_->asyncId(); }
  double triggerAsyncId() const noexcept { return resource_->triggerAsyncId(); }
  async_hooks::AsyncResource asyncResource() const { return resource_; }

 private:
  async_hooks::AsyncResource resource_;
};
using EventEmitterAsyncResource = Handle<EventEmitterAsyncResourceObject>;

}  // namespace nodecpp::events
