// http::retractable(handler): a handler that is a coroutine, and is retracted when its client goes away.
#pragma once

#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/http.h>

namespace nodecpp::http {

// As `handler`, which returns a Promise<>. When the connection is closed before the response is sent, what the handler
// waits for is cancelled, and its frames end. Retracting the promise yourself works as well.
//
//   http::createServer(http::retractable([](auto request, auto response) -> Promise<> {
//     response->end(co_await slowAnswer(request->url));
//   }))->listen(2000);
template <class F>
auto retractable(F handler) {
  return [handler = std::move(handler)](IncomingMessage request, ServerResponse response) {
    Promise<> running = handler(request, response);
    response->once(event::close, [running, raw = response.get()] {
      if (!raw->writableFinished()) nodecpp::retract(running);
    });
    return running;
  };
}

}  // namespace nodecpp::http
