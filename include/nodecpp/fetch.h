// fetch: requests over http and https by the fetch standard, as Node.js has it as a global function.
// https://nodejs.org/docs/latest-v24.x/api/globals.html#fetch
//
//   auto response = co_await fetch("http://127.0.0.1:2000/", {.method = "POST", .body = "text"});
//   console::log(response->status(), co_await response->text());
#pragma once

#include <nodecpp/fetch/headers.h>
#include <nodecpp/fetch/request.h>
#include <nodecpp/fetch/response.h>

namespace nodecpp {

// Sends a request and gives the response as soon as its head has come. Redirects are followed. Rejected with the
// TypeErrors of a Request that is not valid, with the reason of the AbortSignal, and with a TypeError "fetch failed"
// when there is no response; cause[0] of that error has the reason, with Node's code: ECONNREFUSED, ENOTFOUND,
// UND_ERR_SOCKET, UND_ERR_CONNECT_TIMEOUT, UND_ERR_HEADERS_TIMEOUT and so on.
//
// Connections are kept for later requests, for 4 seconds or as the server's Keep-Alive header says. When the promise is
// retracted, the request is given up, and the retraction waits until its connection has been closed.
Promise<Response> fetch(const RequestInfo& input, RequestInit init = {});
// The same with the options of a Request, whose body is sent: `fetch(url, request)`, as a proxy forwards what it was
// asked.
template <class Init>
  requires detail::DerivedFrom<Init, Handle<RequestObject>>
Promise<Response> fetch(const RequestInfo& input, const Init& request) {
  return fetch(input, detail::optionsOf(request));
}

}  // namespace nodecpp
