#include "os/port/send_queue.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <vector>

namespace nodecpp::os {

struct SendQueue::Send {
  std::vector<Buffer> slices;
  std::size_t first = 0;             // The index of the first slice that was not sent completely.
  std::size_t begun = 0;             // How many bytes of that slice were sent.
  std::shared_ptr<Passed> passed{};  // The handle that goes with the first byte; null when it has gone.
  ErrorCode error = 0;
};

struct SendQueue::Sends {
  std::deque<Send> all;
  std::size_t bytes = 0;
};

SendQueue::SendQueue() noexcept = default;
SendQueue::~SendQueue() = default;

std::size_t SendQueue::bytes() const noexcept { return sends_ ? sends_->bytes : 0; }

void SendQueue::clear() noexcept { sends_ = nullptr; }

void SendQueue::add(std::vector<Buffer>&& slices, std::shared_ptr<Passed> passed, ErrorCode error) {
  if (!sends_) sends_ = std::make_unique<Sends>();
  for (const Buffer& slice : slices) sends_->bytes += slice.size();
  sends_->all.push_back({.slices = std::move(slices), .passed = std::move(passed), .error = error});
}

bool SendQueue::firstHasGone() const noexcept {
  const Send& first = sends_->all.front();
  return first.first == first.slices.size();
}

// Removes the oldest send. Its bytes that were not sent are subtracted from the count, since a failed send ends early.
void SendQueue::popFirst() noexcept {
  const Send& first = sends_->all.front();
  for (std::size_t i = first.first; i < first.slices.size(); ++i) sends_->bytes -= first.slices[i].size();
  sends_->bytes += first.begun;
  sends_->all.pop_front();
  if (sends_->all.empty()) clear();
}

ErrorCode SendQueue::offer(SendsOn& connection) {
  Send& send = sends_->all.front();
  if (send.error) return send.error;
  while (send.first < send.slices.size()) {
    // A send of many slices is offered in groups of 64, so that the array has a fixed size on the stack.
    Slice slices[64];
    std::size_t count = 0, asked = 0;
    for (std::size_t i = send.first; i < send.slices.size() && count < std::size(slices); ++i, ++count) {
      std::size_t begin = i == send.first ? send.begun : 0;
      slices[count] = {send.slices[i].bytes() + begin, send.slices[i].size() - begin};
      asked += slices[count].size;
    }
    WriteResult result = connection.take(slices, count, send.passed);
    if (result.sent > 0) send.passed = nullptr;
    sends_->bytes -= result.sent;
    // Releases each slice that has gone completely, and notes how much of the next one has gone.
    for (std::size_t left = result.sent; left > 0;) {
      Buffer& slice = send.slices[send.first];
      std::size_t now = std::min(left, slice.size() - send.begun);
      left -= now;
      send.begun += now;
      if (send.begun < slice.size()) break;
      connection.taken(slice);
      ++send.first;
      send.begun = 0;
    }
    if (result.error || result.sent < asked) return result.error;
  }
  return 0;
}

void SendQueue::go(SendsOn& connection) {
  // Only as many sends are offered as there are now. `sent` may add sends, or close the connection, which clears the
  // queue.
  for (std::size_t left = sends_ ? sends_->all.size() : 0; left > 0 && sends_; --left) {
    ErrorCode error = offer(connection);
    if (!error && !firstHasGone()) return;
    if (error)
      for (Send& behind : sends_->all) behind.error = error;
    popFirst();
    connection.sent(error);
  }
}

void SendQueue::offerLast(SendsOn& connection) {
  while (sends_ && offer(connection) == 0 && firstHasGone()) popFirst();
  clear();
}

}  // namespace nodecpp::os
