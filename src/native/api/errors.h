// JavaScript's exceptions as our errors, and back.
#pragma once

#include <nodecpp/native/environment.h>

#include <string>

namespace nodecpp::native::detail {

// As Node's errors print what they did not want: "undefined", "type string ('x')", "an instance of Map".
std::string received(napi_env env, napi_value value);
// A bigint as ERR_OUT_OF_RANGE prints it.
std::string rangeBigInt(napi_env env, napi_value value);
// An Error with the name, message, code and system fields of what was thrown in JavaScript.
Error errorFromJs(napi_env env, napi_value exception);
napi_value errorToJs(Environment& environment, const Error& error);
// Throws it as its class.
[[noreturn]] void throwAsError(const Error& error);

}  // namespace nodecpp::native::detail
