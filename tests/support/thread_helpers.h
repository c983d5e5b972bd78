// Helpers of the conformance cases of Threads: receivers, thread bodies, and objects that wait for a thread's end.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "support/tested_ports.h"

struct Box final : MailboxSink {
  explicit Box(Port& p) : port(p), queue(MailQueue::make()), mailbox(port.threads.openMailbox(queue, this)) {
    port.threads.receive(mailbox, true);
  }
  bool wants(const Message& message) override { return !choose || choose(message); }
  void onMessage(Message&& message) override {
    got.push_back(std::move(message));
    if (then) then(got.back());
  }
  // Returns the bytes of all messages that have come, separated by spaces.
  std::string all() const {
    std::string text;
    for (const Message& message : got) text += (text.empty() ? "" : " ") + message.bytes;
    return text;
  }
  Port& port;
  MailAddress queue;
  Mailbox* mailbox;
  std::vector<Message> got;
  std::function<void(Message&)> then;
  std::function<bool(const Message&)> choose;
};

struct End final : ThreadSink {
  void onThreadEnd(int result) override {
    code = result;
    over = true;
    ++times;
  }
  int code = 0, times = 0;
  bool over = false;
};

using Body = std::function<int(Port*, int)>;

struct Main final : ThreadMain {
  explicit Main(Body f) : body(std::move(f)) {}
  int run(Port* port, int number) override { return body(port, number); }
  Body body;
};

inline Thread* start(Port& port, End& end, Body body, bool loop = false) {
  Thread* thread = nullptr;
  ThreadSpec spec{.name = "test", .main = std::make_unique<Main>(std::move(body)), .loop = loop};
  CHECK(port.threads.startThread(std::move(spec), &end, &thread) == 0);
  return thread;
}

inline Message text(std::string bytes) {
  Message message;
  message.bytes = std::move(bytes);
  return message;
}

// Runs a loop that posts each message back, until the message is "end".
inline Body echo(MailAddress there, MailAddress back) {
  return [there = std::move(there), back = std::move(back)](Port* own, int) {
    struct Echo final : MailboxSink {
      void onMessage(Message&& message) override {
        over = message.bytes == "end";
        port->threads.post(to, std::move(message));
      }
      Port* port = nullptr;
      MailAddress to;
      bool over = false;
    } sink;
    sink.port = own;
    sink.to = back;
    Mailbox* mailbox = own->threads.openMailbox(there, &sink);
    own->threads.receive(mailbox, true);
    while (!sink.over) own->turns.wait(-1);
    own->threads.close(mailbox);
    return 5;
  };
}
