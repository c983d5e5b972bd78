// Promises for the client's requests: `auto response = co_await http::promises::get(url)`. In Node there are only
// callbacks.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/promise.h>

namespace nodecpp::http::promises {

// The response of a request, as a handle that cannot be copied because its holder must see that the body is read. When
// the handle is destroyed and nobody reads the body (there is no listener, no pipe, no resume()), the connection
// returns to the agent if the whole response has been received, and is closed otherwise. In Node it would stay open. A
// function that takes a stream::Readable takes over the reading, and so does a variable of Node's type,
// `http::IncomingMessage response = co_await …`.
class Response : public IncomingMessage {
 public:
  Response() noexcept = default;
  explicit Response(IncomingMessage message) noexcept : IncomingMessage(std::move(message)) {}
  Response(const Response&) = delete;
  Response(Response&&) noexcept = default;
  Response& operator=(Response&& other) noexcept {
    Response old(std::move(*this));
    IncomingMessage::operator=(std::move(other));
    settled_ = other.settled_;
    return *this;
  }
  ~Response() {
    if (get() && !settled_) letGo();
  }

  operator stream::Readable() noexcept {
    settled_ = true;
    return stream::Readable(get());
  }

 private:
  void letGo() noexcept;
  bool settled_ = false;
};

// Returns the response of a request that http::request() made and to which the program writes the body. The promise is
// rejected with the error that the request would emit, or with ECONNRESET ("socket hang up") when the server accepts an
// upgrade to which the program does not listen.
//
// When the promise is retracted, the request is given up: a request that waits for a socket leaves its agent's queue, a
// request with a complete response returns its connection to the agent, and any other request closes its connection.
// The retraction waits for the request's `close`.
Promise<Response> response(ClientRequest request);

namespace detail {
Promise<Response> requestUrl(StringArg url, RequestOptions options, const stream::ChunkArg& body);
}

// Makes a request, ends it with `body` as its whole body (without a body when that is nullptr), and returns what
// response() returns. An exception of http::request() rejects the promise. get() makes a request without a body.
Promise<Response> request(RequestOptions options, const stream::ChunkArg& body = nullptr);
Promise<Response> request(const url::URL& url, RequestOptions options = {}, const stream::ChunkArg& body = nullptr);
template <class Url>
  requires nodecpp::detail::StringLike<const Url&>
Promise<Response> request(const Url& url, RequestOptions options = {}, const stream::ChunkArg& body = nullptr) {
  return detail::requestUrl(url, std::move(options), body);
}
inline Promise<Response> get(RequestOptions options) { return promises::request(std::move(options)); }
template <class Url>
  requires(!std::same_as<Url, RequestOptions>)
Promise<Response> get(const Url& url, RequestOptions options = {}) {
  return promises::request(url, std::move(options));
}

}  // namespace nodecpp::http::promises
