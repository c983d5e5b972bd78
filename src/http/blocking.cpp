// The part of http::blocking that runs in the event loop: it hands complete requests to threads, and sends the
// responses of the threads.
#include "http/blocking_messages.h"

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/process.h>

#include <algorithm>
#include <map>
#include <memory>
#include <vector>

#include "base/assertion.h"
#include "http/blocking_thread.h"
#include "loop/loop.h"

namespace nodecpp::http::detail {

using nodecpp::detail::Loop;

// The threads of one handler, which are started with its first request, and the requests that they have.
class BlockingPool final : public Object, public os::MailboxSink, public os::ThreadSink, nodecpp::detail::LoopEnd {
 public:
  BlockingPool(BlockingHandler handler, const BlockingOptions& options) : handler_(handler), options_(options) {}
  ~BlockingPool() override { shut(); }

  // Called with each new request: waits for its body.
  void arrive(const IncomingMessage& request, const ServerResponse& response);

 private:
  struct Gathering {
    std::vector<Buffer> chunks;
    double size = 0;
    bool over = false;  // the request was handed to a thread, or refused
  };
  // A request that is on a thread or waits for one.
  struct RunningRequest {
    ServerResponse response;
    os::MailAddress credit;  // Receives how many bytes of the response have left the process.
  };

  bool full() const { return running_.size() >= options_.threads + options_.queue; }
  void refuse(const ServerResponse& response);
  void tooLarge(const ServerResponse& response);
  void hand(const IncomingMessage& request, const ServerResponse& response, std::vector<Buffer> chunks);
  void start();
  void shut() noexcept;
  void answer(os::Message&& message);
  void onMessage(os::Message&& message) override {
    Handle<BlockingPool> keep(this);
    Loop::current().makeCallback([&] { answer(std::move(message)); });
  }
  void onThreadEnd(int) override {}
  void onLoopEnd() noexcept override { shut(); }
  os::Port& port() { return Loop::current().port(); }

  BlockingHandler handler_;
  BlockingOptions options_;
  os::MailAddress requests_;
  os::Mailbox* answers_ = nullptr;
  std::vector<os::Thread*> threads_;
  std::map<std::uint64_t, RunningRequest> running_;
  std::uint64_t lastId_ = 0;
  // Keeps the pool alive while a thread has a request.
  Handle<BlockingPool> self_;
};

void BlockingPool::arrive(const IncomingMessage& request, const ServerResponse& response) {
  // The request is refused before its body arrives, since the client need not send a body that is not used.
  if (full()) return refuse(response);
  let<Gathering> gathering;
  Handle<BlockingPool> self(this);
  request->on(event::data, [=](Buffer chunk) {
    Gathering& body = gathering.ref();
    if (body.over) return;
    body.size += double(chunk.size());
    if (body.size > self->options_.maxBody) {
      body.over = true;
      body.chunks.clear();
      return self->tooLarge(response);
    }
    body.chunks.push_back(std::move(chunk));
  });
  // The listener captures a plain pointer to the request. It stays valid, because the listener is freed together with
  // the request.
  request->on(event::end, [=, raw = request.get()] {
    Gathering& body = gathering.ref();
    if (std::exchange(body.over, true)) return;
    if (self->full()) return self->refuse(response);
    self->hand(IncomingMessage(raw), response, std::move(body.chunks));
  });
}

void BlockingPool::refuse(const ServerResponse& response) {
  response->writeHead(503, {{"Retry-After", options_.retryAfter}, {"Content-Type", "text/plain"}});
  response->end("Service Unavailable\n");
  response->req->resume();
}

void BlockingPool::tooLarge(const ServerResponse& response) {
  response->writeHead(413, {{"Connection", "close"}, {"Content-Type", "text/plain"}});
  response->end("Payload Too Large\n");
}

void BlockingPool::start() {
  NODECPP_ASSERT(!answers_ && threads_.empty() && running_.empty(), threads_.size(), running_.size());
  remember();
  requests_ = os::MailQueue::make();
  os::MailAddress answers = os::MailQueue::make();
  answers_ = port().threads.openMailbox(answers, this);
  port().threads.keepAlive(answers_, false);
  port().threads.receive(answers_, true);
  for (std::size_t i = 0; i < std::max<std::size_t>(options_.threads, 1); ++i) {
    os::Thread* thread = nullptr;
    os::ErrorCode error = port().threads.startThread(
        {.name = "blocking",
         .main = std::make_unique<BlockingMain>(handler_, requests_, answers, options_.highWaterMark),
         .loop = true},
        this, &thread);
    if (error && threads_.empty()) {
      shut();
      throw nodecpp::detail::uvException(error, "pthread_create");
    }
    if (error) break;
    NODECPP_ASSERT(thread);
    port().threads.keepAlive(thread, false);
    threads_.push_back(thread);
  }
}

void BlockingPool::shut() noexcept {
  forget();
  if (!requests_) return;
  requests_->close(true);
  requests_ = nullptr;
  auto given = std::exchange(running_, {});
  for (auto& [id, each] : given) each.credit->close();
  port().threads.close(std::exchange(answers_, nullptr));
  // The threads end at once, except for a thread that still runs a handler, for which this waits at most a second.
  for (os::Thread* thread : std::exchange(threads_, {})) port().threads.join(thread, 1000);
  NODECPP_ASSERT(running_.empty() && !answers_, running_.size());
  self_ = nullptr;
}

void BlockingPool::hand(const IncomingMessage& request, const ServerResponse& response, std::vector<Buffer> chunks) {
  if (response->destroyed()) return;
  if (!requests_) start();
  NODECPP_ASSERT(answers_ && !threads_.empty(), threads_.size());
  std::uint64_t id = ++lastId_;
  BlockingWriter writer;
  writer.number(id).text(request->method).text(request->url).text(request->httpVersion);
  net::Socket socket = request->socket;
  writer.text((socket->remoteAddress() || "").toString()).number(std::uint64_t((socket->remotePort() || 0).toNumber()));
  writer.fields(request->headers.entries());
  const Array<String> raw = request->rawHeaders.values();
  writer.number(raw.size());
  for (const String& each : raw) writer.text(each);
  os::Message message;
  message.bytes = std::move(writer.bytes);
  Buffer body = chunks.size() == 1 ? std::move(chunks[0]) : Buffer::concat(nodecpp::detail::arrayOf(chunks));
  chunks.clear();
  if (!body.empty()) message.buffers.push_back(os::alone(std::move(body)));
  NODECPP_ASSERT(!running_.contains(id), id);
  RunningRequest& given = running_[id] = {response, os::MailQueue::make()};
  message.addresses.push_back(given.credit);
  // Closing the queue tells a handler that still writes that the client has closed the connection.
  response->on(event::close, [credit = given.credit] { credit->close(); });
  if (running_.size() == 1) {
    self_ = Handle<BlockingPool>(this);
    port().threads.keepAlive(answers_, true);
  }
  // The pool lives as long as a thread has a request.
  NODECPP_ASSERT(self_.get() == this);
  port().threads.post(requests_, std::move(message));
}

void BlockingPool::answer(os::Message&& message) {
  BlockingReader in(message.bytes);
  std::uint64_t id = in.number();
  std::uint64_t parts = in.number();
  auto found = running_.find(id);
  if (found == running_.end()) return;
  ServerResponse response = found->second.response;
  os::MailAddress credit = found->second.credit;
  NODECPP_ASSERT(id <= lastId_ && self_.get() == this, id, lastId_);
  if (parts & partDone) {
    running_.erase(found);
    if (running_.empty()) {
      port().threads.keepAlive(answers_, false);
      self_ = nullptr;
    }
    if (parts & partExit) process::exit(int(in.number()));
    if (!(parts & partError)) return;
    String name = in.text();
    Error error(in.text());
    nodecpp::detail::setClassName(error, name);
    error->code = in.text();
    error->stack = in.text();
    // The response is destroyed only after the error was read. Destroying it does not report the reason.
    response->destroy();
    throw error;
  }
  if (response->destroyed()) return;
  if (parts & partStatus) {
    response->statusCode = int(in.number());
    response->statusMessage = in.text();
  }
  if (parts & partHeaders)
    for (const auto& [name, value] : in.fields()) response->setHeader(name, value);
  if (parts & partHead) {
    const Headers headers(in.fields());
    if (response->statusMessage == "")
      response->writeHead(response->statusCode, headers);
    else
      response->writeHead(response->statusCode, response->statusMessage, headers);
  }
  if (parts & partFlush) response->flushHeaders();
  Buffer body = message.buffers.empty() ? Buffer() : std::move(message.buffers[0]);
  NODECPP_ASSERT(!(parts & partBody) || message.buffers.size() == 1, message.buffers.size());
  if (parts & partEnd) {
    if (parts & partBody)
      response->end(std::move(body));
    else
      response->end();
  } else if (parts & partBody) {
    std::size_t size = body.size();
    Handle<BlockingPool> self(this);
    response->write(std::move(body), [self, credit, size](Error) {
      os::Message left;
      left.bytes = BlockingWriter().number(size).bytes;
      self->port().threads.post(credit, std::move(left));
    });
  }
}

Handle<Object> makeBlockingPool(BlockingHandler handler, const BlockingOptions& options) {
  if (options.threads < 1 || options.threads > 1024)
    throw nodecpp::detail::outOfRange("options.threads", ">= 1 && <= 1024", str(options.threads));
  return make<Handle<BlockingPool>>(handler, options);
}

void handleBlocking(const Handle<Object>& pool, const IncomingMessage& request, const ServerResponse& response) {
  static_cast<BlockingPool*>(pool.get())->arrive(request, response);
}

}  // namespace nodecpp::http::detail
