// Error: Node's errors. A counted reference, so that it is cheap to pass and may be undefined: `if (err) …`. Its
// properties are reached by `->`, as Node's objects are.
#pragma once

#include <nodecpp/describe.h>
#include <nodecpp/error_stack.h>
#include <nodecpp/list.h>
#include <nodecpp/lookup.h>
#include <nodecpp/object.h>

#include <exception>

namespace nodecpp {

class Error;
struct ErrorOptions;

// An error's properties. Empty strings and zeros are `undefined`. See https://nodejs.org/api/errors.html
struct ErrorData {
  String name;  // "Error", "TypeError", …
  String message;
  String code;     // "ECONNREFUSED", "ERR_INVALID_ARG_TYPE", …
  String syscall;  // "listen", …
  String address;
  String path;
  String dest;
  String hostname;  // of a failed look-up
  ErrorStack stack;  // "TypeError [CODE]: message", and the program's lines; assignable
  int errno_ = 0;   // negative, as libuv's; `errno` is a macro in C++
  int port = -1;
  // Further own properties in the order they print (bytesParsed, reason, …).
  detail::List<std::pair<String, Lookup>> properties;
  // Further ones that are objects of the runtime's: `input` of the errors of fileURLToPath.
  struct ObjectProperty {
    String key;
    Handle<Object> value;
    void (*describe)(util::Value& out, Object* value);
  };
  detail::List<ObjectProperty> objects;
  ErrorStack emitted;         // "Emitted 'error' event on Socket instance at:", and its lines, where nobody listened
  Array<Error> errors = Array<Error>::undefined();  // of an AggregateError
  detail::List<Error> cause;   // none or one
  String terminated;          // what() keeps its text here
  std::uint32_t refs = 0;

  // A property of the program's own: error->set("statusCode", 404). One of that name is replaced; it prints with the error.
  void set(StringArg key, Lookup value);
  // Such a property; undefined when there is none.
  Lookup get(StringArg key) const;

  // The object that is the property `key`, as a T; undefined when there is none: error->object<URL>("input").
  template <class T>
  T object(StringArg key) const {
    for (const ObjectProperty& each : objects)
      if (each.key == key) return each.value.template as<T>();
    return T();
  }
  // For the runtime.
  template <class T>
  void setObject(StringArg key, const Handle<T>& value) {
    objects.push_back({key.toString(), value, [](util::Value& out, Object* object) {
                         if (&detail::describeInto<Handle<T>>)
                           detail::describeInto<Handle<T>>(out, Handle<T>(static_cast<T*>(object)));
                       }});
  }
};

// How many lines a stack has: a number of the program's own, 10 at first. What is made while it is less than 1 has none, and
// there are never more than 1,000. Reading and setting it outside a program gives 10 and does nothing.
class StackTraceLimit {
 public:
  StackTraceLimit& operator=(double limit);
  operator double() const;
};

class Error : public std::exception {
 public:
  using NodecppLeaf = void;  // see nodecpp/trace.h
  using Base = Error;
  using NodecppBoxed = Error;

  // V8's: Error::stackTraceLimit = 50. https://v8.dev/docs/stack-trace-api
  static inline constinit StackTraceLimit stackTraceLimit;
  // Gives an Error the stack of the place where this is called, its first line anew from its name and message.
  static void captureStackTrace(const Error& error);

  Error() noexcept = default;  // undefined
  Error(std::nullptr_t) noexcept {}
  explicit Error(StringArg message) : Error("Error", message) {}
  // JavaScript's new Error(message, {cause}): Error("x", {.cause = error}), found as error->cause[0].
  Error(StringArg message, const ErrorOptions& options);
  Error(const Error& other) noexcept : std::exception(other), data_(other.data_) {
    if (data_) detail::countHolder(data_->refs);
  }
  Error(Error&& other) noexcept : std::exception(other), data_(std::exchange(other.data_, nullptr)) {}
  Error& operator=(Error other) noexcept {
    std::swap(data_, other.data_);
    return *this;
  }
  ~Error() override;

  // Throws a TypeError when undefined.
  ErrorData* operator->() const {
    if (NODECPP_FAILS(nullError, !data_)) [[unlikely]]
      detail::throwUndefined();
    return data_;
  }
  explicit operator bool() const noexcept { return data_ != nullptr; }
  friend bool operator==(const Error& a, const Error& b) noexcept { return a.data_ == b.data_; }
  friend bool operator==(const Error& a, std::nullptr_t) noexcept { return a.data_ == nullptr; }

  // "TypeError: message", or "undefined".
  String toString() const;
  // toString(), terminated by a zero; valid while a copy of this Error lives and until the next what() of one.
  const char* what() const noexcept override;

  // JavaScript's Error.isError(x).
  template <class T>
  static constexpr bool isError(const T&) noexcept {
    return std::derived_from<T, Error>;
  }

 protected:
  Error(StringArg name, StringArg message);
  Error(StringArg name, StringArg message, const ErrorOptions& options);

 private:
  ErrorData* data_ = nullptr;
};

struct ErrorOptions {
  Error cause;
};

#define NODECPP_ERROR_CLASS(Name)                               \
  class Name : public Error {                                   \
   public:                                                      \
    Name() noexcept = default;                                  \
    explicit Name(StringArg message) : Error(#Name, message) {} \
    Name(StringArg message, const ErrorOptions& options) : Error(#Name, message, options) {} \
  };
NODECPP_ERROR_CLASS(TypeError)
NODECPP_ERROR_CLASS(RangeError)
NODECPP_ERROR_CLASS(SyntaxError)
NODECPP_ERROR_CLASS(ReferenceError)
NODECPP_ERROR_CLASS(URIError)
NODECPP_ERROR_CLASS(EvalError)
#undef NODECPP_ERROR_CLASS

class AggregateError : public Error {
 public:
  AggregateError() noexcept = default;
  // Of the elements that the list has now.
  AggregateError(const Array<Error>& errors, StringArg message = "");
};

// ERR code ABORT_ERR, name AbortError.
class AbortError : public Error {
 public:
  explicit AbortError(StringArg message = "The operation was aborted", Error cause = nullptr);
};

inline String str(const Error& error) { return error.toString(); }

namespace detail {

// An error of class E with Node's code: its stack starts with "TypeError [CODE]: message".
void setCode(const Error& error, StringArg code);
template <class E = Error>
E codedError(StringArg code, StringArg message) {
  E error(message);
  setCode(error, code);
  return error;
}

// Node's ERR_INVALID_ARG_TYPE: `expected` as "of type string" or "an instance of Buffer", `received` as "undefined" or
// "type number (5)".
TypeError invalidArgType(StringArg name, StringArg expected, StringArg received);
// ERR_INVALID_ARG_VALUE: "The argument 'name' reason. Received inspected".
TypeError invalidArgValue(StringArg name, StringArg received, StringArg reason = "is invalid");
// ERR_OUT_OF_RANGE: `range` as ">= 0 && <= 65535", `received` already printed.
RangeError outOfRange(StringArg name, StringArg range, StringArg received);
// A number as ERR_OUT_OF_RANGE prints it: integers above 2^32 with underscores.
String rangeNumber(double value);
// A string as util.inspect prints it: quoted and escaped.
String inspectString(StringArg text);

// libuv's name ("ECONNREFUSED") and text ("connection refused") of a positive errno or a negative UV_ code.
String errnoName(int errnum);
String errnoMessage(int errnum);
// "syscall CODE address:port" with errno, code, syscall, address and port, as Node's exceptionWithHostPort; `errnum` of
// either sign. Without an address, "syscall CODE".
Error exceptionWithHostPort(int errnum, StringArg syscall, StringArg address = "", int port = -1,
                            StringArg additional = "");
// Adds libuv's text: "listen EADDRINUSE: address already in use 127.0.0.1:2000" (UVExceptionWithHostPort).
Error uvExceptionWithHostPort(int errnum, StringArg syscall, StringArg address = "", int port = -1);
// "EACCES: permission denied, open 'path'" (UVException).
Error uvException(int errnum, StringArg syscall, StringArg path = "", StringArg dest = "");
// "read ECONNRESET" (ErrnoException).
Error errnoException(int errnum, StringArg syscall, StringArg original = "");
// getaddrinfo's: "getaddrinfo ENOTFOUND host". `code` is "ENOTFOUND", "EAI_AGAIN", ….
Error dnsException(StringArg code, int errnum, StringArg syscall, StringArg hostname);

// The running exception as an Error; a foreign one becomes an Error with its what().
Error errorFrom(const std::exception_ptr& exception);

}  // namespace detail

}  // namespace nodecpp
