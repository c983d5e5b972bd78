#include "https/tunnel.h"

#include <nodecpp/concurrency/loop_end.h>
#include <nodecpp/timers.h>

#include <cmath>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "base/upward_calls.h"

namespace nodecpp::https::detail {

namespace {

using Kind = TunnelEnd::Kind;

constexpr std::size_t mostBytes = 16384;  // of the head of an answer, as of any response

// Returns what parseInt makes of the second word of a status line.
double statusIn(std::string_view line) {
  const std::size_t space = line.find(' ');
  if (space == line.npos) return std::nan("");
  double status = 0;
  std::size_t at = space + 1;
  for (; at < line.size() && at < space + 10 && line[at] >= '0' && line[at] <= '9'; ++at)
    status = status * 10 + (line[at] - '0');
  return at == space + 1 ? std::nan("") : status;
}

class Tunnel final : public Object, nodecpp::detail::LoopEnd {
 public:
  Tunnel(net::Socket socket, String question, const TunnelTimes& times, Function<void(TunnelEnd)> ended)
      : socket_(std::move(socket)), question_(std::move(question)), times_(times), ended_(std::move(ended)) {}

  void begin(bool secure) {
    const Handle<Tunnel> self(this);
    data_ = [self](const stream::Chunk& chunk) { self->take(chunk.toBuffer()); };
    end_ = [self] { self->end({.kind = Kind::ended}); };
    error_ = [self](const Error& error) { self->end({.kind = Kind::failed, .error = error}); };
    close_ = [self](bool) { self->end({.kind = Kind::ended}); };
    const auto connected = [self] { self->ask(); };
    if (secure)
      socket_->once("secureConnect", connected);
    else
      socket_->once(event::connect, connected);
    socket_->on(event::end, end_);
    socket_->on(event::error, error_);
    socket_->on(event::close, close_);
    startTimer(times_.connecting);
    remember();
  }

  // A coroutine may wait for the tunnel's end. When the event loop ends before, this lets the coroutine end.
  void onLoopEnd() noexcept override {
    const Handle<Tunnel> alive(this);
    ended_ = nullptr;
    data_ = nullptr;
    end_ = nullptr;
    error_ = nullptr;
    close_ = nullptr;
    socket_ = nullptr;
  }

 private:
  void startTimer(double milliseconds) {
    if (timer_) clearTimeout(std::exchange(timer_, nullptr));
    if (milliseconds > 0 && ended_)
      timer_ = setTimeout([self = Handle<Tunnel>(this)] { self->end({.kind = Kind::expired}); }, milliseconds);
  }

  void ask() {
    if (!ended_) return;
    connected_ = true;
    startTimer(times_.answering);
    socket_->on(event::data, data_);
    socket_->write(question_);
  }

  void take(const Buffer& bytes) {
    if (!ended_) return;
    // Only what may be the end of the head is looked at again.
    const std::size_t from = head_.size() < 3 ? 0 : head_.size() - 3;
    head_.append(bytes.bytes(), bytes.size());
    const std::size_t at = head_.find("\r\n\r\n", from);
    if (at == head_.npos ? head_.size() > mostBytes : at > mostBytes) return end({.kind = Kind::overflow});
    if (at == head_.npos) return;
    const std::string_view line = std::string_view(head_).substr(0, head_.find("\r\n"));
    const double status = statusIn(line);
    end({.kind = status == 200 ? Kind::opened : Kind::refused,
         .statusLine = Buffer::from(String(line)).toString(),
         .status = status,
         .rest = Buffer::from(std::string_view(head_).substr(at + 4))});
  }

  void end(TunnelEnd how) {
    const Function<void(TunnelEnd)> ended = std::exchange(ended_, nullptr);
    if (!ended) return;
    forget();
    startTimer(0);
    const net::Socket socket = std::exchange(socket_, nullptr);
    socket->off(event::data, data_);
    socket->off(event::end, end_);
    socket->off(event::close, close_);
    how.connected = connected_;
    if (how.kind == Kind::opened) {
      socket->off(event::error, error_);
      how.socket = socket;
    } else {
      // A late error of the socket concerns nobody: its listener stays.
      socket->destroy();
    }
    data_ = nullptr;
    end_ = nullptr;
    error_ = nullptr;
    close_ = nullptr;
    ended(std::move(how));
  }

  net::Socket socket_;
  String question_;
  TunnelTimes times_;
  Function<void(TunnelEnd)> ended_;
  Function<void(stream::Chunk)> data_;
  Function<void()> end_;
  Function<void(Error)> error_;
  Function<void(bool)> close_;
  Timeout timer_;
  std::string head_;
  bool connected_ = false;

  NODECPP_TRACE(socket_, ended_, data_, end_, error_, close_, timer_)
};

Error tunnelError(StringArg message) { return nodecpp::detail::codedError<Error>("ERR_PROXY_TUNNEL", message); }

// Returns Node's error for a tunnel that is not open.
Error errorOf(const TunnelEnd& end, const String& target, const String& proxy, double timeout) {
  switch (end.kind) {
    case Kind::refused: {
      Error error = tunnelError("Failed to establish tunnel to " + target + " via " + proxy + ": " + end.statusLine);
      error->set("statusCode", end.status);
      return error;
    }
    case Kind::expired: {
      Error error = tunnelError("Connection to establish proxy tunnel timed out after " + str(timeout) + "ms");
      error->set("proxyTunnelTimeout", timeout);
      return error;
    }
    case Kind::overflow: return tunnelError("Proxy response headers exceeded " + str(mostBytes) + " bytes");
    case Kind::failed: return end.error;
    case Kind::opened:
    case Kind::excess:
    case Kind::ended: break;
  }
  return tunnelError("Connection to establish proxy tunnel ended unexpectedly");
}

// A proxy with an https: URL, also one of http's agents.
const nodecpp::detail::UpwardRegistration secureProxies([](nodecpp::detail::Upward& to) {
  to.connectToSecureProxy = [](const String& host, double port) -> net::Socket {
    return tls::connect({.port = port, .host = host});
  };
});

}  // namespace

void openTunnel(const http::detail::Proxy& proxy, const String& question, const TunnelTimes& times,
                Function<void(TunnelEnd)> ended) {
  make<Handle<Tunnel>>(proxy.connect(), question, times, std::move(ended))->begin(proxy.isSecure());
}

tls::TLSSocket secureTunnel(const net::Socket& tunnel, const http::RequestOptions& asked,
                            const http::SocketCallback& callback) {
  tls::ConnectOptions options = https::connectOptions(asked);
  options.socket = tunnel;
  options.timeout = 0;
  if (options.servername.empty() && !net::isIP(asked.host)) options.servername = asked.host;
  const tls::TLSSocket socket = tls::connect(std::move(options));
  const Function<void(Error)> failed = [callback](const Error& error) { callback(error, nullptr); };
  socket->once("secureConnect", [socket = socket.get(), failed, callback] {
    socket->off(event::error, failed);
    callback(nullptr, tls::TLSSocket(socket));
  });
  socket->on(event::error, failed);
  return socket;
}

void connectThrough(const http::detail::Proxy& proxy, const http::RequestOptions& asked, bool keepsAlive,
                    const http::SocketCallback& callback) {
  const String target = http::detail::bracketed(asked.host) + ":" + asked.port.toString();
  String question = "CONNECT " + target + " HTTP/1.1\r\n";
  if (!proxy.authorization().empty()) question += "proxy-authorization: " + proxy.authorization() + "\r\n";
  if (keepsAlive) question += "proxy-connection: keep-alive\r\n";
  question += "host: " + target + "\r\n\r\n";
  const double timeout = asked.timeout.value;
  openTunnel(proxy, question, {timeout, timeout}, [=, href = proxy.href()](const TunnelEnd& end) {
    if (end.kind != Kind::opened) return callback(errorOf(end, target, href, timeout), nullptr);
    secureTunnel(end.socket, asked, callback);
  });
}

}  // namespace nodecpp::https::detail
