// The entries of requests for observers of perf_hooks.
#pragma once

#include <nodecpp/http.h>
#include <nodecpp/var.h>

#include "perf_hooks/node_entries.h"

namespace nodecpp::http::detail {

using perf_hooks::detail::isMeasured;
using perf_hooks::detail::Measured;

// These return an object with the properties of Node's entries of type "http".
inline var requestInVar(const String& method, const String& url, const var& headers) {
  return var::object({{"req", var::object({{"method", method}, {"url", url}, {"headers", headers}})}});
}
inline var responseInVar(int code, const String& message, const var& headers) {
  return var::object({{"res", var::object({{"statusCode", code}, {"statusMessage", message}, {"headers", headers}})}});
}

}  // namespace nodecpp::http::detail
