// The handshake of a client. RFC 6455, 4.1.
#pragma once

#include <nodecpp/ws/websocket.h>

#include "permessage_deflate.h"

namespace nodecpp::ws::detail {

class HandshakeObject final : public Object {
 public:
  HandshakeObject(const WebSocket& owner, const Protocols& protocols, ClientOptions options);

  // Asks the server. Throws for what the program has given wrongly.
  void begin(const Address& address);
  // The program gives up.
  void abort();
  // The WebSocket could not be made.
  void forget();

 private:
  void ask(const url::URL& url);
  StringArg fault(const url::URL& url) const;
  http::ClientRequest request(const url::URL& url, String path, String socketPath);
  void setHeaders(https::RequestOptions& request);
  void keepCredentials(https::RequestOptions& request, const url::URL& url, bool isSecure, StringArg socketPath);
  void listen(const http::ClientRequest& request, const url::URL& url);
  void onResponse(const http::ClientRequest& request, const http::IncomingMessage& response, const url::URL& url);
  void redirect(const http::ClientRequest& request, StringArg location, const url::URL& from);
  void onUpgrade(const http::IncomingMessage& response, const net::Socket& socket, const Buffer& head);
  String answerFault(const http::IncomingMessage& response);
  String protocolFault(const Lookup& protocol);
  String extensionFault(const Lookup& field);
  void abortRequest(http::ClientRequest request, StringArg message);
  void abortSocket(const net::Socket& socket, StringArg message);

  WebSocket owner_;
  Array<String> protocols_;
  ClientOptions options_;
  String key_;
  http::ClientRequest request_;
  PerMessageDeflate deflate_;
  bool agreesDeflate_ = false;
  int redirects_ = 0;
  // Of the first request, for the headers that are left out when another host is asked.
  String firstHost_;
  bool firstIsUnix_ = false, firstIsSecure_ = false;
  NODECPP_TRACE(owner_, options_, request_, deflate_)
};

}  // namespace nodecpp::ws::detail
