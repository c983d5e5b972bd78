// The channel between a parent and a child: Node's protocol, a line of JSON for each message, so that either may be
// Node. Handles go one at a time, and each waits for the other side's word that it has come.
#pragma once

#include <nodecpp/child_process.h>

#include <deque>
#include <string>
#include <vector>

#include "net/handle.h"

namespace nodecpp::child_process::detail {

using nodecpp::detail::Loop;

// Messages whose `cmd` begins with NODE_: for the runtime's own floors, cluster among them.
inline constexpr Event<var, SendHandle> internalMessage{"internalMessage"};

// A listener or a connection of the port's that has come over a channel, or is to go over one, with nothing around it.
// It is closed with the last handle, where nobody has taken it.
class NativeObject final : public Object {
 public:
  explicit NativeObject(os::PassedHandle passed) : passed_(passed) {}
  ~NativeObject() override;
  // Nothing, once somebody has taken or closed it.
  const os::PassedHandle& passed() const { return passed_; }
  // It is the caller's from here on.
  os::PassedHandle take() { return std::exchange(passed_, {}); }
  // Closes it now, whoever else refers to this.
  void close(os::Port& port);

 private:
  os::PassedHandle passed_;
};
using Native = Handle<NativeObject>;

class Channel;

// Whose channel it is: a ChildProcess, or the process.
class ChannelTarget {
 public:
  virtual EventEmitter emitter() = 0;
  virtual bool listensToMessages() = 0;
  virtual void emitMessage(const var& message, const SendHandle& handle, bool internal) = 0;
  virtual void emitDisconnect() = 0;
  virtual void emitError(const Error& error) = 0;
  virtual void setConnected(bool connected) = 0;
  // The other side has ended it.
  virtual void channelEnded() {}

  Channel* channel = nullptr;  // while there is one

 protected:
  ~ChannelTarget() = default;
};

// The process's own; null where it has none.
ChannelTarget* processTarget();
// As Node's send: false where the program should wait, or there is no channel any more. `lost` is called instead of an
// answer where the handle did not reach the other side, which has no descriptors left, perhaps.
bool sendOver(ChannelTarget& target, const var& message, const SendHandle& handle, const SendOptions& options,
              Function<void(Error)> callback, Function<void()> lost = nullptr);
void disconnect(ChannelTarget& target);

class Channel final : public net::detail::OpenHandle, public os::ConnectionSink {
 public:
  using Callback = Function<void(Error)>;

  // Reads from now on. `referenced`: the program waits for it.
  Channel(Loop& loop, os::Connection* connection, ChannelTarget& target, bool referenced);
  ~Channel() override;

  // What the program has sent, as it gave it.
  struct Sending {
    var message;
    SendHandle handle;
    SendOptions options;
    Callback callback;
    Function<void()> lost;
  };

  // disconnect() was not called yet, nor did the other side end it.
  bool connected() const { return connected_; }
  bool send(Sending sending);
  void disconnect();

  // Listeners and pending writes keep the loop alive, until the program decides that itself, by ref() or unref().
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
  // A listener was added: messages that came while there was none are emitted in a tick.
  void listened();

 private:
  // What goes out, in order. The port is asked for the handle's listener or connection when it goes, since the program may
  // close it at any time before.
  struct Outgoing {
    String bytes;
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

  void received(StringArg line);
  void tell(const var& message, const SendHandle& handle, bool internal);
  static void deliver(ChannelTarget& target, const var& message, const SendHandle& handle, bool internal);
  void handleCame(const var& message, const SendHandle& handle);
  void acknowledged(bool came);
  void reply(const char* command);
  // The handle under way has come, or is given up.
  void handleOver(bool came);
  static SendHandle detach(const SendHandle& handle, const SendOptions& options);
  // A negative error, or 0. `waits` says whether the system has not taken all of it yet.
  int write(Outgoing outgoing, bool& waits);
  int writeFirst();
  void setReferenced(bool on);
  void disconnectNow();
  void close();

  ChannelTarget& target_;
  EventEmitter alive_;  // while it is open
  os::Connection* connection_;
  std::string line_;  // the beginning of a message whose end has not come yet
  std::deque<Outgoing> outgoing_;
  bool sending_ = false;  // the first of them is with the port
  std::size_t outgoingBytes_ = 0;
  std::deque<Native> came_;
  std::vector<std::tuple<var, SendHandle>> pending_;  // messages that came while nobody listened
  // A handle is under way: what is sent meanwhile waits until it has come.
  bool handleUnderWay_ = false;
  std::deque<Sending> waiting_;
  // The message of that handle: a connection is closed when it has come, and sent again where it has not.
  Outgoing sent_{};
  Function<void()> sentLost_{};
  int retransmissions_ = 0;
  int counts_ = 0;
  bool explicit_ = false;
  bool referenced_ = false;
  bool connected_ = true;
};

}  // namespace nodecpp::child_process::detail
