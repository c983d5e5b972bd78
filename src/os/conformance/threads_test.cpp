// Tests of Threads' contract: mailboxes, hubs, and threads. Of a simulated port's threads one runs at a time.
#include "os/port/threads_role.h"

#include <atomic>
#include <memory>
#include <string>
#include <thread>

#include "os/linux/linux_port.h"
#include "support/tested_ports.h"
#include "support/thread_helpers.h"

TEST_CASE_TEMPLATE("what threads post comes in order, and their end after it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  End ends[3];
  for (int i = 0; i < 3; ++i)
    start(port, ends[i], [queue = box.queue, i](Port* own, int number) {
      CHECK(own == nullptr);
      CHECK(number > 0);
      for (int n = 0; n < 2000; ++n) queue->post(text(std::to_string(i) + ":" + std::to_string(n)));
      return 10 + i;
    });
  while (!(ends[0].over && ends[1].over && ends[2].over) || box.got.size() < 6000) port.turns.wait(-1);
  CHECK(ends[1].code == 11);
  int next[3] = {};
  bool ordered = true;
  for (const Message& message : box.got) {
    int from = message.bytes[0] - '0';
    ordered = ordered && message.bytes.substr(2) == std::to_string(next[from]++);
  }
  CHECK(ordered);
  port.threads.close(box.mailbox);
  CHECK_FALSE(port.turns.busy());
}

TEST_CASE_TEMPLATE("plain threads share a queue, and end when it is closed", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box answers(port);
  MailAddress work = MailQueue::make();
  End ends[4];
  for (End& end : ends)
    start(port, end, [work, to = answers.queue](Port*, int) {
      int done = 0;
      for (Message message; work->receive(message); ++done) {
        message.buffers[0][0] = 'y';
        to->post(std::move(message));
      }
      return done;
    });
  for (int i = 0; i < 100; ++i) {
    Message message = text(std::to_string(i));
    message.buffers.push_back(Buffer::alloc(10'000, 'x'));
    CHECK(port.threads.post(work, std::move(message)));
  }
  while (answers.got.size() < 100) port.turns.wait(-1);
  CHECK(answers.got[7].buffers[0].toString().startsWith("yx"));
  work->close();
  while (!(ends[0].over && ends[1].over && ends[2].over && ends[3].over)) port.turns.wait(-1);
  CHECK(ends[0].code + ends[1].code + ends[2].code + ends[3].code == 100);
  CHECK_FALSE(port.threads.post(work, text("too late")));
  port.threads.close(answers.mailbox);
}

TEST_CASE_TEMPLATE("a thread with a port of its own waits for messages there", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  MailAddress there = MailQueue::make();
  End end;
  Thread* thread = start(port, end, echo(there, box.queue), true);
  port.threads.post(there, text("one"));
  port.threads.post(there, text("two"));
  while (box.got.size() < 2) port.turns.wait(-1);
  CHECK(box.got[1].bytes == "two");
  CHECK(port.turns.busy());
  port.threads.keepAlive(thread, false);
  port.threads.keepAlive(box.mailbox, false);
  CHECK_FALSE(port.turns.busy());
  port.threads.post(there, text("end"));
  CHECK(port.threads.join(thread, 10'000));
  CHECK_FALSE(end.over);
  CHECK_FALSE(port.threads.post(there, text("after")));
  port.turns.wait(0);
  CHECK(box.got.size() == 3);
  CHECK_FALSE(end.over);
  port.threads.close(box.mailbox);
}

TEST_CASE_TEMPLATE("a thread's end is pushed once, in a turn, and keeps the loop alive until then", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  End end, other;
  Thread* first = start(port, end, [](Port*, int) { return 7; });
  Thread* second = start(port, other, [](Port*, int) { return 8; });
  CHECK(first->number > 0);
  CHECK(second->number == first->number + 1);
  CHECK(port.turns.busy());
  CHECK(end.times == 0);
  REQUIRE(turnUntil(port, [&] { return end.over && other.over; }));
  runManyTurns(port);
  CHECK(end.times == 1);
  CHECK(end.code == 7);
  CHECK(other.code == 8);
  CHECK_FALSE(port.turns.busy());
}

TEST_CASE_TEMPLATE("what runs on a thread ends there, before the thread's end is pushed", Under, BACK_ENDS) {
  Under under;
  struct Where final : ThreadMain {
    explicit Where(std::thread::id& t, bool& w) : there(t), was(w) {}
    ~Where() override { was = std::this_thread::get_id() == there; }
    int run(Port*, int) override { return there = std::this_thread::get_id(), 0; }
    std::thread::id& there;
    bool& was;
  };
  std::thread::id there;
  bool was = false;
  End end;
  Thread* thread = nullptr;
  ThreadSpec spec{.name = "a name that is longer than the system's", .main = std::make_unique<Where>(there, was)};
  REQUIRE(under.port.threads.startThread(std::move(spec), &end, &thread) == 0);
  REQUIRE(turnUntil(under.port, [&] { return end.over; }));
  CHECK(was);
  CHECK(there != std::this_thread::get_id());
}

TEST_CASE_TEMPLATE("threads that a thread starts, and what they post to the first loop", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  End end;
  start(
      port, end,
      [to = box.queue](Port* own, int) {
        End inner;
        start(*own, inner, [to](Port*, int number) { return to->post(text("from within")) ? number : 0; });
        while (!inner.over) own->turns.wait(-1);
        return inner.code > 0 ? 1 : 0;
      },
      true);
  REQUIRE(turnUntil(port, [&] { return end.over && box.got.size() == 1; }));
  CHECK(end.code == 1);
  CHECK(box.got[0].bytes == "from within");
  port.threads.close(box.mailbox);
}

TEST_CASE_TEMPLATE("one that is not joined in time is left alone, and its end is not pushed", Under, BACK_ENDS) {
  static MailAddress gate;  // Static, since a thread that was left running may use it after the test.
  gate = MailQueue::make();
  End end;
  {
    Under under;
    Thread* thread = start(under.port, end, [](Port*, int) {
      Message message;
      gate->receive(message);
      return 0;
    });
    CHECK_FALSE(under.port.threads.join(thread, 20));
    CHECK_FALSE(under.port.turns.busy());
    gate->close();
    runManyTurns(under.port);
  }
  CHECK_FALSE(end.over);
}

TEST_CASE("a buffer that is shared is copied, one that is not moves") {
  Buffer own = Buffer::alloc(5000, 'a');
  const char* at = own.bytes();
  Buffer moved = alone(std::move(own));
  CHECK(moved.bytes() == at);
  CHECK(own.empty());
  Buffer other = moved;
  Buffer copied = alone(std::move(other));
  CHECK(other.empty());
  CHECK(copied.bytes() != at);
  CHECK(copied.equals(moved));
}

// Only real threads can be left running: a simulated thread is ended with its port.
TEST_CASE("a port that ends closes what is open, and leaves what still runs") {
  static std::atomic<bool> go{false};  // Static, since a thread that was left running may read it after the test.
  MailAddress queue;
  {
    LinuxPort port;
    Box box(port);
    queue = box.queue;
    End end;
    Thread* thread = start(port, end, [](Port*, int) {
      while (!go) std::this_thread::yield();
      return 0;
    });
    CHECK_FALSE(port.threads.join(thread, 20));
    CHECK(port.threads.threadsLeft());
  }
  CHECK_FALSE(queue->post(text("x")));
  go = true;
  Network network;
  bool ended = false;
  {
    SimPort port(network, {});
    End end;
    start(port, end, [queue = MailQueue::make(), &ended](Port*, int) {
      Message message;
      ended = !queue->receive(message);
      return 0;
    });
    network.runThreads();
  }
  CHECK(ended);
}
