// Converts JavaScript exceptions to Errors and back.
#pragma once

#include <nodecpp/native/native_environment.h>

#include <string>

namespace nodecpp::native::detail {

// Describes a value as Node's errors do: "undefined", "type string ('x')", "an instance of Map".
std::string received(napi_env env, napi_value value);
// Prints a bigint as ERR_OUT_OF_RANGE does.
std::string rangeBigInt(napi_env env, napi_value value);
// Makes an Error with the name, message, code and system fields of a JavaScript exception.
Error errorFromJs(napi_env env, napi_value exception);
napi_value errorToJs(Environment& environment, const Error& error);
// Throws the error as an object of the C++ class that its name tells.
[[noreturn]] void throwAsError(const Error& error);

}  // namespace nodecpp::native::detail
