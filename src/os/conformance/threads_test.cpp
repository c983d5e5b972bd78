// Mailboxes and threads: the same on Linux and on a simulated port, where one thread runs at a time.
#include "os/port/threads.h"

#include <doctest/doctest.h>

#include <atomic>
#include <functional>

#include "os/linux/linux_port.h"
#include "os/sim/sim_port.h"

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

struct Box final : MailboxSink {
  explicit Box(Port& p) : port(p), queue(MailQueue::make()), mailbox(port.threads.openMailbox(queue, this)) {
    port.threads.receive(mailbox, true);
  }
  void onMessage(Message&& message) override {
    got.push_back(std::move(message));
    if (then) then(got.back());
  }
  Port& port;
  MailAddress queue;
  Mailbox* mailbox;
  std::vector<Message> got;
  std::function<void(Message&)> then;
};

struct End final : ThreadSink {
  void onThreadEnd(int result) override {
    code = result;
    over = true;
  }
  int code = 0;
  bool over = false;
};

struct Main final : ThreadMain {
  explicit Main(std::function<int(Port*, int)> f) : body(std::move(f)) {}
  int run(Port* port, int number) override { return body(port, number); }
  std::function<int(Port*, int)> body;
};

Thread* start(Port& port, End& end, std::function<int(Port*, int)> body, bool loop = false) {
  Thread* thread = nullptr;
  CHECK(port.threads.startThread({.name = "test", .main = std::make_unique<Main>(std::move(body)), .loop = loop}, &end,
                         &thread) == 0);
  return thread;
}

Message text(std::string bytes) {
  Message message;
  message.bytes = std::move(bytes);
  return message;
}

void onBoth(const std::function<void(Port&)>& test) {
  SUBCASE("Linux") {
    LinuxPort port;
    test(port);
  }
  SUBCASE("simulated") {
    Network network;
    SimPort port(network, {});
    test(port);
  }
}

}  // namespace

TEST_CASE("what threads post comes in order, and their end after it") {
  onBoth([](Port& port) {
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
  });
}

TEST_CASE("one turn takes a bounded number of messages, and the rest wakes the next") {
  onBoth([](Port& port) {
    Box box(port);
    box.then = [&](Message&) {
      if (box.got.size() < 5000) port.threads.post(box.queue, text("more"));
    };
    for (int i = 0; i < 10; ++i) port.threads.post(box.queue, text("x"));
    port.turns.wait(-1);
    CHECK(box.got.size() == 1000);
    while (box.got.size() < 5009) port.turns.wait(-1);
    port.threads.close(box.mailbox);
  });
}

TEST_CASE("plain threads share a queue, and end when it is closed") {
  onBoth([](Port& port) {
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
  });
}

TEST_CASE("a thread with a port of its own waits for messages there") {
  onBoth([](Port& port) {
    Box box(port);
    MailAddress there = MailQueue::make();
    End end;
    Thread* thread = start(
        port, end,
        [there, back = box.queue](Port* own, int) {
          struct Echo final : MailboxSink {
            void onMessage(Message&& message) override {
              over = message.bytes == "end";
              port->threads.post(to, std::move(message));
            }
            Port* port = nullptr;
            MailAddress to;
            bool over = false;
          } echo;
          echo.port = own;
          echo.to = back;
          Mailbox* mailbox = own->threads.openMailbox(there, &echo);
          own->threads.receive(mailbox, true);
          while (!echo.over) own->turns.wait(-1);
          own->threads.close(mailbox);
          return 5;
        },
        true);
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
    port.threads.close(box.mailbox);
  });
}

TEST_CASE("a mailbox's queue can move to another sink, with what waits in it") {
  onBoth([](Port& port) {
    Box first(port);
    port.threads.receive(first.mailbox, false);
    port.threads.post(first.queue, text("early"));
    port.turns.wait(0);
    CHECK(first.got.empty());
    Message taken;
    port.threads.post(first.queue, text("second"));
    CHECK(port.threads.take(first.mailbox, taken));
    CHECK(taken.bytes == "early");
    Box second(port);
    port.threads.close(second.mailbox);
    second.mailbox = port.threads.openMailbox(port.threads.detach(first.mailbox), &second);
    port.threads.receive(second.mailbox, true);
    port.turns.wait(-1);
    CHECK(first.got.empty());
    CHECK(second.got.size() == 1);
    CHECK(second.got[0].bytes == "second");
    port.threads.close(second.mailbox);
  });
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

TEST_CASE("a port that ends closes what is open, and leaves what still runs") {
  static std::atomic<bool> go{false};  // a thread that is left alone may look at it after the test
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
