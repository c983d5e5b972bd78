// The contents of messages between threads, and the ports that they go between.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/worker_threads.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "loop/active_resources.h"
#include "loop/loop.h"
#include "os/port/threads_role.h"

namespace nodecpp::worker_threads::detail {

using nodecpp::detail::Loop;
using nodecpp::detail::LoopEnd;

// The kind of a message, which is its first byte.
enum class Mark : char {
  message = 'm',  // A message that the program has posted.
  close = 'c',    // The other port is closed.
  // Messages from a worker to its parent.
  online = 'o',
  error = 'e',
  // Output of the worker. The mark is followed by the file descriptor, and the written bytes are in a buffer.
  output = 's',
  usage = 'u',  // The worker's processor time, and before it to a worker the question for it. Both have a number.
  // Messages to a worker.
  start = 'b',
  input = 'i',  // Bytes for the worker's standard input, in a buffer. Without a buffer, the input has ended.
  stop = 't',
};
inline os::Message marked(Mark mark) {
  os::Message message;
  message.bytes.push_back(char(mark));
  return message;
}
inline Mark markOf(const os::Message& message) { return message.bytes.empty() ? Mark::close : Mark(message.bytes[0]); }

// Makes a message of `value`. Everything in `transfer` has been moved when the function returns. It throws before
// anything was moved. `source` is the port that the message is sent from.
os::Message encode(Mark mark, const var& value, const Array<Transfer>& transfer,
                   const MessagePortObject* source = nullptr);
// Makes the value of a message. Throws an Error when the value cannot be made in this thread.
var decode(os::Message&& message);

// Converts an Error to a plain value and back: its name, message, stack, code and further properties.
var fromError(const Error& error);
Error toError(const var& value);

// The working part of an open MessagePort. It keeps the port alive until the port is closed, as in Node.
// Opens a mailbox that receives and does not keep the loop alive.
inline os::Mailbox* openUnreferenced(Loop& loop, os::MailAddress queue, os::MailboxSink* sink) {
  os::Threads& threads = loop.port().threads;
  os::Mailbox* mailbox = threads.openMailbox(std::move(queue), sink);
  threads.keepAlive(mailbox, false);
  threads.receive(mailbox, true);
  return mailbox;
}

struct PortEnd final : os::MailboxSink, LoopEnd {
  // Opens a port that receives from `own` and posts to `peer`.
  static MessagePort open(os::MailAddress own, os::MailAddress peer);
  // Returns the end of a port, or null when the port is closed or closing.
  static PortEnd* of(const MessagePort& port) { return port->end_ && !port->end_->closing ? port->end_ : nullptr; }

  bool wants(const os::Message& message) override { return started || markOf(message) == Mark::close; }
  void onMessage(os::Message&& message) override;
  void onLoopEnd() noexcept override;
  void start();
  void close();
  void setReferenced(bool on);
  // Takes the queue away from the port, which is closed by that, and returns the queue.
  os::MailAddress detach();
  void emitClose();
  void give(os::Message&& message);

  PortEnd(os::MailAddress own, os::MailAddress to);
  ~PortEnd() = default;

  Loop& loop;
  Handle<Object> context = Loop::currentContext();
  MessagePort self;
  os::Mailbox* mailbox;
  os::MailAddress peer;
  bool started = false;
  bool referenced = false;
  bool closing = false;
  bool detached = false;  // The port's queue was transferred to another port.
  nodecpp::detail::ActiveResource active{loop, nodecpp::detail::ActiveResource::Kind::handle, "MessagePort"};
};

inline bool isMessage(EventName name) { return std::string_view(name.data(), name.size()) == event::message_t::name; }

// The data that a worker's program gets from its parent. They have default values in the first thread.
struct ThreadState {
  static ThreadState& current();
  MessagePort parentPort;
  var workerData = nullptr;
  int threadId = 0;
  String name;
  ResourceLimits limits{0, 0, 0, 0};
  var environmentData = var::array();  // The environment data of setEnvironmentData, as an Array of pairs.
};

// Environment variables by name, as std::string, because a String belongs to one thread.
using Environment = std::vector<std::pair<std::string, std::string>>;
// The queues of a worker.
struct WorkerQueues {
  os::MailAddress control = os::MailQueue::make();  // The first message starts the worker.
  os::MailAddress inbox = os::MailQueue::make();    // The messages of its parentPort.
  os::MailAddress out = os::MailQueue::make();      // What the worker posts to its parent.
  os::MailAddress mail = os::MailQueue::make();     // What other threads send to it by postMessageToThread.
};
// Runs a worker to its end and returns its exit code. `environment` has the variables of its process::env.
int runWorker(os::Port& port, const WorkerQueues& queues, const Environment& environment = {});

// Converts a function to a number, which is the same in each run of one build, and back. A recording can therefore
// store it.
double numberOf(Main main);
Main mainFrom(double number);

// Converts memory that threads share to the form in which a message carries it, and back. Null when the object is not a
// SharedArrayBuffer.
std::shared_ptr<void> sharedMemoryOf(Object* object);
var sharedMemory(const std::shared_ptr<void>& memory);
// Does the same for the ArrayBuffer of a typed array over shared memory.
std::shared_ptr<void> sharedMemoryBehind(const ArrayBuffer& buffer);
ArrayBuffer sharedBufferOver(const std::shared_ptr<void>& memory);

}  // namespace nodecpp::worker_threads::detail
