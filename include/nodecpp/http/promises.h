// The client's straight form: `auto response = co_await http::promises::get(url)`. Node has callbacks only.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/promise.h>

namespace nodecpp::http::promises {

// The response of a request, and the duty to read it: a handle that cannot be copied. When it goes, and nobody reads the
// body (no listener, no pipe, no resume()), the connection is given back to the agent if all has come, else closed; in
// Node it would stay open for nobody. A function that takes a stream::Readable takes the duty over, and so does
// `http::IncomingMessage response = co_await …`: that is Node's message.
class Response : public IncomingMessage {
 public:
  Response() noexcept = default;
  explicit Response(IncomingMessage message) noexcept : IncomingMessage(std::move(message)) {}
  Response(const Response&) = delete;
  Response(Response&&) noexcept = default;
  Response& operator=(Response&& other) noexcept {
    Response old(std::move(*this));
    IncomingMessage::operator=(std::move(other));
    handedOver_ = other.handedOver_;
    return *this;
  }
  ~Response() {
    if (get() && !handedOver_) letGo();
  }

  operator stream::Readable() noexcept {
    handedOver_ = true;
    return stream::Readable(get());
  }

 private:
  void letGo() noexcept;
  bool handedOver_ = false;
};

// The response of a request that was made by http::request(), whose body is written to it. What would be its `error` is
// thrown; ECONNRESET ("socket hang up") also where an upgrade is answered and nobody listens to that.
//
// Retracted, the request is given up: one that waits at its agent is taken off the queue, one whose response is whole
// gives its connection back, any other closes it. Retraction waits for the request's `close`.
Promise<Response> response(ClientRequest request);

namespace impl {
Promise<Response> requestUrl(StringArg url, RequestOptions options, const stream::ChunkArg& body);
}

// Makes a request, with its whole body unless that is nullptr, and gives its response as above. What http::request()
// throws rejects.
Promise<Response> request(RequestOptions options, const stream::ChunkArg& body = nullptr);
Promise<Response> request(const url::URL& url, RequestOptions options = {}, const stream::ChunkArg& body = nullptr);
template <class Url>
  requires nodecpp::detail::StringLike<const Url&>
Promise<Response> request(const Url& url, RequestOptions options = {}, const stream::ChunkArg& body = nullptr) {
  return impl::requestUrl(url, std::move(options), body);
}
inline Promise<Response> get(RequestOptions options) { return promises::request(std::move(options)); }
template <class Url>
  requires(!std::same_as<Url, RequestOptions>)
Promise<Response> get(const Url& url, RequestOptions options = {}) {
  return promises::request(url, std::move(options));
}

}  // namespace nodecpp::http::promises
