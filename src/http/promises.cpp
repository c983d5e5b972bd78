// Requests of a client as promises. Retracting such a promise gives up the request.
#include <nodecpp/http/promises.h>

#include <nodecpp/concurrency/guarded.h>
#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/events/once.h>
#include <nodecpp/let.h>
#include <nodecpp/url.h>

#include "http/message.h"
#include "promise/rejections.h"

namespace nodecpp::http::promises {

namespace {

// The identities of the listeners that settle the promise. None of these listeners holds the request.
struct Waiting {
  const void* onResponse = nullptr;
  const void* onError = nullptr;
  const void* onClose = nullptr;
  void leave(ClientRequestObject& request) const {
    request.off(event::response, nodecpp::detail::ListenerIdentity{onResponse});
    request.off(event::error, nodecpp::detail::ListenerIdentity{onError});
    request.off(event::close, nodecpp::detail::ListenerIdentity{onClose});
  }
};

Promise<Response> awaited(const ClientRequest& request) {
  return operation<Response>([&](Resolver<Response> resolve, Rejector reject) {
    let<Waiting> waiting;
    ClientRequestObject* raw = request.get();
    // When the response has come, the promise is settled. A later failure of the request also destroys the response,
    // which reports it, so further errors of the request are ignored.
    auto leave = [waiting, raw] {
      waiting->leave(*raw);
      raw->on(event::error, [] {});
    };
    auto onResponse = listener([=](IncomingMessage message) {
      auto keep = resolve;
      leave();
      keep(Response(std::move(message)));
    });
    auto onError = listener([=](Error error) {
      auto keep = reject;
      leave();
      keep(error);
    });
    auto onClose = listener([=] {
      auto keep = reject;
      leave();
      keep(http::detail::resetError("socket hang up"));
    });
    waiting = Waiting{onResponse.identity(), onError.identity(), onClose.identity()};
    request->on(event::response, onResponse);
    request->on(event::error, onError);
    request->on(event::close, onClose);
    return leave;
  });
}

// When the program ends, no `close` will be emitted, so there is nothing to wait for.
Promise<> abandonAndAwaitClose(const ClientRequest& request) {
  if (nodecpp::detail::floorOf(nodecpp::detail::Loop::current()).ended) return Promise<>::resolve();
  return Promise<>([&](Resolver<void> resolve) { request->giveUp([resolve] { resolve(); }); });
}

template <class... From>
Promise<Response> send(const stream::ChunkArg& body, From&&... from) {
  try {
    ClientRequest made = http::request(std::forward<From>(from)...);
    if (!body.isNull())
      made->end(body);
    else
      made->end();
    return response(made);
  } catch (...) {
    return Promise<>::reject<Response>(nodecpp::detail::caught());
  }
}

}  // namespace

void Response::letGo() noexcept {
  IncomingMessageObject& message = **this;
  if (message.readableFlowing() || message.listenerCount(event::data) || message.listenerCount(event::readable)) return;
  message.giveUp({});
}

Promise<Response> response(ClientRequest request) {
  return guarded([request]() mutable { return awaited(std::exchange(request, nullptr)); })
      .onRetract([request]() mutable { return abandonAndAwaitClose(std::exchange(request, nullptr)); })
      .promise();
}

Promise<Response> request(RequestOptions options, const stream::ChunkArg& body) {
  return send(body, std::move(options));
}
Promise<Response> request(const url::URL& url, RequestOptions options, const stream::ChunkArg& body) {
  return send(body, url, std::move(options));
}
Promise<Response> detail::requestUrl(StringArg url, RequestOptions options, const stream::ChunkArg& body) {
  return send(body, url.toString(), std::move(options));
}

}  // namespace nodecpp::http::promises
