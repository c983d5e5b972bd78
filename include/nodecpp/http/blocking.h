// http::blocking(handler, {.threads, .queue}) makes a request listener that runs `handler`, plain blocking code, on a
// thread. Asynchronous handlers can be used beside it in the same server. Node has nothing like it.
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

// The header fields of a BlockingRequest by their names in lower case. Repeated fields are joined as in
// IncomingMessage::headers.
class BlockingHeaders {
 public:
  // Returns undefined when the message has no field of this name.
  Lookup operator[](StringArg name) const;
  bool has(StringArg name) const { return !(*this)[name].isUndefined(); }
  Array<std::pair<String, Lookup>> entries() const { return nodecpp::detail::arrayOf(entries_); }

 private:
  friend class detail::BlockingThread;
  nodecpp::detail::List<std::pair<String, Lookup>> entries_;
};

// A request with its complete body, as an object that belongs to the handler's thread.
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

// The response that a handler sends. Each function returns when its work is done: write() waits while more bytes than
// the high-water mark have not been sent yet. When the handler returns without having called end(), the response is
// ended.
class BlockingResponseObject : public Object {
 public:
  int statusCode = 200;
  String statusMessage;  // empty for the standard reason phrase

  // These functions throw the errors of ServerResponse's functions: ERR_HTTP_HEADERS_SENT, ERR_INVALID_HTTP_TOKEN,
  // ERR_INVALID_CHAR and ERR_HTTP_INVALID_STATUS_CODE. The handle that a function returns refers to this response.
  BlockingResponse setHeader(StringArg name, const HeaderValue& value);
  Lookup getHeader(StringArg name) const;
  bool hasHeader(StringArg name) const { return !getHeader(name).isUndefined(); }
  void removeHeader(StringArg name);
  BlockingResponse writeHead(double statusCode, const HeadersArg& headers = {});
  BlockingResponse writeHead(double statusCode, StringArg statusMessage, const HeadersArg& headers = {});
  template <nodecpp::detail::AnyValue V>
  BlockingResponse writeHead(double statusCode, const V& headers) {
    return writeHead(statusCode, HeadersArg(headers));
  }
  void flushHeaders();

  // Sends a part of the body. Returns false when the client has closed the connection, so that nobody receives the
  // rest. Throws ERR_STREAM_WRITE_AFTER_END.
  bool write(StringArg chunk);
  bool write(const Buffer& chunk);
  void end();
  void end(StringArg chunk);
  void end(const Buffer& chunk);

  bool headersSent() const noexcept { return headSent_; }
  bool writableEnded() const noexcept { return ended_; }
  // Returns whether the client has closed the connection, as far as is known without waiting.
  bool destroyed();

 private:
  friend class detail::BlockingThread;
  void checkHead(const char* action) const;
  bool send(const char* data, std::size_t size, bool last);

  detail::BlockingThread* thread_ = nullptr;  // null when the handler has returned
  nodecpp::detail::List<std::pair<String, Lookup>> headers_;
  // The number of bytes that were written to the response and have not left the process yet.
  std::size_t underWay_ = 0;
  bool headSent_ = false;
  bool ended_ = false;
  bool gone_ = false;
};

struct BlockingOptions {
  // The number of threads, which run this handler only.
  std::size_t threads = 4;
  // The number of requests that may wait for a thread. A further request is answered with status 503.
  std::size_t queue = 64;
  // The value of the Retry-After header of a 503 response, in seconds.
  double retryAfter = 1;
  // The largest request body in bytes. A longer one is answered with status 413.
  double maxBody = 1024 * 1024;
  // The number of response bytes not yet sent above which write() waits.
  double highWaterMark = 65536;
};

namespace detail {
// The program's handler without its type, and a function that calls it.
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

// Returns a request listener that hands each request to a thread, where `handler(request, response)` may block: it may
// wait for a database, compute, or read files with fs's …Sync functions. The handler must be a function or a lambda
// without captures, since captured objects belong to the loop's thread. State that the threads share is the program's
// own responsibility, including its locks.
//
//   http::createServer(http::blocking([](auto request, auto response) {
//     response->writeHead(200, {{"Content-Type", "text/plain"}});
//     response->end(fs::readFileSync("/etc/hostname"));
//   }, {.threads = 8, .queue = 100}))->listen(8000);
//
// The returned listener can also be called from another handler that serves the other routes: `slow(request,
// response)`. A request is handed to a thread when its body is complete. When all `threads` are busy and `queue`
// requests wait, the next one is answered with status 503 and Retry-After. An exception that the handler throws is
// thrown again on the loop as an uncaught exception, which ends the program unless it listens to uncaughtException, and
// the connection is closed.
//
// A recording contains what the threads answered, so a replay does not run the handlers. Throws ERR_OUT_OF_RANGE unless
// `threads` is from 1 to 1024.
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
