// Tests of SendQueue, which keeps the bytes that a connection was given to send until the system has taken them.
#include "os/port/send_queue.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

using namespace nodecpp;
using namespace nodecpp::os;

namespace {

struct Ticket final : PassedDescriptor {};

// Stands for a back end's connection: the system takes at most `room` bytes, and each send fails when `error` is set.
struct Fake final : SendQueueTarget {
  WriteResult take(const Slice* slices, std::size_t count, const std::shared_ptr<PassedDescriptor>& passed) override {
    ++takes;
    if (error) return {0, error};
    std::size_t sent = 0;
    for (std::size_t i = 0; i < count && room > 0; ++i) {
      std::size_t now = std::min(room, slices[i].size);
      bytes.append(slices[i].data, now);
      room -= now;
      sent += now;
    }
    if (sent > 0 && passed) bytes += '!';
    return {sent, 0};
  }
  void sent(ErrorCode code) override {
    log += std::to_string(code) + ";";
    if (whenSent) whenSent();
  }
  std::size_t room = SIZE_MAX;
  ErrorCode error = 0;
  int takes = 0;
  std::string bytes, log;
  std::function<void()> whenSent;
};

std::vector<Buffer> slices(std::initializer_list<const char*> texts) {
  std::vector<Buffer> all;
  for (const char* text : texts) all.push_back(Buffer::from(text));
  return all;
}

}  // namespace

TEST_CASE("sends go on where the system stopped, and complete in order") {
  SendQueue queue;
  Fake fake;
  queue.add(slices({"one ", "two "}));
  queue.add(slices({"three"}));
  CHECK(queue.bytes() == 13);
  fake.room = 6;
  queue.go(fake);
  CHECK(fake.bytes == "one tw");
  CHECK(fake.log == "");
  CHECK(queue.bytes() == 7);
  fake.room = 3;
  queue.go(fake);
  CHECK(fake.bytes == "one two t");
  CHECK(fake.log == "0;");
  CHECK(queue.bytes() == 4);
  fake.room = 100;
  queue.go(fake);
  CHECK(fake.bytes == "one two three");
  CHECK(fake.log == "0;0;");
  CHECK(queue.empty());
  CHECK(queue.bytes() == 0);
  int takes = fake.takes;
  queue.go(fake);
  CHECK(fake.takes == takes);
}

TEST_CASE("a send of many slices is offered in parts") {
  SendQueue queue;
  Fake fake;
  std::string expected;
  std::vector<Buffer> many;
  for (int i = 0; i < 200; ++i) {
    many.push_back(Buffer::from(std::to_string(i)));
    expected += std::to_string(i);
  }
  queue.add(std::move(many));
  queue.go(fake);
  CHECK(fake.bytes == expected);
  CHECK(fake.log == "0;");
}

TEST_CASE("what passes along goes with the first bytes, once") {
  SendQueue queue;
  Fake fake;
  auto ticket = std::make_shared<Ticket>();
  std::weak_ptr<Ticket> held = ticket;
  queue.add(slices({"ab"}), std::move(ticket));
  fake.room = 0;
  queue.go(fake);
  CHECK_FALSE(held.expired());
  fake.room = 1;
  queue.go(fake);
  CHECK(fake.bytes == "a!");
  CHECK(held.expired());
  fake.room = 1;
  queue.go(fake);
  CHECK(fake.bytes == "a!b");
}

TEST_CASE("what is behind a send that failed fails with it, and is not offered") {
  SendQueue queue;
  Fake fake;
  queue.add(slices({"one"}));
  queue.add(slices({"two"}), nullptr, UV_EMFILE);
  queue.add(slices({"three"}));
  queue.go(fake);
  CHECK(fake.bytes == "one");
  CHECK(fake.log == "0;-24;-24;");
  CHECK(queue.empty());
  queue.add(slices({"four"}));
  queue.add(slices({"five"}));
  fake.error = UV_ECONNRESET;
  int takes = fake.takes;
  queue.go(fake);
  CHECK(fake.takes == takes + 1);
  CHECK(fake.log == "0;-24;-24;-104;-104;");
}

TEST_CASE("a send that is made in a push waits for the next turn") {
  SendQueue queue;
  Fake fake;
  fake.whenSent = [&] { queue.add(slices({"more"})); };
  queue.add(slices({"one"}));
  queue.add(slices({"two"}));
  queue.go(fake);
  CHECK(fake.bytes == "onetwo");
  CHECK(fake.log == "0;0;");
  CHECK(queue.bytes() == 8);
}

TEST_CASE("closed in a push: nothing more is told") {
  SendQueue queue;
  Fake fake;
  fake.whenSent = [&] { queue.clear(); };
  for (ErrorCode error : {ErrorCode(0), ErrorCode(UV_EPIPE)}) {
    fake.log = "";
    fake.error = error;
    queue.add(slices({"one"}));
    queue.add(slices({"two"}));
    queue.go(fake);
    CHECK(fake.log == std::to_string(error) + ";");
    CHECK(queue.empty());
  }
}

TEST_CASE("the last offer goes as far as the system takes it, and tells nobody") {
  SendQueue queue;
  Fake fake;
  queue.add(slices({"one"}));
  queue.add(slices({"two"}));
  fake.room = 4;
  queue.offerLastSend(fake);
  CHECK(fake.bytes == "onet");
  CHECK(fake.log == "");
  CHECK(queue.empty());
}
