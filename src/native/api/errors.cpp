// Errors in both directions, with Node's messages.
#include <nodecpp/native/call.h>

#include <cmath>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "native/api/errors.h"

namespace nodecpp::native::detail {

std::string Where::toString() const {
  if (!outer) return name;
  return name ? outer->toString() + "." + name : outer->toString() + "[" + std::to_string(index) + "]";
}

namespace {

// Clears an exception of JavaScript code that was called here, for example of a getter, since the error is about
// something else.
void forgetPending(napi_env env) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  napi_value ignored;
  if (pending) napi_get_and_clear_last_exception(env, &ignored);
}

std::string text(napi_env env, napi_value value) {
  std::size_t size = 0;
  if (napi_get_value_string_utf8(env, value, nullptr, 0, &size) != napi_ok) return "";
  std::string out(size, '\0');
  napi_get_value_string_utf8(env, value, out.data(), size + 1, &size);
  out.resize(size);
  return out;
}

// Returns String(value), or "" when that throws.
std::string printed(napi_env env, napi_value value) {
  napi_value string;
  if (napi_coerce_to_string(env, value, &string) == napi_ok) return text(env, string);
  forgetPending(env);
  return "";
}

bool get(napi_env env, napi_value object, const char* name, napi_value& out) {
  if (napi_get_named_property(env, object, name, &out) == napi_ok) return true;
  forgetPending(env);
  return false;
}

napi_valuetype typeOf(napi_env env, napi_value value) {
  napi_valuetype type = napi_undefined;
  napi_typeof(env, value, &type);
  return type;
}

// Returns a property if it is a string, otherwise "".
std::string stringAt(napi_env env, napi_value object, const char* name) {
  napi_value value;
  return get(env, object, name, value) && typeOf(env, value) == napi_string ? text(env, value) : "";
}

bool numberAt(napi_env env, napi_value object, const char* name, double& out) {
  napi_value value;
  return get(env, object, name, value) && napi_get_value_double(env, value, &out) == napi_ok;
}

std::string receivedObject(napi_env env, napi_value value) {
  napi_value constructor;
  napi_valuetype type = napi_undefined;
  if (get(env, value, "constructor", constructor)) type = typeOf(env, constructor);
  if (type == napi_object || type == napi_function) {
    napi_value name;
    bool has = false;
    if (napi_has_named_property(env, constructor, "name", &has) != napi_ok) forgetPending(env);
    if (has && get(env, constructor, "name", name)) return "an instance of " + printed(env, name);
  }
  napi_value names;
  std::uint32_t count = 1;
  if (napi_get_property_names(env, value, &names) == napi_ok)
    napi_get_array_length(env, names, &count);
  else
    forgetPending(env);
  return count ? "[Object: null prototype]" : "[Object: null prototype] {}";
}

// Prints a string as Node's errors do: quoted, with at most 28 UTF-16 units.
std::string receivedString(napi_env env, napi_value value) {
  char16_t units[32];
  std::size_t count = 0, all = 0;
  napi_get_value_string_utf16(env, value, nullptr, 0, &all);
  napi_get_value_string_utf16(env, value, units, 32, &count);
  napi_value shown = value;
  if (all > 28) {
    units[25] = units[26] = units[27] = u'.';
    napi_create_string_utf16(env, units, 28, &shown);
  }
  std::string out = text(env, shown);
  // As in Node, a text that contains single quotes is printed in double quotes.
  if (out.find('\'') == std::string::npos) return "type string ('" + out + "')";
  napi_value global, json, stringify, quoted;
  if (napi_get_global(env, &global) == napi_ok && get(env, global, "JSON", json) &&
      get(env, json, "stringify", stringify) && napi_call_function(env, json, stringify, 1, &shown, &quoted) == napi_ok)
    return "type string (" + text(env, quoted) + ")";
  forgetPending(env);
  return "type string";
}

}  // namespace

std::string received(napi_env env, napi_value value) {
  switch (typeOf(env, value)) {
    case napi_null: return "null";
    case napi_undefined: return "undefined";
    case napi_bigint: return "type bigint (" + printed(env, value) + "n)";
    case napi_number: {
      double number = 0;
      napi_get_value_double(env, value, &number);
      return number == 0 && std::signbit(number) ? "type number (-0)" : "type number (" + printed(env, value) + ")";
    }
    case napi_boolean: return "type boolean (" + printed(env, value) + ")";
    case napi_symbol: {
      napi_value description;
      if (!get(env, value, "description", description) || typeOf(env, description) != napi_string)
        return "type symbol (Symbol())";
      return "type symbol (Symbol(" + text(env, description) + "))";
    }
    case napi_function: {
      napi_value name;
      return get(env, value, "name", name) ? "function " + printed(env, name) : "function ";
    }
    case napi_string: return receivedString(env, value);
    default: return receivedObject(env, value);
  }
}

void throwWrongType(napi_env env, const Where& where, const char* expected, napi_value value) {
  std::string name = where.toString();
  if (where.index == Where::result && !where.outer)
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INVALID_RETURN_VALUE", "Expected a value " + std::string(expected) + " to be returned from the \"" + name +
                                        "\" function but got " + received(env, value) + ".");
  throw nodecpp::detail::invalidArgType(name, expected, received(env, value));
}

void throwOutOfRange(const Where& where, const std::string& range, const std::string& value) {
  throw nodecpp::detail::outOfRange(where.toString(), range, value);
}

void throwNotInteger(const Where& where, double value, double low, double high) {
  String shown = nodecpp::detail::rangeNumber(value);
  std::string received(shown.data(), shown.size());
  if (std::isnan(value) || std::isinf(value) || std::trunc(value) != value)
    throwOutOfRange(where, "an integer", received);
  String from = str(low), to = str(high);
  throwOutOfRange(where, ">= " + std::string(from.data(), from.size()) + " && <= " + std::string(to.data(), to.size()),
                  received);
}

std::string rangeBigInt(napi_env env, napi_value value) {
  std::string digits = printed(env, value);
  std::size_t start = digits.starts_with("-") ? 1 : 0;
  // Node inserts separators into numbers beyond 2n ** 32n.
  if (digits.size() - start > 10 || (digits.size() - start == 10 && digits.compare(start, 10, "4294967296") > 0))
    for (std::size_t i = digits.size(); i > start + 3;) digits.insert(i -= 3, "_");
  return digits + "n";
}

void throwUnsafeInteger(const std::string& value) {
  throw nodecpp::detail::outOfRange("return value", ">= -9007199254740991 && <= 9007199254740991", value);
}

void throwFailed(napi_env env, napi_status status) {
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  if (pending || status == napi_pending_exception) throw Pending();
  const napi_extended_error_info* info = nullptr;
  napi_get_last_error_info(env, &info);
  const char* words = info && info->error_message ? info->error_message : "A call of Node-API failed";
  if (status == napi_cannot_run_js || status == napi_closing) throw AbortError("The environment has ended");
  throw Error(words);
}

Error errorFromJs(napi_env env, napi_value exception) {
  bool isError = false;
  napi_is_error(env, exception, &isError);
  napi_valuetype type = typeOf(env, exception);
  if (!isError && type != napi_object) return Error("a value was thrown: " + printed(env, exception));
  std::string name = stringAt(env, exception, "name"), message = stringAt(env, exception, "message");
  Error error = name == "TypeError"        ? Error(TypeError(message))
                : name == "RangeError"     ? Error(RangeError(message))
                : name == "SyntaxError"    ? Error(SyntaxError(message))
                : name == "ReferenceError" ? Error(ReferenceError(message))
                : name == "URIError"       ? Error(URIError(message))
                : name == "EvalError"      ? Error(EvalError(message))
                                           : Error(message);
  if (!name.empty()) nodecpp::detail::setClassName(error, name);
  std::string code = stringAt(env, exception, "code");
  if (!code.empty()) nodecpp::detail::setCode(error, code);
  error->syscall = stringAt(env, exception, "syscall");
  error->path = stringAt(env, exception, "path");
  error->dest = stringAt(env, exception, "dest");
  error->address = stringAt(env, exception, "address");
  error->hostname = stringAt(env, exception, "hostname");
  double number;
  if (numberAt(env, exception, "errno", number)) error->errno_ = int(number);
  if (numberAt(env, exception, "port", number)) error->port = int(number);
  std::string stack = stringAt(env, exception, "stack");
  if (!stack.empty()) error->stack = stack;
  return error;
}

namespace {

// Returns the same error as an object of class E, so that `catch (E&)` finds it.
template <class E>
E as(const Error& error) {
  E out;
  static_cast<Error&>(out) = error;
  return out;
}

}  // namespace

void throwAsError(const Error& error) {
  const String& name = error->name;
  if (name == "TypeError") throw as<TypeError>(error);
  if (name == "RangeError") throw as<RangeError>(error);
  if (name == "SyntaxError") throw as<SyntaxError>(error);
  if (name == "ReferenceError") throw as<ReferenceError>(error);
  if (name == "URIError") throw as<URIError>(error);
  if (name == "EvalError") throw as<EvalError>(error);
  throw error;
}

namespace {

napi_value string(napi_env env, const String& value) { return makeString(env, value.data(), value.size()); }

void set(napi_env env, napi_value object, const char* name, napi_value value) {
  if (napi_set_named_property(env, object, name, value) != napi_ok) forgetPending(env);
}
void setHidden(napi_env env, napi_value object, const char* name, napi_value value) {
  napi_property_descriptor property{};
  property.utf8name = name;
  property.value = value;
  property.attributes = napi_property_attributes(napi_writable | napi_configurable);
  if (napi_define_properties(env, object, 1, &property) != napi_ok) forgetPending(env);
}
void set(napi_env env, napi_value object, const char* name, const String& value) {
  if (!value.empty()) set(env, object, name, string(env, value));
}

// Makes an object of one of JavaScript's own error classes for which Node-API has no function.
bool newError(napi_env env, const String& name, napi_value message, napi_value& out) {
  napi_value global, constructor;
  if (napi_get_global(env, &global) != napi_ok || !get(env, global, std::string(name.data(), name.size()).c_str(), constructor))
    return false;
  if (napi_new_instance(env, constructor, 1, &message, &out) == napi_ok) return true;
  forgetPending(env);
  return false;
}

}  // namespace

napi_value errorToJs(Environment& environment, const Error& error) {
  napi_env env = environment.env();
  if (!error) return makeUndefined(env);
  napi_value message = string(env, error->message), out;
  const String& name = error->name;
  bool builtIn = true;
  if (name == "TypeError")
    napi_create_type_error(env, nullptr, message, &out);
  else if (name == "RangeError")
    napi_create_range_error(env, nullptr, message, &out);
  else if (name == "SyntaxError")
    node_api_create_syntax_error(env, nullptr, message, &out);
  else if ((name != "ReferenceError" && name != "URIError" && name != "EvalError") || !newError(env, name, message, out)) {
    napi_create_error(env, nullptr, message, &out);
    builtIn = name == "Error";
  }
  if (!builtIn && !name.empty()) {
    // The name is set as in an instance of a class: not enumerable, and as the beginning of the stack.
    setHidden(env, out, "name", string(env, name));
    std::string stack = stringAt(env, out, "stack");
    if (stack.starts_with("Error")) stack = std::string(name.data(), name.size()) + stack.substr(5);
    setHidden(env, out, "stack", makeString(env, stack.data(), stack.size()));
  }
  napi_value number;
  if (error->errno_ && napi_create_int32(env, error->errno_, &number) == napi_ok) set(env, out, "errno", number);
  set(env, out, "code", error->code);
  set(env, out, "syscall", error->syscall);
  set(env, out, "address", error->address);
  if (error->port >= 0 && napi_create_int32(env, error->port, &number) == napi_ok) set(env, out, "port", number);
  set(env, out, "path", error->path);
  set(env, out, "dest", error->dest);
  set(env, out, "hostname", error->hostname);
  for (const auto& [key, value] : error->properties) {
    std::string property(key.data(), key.size());
    if (value.kind() == Lookup::Kind::number) {
      if (napi_create_double(env, value.toNumber(), &number) == napi_ok) set(env, out, property.c_str(), number);
    } else if (value.kind() == Lookup::Kind::null) {
      if (napi_get_null(env, &number) == napi_ok) set(env, out, property.c_str(), number);
    } else if (!value.isUndefined()) {
      set(env, out, property.c_str(), string(env, value.toString()));
    }
  }
  if (!error->cause.empty()) {
    napi_value cause = environment.remembered(error->cause[0]);
    setHidden(env, out, "cause", cause ? cause : errorToJs(environment, error->cause[0]));
  }
  if (!error->errors.empty() && napi_create_array_with_length(env, error->errors.size(), &number) == napi_ok) {
    for (std::uint32_t i = 0; i < error->errors.size(); ++i)
      napi_set_element(env, number, i, errorToJs(environment, error->errors[i]));
    setHidden(env, out, "errors", number);
  }
  return out;
}

napi_value caught(Environment& environment, Promised* promised) {
  napi_env env = environment.env();
  auto ours = [&](const Error& error) {
    napi_value same = nullptr;
    if (promised && promised->thrown(error))
      napi_get_reference_value(env, promised->thrown(error), &same);
    else
      same = environment.remembered(error);
    return same ? same : errorToJs(environment, error);
  };
  try {
    throw;
  } catch (const Pending&) {
    napi_value exception = nullptr;
    if (napi_get_and_clear_last_exception(env, &exception) == napi_ok) return exception;
    return errorToJs(environment, Error("an exception was thrown"));
  } catch (const Error& error) {
    return ours(error);
  } catch (const std::bad_alloc&) {
    return ours(nodecpp::detail::codedError("ERR_MEMORY_ALLOCATION_FAILED", "Failed to allocate memory"));
  } catch (const std::system_error& error) {
    Error out(error.what());
    if (error.code().category() == std::generic_category() || error.code().category() == std::system_category()) {
      out->errno_ = -error.code().value();
      nodecpp::detail::setCode(out, nodecpp::detail::errnoName(error.code().value()));
    }
    return ours(out);
  } catch (const std::out_of_range& error) {
    return ours(RangeError(error.what()));
  } catch (const std::length_error& error) {
    return ours(RangeError(error.what()));
  } catch (const std::range_error& error) {
    return ours(RangeError(error.what()));
  } catch (...) {
    return ours(nodecpp::detail::errorFrom(std::current_exception()));
  }
}

napi_value throwCaught(Environment& environment) {
  napi_env env = environment.env();
  try {
    throw;
  } catch (const Pending&) {
    // The exception stays pending. It may be the termination of a worker, which cannot be cleared.
  } catch (...) {
    napi_throw(env, caught(environment));
  }
  return nullptr;
}

}  // namespace nodecpp::native::detail
