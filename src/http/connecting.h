// A request whose connection is being made by a function that may take its time, as while a proxy is asked for a tunnel.
#pragma once

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/http/client.h>

#include <utility>

namespace nodecpp::http::detail {

// The callback that takes the connection holds this object. When the loop ends before the callback is called, nothing
// else tells the request, for which a coroutine may wait.
class Connecting final : public Object, nodecpp::detail::LoopEnd {
 public:
  explicit Connecting(ClientRequest request) : request_(std::move(request)) { remember(); }
  // Returns whether this is the first call.
  bool end() {
    forget();
    return bool(std::exchange(request_, nullptr));
  }
  void onLoopEnd() noexcept override {
    const Handle<Connecting> alive(this);
    if (const ClientRequest request = std::exchange(request_, nullptr)) tell(*request);
  }

 private:
  static void tell(net::detail::SocketUser& request) { request.onProgramEnd(); }

  ClientRequest request_;
  NODECPP_TRACE(request_)
};

}  // namespace nodecpp::http::detail
