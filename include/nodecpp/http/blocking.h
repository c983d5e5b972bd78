// http::blocking(handler, {.threads, .queue}): a request handler that is plain code on a thread, beside asynchronous
// ones in the same server.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/list.h>

namespace nodecpp::http {

class BlockingRequestObject;
class BlockingResponseObject;
using BlockingRequest = Handle<BlockingRequestObject>;
using BlockingResponse = Handle<BlockingResponseObject>;

namespace detail {

class BlockingThread;
}  // namespace detail

// The header fields of a BlockingRequest, by their names in lower case; joined as in IncomingMessage's `headers`.
class BlockingHeaders {
 public:
  // Undefined when the message has no such field.
  Lookup operator[](StringArg name) const;
  bool has(StringArg name) const { return !(*this)[name].isUndefined(); }
  Array<std::pair<String, Lookup>> entries() const { return nodecpp::detail::arrayOf(entries_); }

 private:
  friend class detail::BlockingThread;
  nodecpp::detail::List<std::pair<String, Lookup>> entries_;
};

// A request with its whole body, as a value of the handler's thread.
class BlockingRequestObject : public Object {
 public:
  String method;
  String url;
  String httpVersion;
  BlockingHeaders headers;
  Array<String> rawHeaders;  // name, value, name, value, …
  Buffer body;
  String remoteAddress;
  int remotePort = 0;
};

// The way back to the client. Its calls return when they are done: `write` waits while more than a high-water mark is
// on its way. When the handler returns and has not called end(), the response ends.
class BlockingResponseObject : public Object {
 public:
  int statusCode = 200;
  String statusMessage;  // "": the usual one of the code

  // Throw what ServerResponse's throw: ERR_HTTP_HEADERS_SENT, ERR_INVALID_HTTP_TOKEN, ERR_INVALID_CHAR,
  // ERR_HTTP_INVALID_STATUS_CODE.
  BlockingResponse setHeader(StringArg name, const HeaderValue& value);
  Lookup getHeader(StringArg name) const;
  bool hasHeader(StringArg name) const { return !getHeader(name).isUndefined(); }
  void removeHeader(StringArg name);
  BlockingResponse writeHead(double statusCode, const HeadersArg& headers = {});
  BlockingResponse writeHead(double statusCode, StringArg statusMessage, const HeadersArg& headers = {});
  void flushHeaders();

  // Sends a part of the body. False when nobody receives it any more: the client has gone. Throws
  // ERR_STREAM_WRITE_AFTER_END.
  bool write(StringArg chunk);
  bool write(const Buffer& chunk);
  void end();
  void end(StringArg chunk);
  void end(const Buffer& chunk);

  bool headersSent() const noexcept { return headSent_; }
  bool writableEnded() const noexcept { return ended_; }
  // The client has gone, as far as is known without waiting.
  bool destroyed();

 private:
  friend class detail::BlockingThread;
  void checkHead(const char* action) const;
  void sendHead();
  bool send(const char* data, std::size_t size, bool last);
  bool settleCredit(bool wait);

  detail::BlockingThread* thread_ = nullptr;  // null when the handler has returned
  nodecpp::detail::List<std::pair<String, Lookup>> headers_;
  std::size_t underWay_ = 0;  // bytes that were written and have not left yet
  bool headSent_ = false;
  bool ended_ = false;
  bool gone_ = false;
};

struct BlockingOptions {
  std::size_t threads = 4;       // of this handler's own
  std::size_t queue = 64;        // requests that may wait for one; one more is answered 503
  double retryAfter = 1;         // seconds, of its Retry-After
  double maxBody = 1024 * 1024;  // bytes of a request's body; a longer one is answered 413
  double highWaterMark = 65536;  // bytes of an answer under way before `write` waits
};

namespace detail {
// A function of the program's, and how it is called.
struct BlockingHandler {
  void (*call)(void (*function)(), const BlockingRequest& request, const BlockingResponse& response);
  void (*function)();
};
template <class F>
concept CapturesNothing = std::is_empty_v<F> || (std::is_pointer_v<F> && std::is_function_v<std::remove_pointer_t<F>>);
template <class F>
void callBlocking(F&& f, const BlockingRequest& request, const BlockingResponse& response) {
  if constexpr (std::is_invocable_v<F, const BlockingRequest&, const BlockingResponse&>)
    f(request, response);
  else
    f(request);
}
template <CapturesNothing F>
BlockingHandler plainHandler(F handler) {
  if constexpr (std::is_pointer_v<F>)
    return {[](void (*function)(), const BlockingRequest& request, const BlockingResponse& response) {
              callBlocking(reinterpret_cast<F>(function), request, response);
            },
            reinterpret_cast<void (*)()>(handler)};
  else
    return {[](void (*)(), const BlockingRequest& request, const BlockingResponse& response) {
              callBlocking(F{}, request, response);
            },
            nullptr};
}
Handle<Object> makeBlockingPool(BlockingHandler handler, const BlockingOptions& options);
void handleBlocking(const Handle<Object>& pool, const IncomingMessage& request, const ServerResponse& response);
}  // namespace detail

// A request listener that hands each request to a thread of its own, where `handler(request, response)` may block: wait
// for a database, compute, read files with fs's …Sync functions. It is a function or a lambda without captures, since
// what it would capture belongs to the loop's thread; state that the threads share is the program's own, with its own
// locks.
//
//   http::createServer(http::blocking([](auto request, auto response) {
//     response->writeHead(200, {{"Content-Type", "text/plain"}});
//     response->end(fs::readFileSync("/etc/hostname"));
//   }, {.threads = 8, .queue = 100}))->listen(8000);
//
// It can be called from another handler, which then serves the other routes: `slow(request, response)`. A request is
// handed over when its body is there. With `threads` of them at work and `queue` waiting, the next is answered 503 with
// Retry-After. What the handler throws is thrown on the loop, as out of any handler: it ends the program, unless
// uncaughtException is listened to, and the connection is closed.
//
// A recording has what the threads answered; a replay does not run them.
template <class F>
auto blocking(F handler, BlockingOptions options = {})
    NODECPP_DIAGNOSE(!detail::CapturesNothing<F>,
                     "http::blocking takes a function or a lambda without captures: they would go to another thread")
    NODECPP_DIAGNOSE((!nodecpp::detail::TakesSomeOf<F, const BlockingRequest&, const BlockingResponse&>),
                     "a blocking handler takes (auto request, auto response), or the request alone") {
  static_assert(NODECPP_DIAGNOSES || detail::CapturesNothing<F>,
                "http::blocking takes a function or a lambda without captures: they would go to another thread");
  if constexpr (detail::CapturesNothing<F>)
    return [pool = detail::makeBlockingPool(detail::plainHandler(handler), options)](const IncomingMessage& request,
                                                                                     const ServerResponse& response) {
      detail::handleBlocking(pool, request, response);
    };
}

}  // namespace nodecpp::http
