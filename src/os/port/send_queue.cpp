#include "os/port/send_queue.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <vector>

#include "base/assertion.h"

namespace nodecpp::os {

struct SendQueue::Send {
  std::vector<Buffer> slices;
  std::size_t first = 0;             // The index of the first slice that was not sent completely.
  std::size_t begun = 0;             // How many bytes of that slice were sent.
  std::shared_ptr<PassedDescriptor> passed{};  // The handle that goes with the first byte; null when it was sent.
  ErrorCode error = 0;
  FilePart file{};  // What was not sent yet of a send that is a part of a file, and then has no slices.
};

struct SendQueue::PendingSends {
  std::deque<Send> all;
  std::size_t bytes = 0;
};

SendQueue::SendQueue() noexcept = default;
SendQueue::~SendQueue() = default;

std::size_t SendQueue::bytes() const noexcept { return sends_ ? sends_->bytes : 0; }

void SendQueue::clear() noexcept { sends_ = nullptr; }

void SendQueue::add(std::vector<Buffer>&& slices, std::shared_ptr<PassedDescriptor> passed, ErrorCode error) {
  NODECPP_DEBUG_ASSERT(!sends_ || !sends_->all.empty());
  if (!sends_) sends_ = std::make_unique<PendingSends>();
  for (const Buffer& slice : slices) sends_->bytes += slice.size();
  // The system takes 0 bytes of an empty slice, which would look like a connection that has no room.
  NODECPP_DEBUG_ASSERT(std::ranges::none_of(slices, [](const Buffer& slice) { return slice.size() == 0; }));
  sends_->all.push_back({.slices = std::move(slices), .passed = std::move(passed), .error = error});
}

void SendQueue::add(const FilePart& part) {
  NODECPP_ASSERT(part.fd >= 0 && part.size > 0, part.fd);
  if (!sends_) sends_ = std::make_unique<PendingSends>();
  sends_->bytes += part.size;
  sends_->all.push_back({.slices = {}, .file = part});
}

bool SendQueue::isFirstSent() const noexcept {
  NODECPP_DEBUG_ASSERT(sends_ && !sends_->all.empty());
  const Send& first = sends_->all.front();
  NODECPP_DEBUG_ASSERT(first.first <= first.slices.size(), first.first, first.slices.size());
  return first.first == first.slices.size() && first.file.size == 0;
}

// Removes the oldest send. A failed send ends before the system has all of its bytes, so the bytes that were not sent
// are subtracted from the queue's number of bytes.
void SendQueue::popFirst() noexcept {
  NODECPP_DEBUG_ASSERT(sends_ && !sends_->all.empty());
  const Send& first = sends_->all.front();
  for (std::size_t i = first.first; i < first.slices.size(); ++i) sends_->bytes -= first.slices[i].size();
  sends_->bytes += first.begun;
  sends_->bytes -= first.file.size;
  NODECPP_DEBUG_ASSERT(first.first < first.slices.size() || first.begun == 0, first.begun);
  NODECPP_DEBUG_ASSERT(sends_->all.size() > 1 || sends_->bytes == 0, sends_->bytes);
  sends_->all.pop_front();
  if (sends_->all.empty()) clear();
}

ErrorCode SendQueue::offer(SendQueueTarget& connection) {
  NODECPP_DEBUG_ASSERT(sends_ && !sends_->all.empty());
  Send& send = sends_->all.front();
  if (send.error) return send.error;
  NODECPP_DEBUG_ASSERT(send.first <= send.slices.size(), send.first, send.slices.size());
  while (send.first < send.slices.size()) {
    // A send of many slices is offered in groups of 64, so that the array has a fixed size on the stack.
    Slice slices[64];
    std::size_t count = 0, asked = 0;
    NODECPP_DEBUG_ASSERT(send.begun < send.slices[send.first].size(), send.begun, send.slices[send.first].size());
    for (std::size_t i = send.first; i < send.slices.size() && count < std::size(slices); ++i, ++count) {
      std::size_t begin = i == send.first ? send.begun : 0;
      slices[count] = {send.slices[i].bytes() + begin, send.slices[i].size() - begin};
      asked += slices[count].size;
    }
    NODECPP_DEBUG_ASSERT(count > 0 && asked <= sends_->bytes, count, asked, sends_->bytes);
    WriteResult result = connection.take(slices, count, send.passed);
    // The subtraction below relies on the back end: it takes at most what it was offered.
    NODECPP_ASSERT(result.sent <= asked, result.sent, asked);
    NODECPP_ASSERT(result.error <= 0, result.error);
    NODECPP_DEBUG_ASSERT(result.sent <= sends_->bytes, result.sent, sends_->bytes);
    if (result.sent > 0) send.passed = nullptr;
    sends_->bytes -= result.sent;
    // Releases each slice that the system has taken completely, and records how many bytes of the next slice it has
    // taken.
    for (std::size_t left = result.sent; left > 0;) {
      NODECPP_DEBUG_ASSERT(send.first < send.slices.size(), left, send.first);
      Buffer& slice = send.slices[send.first];
      std::size_t now = std::min(left, slice.size() - send.begun);
      NODECPP_DEBUG_ASSERT(now > 0, left);
      left -= now;
      send.begun += now;
      if (send.begun < slice.size()) break;
      connection.taken(slice);
      ++send.first;
      send.begun = 0;
    }
    if (result.error || result.sent < asked) return result.error;
  }
  // A part of a file is offered once, since the back end decides how much of it one turn sends.
  if (send.file.size > 0) {
    const auto [sent, error] = connection.takeFile(send.file);
    NODECPP_ASSERT(sent <= send.file.size && error <= 0, sent, send.file.size, error);
    send.file.offset += sent;
    send.file.size -= sent;
    sends_->bytes -= sent;
    return error;
  }
  // The system has taken every slice completely, so no slice is partly sent.
  NODECPP_DEBUG_ASSERT(send.begun == 0, send.begun);
  return 0;
}

void SendQueue::go(SendQueueTarget& connection) {
  // Only as many sends are offered as there are now. `sent` may add sends, or close the connection, which clears the
  // queue.
  for (std::size_t left = sends_ ? sends_->all.size() : 0; left > 0 && sends_; --left) {
    ErrorCode error = offer(connection);
    if (!error && !isFirstSent()) return;
    if (error)
      for (Send& behind : sends_->all) behind.error = error;
    popFirst();
    connection.sent(error);
  }
}

void SendQueue::offerLastSend(SendQueueTarget& connection) {
  NODECPP_DEBUG_ASSERT(!sends_ || !sends_->all.empty());
  while (sends_ && offer(connection) == 0 && isFirstSent()) popFirst();
  clear();
  NODECPP_ASSERT(!sends_);
}

}  // namespace nodecpp::os
