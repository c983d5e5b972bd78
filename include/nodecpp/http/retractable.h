// http::retractable(handler): a request handler that is a coroutine and is retracted when its client closes the
// connection.
#pragma once

#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/http.h>

namespace nodecpp::http {

// Returns a request listener that calls `handler`, which returns a Promise<>. When the connection is closed before the
// response has been sent, the operation that the handler awaits is cancelled, and the handler's frames end. A program
// may also retract the returned promise itself.
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
