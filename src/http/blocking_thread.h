// The part of http::blocking that runs on the threads.
#pragma once

#include "http/blocking_messages.h"
#include "os/port/port.h"

namespace nodecpp::http::detail {

// The main function of each thread: takes requests and calls the handler until the queue is closed.
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

// Handles one request on its thread.
class BlockingThread {
 public:
  BlockingThread(BlockingHandler handler, os::MailQueue& answers, double highWaterMark, os::Message&& message);
  void run();

  // begin() starts a message about this request that contains `parts`; post() sends it and returns false when the event
  // loop has ended.
  BlockingWriter begin(std::uint64_t parts) const;
  bool post(BlockingWriter&& writer, Buffer body = {});
  // Subtract from `underWay` the bytes of the response that have left the process. settle() waits until at most `most`
  // bytes have not left; settleNow() does not wait. Both return false when the client has closed the connection.
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
