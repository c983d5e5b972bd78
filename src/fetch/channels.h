// What fetch tells on undici's channels of one request to a server.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/url.h>
#include <nodecpp/var.h>

#include "diagnostics_channel/undici_channels.h"

namespace nodecpp::detail {

class ToldRequest final : public Object {
 public:
  // Tells that a request is made. `fields` are its names and values by turns, without those of the connection.
  ToldRequest(const URL& url, const String& method, const String& path, const Array<String>& fields, bool closes);

  void connecting();
  void connected(const net::Socket& socket);
  void sends(const net::Socket& socket);
  // A part of the body was given to the connection, which may not stand yet.
  void sentChunk(const Buffer& chunk);
  void bodySent();
  void answered(const http::IncomingMessage& message);
  void receivedChunk(const stream::Chunk& chunk);
  void ended(const http::IncomingMessage& message);
  // The request or its response has failed; while it was connecting, that is told, too.
  void failed(const Error& error);

 private:
  void tellChunk(const Buffer& chunk);
  var request_;
  var connectParams_;
  String head_;
  List<Buffer> early_;  // what was given to the connection before the head was sent
  bool isConnecting_ = false;
  bool hasSent_ = false;
  bool isOver_ = false;
  NODECPP_TRACE(request_, connectParams_)
};

}  // namespace nodecpp::detail
