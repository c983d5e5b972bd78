// What a connection was given to send and the system does not have yet: the part of the contract in net.h about `send`
// that is the same for every back end. Sends complete in the order in which they were made, each in a later turn than
// that of its call; when one fails, those behind it fail with the same error; a connection that is closed offers once
// more what it still holds.
//
// An empty queue costs a pointer.
#pragma once

#include <memory>
#include <vector>

#include "os/port/net.h"

namespace nodecpp::os {

// What goes along with the first byte of a send, in the form of the back end: a descriptor, a simulated socket.
class Passed {
 public:
  Passed(const Passed&) = delete;
  virtual ~Passed() = default;

 protected:
  Passed() = default;
};

// The connection of a back end, as the queue needs it.
class SendsOn {
 public:
  // As Net::write, with `passed` along with the first byte where it is not null.
  virtual WriteResult take(const Slice* slices, std::size_t count, const std::shared_ptr<Passed>& passed) = 0;
  // The system has all bytes of this slice.
  virtual void taken(Buffer& slice) { slice = Buffer(); }
  // The first send is over, as ConnectionSink::onSent. May close the connection, which then clears the queue.
  virtual void sent(ErrorCode error) = 0;

 protected:
  ~SendsOn() = default;
};

class SendQueue {
 public:
  SendQueue() noexcept;
  ~SendQueue();
  SendQueue(const SendQueue&) = delete;

  bool empty() const noexcept { return !sends_; }
  // Bytes that the system does not have.
  std::size_t bytes() const noexcept;
  // Takes `slices` on, none of which is empty, and what goes with them. With an `error` they cannot be sent at all, which
  // is told in their turn.
  void add(std::vector<Buffer>&& slices, std::shared_ptr<Passed> passed = nullptr, ErrorCode error = 0);
  // Offers the system what is under way, and tells of each send that is over. Those that are made meanwhile wait for the
  // next call, so that a sink which sends more for each push cannot starve the others.
  void go(SendsOn& connection);
  // The connection is about to be closed: the system is offered everything once more, and nothing is told. Then clears.
  void offerLast(SendsOn& connection);
  void clear() noexcept;

 private:
  struct Send;
  struct Sends;
  // Offers the first until all of it has gone, or less is taken than was asked, or an error.
  ErrorCode offer(SendsOn& connection);
  bool firstHasGone() const noexcept;
  void popFirst() noexcept;

  std::unique_ptr<Sends> sends_;  // while there are any
};

}  // namespace nodecpp::os
