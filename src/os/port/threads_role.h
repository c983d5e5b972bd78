// Threads: messages between threads, the queues in which messages wait, and the threads themselves. A message from
// another thread is an input from outside the program, like bytes from the network.
//
// The contract, for the author of a back end:
// - Queues are the same for all back ends (MailQueue), and any thread may post to them. A back end opens a queue as a
//   mailbox of its loop and pushes the queue's messages in the order in which they were posted. In one turn it pushes
//   at most as many messages of a mailbox as waited when the turn began, or a thousand, whichever is more. MailRoom
//   does this for back ends that have real queues.
// - The end of a thread is pushed once; the Thread object is gone afterwards. Messages that the thread has posted may
//   still wait then.
// - The back end waits for a thread that the loop did not join before the loop's end. When that takes too long, the
//   thread is left running, `threadsLeft` returns true, and the process must then end without destroying anything that
//   the thread uses.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "os/port/turns_role.h"

namespace nodecpp::os {

class MailboxSink;
class MailQueue;
class MailRoom;
struct Port;

// A reference to a queue, counted across threads. Any holder may post to the queue.
using MailAddress = std::shared_ptr<MailQueue>;

// How a thread waits on a simulated port. On a real port `threadWaits` is null, and threads wait by themselves.
class ThreadWaits {
 public:
  // Returns true when `ready(context)` returns true or `milliseconds` have passed (-1: no time-out). Returns false when
  // the thread is to end.
  virtual bool until(bool (*ready)(const void* context), const void* context, double milliseconds) = 0;

 protected:
  ~ThreadWaits() = default;
};
extern constinit thread_local ThreadWaits* threadWaits;

// A message between threads: values only, and memory to which no other thread refers any more.
struct Message {
  std::string bytes;
  // Each buffer holds the only reference to its memory: see `alone`.
  std::vector<Buffer> buffers;
  // Queues that the receiver may post to or open as a mailbox. A MessagePort moves to another thread in this form.
  std::vector<MailAddress> addresses;
  // Memory that several threads use (SharedArrayBuffer). Empty in a recorded run.
  std::vector<std::shared_ptr<void>> shared;
};

// Returns `buffer` if nothing else refers to its bytes, else a copy of the bytes. The buffer given is empty afterwards.
Buffer alone(Buffer&& buffer);

// Messages on their way to a receiver, in order. The receiver is a loop that has opened the queue as a mailbox, or any
// number of threads without a loop. All members may be called from any thread.
class MailQueue final : public std::enable_shared_from_this<MailQueue> {
 public:
  static MailAddress make() { return std::make_shared<MailQueue>(); }
  MailQueue() = default;
  MailQueue(const MailQueue&) = delete;

  // Posts a message. Returns false when the queue is closed; then `message` still belongs to the caller.
  bool post(Message&& message);
  // Waits for the next message. Returns false when the queue is closed and empty. For threads without a loop, of which
  // several may wait at a time.
  bool receive(Message& message);
  // Takes the next message without waiting. Returns false when there is none.
  bool take(Message& message) { return takeIf(nullptr, message); }
  // Closes the queue: nothing can be posted any more. Messages that wait can still be received, unless `dropped` is
  // true.
  void close(bool dropped = false);
  std::size_t size() const;
  bool closed() const;

 private:
  friend class MailRoom;
  bool takeIf(MailboxSink* wanted, Message& message);
  mutable std::mutex mutex_;
  std::condition_variable available_;
  std::deque<Message> messages_;
  std::shared_ptr<MailRoom> room_;  // The mailboxes of the receiving loop; null when the receiver is not a loop.
  void* box_ = nullptr;             // The mailbox in `room_` that receives the messages.
  bool notified_ = false;               // The room was notified of messages and has not looked at the queue since.
  bool closed_ = false;
};

// A group of queues with a name; a message to the hub is posted to each queue (BroadcastChannel).
class MailHub final {
 public:
  // Returns the hub of that name in this process. A hub lives as long as a reference to it.
  static std::shared_ptr<MailHub> named(const std::string& name);
  void join(const MailAddress& queue);
  void leave(const MailAddress& queue);
  // Posts a copy of the message to each queue but `except`.
  void post(const Message& message, const MailQueue* except);

 private:
  std::mutex mutex_;
  std::vector<MailAddress> queues_;
};

// Receives a loop's messages. `onMessage` may close the mailbox; nothing is pushed after that.
class MailboxSink {
 public:
  // Whether the sink takes the next message now. Called before the message is taken out of the queue. A sink that
  // refuses is asked again when a further message is posted or when `Threads::receive` is called again.
  virtual bool wants(const Message&) { return true; }
  virtual void onMessage(Message&& message) = 0;

 protected:
  ~MailboxSink() = default;
};

// A queue that belongs to a loop. Each back end derives its own class.
class Mailbox {
 public:
  Mailbox(const Mailbox&) = delete;

 protected:
  Mailbox() = default;
  ~Mailbox() = default;
};

// The function of a thread. The object is destroyed on that thread after `run`, or on the loop's thread when the thread
// could not be started.
class ThreadMain {
 public:
  virtual ~ThreadMain() = default;
  // `port` is the thread's own port if ThreadSpec::loop asked for one, else null; `number` is Thread::number. The
  // result is pushed to the loop as the thread's exit code.
  virtual int run(Port* port, int number) = 0;
};

class ThreadSink {
 public:
  // Called once, when the thread has ended. Messages that the thread has posted may still wait.
  virtual void onThreadEnd(int code) = 0;

 protected:
  ~ThreadSink() = default;
};

struct ThreadSpec {
  std::string name;  // The thread's name in debuggers and in top, which show its first 15 bytes.
  std::unique_ptr<ThreadMain> main{};
  bool loop = false;            // Whether the thread gets a port of its own, to run a loop on.
  std::size_t stack = 8 << 20;  // The size of the thread's stack in bytes.
};

// A running thread. Each back end derives its own class. The object lives until the thread's end has been pushed or the
// thread has been joined.
class Thread {
 public:
  Thread(const Thread&) = delete;
  // The number of the thread; threads are counted from 1 in the process.
  int number = 0;

 protected:
  Thread() = default;
  ~Thread() = default;
};

class Threads {
 public:
  // Opens `queue` as a mailbox of this loop. It does not receive yet. The sink must outlive the mailbox.
  virtual Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) = 0;
  // Starts or stops pushing messages; while stopped, messages wait. A mailbox that receives keeps the loop alive unless
  // `keepAlive` says otherwise.
  virtual void receive(Mailbox* mailbox, bool on) = 0;
  virtual void keepAlive(Mailbox* mailbox, bool on) = 0;
  // Takes the next message at once. Returns false when there is none.
  virtual bool take(Mailbox* mailbox, Message& message) = 0;
  // `close` closes the queue along with the mailbox. `detach` ends the mailbox, leaves the queue open, and returns it
  // for another mailbox.
  virtual void close(Mailbox* mailbox) = 0;
  virtual MailAddress detach(Mailbox* mailbox) = 0;
  // Posts a message of this loop to a queue. Returns false when nobody can receive the message any more.
  virtual bool post(const MailAddress& to, Message&& message) = 0;
  // Posts a message to all queues of the hub but `except`.
  virtual void post(MailHub& to, const Message& message, const MailQueue* except) = 0;
  // Whether this loop may read memory that other threads write. A recorded loop may not, since the log does not hold
  // such reads.
  virtual bool sharesMemory() { return true; }
  // Starts a thread. Its end is pushed to `sink`; until then the thread keeps the loop alive unless `keepAlive` says
  // otherwise. An error at once leaves `thread` null.
  virtual ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) = 0;
  virtual void keepAlive(Thread* thread, bool on) = 0;
  // Waits at most `milliseconds` for the thread's end, which is not pushed any more. Returns false when the thread
  // still runs: it is left running, and the process must end without waiting for it.
  virtual bool join(Thread* thread, int milliseconds) = 0;
  // Whether some thread was left running because it did not end in time.
  virtual bool threadsLeft() { return false; }

 protected:
  ~Threads() = default;
};

// The mailboxes of one loop, for back ends that have real queues.
class MailRoom final : public std::enable_shared_from_this<MailRoom> {
 public:
  explicit MailRoom(Turns& turns);
  ~MailRoom();
  // Called when the loop ends: closes its mailboxes.
  void leave();

  Mailbox* open(MailAddress queue, MailboxSink* sink);
  void receive(Mailbox* mailbox, bool on);
  void keepAlive(Mailbox* mailbox, bool on);
  // Ends the mailbox. Closes its queue, too, unless `queueToo` is false.
  void close(Mailbox* mailbox, bool queueToo);
  static MailAddress address(Mailbox* mailbox);
  // Whether some mailbox receives and keeps the loop alive.
  bool busy() const { return refed_ != 0; }
  // Whether messages are left for the next turn.
  bool waiting();
  // Pushes one turn's share of messages, on the loop's thread.
  void deliver();

 private:
  friend class MailQueue;
  struct Box;
  void ring(MailAddress queue);
  static void count(Box* box, int by);

  // Guards what posting threads use. Taken while a queue's mutex is held, never the other way round.
  std::mutex mutex_;
  Turns* turns_;
  std::vector<MailAddress> notifiedBoxes_;
  // Members that only the loop's thread uses.
  std::vector<Box*> boxes_;
  std::vector<std::unique_ptr<Box>> closed_;
  std::size_t refed_ = 0;
};

}  // namespace nodecpp::os
