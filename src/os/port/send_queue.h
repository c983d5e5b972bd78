// The bytes that a connection was given to send and that the system does not have yet: the part of net_role.h's contract
// about `send` that is the same for every back end. Sends complete in the order in which they were made, each in a
// later turn than that of its call. When a send fails, all later sends fail with its error. A connection that is closed
// offers the system once more what it still holds.
//
// An empty queue has the size of a pointer.
#pragma once

#include <memory>
#include <vector>

#include "os/port/net_role.h"

namespace nodecpp::os {

// A handle that goes with the first byte of a send, in the form of the back end: a file descriptor or a simulated
// socket.
class PassedDescriptor {
 public:
  PassedDescriptor(const PassedDescriptor&) = delete;
  virtual ~PassedDescriptor() = default;

 protected:
  PassedDescriptor() = default;
};

// The operations of a back end's connection that the queue needs.
class SendQueueTarget {
 public:
  // Works as Net::write; `passed`, unless it is null, goes with the first byte.
  virtual WriteResult take(const Slice* slices, std::size_t count, const std::shared_ptr<PassedDescriptor>& passed) = 0;
  // Works as Net::writeFile, for a send that is a part of a file.
  virtual WriteResult takeFile(const FilePart&) { return {0, UV_ENOTSUP}; }
  // Called when the system has all bytes of `slice`, which can be released.
  virtual void taken(Buffer& slice) { slice = Buffer(); }
  // Called when the oldest send is over, as ConnectionSink::onSent. May close the connection, which then clears the
  // queue.
  virtual void sent(ErrorCode error) = 0;

 protected:
  ~SendQueueTarget() = default;
};

class SendQueue {
 public:
  SendQueue() noexcept;
  ~SendQueue();
  SendQueue(const SendQueue&) = delete;

  bool empty() const noexcept { return !sends_; }
  // Returns the number of bytes that the system does not have yet.
  std::size_t bytes() const noexcept;
  // Appends a send: `slices`, none of which is empty, and `passed`, which goes with the first byte. A send with an
  // `error` is never offered to the system; `sent` reports the error when the earlier sends are over.
  void add(std::vector<Buffer>&& slices, std::shared_ptr<PassedDescriptor> passed = nullptr, ErrorCode error = 0);
  // Appends a send of a part of a file, which is not empty.
  void add(const FilePart& part);
  // Offers the system all sends under way, and reports each send that is over. Sends added meanwhile wait for the next
  // call, so that a sink which sends more in each push cannot starve other connections.
  void go(SendQueueTarget& connection);
  // Called when the connection is about to be closed: offers everything to the system once more without reporting
  // anything, then clears the queue.
  void offerLastSend(SendQueueTarget& connection);
  void clear() noexcept;

 private:
  struct Send;
  struct PendingSends;
  // Offers the first send until all of it has gone, the system takes less than it was offered, or an error occurs.
  ErrorCode offer(SendQueueTarget& connection);
  bool isFirstSent() const noexcept;
  void popFirst() noexcept;

  std::unique_ptr<PendingSends> sends_;  // The queued sends; null when no send is under way.
};

}  // namespace nodecpp::os
