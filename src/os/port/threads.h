// Threads: what goes between threads (messages, and the queues that they wait in), and the threads themselves. What comes
// from another thread comes from outside the program, as what comes from the network does.
//
// The contract, for the author of a back end:
// - Queues are the same for all back ends (MailQueue): they are posted to from any thread. A back end opens a queue as a
//   mailbox of its loop, and pushes its messages in the order in which they were posted: in a turn as many of one
//   mailbox as waited when it began, or up to a thousand. MailRoom does that for back ends that have real queues.
// - A thread's end is pushed once, after which its object is gone. Messages that it has posted may still wait then.
// - A thread that the loop did not join before it ends is waited for, or left alone where that takes too long:
//   `threadsLeft` says so, and the process must then end without destroying what the thread uses.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "os/port/turns.h"

namespace nodecpp::os {

class MailboxSink;
class MailQueue;
class MailRoom;
struct Port;

// Counted, from any thread. Whoever has it may post.
using MailAddress = std::shared_ptr<MailQueue>;

// How a thread waits, where it does not do so by itself: on a simulated one.
class ThreadWaits {
 public:
  // Returns when `ready(context)`, or when `milliseconds` have passed (-1: never); false when the thread is to end.
  virtual bool until(bool (*ready)(const void* context), const void* context, double milliseconds) = 0;

 protected:
  ~ThreadWaits() = default;
};
extern constinit thread_local ThreadWaits* threadWaits;

// What is posted: values only, and memory that no other thread has any more.
struct Message {
  std::string bytes;
  // Each the only one that refers to its memory: see `alone`.
  std::vector<Buffer> buffers;
  // Queues to be posted to, or to be opened as a mailbox: a port of messages moves by this.
  std::vector<MailAddress> addresses;
  // Memory that threads share. A recorded run has none.
  std::vector<std::shared_ptr<void>> shared;
};

// `buffer`, if nothing else refers to its bytes; else a copy of them. The one given is empty after it.
Buffer alone(Buffer&& buffer);

// Messages on their way to whoever receives them, in order: a loop, which has opened it as a mailbox, or threads of
// plain code. All of this from any thread.
class MailQueue final : public std::enable_shared_from_this<MailQueue> {
 public:
  static MailAddress make() { return std::make_shared<MailQueue>(); }
  MailQueue() = default;
  MailQueue(const MailQueue&) = delete;

  // False when it is closed; `message` stays the caller's then.
  bool post(Message&& message);
  // Waits for the next; false when it is closed and there are none. For threads of plain code, as many as there are.
  bool receive(Message& message);
  // The next, if there is one.
  bool take(Message& message) { return takeIf(nullptr, message); }
  // Nothing can be posted any more. What waits can still be received, unless it is `dropped`.
  void close(bool dropped = false);
  std::size_t size() const;
  bool closed() const;

 private:
  friend class MailRoom;
  bool takeIf(MailboxSink* wanted, Message& message);
  mutable std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Message> messages_;
  std::shared_ptr<MailRoom> room_;  // of the loop that wants to hear of messages
  void* box_ = nullptr;             // and its mailbox there
  bool rung_ = false;               // it knows of some, and has not looked yet
  bool closed_ = false;
};

// Several queues that are posted to together, by name.
class MailHub final {
 public:
  // The one of that name in this process, as long as somebody has it.
  static std::shared_ptr<MailHub> named(const std::string& name);
  void join(const MailAddress& queue);
  void leave(const MailAddress& queue);
  // A copy to each.
  void post(const Message& message, const MailQueue* except);

 private:
  std::mutex mutex_;
  std::vector<MailAddress> queues_;
};

// Where a loop's messages go. `onMessage` may close the mailbox; nothing is pushed after that.
class MailboxSink {
 public:
  // Whether it takes the next now. Asked before it is taken out of the queue; where it does not, receiving has to be
  // started anew for it to be asked again, if no further message is posted.
  virtual bool wants(const Message&) { return true; }
  virtual void onMessage(Message&& message) = 0;

 protected:
  ~MailboxSink() = default;
};

// A queue that belongs to a loop. Each back end derives its own.
class Mailbox {
 public:
  Mailbox(const Mailbox&) = delete;

 protected:
  Mailbox() = default;
  ~Mailbox() = default;
};

// What runs on a thread. It is destroyed there when it has run; where no thread is started, on the loop's.
class ThreadMain {
 public:
  virtual ~ThreadMain() = default;
  // `port` is the thread's own where it was asked for, else null; `number` is Thread's. What is returned is pushed as
  // the thread's end.
  virtual int run(Port* port, int number) = 0;
};

class ThreadSink {
 public:
  // Once. Messages that the thread has posted may still wait.
  virtual void onThreadEnd(int code) = 0;

 protected:
  ~ThreadSink() = default;
};

struct ThreadSpec {
  std::string name;  // as debuggers and top show it: its first 15 bytes
  std::unique_ptr<ThreadMain> main{};
  bool loop = false;            // a port of its own, to run a loop on
  std::size_t stack = 8 << 20;  // bytes
};

// Each back end derives its own. It is there until its end has been pushed, or it has been joined.
class Thread {
 public:
  Thread(const Thread&) = delete;
  // Counted from 1 in the process.
  int number = 0;

 protected:
  Thread() = default;
  ~Thread() = default;
};

class Threads {
 public:
  // Opens `queue` as a mailbox of this loop, which receives nothing yet. The sink stays until the mailbox is closed.
  virtual Mailbox* openMailbox(MailAddress queue, MailboxSink* sink) = 0;
  // Messages are pushed, or wait. While they are pushed, the mailbox keeps the loop alive unless told otherwise.
  virtual void receive(Mailbox* mailbox, bool on) = 0;
  virtual void keepAlive(Mailbox* mailbox, bool on) = 0;
  // The next message at once, if there is one.
  virtual bool take(Mailbox* mailbox, Message& message) = 0;
  // Closes the queue with the mailbox; `detach` leaves the queue as it is, for another mailbox, and gives it.
  virtual void close(Mailbox* mailbox) = 0;
  virtual MailAddress detach(Mailbox* mailbox) = 0;
  // What this loop posts, to whomever. False when nobody can receive it any more.
  virtual bool post(const MailAddress& to, Message&& message) = 0;
  // To all of the hub's but one.
  virtual void post(MailHub& to, const Message& message, const MailQueue* except) = 0;
  // Whether this loop may look at memory that other threads write.
  virtual bool sharesMemory() { return true; }
  // Starts a thread. Its end is pushed, and keeps the loop alive until then unless told otherwise. An error at once
  // leaves `thread` null.
  virtual ErrorCode startThread(ThreadSpec&& spec, ThreadSink* sink, Thread** thread) = 0;
  virtual void keepAlive(Thread* thread, bool on) = 0;
  // Waits for its end, which is not pushed any more, for at most so long. False when it still runs: it is left alone,
  // and the process must end without it.
  virtual bool join(Thread* thread, int milliseconds) = 0;
  // Some thread was left alone.
  virtual bool threadsLeft() { return false; }

 protected:
  ~Threads() = default;
};

// The mailboxes of one loop, for back ends that have real queues.
class MailRoom final : public std::enable_shared_from_this<MailRoom> {
 public:
  explicit MailRoom(Turns& turns);
  ~MailRoom();
  // The loop is gone: its mailboxes are closed.
  void leave();

  Mailbox* open(MailAddress queue, MailboxSink* sink);
  void receive(Mailbox* mailbox, bool on);
  void keepAlive(Mailbox* mailbox, bool on);
  // Closes the queue, unless it is to go on without this mailbox.
  void close(Mailbox* mailbox, bool queueToo);
  static MailAddress address(Mailbox* mailbox);
  // A mailbox receives that keeps the loop alive.
  bool busy() const { return refed_ != 0; }
  // Some messages are left for the next turn.
  bool waiting();
  // A turn's worth of messages, on the loop's thread.
  void deliver();

 private:
  friend class MailQueue;
  struct Box;
  void ring(MailAddress queue);
  static void count(Box* box, int by);

  std::mutex mutex_;  // of what posting threads look at: taken while a queue's is held, never the other way round
  Turns* turns_;
  std::vector<MailAddress> ringing_;
  // The loop's own.
  std::vector<Box*> boxes_;
  std::vector<std::unique_ptr<Box>> closed_;
  std::size_t refed_ = 0;
};

}  // namespace nodecpp::os
