// What fetch() sets in a Response.
#pragma once

#include <nodecpp/fetch/response.h>

#include "fetch/body_object.h"
#include "fetch/header_list.h"

namespace nodecpp::detail {

struct ResponseAccess {
  static void setStatus(ResponseObject& response, int status, const String& text) {
    response.status_ = status;
    response.statusText_ = text;
  }
  static void setType(ResponseObject& response, const char* type) { response.type_ = type; }
  static void setUrl(ResponseObject& response, const URL& url, bool redirected) {
    response.url_ = url;
    response.redirected_ = redirected;
  }
  static void setBody(ResponseObject& response, const Handle<BodyObject>& body) { response.body_ = body; }
  static const Handle<BodyObject>& body(const ResponseObject& response) noexcept { return response.body_; }
  static void setReceived(ResponseObject& response, const http::RawHeaders& headers) {
    response.received_ = headers;
    response.headers_ = nullptr;
  }
  static void setHeaders(ResponseObject& response, const Headers& headers) {
    HeadersAccess::freeze(*headers);
    response.headers_ = headers;
  }
};

}  // namespace nodecpp::detail
