// The IPC channel of this process to its parent: process.send and similar functions.
#include "child_process/channel.h"
#include "child_process/spawn_arguments.h"
#include "process/process_state.h"

namespace nodecpp {

using nodecpp::detail::Loop;
using nodecpp::detail::ProcessState;

namespace {

// The process as the owner of a channel.
struct ProcessTargetObject final : Object, child_process::detail::ChannelTarget {
  EventEmitter emitter() override { return process::emitter(); }
  bool listensToMessages() override { return process::listenerCount("message") > 0; }
  void emitMessage(const var& message, const SendHandle& handle, bool internal) override {
    internal ? process::emit(child_process::detail::internalMessage, message, handle)
             : process::emit(event::message, message, handle);
  }
  void emitDisconnect() override { process::emit(event::disconnect); }
  void emitError(const Error& error) override { process::emit(event::error, error); }
  void setConnected(bool on) override { connected = on; }
  bool connected = false;
};

// Null when the program has no channel to a parent.
constinit nodecpp::detail::LoopLocal<Handle<ProcessTargetObject>> ownTarget;

ProcessTargetObject* findTarget() {
  auto* known = ownTarget.find();
  return known ? known->get() : nullptr;
}

ProcessTargetObject& target() {
  if (auto* found = findTarget()) return *found;
  throw TypeError("process.send is not a function");
}

void listens(StringArg event, bool on) {
  auto* found = findTarget();
  if (!found || !found->channel || (event != StringArg("message") && event != StringArg("disconnect"))) return;
  on ? found->channel->refCounted() : found->channel->unrefCounted();
  if (on && event == StringArg("message")) found->channel->listened();
}

void open(Loop& loop, int fd, const String& mode) {
  if (!mode.empty() && mode != "json" && mode != "advanced")
    return process::emitWarning("The parent's channel speaks '" + mode +
                                "', which is not supported: there is no channel");
  os::Connection* connection = nullptr;
  if (loop.port().children.openChannel(fd, &connection) != 0) return;
  auto made = make<Handle<ProcessTargetObject>>();
  ownTarget.of(loop) = made;
  new child_process::detail::Channel(loop, connection, *made, false,
                                     child_process::detail::serializationOf(mode));
}

}  // namespace

namespace child_process {

child_process::detail::ChannelTarget* detail::processTarget() { return findTarget(); }

ChannelControl::operator bool() const { return target_ && target_->channel; }
void ChannelControl::ref() const {
  if (*this) target_->channel->refExplicitly(true);
}
void ChannelControl::unref() const {
  if (*this) target_->channel->refExplicitly(false);
}

}  // namespace child_process

namespace process {

void detail::enableChannel() {
  nodecpp::detail::UpwardRegistration([](nodecpp::detail::Upward& to) {
    to.openChannel = open;
    to.channelListens = listens;
  });
}

bool send(const var& message, Function<void(Error)> callback) {
  return send(message, nullptr, {}, std::move(callback));
}
bool send(const var& message, const SendHandle& handle, Function<void(Error)> callback) {
  return send(message, handle, {}, std::move(callback));
}
bool send(const var& message, const SendHandle& handle, child_process::SendOptions options,
          Function<void(Error)> callback) {
  return child_process::detail::sendOver(target(), message, handle, options, std::move(callback));
}
void disconnect() { child_process::detail::disconnect(target()); }
child_process::ChannelControl channel() { return child_process::ChannelControl(findTarget()); }
Connected::operator bool() const {
  auto* found = findTarget();
  return found && found->connected;
}

}  // namespace process
}  // namespace nodecpp
