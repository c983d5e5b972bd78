// The IPC channel: messages and the handles that are sent with them, in Node's protocol.
#include "child_process/channel.h"

#include <nodecpp/json.h>

#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "child_process/sent_handles.h"
#include "child_process/spawn_arguments.h"
#include "json/clone/v8_format.h"

namespace nodecpp::child_process::detail {

namespace {

// The number of queued bytes from which send() returns false.
constexpr std::size_t enough = 64 * 1024 * 2;
constexpr int mostRetransmissions = 3;

// Whether the message belongs to the runtime: its `cmd` begins with NODE_.
bool isInternal(const var& message) {
  if (!message.isObject()) return false;
  var command = message.get("cmd");
  return command.isString() && command.text().size() > 5 && command.text().startsWith("NODE_");
}

// Throws ERR_INVALID_ARG_TYPE for values that no message can be, whatever the serialization.
void checkMessage(const var& message) {
  if (message.isUndefined())
    throw codedError<TypeError>("ERR_MISSING_ARGS", "The \"message\" argument must be specified");
  const String type = message.typeOf();
  if (type != "function" && type != "symbol" && type != "bigint") return;
  throw nodecpp::detail::invalidArgType("message", "one of type string, object, number, or boolean",
                                        message.isFunction() ? "function " + message.get("name").toString()
                                        : message.isSymbol()
                                            ? "type symbol (Symbol(" + message.get("description").toString() + "))"
                                            : "type bigint (" + message.toString() + "n)");
}

}  // namespace

NativeObject::~NativeObject() {
  if (Loop* loop = Loop::currentOrNull()) close(loop->port());
}

void NativeObject::close(os::Port& port) {
  os::PassedHandle passed = take();
  if (passed.listener) port.net.close(passed.listener);
  if (passed.connection) port.net.close(passed.connection);
  if (passed.datagrams) port.datagrams.close(passed.datagrams);
}

Channel::Channel(Loop& loop, os::Connection* connection, ChannelTarget& target, bool referenced,
                 Serialization serialization)
    : OpenHandle(loop),
      target_(target),
      alive_(target.emitter()),
      connection_(connection),
      serialization_(serialization) {
  NODECPP_ASSERT(connection && !target.channel);
  target.channel = this;
  target.setConnected(true);
  enlist();
  loop_.port().net.setSink(connection, this);
  loop_.port().net.startReading(connection);
  if (referenced) refCounted();
}

Channel::~Channel() { setReferenced(false); }

void Channel::end() {
  if (connection_) loop_.port().net.close(std::exchange(connection_, nullptr));
  if (target_.channel == this) target_.channel = nullptr;
  for (const Native& native : receivedHandles_) native->close(loop_.port());
}

void Channel::setReferenced(bool on) {
  on = on && connection_;
  if (on == referenced_) return;
  referenced_ = on;
  NODECPP_ASSERT(!on || connection_);
  on ? loop_.ref() : loop_.unref();
}

// Reading messages.

void Channel::onHandle(os::PassedHandle handle) { receivedHandles_.push_back(make<Native>(handle)); }

void Channel::onRead(nodecpp::detail::Block*, char* data, std::size_t size) {
  loop_.makeCallback(context_, [&] {
    EventEmitter alive = alive_;
    const std::string_view bytes(data, size);
    serialization_ == Serialization::json ? readLines(bytes) : readSized(bytes);
  });
}

void Channel::readLines(std::string_view bytes) {
  for (std::size_t end = 0; connection_ && (end = bytes.find('\n')) != bytes.npos; bytes.remove_prefix(end + 1)) {
    part_.append(bytes.substr(0, end));
    received(JSON::parse(std::exchange(part_, {})));
  }
  part_.append(bytes);
}

// Each message follows its size, a number of four bytes with the highest first.
void Channel::readSized(std::string_view bytes) {
  constexpr std::size_t sizeBytes = 4;
  while (connection_) {
    // What is missing of the size, or else of the message.
    auto sizeOf = [this] {
      std::size_t size = 0;
      for (std::size_t i = 0; i < sizeBytes; ++i) size = size << 8 | static_cast<unsigned char>(part_[i]);
      return size;
    };
    const std::size_t wanted = part_.size() < sizeBytes ? sizeBytes : sizeBytes + sizeOf();
    const std::string_view next = bytes.substr(0, wanted - part_.size());
    part_.append(next);
    bytes.remove_prefix(next.size());
    if (part_.size() < wanted) return;
    if (wanted == sizeBytes && sizeOf() != 0) continue;
    const std::string whole = std::exchange(part_, {});
    received(
        nodecpp::detail::v8Deserialize(std::string_view(whole).substr(sizeBytes), nodecpp::detail::V8Use::channel));
  }
}

String Channel::encoded(const var& message) const {
  if (serialization_ == Serialization::json) return JSON::stringify(message) + "\n";
  const std::string bytes = nodecpp::detail::v8Serialize(message, nodecpp::detail::V8Use::channel);
  std::string sized;
  for (int shift = 24; shift >= 0; shift -= 8) sized.push_back(char(bytes.size() >> shift));
  sized += bytes;
  return String::copyOf(sized.data(), sized.size());
}

void Channel::received(const var& message) {
  bool internal = isInternal(message);
  SendHandle handle;
  // The port reports a handle before the message that it came with.
  if (internal && message.get("cmd") == "NODE_HANDLE" && !receivedHandles_.empty()) {
    handle = receivedHandles_.front();
    receivedHandles_.pop_front();
  }
  tell(message, handle, internal);
}

void Channel::tell(const var& message, const SendHandle& handle, bool internal) {
  loop_.nextTick(
      [&target = target_, alive = alive_, message, handle, internal] { deliver(target, message, handle, internal); });
}

void Channel::deliver(ChannelTarget& target, const var& message, const SendHandle& handle, bool internal) {
  Channel* channel = target.channel;
  if (internal) {
    var command = message.get("cmd");
    if (command == "NODE_HANDLE_ACK" || command == "NODE_HANDLE_NACK") {
      if (channel) channel->acknowledged(command == "NODE_HANDLE_ACK");
    } else if (command == "NODE_HANDLE") {
      if (channel) channel->onHandleReceived(message, handle);
    } else {
      target.emitMessage(message, handle, true);
    }
    return;
  }
  // Messages that come before the program listens wait for its first listener.
  if (target.listensToMessages())
    target.emitMessage(message, handle, false);
  else if (channel)
    channel->pending_.emplace_back(message, handle);
}

void Channel::listened() {
  if (pending_.empty()) return;
  loop_.nextTick([&target = target_, alive = alive_] {
    if (!target.channel || !target.listensToMessages()) return;
    for (auto& [message, handle] : std::exchange(target.channel->pending_, {}))
      target.emitMessage(message, handle, false);
  });
}

void Channel::onHandleReceived(const var& message, const SendHandle& handle) {
  auto native = handle.as<NativeObject>();
  if (!native) return reply("NODE_HANDLE_NACK");
  reply("NODE_HANDLE_ACK");
  receivedHandle(message, native,
                 [&target = target_, alive = alive_, inner = message.get("msg")](const SendHandle& made) {
                   if (target.channel) target.channel->tell(inner, made, isInternal(inner));
                 });
}

// Called when the other process has ended or has closed the channel.
void Channel::onEnd() {
  loop_.makeCallback(context_, [&] {
    EventEmitter alive = alive_;
    if (!connected_) return close();
    connected_ = false;
    target_.setConnected(false);
    disconnectNow();
    target_.channelEnded();
  });
}

// Writing messages.

void Channel::reply(const char* command) {
  bool waits = false;
  write({.bytes = encoded(var::object({{"cmd", command}}))}, waits);
}

bool Channel::send(Sending sending) {
  const auto& [message, handle, options, callback, lost] = sending;
  checkMessage(message);
  if (handle && !canBeSent(handle))
    throw codedError<TypeError>("ERR_INVALID_HANDLE_TYPE", "This handle type cannot be sent");
  // Messages behind a handle wait until its receipt is acknowledged, so that the order stays the same when the handle
  // must be sent again.
  if (handleUnderWay_) {
    waiting_.push_back(std::move(sending));
    return waiting_.size() == 1;
  }
  // When the server or socket is already closed, the message is sent without it. A message that cannot be written
  // throws before the socket is taken from the program.
  const bool passes = handle && passedOf(handle);
  Outgoing outgoing;
  outgoing.bytes = encoded(passes ? envelope(handle, message) : message);
  if (passes) outgoing.handle = detach(handle, options);
  if (passes) {
    sent_ = outgoing;
    sentLost_ = lost;
    retransmissions_ = 0;
  }
  outgoing.callback = callback;
  bool waits = false;
  bool gone = !passes && handle.as<NativeObject>();
  if (int error = gone ? UV_EBADF : write(std::move(outgoing), waits)) {
    sent_ = {};
    sentLost_ = nullptr;
    if (options.swallowErrors) return outgoingBytes_ < enough;
    Error failure = nodecpp::detail::errnoException(error, "write");
    loop_.nextTick([&target = target_, alive = alive_, callback = callback, failure] {
      callback ? callback(failure) : target.emitError(failure);
    });
    return outgoingBytes_ < enough;
  }
  handleUnderWay_ = passes;
  if (callback && !waits) loop_.nextTick([callback = callback] { callback(nullptr); });
  return outgoingBytes_ < enough;
}

// Returns the handle that is sent for the program's `handle`. A socket is detached from its connection, which is closed
// in this process when the other process has received it. Returns null when there is nothing to send.
SendHandle Channel::detach(const SendHandle& handle, const SendOptions& options) {
  os::PassedHandle passed = passedOf(handle);
  if (!passed) return nullptr;
  if (!passed.connection || options.keepOpen || !handle.as<net::SocketObject>()) return handle;
  letGo(handle);
  return make<Native>(passed);
}

void Channel::acknowledged(bool came) {
  // The other process could not receive the handle.
  if (!came && handleUnderWay_) {
    bool waits = false;
    if (retransmissions_++ < mostRetransmissions && write(sent_, waits) == 0) return;
    if (!sentLost_)
      process::emitWarning("Handle did not reach the receiving process correctly", "SentHandleNotReceivedWarning");
  }
  finishHandleTransfer(came);
}

void Channel::finishHandleTransfer(bool came) {
  Function<void()> lost = std::exchange(sentLost_, nullptr);
  if (lost && !came && handleUnderWay_) loop_.nextTick(lost);
  sent_ = {};
  handleUnderWay_ = false;
  for (Sending& each : std::exchange(waiting_, {})) send(std::move(each));
  if (!connected_ && target_.channel == this && !handleUnderWay_) disconnectNow();
}

int Channel::write(Outgoing outgoing, bool& waits) {
  waits = false;
  if (!connection_) return UV_EPIPE;
  outgoingBytes_ += outgoing.bytes.size();
  NODECPP_ASSERT(!sending_ || !outgoing_.empty());
  outgoing_.push_back(std::move(outgoing));
  if (outgoing_.size() == 1) {
    if (int error = writeFirst()) return error;
  }
  waits = !outgoing_.empty();
  if (waits) refCounted();
  return 0;
}

// Writes the first queued message. A part that the system does not take is given to the port, and the message stays
// first in the queue until the port has sent it.
int Channel::writeFirst() {
  NODECPP_ASSERT(connection_ && !sending_ && !outgoing_.empty(), outgoing_.size());
  Outgoing& first = outgoing_.front();
  os::Slice slice{first.bytes.data(), first.bytes.size()};
  os::PassedHandle passed;
  os::WriteResult result{0, 0};
  if (first.handle) {
    passed = passedOf(first.handle);
    result = passed ? loop_.port().children.writeHandle(connection_, slice, passed) : os::WriteResult{0, UV_EBADF};
  } else {
    result = loop_.port().net.write(connection_, &slice, 1);
  }
  NODECPP_ASSERT(result.error <= 0 && (result.error || result.sent <= slice.size), result.error, result.sent,
                 slice.size);
  if (!result.error && result.sent < slice.size) {
    Buffer rest = Buffer::copyOf(slice.data + result.sent, slice.size - result.sent);
    loop_.port().net.send(connection_, {rest}, result.sent == 0 ? passed : os::PassedHandle());
    sending_ = true;
    return 0;
  }
  NODECPP_ASSERT(outgoingBytes_ >= slice.size, outgoingBytes_, slice.size);
  outgoingBytes_ -= slice.size;
  outgoing_.pop_front();
  return result.error;
}

void Channel::onSent(os::ErrorCode) {
  loop_.makeCallback(context_, [&] {
    EventEmitter alive = alive_;
    NODECPP_ASSERT(sending_ && !outgoing_.empty(), outgoing_.size());
    std::vector<Callback> done;
    auto over = [&](const Callback& callback) {
      unrefCounted();
      if (callback) done.push_back(callback);
    };
    sending_ = false;
    over(outgoing_.front().callback);
    NODECPP_ASSERT(outgoingBytes_ >= outgoing_.front().bytes.size(), outgoingBytes_);
    outgoingBytes_ -= outgoing_.front().bytes.size();
    outgoing_.pop_front();
    // The messages behind it are written one by one, until one cannot be written at once.
    while (connection_ && !outgoing_.empty() && !sending_) {
      Callback callback = outgoing_.front().callback;
      bool passes = bool(outgoing_.front().handle);
      bool closed = writeFirst() == UV_EBADF && passes;  // the program has closed the handle to send
      if (sending_) break;
      over(callback);
      if (closed) finishHandleTransfer(false);
    }
    for (const Callback& callback : done) callback(nullptr);
  });
}

// Closing the channel.

void Channel::disconnect() {
  connected_ = false;
  target_.setConnected(false);
  // Messages that wait for the acknowledgement of a handle are sent first.
  if (!handleUnderWay_) disconnectNow();
}

void Channel::disconnectNow() {
  target_.channel = nullptr;
  sent_ = {};
  sentLost_ = nullptr;
  loop_.nextTick([this, &target = target_, alive = alive_] {
    close();
    target.emitDisconnect();
  });
}

void Channel::close() {
  if (!connection_) return;
  setReferenced(false);
  loop_.port().net.close(std::exchange(connection_, nullptr));
  if (target_.channel == this) target_.channel = nullptr;
  outgoing_.clear();
  waiting_.clear();
  receivedHandles_.clear();
  pending_.clear();
  alive_ = nullptr;
  loop_.queueClosing({[](void* data) { delete static_cast<Channel*>(data); }, this});
}

bool sendOver(ChannelTarget& target, const var& message, const SendHandle& handle, const SendOptions& options,
              Function<void(Error)> callback, Function<void()> lost) {
  if (target.channel && target.channel->connected())
    return target.channel->send({message, handle, options, std::move(callback), std::move(lost)});
  Error closed = codedError<Error>("ERR_IPC_CHANNEL_CLOSED", "Channel closed");
  Loop::current().nextTick([&target, alive = target.emitter(), callback, closed] {
    callback ? callback(closed) : target.emitError(closed);
  });
  return false;
}

void disconnect(ChannelTarget& target) {
  if (target.channel && target.channel->connected()) return target.channel->disconnect();
  target.emitError(codedError<Error>("ERR_IPC_DISCONNECTED", "IPC channel is already disconnected"));
}

}  // namespace nodecpp::child_process::detail
