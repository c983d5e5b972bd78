// Connections to a host through a proxy, which is asked for them by CONNECT.
// https://www.rfc-editor.org/rfc/rfc9110#CONNECT
#pragma once

#include <nodecpp/https.h>

#include "http/proxy.h"

namespace nodecpp::https::detail {

// What has become of a tunnel.
struct TunnelEnd {
  enum class Kind : unsigned char {
    opened,    // `socket` leads to the host
    refused,   // the proxy has answered with another status than 200
    ended,     // the proxy has closed the connection before its answer was whole
    expired,   // the proxy has not answered in time
    overflow,  // the head of the answer is too long
    excess,    // the proxy has sent bytes behind the head, which connectByTunnel refuses
    failed     // `error` says why there is no connection to the proxy
  };
  Kind kind;
  net::Socket socket{};
  Error error{};
  String statusLine{};
  double status = 0;  // NaN for a line that has none
  Buffer rest{};      // bytes behind the head of the answer
  bool connected = false;
};

// Milliseconds; 0 is no limit.
struct TunnelTimes {
  double connecting = 0;  // until there is a connection to the proxy
  double answering = 0;   // from then on until the head of its answer is whole
};

// Connects to the proxy and sends `question`, the head of a CONNECT. Calls `ended` once; unless the tunnel is open
// then, the connection is destroyed. Throws ERR_PROXY_INVALID_CONFIG.
void openTunnel(const http::detail::Proxy& proxy, const String& question, const TunnelTimes& times,
                Function<void(TunnelEnd)> ended);

// Shakes hands with the host at the other end of an open tunnel, and calls `callback` once with the socket or the
// error. Returns the socket, which fails when it is destroyed with an error before.
tls::TLSSocket secureTunnel(const net::Socket& tunnel, const http::RequestOptions& asked, const http::SocketCallback& callback);

// Makes the connection for a request through the proxy: a tunnel, and TLS in it. Calls `callback` once, with
// ERR_PROXY_TUNNEL when the proxy is the reason why there is no connection. `keepsAlive` says whether the connection is
// to be used again.
void connectThrough(const http::detail::Proxy& proxy, const http::RequestOptions& asked, bool keepsAlive,
                    const http::SocketCallback& callback);

}  // namespace nodecpp::https::detail
