// What fetch() needs of a Request beyond its public functions.
#pragma once

#include <nodecpp/fetch/request.h>

#include "fetch/body_object.h"
#include "fetch/header_list.h"

namespace nodecpp::detail {

struct RequestAccess {
  static const URL& url(const RequestObject& request) noexcept { return request.url_; }
  static const Handle<BodyObject>& body(const RequestObject& request) noexcept { return request.body_; }
  // The signal that aborts the request; undefined when no signal was given.
  static const AbortSignal& signal(const RequestObject& request) noexcept { return request.given_; }
  // Undefined for the client, null for no referrer, else a URL.
  static const Lookup& referrer(const RequestObject& request) noexcept { return request.referrer_; }
};

}  // namespace nodecpp::detail
