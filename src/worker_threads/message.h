// What stands in the messages between threads, and the ends that they go between.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/worker_threads.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "loop/loop.h"
#include "os/port/threads.h"

namespace nodecpp::worker_threads::detail {

using nodecpp::detail::Loop;
using nodecpp::detail::LoopEnd;

// What a message is: its first byte.
enum class Mark : char {
  message = 'm',  // a program's own
  close = 'c',    // the other end is closed
  // From a worker to the one that has started it.
  online = 'o',
  error = 'e',
  output = 's',  // and the descriptor; the bytes are a buffer
  // To a worker.
  start = 'b',
  input = 'i',  // the bytes are a buffer; without one, the end
  stop = 't',
};
inline os::Message marked(Mark mark) {
  os::Message message;
  message.bytes.push_back(char(mark));
  return message;
}
inline Mark markOf(const os::Message& message) { return message.bytes.empty() ? Mark::close : Mark(message.bytes[0]); }

// A message of that value. What is in `transfer` has moved when it returns; it throws before anything has. `source` is
// the port that it goes from.
os::Message encode(Mark mark, const var& value, const Array<Transfer>& transfer,
                   const MessagePortObject* source = nullptr);
// Throws an Error for what cannot be made here.
var decode(os::Message&& message);

// An Error as a value, and back: its name, message, stack, code and further properties.
var fromError(const Error& error);
Error toError(const var& value);

// What an open MessagePort has. It holds the port until it is closed, as in Node.
struct PortEnd final : os::MailboxSink, LoopEnd {
  // The port that receives from `own` and posts to `peer`.
  static MessagePort open(os::MailAddress own, os::MailAddress peer);
  // The object's; null when it is closed.
  static PortEnd* of(const MessagePort& port) { return port->end_ && !port->end_->closing ? port->end_ : nullptr; }

  bool wants(const os::Message& message) override { return started || markOf(message) == Mark::close; }
  void onMessage(os::Message&& message) override;
  void onLoopEnd() noexcept override;
  void start();
  void close();
  void setReferenced(bool on);
  // Leaves the port without an end, and gives the queue.
  os::MailAddress detach();
  void emitClose();
  void give(os::Message&& message);

  PortEnd(os::MailAddress own, os::MailAddress to);
  ~PortEnd() = default;

  Loop& loop;
  MessagePort self;
  os::Mailbox* mailbox;
  os::MailAddress peer;
  bool started = false;
  bool referenced = false;
  bool closing = false;
  bool detached = false;  // by a transfer
};

inline bool isMessage(EventName name) { return std::string_view(name.data(), name.size()) == event::message_t::name; }

// What this thread's program is given by the one that started it; of the first thread, nothing.
struct ThreadState {
  static ThreadState& current();
  MessagePort parentPort;
  var workerData = nullptr;
  int threadId = 0;
  String name;
  ResourceLimits limits{0, 0, 0, 0};
  var environmentData = var::array();  // of pairs
};

// A program's variables, by name, as bytes: a String belongs to one thread.
using Environment = std::vector<std::pair<std::string, std::string>>;
// Runs a worker to its end: it is started by the first message at `control`, has `inbox` as its parentPort's queue, and
// posts to `out`. `environment` is its program's.
int runWorker(os::Port& port, os::MailAddress control, os::MailAddress inbox, os::MailAddress out,
              const Environment& environment = {});

// A function as a number that stays the same in each run of one build.
double numberOf(Main main);
Main mainFrom(double number);

// Memory that threads share, as a message carries it. Null for another object.
std::shared_ptr<void> sharedMemoryOf(Object* object);
var sharedMemory(const std::shared_ptr<void>& memory);
// The same of what a typed array over such memory has as its buffer.
std::shared_ptr<void> sharedMemoryBehind(const ArrayBuffer& buffer);
ArrayBuffer sharedBufferOver(const std::shared_ptr<void>& memory);

}  // namespace nodecpp::worker_threads::detail
