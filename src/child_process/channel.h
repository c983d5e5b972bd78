// The IPC channel between a parent and a child process. The protocol is Node's, so that either process may be Node: one
// line of JSON for each message, or with serialization: "advanced" the message in V8's format after its size. Handles
// are sent one at a time, and each waits until the other process has acknowledged it.
#pragma once

#include <nodecpp/child_process.h>

#include <deque>
#include <string>
#include <vector>

#include "net/socket_handle.h"

namespace nodecpp::child_process::detail {

using nodecpp::detail::Loop;

// Emitted for messages whose `cmd` begins with NODE_, which the runtime itself uses, for example in cluster.
inline constexpr Event<var, SendHandle> internalMessage{"internalMessage"};

// How a channel writes messages, by the option `serialization`.
enum class Serialization : unsigned char { json, advanced };
inline Serialization serializationOf(const String& name) {
  return name == "advanced" ? Serialization::advanced : Serialization::json;
}

// A listener or connection of the port that was received over a channel, or is to be sent over one, and is not part of
// a Server or Socket. It is closed with the last handle to this object unless somebody has taken it.
class NativeObject final : public Object {
 public:
  explicit NativeObject(os::PassedHandle passed) : passed_(passed) {}
  ~NativeObject() override;
  // Empty when somebody has taken or closed the handle.
  const os::PassedHandle& passed() const { return passed_; }
  // Makes the caller the owner.
  os::PassedHandle take() { return std::exchange(passed_, {}); }
  // Closes the listener or connection now, even if other handles refer to this object.
  void close(os::Port& port);

 private:
  os::PassedHandle passed_;
};
using Native = Handle<NativeObject>;

class Channel;

// The end point that a channel belongs to: a ChildProcess, or the process itself.
class ChannelTarget {
 public:
  virtual EventEmitter emitter() = 0;
  virtual bool listensToMessages() = 0;
  virtual void emitMessage(const var& message, const SendHandle& handle, bool internal) = 0;
  virtual void emitDisconnect() = 0;
  virtual void emitError(const Error& error) = 0;
  virtual void setConnected(bool connected) = 0;
  // Called when the other process has closed the channel.
  virtual void channelEnded() {}

  Channel* channel = nullptr;  // null without a channel

 protected:
  ~ChannelTarget() = default;
};

// Returns the process's own end point; null when the process has no channel to a parent.
ChannelTarget* processTarget();
// Sends a message, as Node's send(). Returns false when the program should wait, or when the channel is closed. `lost`
// is called when the handle did not reach the other process, for example because that has no descriptor left.
bool sendOver(ChannelTarget& target, const var& message, const SendHandle& handle, const SendOptions& options,
              Function<void(Error)> callback, Function<void()> lost = nullptr);
void disconnect(ChannelTarget& target);

class Channel final : public net::detail::OpenHandle, public os::ConnectionSink {
 public:
  using Callback = Function<void(Error)>;

  // Starts to read. `referenced` tells whether the channel keeps the event loop running.
  Channel(Loop& loop, os::Connection* connection, ChannelTarget& target, bool referenced, Serialization serialization);
  ~Channel() override;

  // The arguments of one call of send().
  struct Sending {
    var message;
    SendHandle handle;
    SendOptions options;
    Callback callback;
    Function<void()> lost;
  };

  // True until disconnect() was called or the other process has closed the channel.
  bool connected() const { return connected_; }
  bool send(Sending sending);
  void disconnect();

  // Listeners and pending writes keep the event loop running, until the program decides with ref() or unref().
  void refCounted() {
    if (++counts_ == 1 && !explicit_) setReferenced(true);
  }
  void unrefCounted() {
    if (--counts_ == 0 && !explicit_) setReferenced(false);
  }
  void refExplicitly(bool on) {
    explicit_ = true;
    setReferenced(on);
  }
  // Called when a listener of `message` was added. Messages that came while there was none are emitted in a later tick.
  void listened();

 private:
  // One message in the queue of output. The port's listener or connection is looked up only when the message is
  // written, since the program may close it at any time before.
  struct Outgoing {
    String bytes;  // not a text when the serialization is `advanced`
    SendHandle handle{};
    Callback callback{};
  };

  void onConnect(os::ErrorCode) override {}
  void onRead(nodecpp::detail::Block* block, char* data, std::size_t size) override;
  void onEnd() override;
  void onReadError(os::ErrorCode) override { onEnd(); }
  void onSent(os::ErrorCode error) override;
  void onHandle(os::PassedHandle handle) override;
  void end() override;
  const char* resourceName() const override { return referenced_ ? "PipeWrap" : nullptr; }

  // Reads the messages that `bytes` completes.
  void readLines(std::string_view bytes);
  void readSized(std::string_view bytes);
  void received(const var& message);
  // Returns the bytes of a message. Throws an Error for a value that cannot be written.
  String encoded(const var& message) const;
  void tell(const var& message, const SendHandle& handle, bool internal);
  static void deliver(ChannelTarget& target, const var& message, const SendHandle& handle, bool internal);
  void onHandleReceived(const var& message, const SendHandle& handle);
  void acknowledged(bool came);
  void reply(const char* command);
  // Called when the handle under way was received by the other process or was given up.
  void finishHandleTransfer(bool came);
  static SendHandle detach(const SendHandle& handle, const SendOptions& options);
  // Writes or queues a message. Returns 0 or a negative error; `waits` tells whether the system has not taken all of it
  // yet.
  int write(Outgoing outgoing, bool& waits);
  int writeFirst();
  void setReferenced(bool on);
  void disconnectNow();
  void close();

  ChannelTarget& target_;
  EventEmitter alive_;  // keeps the owner alive while the channel is open
  os::Connection* connection_;
  const Serialization serialization_;
  std::string part_;  // the beginning of an incomplete message
  std::deque<Outgoing> outgoing_;
  bool sending_ = false;  // the port is writing the first message in the queue
  std::size_t outgoingBytes_ = 0;
  std::deque<Native> receivedHandles_;
  std::vector<std::tuple<var, SendHandle>> pending_;  // messages that came while there was no listener
  // A handle is under way. Messages sent meanwhile wait in `waiting_` until it was acknowledged.
  bool handleUnderWay_ = false;
  std::deque<Sending> waiting_;
  // The message with the handle under way, which is sent again if the handle did not arrive. A sent connection is
  // closed when it has arrived.
  Outgoing sent_{};
  Function<void()> sentLost_{};
  int retransmissions_ = 0;
  int counts_ = 0;
  bool explicit_ = false;
  bool referenced_ = false;
  bool connected_ = true;
};

}  // namespace nodecpp::child_process::detail
