// Tests of Threads' contract: the mailboxes of a loop, without a second thread.
#include <memory>

#include "os/port/threads_role.h"
#include "support/tested_ports.h"
#include "support/thread_helpers.h"

TEST_CASE_TEMPLATE("messages are pushed in turns, in their order, with what they carry", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  Message message = text("first");
  message.buffers.push_back(Buffer::alloc(10'000, 'x'));
  message.addresses.push_back(MailQueue::make());
  MailAddress carried = message.addresses[0];
  CHECK(port.threads.post(box.queue, std::move(message)));
  CHECK(port.threads.post(box.queue, text("second")));
  CHECK(box.got.empty());
  REQUIRE(turnUntil(port, [&] { return box.got.size() == 2; }));
  CHECK(box.all() == "first second");
  REQUIRE(box.got[0].buffers.size() == 1);
  CHECK(box.got[0].buffers[0].size() == 10'000);
  REQUIRE(box.got[0].addresses.size() == 1);
  CHECK(box.got[0].addresses[0] == carried);
  port.threads.close(box.mailbox);
}

TEST_CASE_TEMPLATE("a turn takes a bounded number of messages, and the rest wakes the next", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  box.then = [&](Message&) {
    if (box.got.size() < 5000) port.threads.post(box.queue, text("more"));
  };
  for (int i = 0; i < 10; ++i) port.threads.post(box.queue, text("x"));
  port.turns.wait(-1);
  CHECK(box.got.size() == 1000);
  while (box.got.size() < 5009) port.turns.wait(-1);
  // A turn pushes all messages that waited at its beginning, and none that are posted meanwhile.
  box.got.clear();
  for (int i = 0; i < 3000; ++i) port.threads.post(box.queue, text("x"));
  port.turns.wait(-1);
  CHECK(box.got.size() == 3000);
  while (box.got.size() < 6000) port.turns.wait(-1);
  port.threads.close(box.mailbox);
}

TEST_CASE_TEMPLATE("a mailbox's queue can move to another sink, with what waits in it", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
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
  CHECK_FALSE(port.threads.take(second.mailbox, taken));
  port.threads.close(second.mailbox);
}

TEST_CASE_TEMPLATE("a mailbox keeps the loop alive while it receives, unless told otherwise", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  struct Nobody final : MailboxSink {
    void onMessage(Message&&) override {}
  } nobody;
  Mailbox* mailbox = port.threads.openMailbox(MailQueue::make(), &nobody);
  CHECK_FALSE(port.turns.busy());
  port.threads.receive(mailbox, true);
  CHECK(port.turns.busy());
  port.threads.keepAlive(mailbox, false);
  CHECK_FALSE(port.turns.busy());
  port.threads.keepAlive(mailbox, true);
  CHECK(port.turns.busy());
  port.threads.receive(mailbox, false);
  CHECK_FALSE(port.turns.busy());
  port.threads.receive(mailbox, true);
  port.threads.close(mailbox);
  CHECK_FALSE(port.turns.busy());
}

TEST_CASE_TEMPLATE("what a sink does not want waits in the queue until it is asked again", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port);
  box.choose = [](const Message& message) { return message.bytes != "not yet"; };
  for (const char* bytes : {"one", "not yet", "two"}) port.threads.post(box.queue, text(bytes));
  REQUIRE(turnUntil(port, [&] { return box.got.size() == 1; }));
  runManyTurns(port);
  CHECK(box.all() == "one");
  CHECK(box.queue->size() == 2);
  box.choose = nullptr;
  port.threads.receive(box.mailbox, false);
  port.threads.receive(box.mailbox, true);
  REQUIRE(turnUntil(port, [&] { return box.got.size() == 3; }));
  CHECK(box.all() == "one not yet two");
  // The sink has refused a message. A further message makes the port ask the sink again.
  bool now = false;
  box.choose = [&](const Message&) { return now; };
  port.threads.post(box.queue, text("three"));
  runManyTurns(port);
  now = true;
  runManyTurns(port);
  CHECK(box.got.size() == 3);
  port.threads.post(box.queue, text("four"));
  REQUIRE(turnUntil(port, [&] { return box.got.size() == 5; }));
  CHECK(box.all() == "one not yet two three four");
  port.threads.close(box.mailbox);
}

TEST_CASE_TEMPLATE("closed: nothing more is pushed, and nothing can be posted", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box box(port), other(port);
  box.then = [&](Message&) { port.threads.close(box.mailbox); };
  for (int i = 0; i < 3; ++i) CHECK(port.threads.post(box.queue, text("x")));
  CHECK(port.threads.post(other.queue, text("behind")));
  REQUIRE(turnUntil(port, [&] { return other.got.size() == 1; }));
  runManyTurns(port);
  CHECK(box.got.size() == 1);
  CHECK_FALSE(port.threads.post(box.queue, text("late")));
  CHECK(box.queue->closed());
  port.threads.close(other.mailbox);
}

TEST_CASE_TEMPLATE("a hub's message goes to all of its queues but one, a copy to each", Under, BACK_ENDS) {
  Under under;
  Port& port = under.port;
  Box one(port), two(port), three(port);
  std::shared_ptr<MailHub> hub = MailHub::named("conformance");
  CHECK(MailHub::named("conformance") == hub);
  CHECK(MailHub::named("another") != hub);
  for (Box* box : {&one, &two, &three}) hub->join(box->queue);
  Message message = text("news");
  message.buffers.push_back(Buffer::alloc(10, 'x'));
  port.threads.post(*hub, message, two.queue.get());
  REQUIRE(turnUntil(port, [&] { return one.got.size() == 1 && three.got.size() == 1; }));
  hub->leave(three.queue);
  port.threads.post(*hub, text("more"), nullptr);
  REQUIRE(turnUntil(port, [&] { return one.got.size() == 2 && two.got.size() == 1; }));
  runManyTurns(port);
  CHECK(one.all() == "news more");
  CHECK(two.all() == "more");
  CHECK(three.all() == "news");
  one.got[0].buffers[0][0] = 'y';
  CHECK(three.got[0].buffers[0].toString() == "xxxxxxxxxx");
  CHECK(message.buffers[0].toString() == "xxxxxxxxxx");
  for (Box* box : {&one, &two, &three}) port.threads.close(box->mailbox);
}
