// The threads' side of http::blocking.
#pragma once

#include "http/blocking.h"
#include "os/port/port.h"

namespace nodecpp::http::detail {

// What runs on each thread: takes requests and calls the handler, until the queue is closed.
class BlockingMain final : public os::ThreadMain {
 public:
  BlockingMain(BlockingHandler handler, os::MailAddress requests, os::MailAddress answers, double highWaterMark)
      : handler_(handler),
        requests_(std::move(requests)),
        answers_(std::move(answers)),
        highWaterMark_(highWaterMark) {}
  int run(os::Port* port, int number) override;

 private:
  BlockingHandler handler_;
  os::MailAddress requests_, answers_;
  double highWaterMark_;
};

// One request on its thread.
class BlockingThread {
 public:
  BlockingThread(BlockingHandler handler, os::MailQueue& answers, double highWaterMark, os::Message&& message);
  void run();

  // A message with `parts` of this request, and posts it; false when the loop has gone.
  BlockingWriter begin(std::uint64_t parts) const;
  bool post(BlockingWriter&& writer, Buffer body = {});
  // Bytes that have left, or that the client has gone with. Waits until there are no more than `most` on their way.
  bool settle(std::size_t& underWay, std::size_t most);
  bool settleNow(std::size_t& underWay);
  std::size_t highWaterMark() const { return highWaterMark_; }

 private:
  BlockingHandler handler_;
  os::MailQueue& answers_;
  std::size_t highWaterMark_;
  std::uint64_t id_ = 0;
  os::MailAddress credit_;
  BlockingRequest request_;
};

}  // namespace nodecpp::http::detail
