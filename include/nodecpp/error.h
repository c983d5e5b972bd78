// Error: JavaScript's and Node's errors. An Error is a counted reference, so it is cheap to copy and may be undefined:
// `if (err) …`. The properties of an Error are reached with `->`, like those of Node's objects.
#pragma once

#include <nodecpp/describe.h>
#include <nodecpp/error_class.h>
#include <nodecpp/error_stack.h>
#include <nodecpp/list.h>
#include <nodecpp/lookup.h>
#include <nodecpp/object.h>
#include <nodecpp/traits.h>

#include <exception>

namespace nodecpp {

class Error;
struct ErrorOptions;

namespace detail {

class ErrorCause;
// For causes in a var.
void keepCause(ErrorCause& cause, const var& value);
void readCause(const ErrorCause& cause, var& into);

// The cause of an error. It is used as an Error: error->cause->message, if (error->cause), Error(error->cause). Like a
// list, it has the cause as its first element. A cause that is no Error, such as an object in a var, is in `other`, and
// is converted to a var: `var cause = error->cause`.
class ErrorCause : public List<Error> {
 public:
  ErrorCause() noexcept = default;
  template <class V>
    requires(!DerivedFrom<V, ErrorCause>)
  ErrorCause(const V& cause) {
    if constexpr (AnyValue<V>)
      keepCause(*this, cause);
    else
      keep(cause);
  }
  operator Error() const;
  ErrorData* operator->() const;
  explicit operator bool() const noexcept { return !empty() || other; }
  friend bool operator==(const ErrorCause& cause, std::nullptr_t) noexcept { return !cause; }
  friend bool operator==(const ErrorCause& cause, Undefined) noexcept { return !cause; }
  template <class T>
  bool is() const noexcept;
  template <class T>
  T& as() const [[clang::lifetimebound]];
  // The cause as a var, whatever it is. A var finds this function.
  template <class V>
  V inVar() const {
    V cause;
    readCause(*this, cause);
    return cause;
  }
  String toString() const;
  friend String str(const ErrorCause& cause) { return cause.toString(); }
  void describe(util::Value& out) const;
  template <class Inspector, class Value = util::Value>
  void inspectTo(Inspector& out) const {
    Value value;
    describe(value);
    out.value(value);
  }
  Handle<Object> other;  // an ErrorProperty

 private:
  void keep(std::nullptr_t) noexcept {}
  void keep(const Error& error);
  void keep(const Lookup& value);
};

}  // namespace detail

// The properties of an error. A text that Node does not set is undefined, and a number is 0. See https://nodejs.org/api/errors.html
struct ErrorData {
  String name, message;
  String code = Undefined(), syscall = Undefined();  // "ECONNREFUSED" and "connect", …
  String address = Undefined(), path = Undefined(), dest = Undefined();
  String hostname = Undefined();  // the host name of a failed look-up
  ErrorStack stack;  // "TypeError [CODE]: message" followed by the program's stack frames; assignable
  int errno_ = 0;   // negative, as libuv's codes; the underscore is there because `errno` is a macro in C++
  int port = -1;
  // Further own properties in the order in which they print (bytesParsed, reason, …).
  detail::List<std::pair<String, Lookup>> properties;
  // Further properties that are objects of the runtime, such as `input` in the errors of fileURLToPath.
  struct ObjectProperty {
    String key;
    Handle<Object> value;
    void (*describe)(util::Value& out, Object* value);
  };
  detail::List<ObjectProperty> objects;
  // "Emitted 'error' event on Socket instance at:" and its stack frames, set when an `error` event had no listener.
  ErrorStack emitted;
  Array<Error> errors = Array<Error>::undefined();  // the errors of an AggregateError
  detail::ErrorCause cause;   // undefined when there is none
  String terminated;          // the zero-terminated text that the last what() returned
  detail::ErrorIdentity identity;
  NODECPP_NO_FIELD_OF_ERROR(status);
  NODECPP_NO_FIELD_OF_ERROR(statusCode);
  std::uint32_t refs = 0;

  // Sets a property of the program's own: error->set("statusCode", 404). An existing property with the same key is
  // replaced. The property is printed with the error.
  void set(StringArg key, Lookup value);
  // The same for a boolean and for a var, which may be an object or a list: error->set("details", var::array()). Only
  // get<T> gives such a property back, and it prints behind the other ones.
  template <class V>
    requires std::same_as<V, bool> || detail::AnyValue<V>
  void set(StringArg key, const V& value);
  // Returns a property that was set with set(), or a field that the error's class names by NODECPP_FIELDS. Returns
  // undefined when there is neither.
  Lookup get(StringArg key) const;
  // Returns a property as a T: error->get<var>("details"), error->get<bool>("retryable"). A T() is for a property that
  // is missing.
  template <class T>
  T get(StringArg key) const;
  // Returns "TypeError: message", as Error::toString does.
  String toString() const;

  // Returns the object stored under `key` as a T: error->object<URL>("input"). The result is undefined when there is no
  // such object or when it is not a T.
  template <class T>
  T object(StringArg key) const {
    for (const ObjectProperty& each : objects)
      if (each.key == key) return each.value.template as<T>();
    return T();
  }
  // For the runtime: stores an object under `key`, with the function that prints it.
  template <class T>
  void setObject(StringArg key, const Handle<T>& value) {
    objects.push_back({key.toString(), value, [](util::Value& out, Object* object) {
                         if (&detail::describeInto<Handle<T>>)
                           detail::describeInto<Handle<T>>(out, Handle<T>(static_cast<T*>(object)));
                       }});
  }
};

// The number of stack frames that a new error's stack contains, 10 at first. Each program, and so each event loop, has
// its own limit. With a limit below 1 errors have no stack frames, and a stack never has more than 1,000. Outside of a
// program, reading the limit gives 10 and setting it has no effect.
class StackTraceLimit {
 public:
  StackTraceLimit& operator=(double limit); operator double() const;
};

class Error : public std::exception {
 public:
  using NodecppLeaf = void;  // the cycle collector does not search values of this type (nodecpp/trace.h)
  using Base = Error;
  using NodecppBoxed = Error;

  NODECPP_NO_FIELD_OF_ERROR(status);
  NODECPP_NO_FIELD_OF_ERROR(statusCode);

  // V8's limit of stack frames: Error::stackTraceLimit = 50. https://v8.dev/docs/stack-trace-api
  static inline constinit StackTraceLimit stackTraceLimit;
  // V8's Error.captureStackTrace: replaces the stack of `error` with the stack of the caller. The first line is made
  // again from the error's name and message.
  static void captureStackTrace(const Error& error);

  Error() noexcept = default;  // a default-made Error is undefined
  // JavaScript's null, which callbacks of Node's give when there is no error. It differs from undefined when it is printed.
  Error(std::nullptr_t) noexcept : isNull_(true) {}
  explicit Error(StringArg message) : Error("Error", message) {}
  // JavaScript's new Error(message, {cause}): Error("x", {.cause = error}). The cause is error->cause.
  Error(StringArg message, const ErrorOptions& options);
  Error(const Error& other) noexcept : std::exception(other), data_(other.data_), isNull_(other.isNull_) {
    if (!data_) return;
    detail::countHolder(data_->refs);
    if (&typeid(other) != &typeid(Error)) [[unlikely]]
      detail::keepClass(other);
  }
  // An error of a derived class stays what it is: is() and as() find its class and its fields.
  template <detail::ErrorSubclass E>
  Error(const E& other) noexcept : Error(static_cast<const Error&>(other)) {
    static_cast<void>(&detail::errorClassIsKnown<E>);
  }
  Error(Error&& other) noexcept : std::exception(other), data_(detail::exchange(other.data_, nullptr)), isNull_(other.isNull_) {}
  Error& operator=(Error other) noexcept {
    std::swap(data_, other.data_);
    std::swap(isNull_, other.isNull_);
    return *this;
  }
  ~Error() override;

  // Gives access to the properties. Throws a TypeError when this Error is undefined.
  ErrorData* operator->() const {
    if (NODECPP_FAILS(nullError, !data_)) [[unlikely]]
      detail::throwUndefined();
    return data_;
  }
  // JavaScript's Object.assign(error, {code: 'E_LIMIT', limit: 5}), with an object in a var. Object::assign calls it.
  void assign(const var& properties) const;
  explicit operator bool() const noexcept { return data_ != nullptr; }
  bool isNull() const noexcept { return isNull_; }
  Error orElse(Error other) const { return data_ ? *this : other; }  // JavaScript's `error ?? other`
  friend bool operator==(const Error& a, const Error& b) noexcept { return a.data_ == b.data_; }
  friend bool operator==(const Error& a, std::nullptr_t) noexcept { return a.data_ == nullptr; }

  // JavaScript's `error instanceof T`, also written instanceof<T>(error).
  template <class T>
    requires detail::DerivedFrom<T, Error>
  bool is() const noexcept {
    if constexpr (std::same_as<T, Error>)
      return data_ != nullptr;
    else
      return detail::isOfClass(*this, typeid(T));
  }
  // Returns this error as a T, with the fields of the class: error.as<HttpError>().status. Throws a TypeError when the
  // error is not a T. The reference dangles once the last copy of this error is destroyed.
  template <class T>
    requires detail::DerivedFrom<T, Error>
  T& as() const [[clang::lifetimebound]] {
    static_cast<void>(&detail::errorClassIsKnown<T>);
    if (auto* self = dynamic_cast<const T*>(this); self && data_) return const_cast<T&>(*self);
    if (auto* object = dynamic_cast<T*>(detail::objectOf(*this, detail::errorClass<T>))) return *object;
    detail::throwOtherClass(*this, typeid(T));
  }
  // JavaScript's error.constructor.name, or "" when this Error is undefined.
  String className() const;

  // Returns "TypeError: message" as JavaScript does, or "undefined" or "null".
  String toString() const;
  // Returns toString() as a zero-terminated text. The pointer dangles once the last copy of this Error is destroyed,
  // and at the next what() of any copy.
  const char* what() const noexcept override;

  // JavaScript's Error.isError(x), decided at compile time by the type of x.
  template <class T>
  static constexpr bool isError(const T&) noexcept {
    return detail::DerivedFrom<T, Error>;
  }

 protected:
  Error(StringArg name, StringArg message);
  Error(StringArg name, StringArg message, const ErrorOptions& options);

 private:
  friend void detail::dropObject(ErrorData& data) noexcept;
  ErrorData* data_ = nullptr;
  bool isNull_ = false;
};

struct ErrorOptions { detail::ErrorCause cause{}; };  // an Error, or any other value

#define NODECPP_ERROR_CLASS(Name)                               \
  class Name : public Error {                                   \
   public:                                                      \
    using NodecppBuiltIn = Name;                                \
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
  using NodecppBuiltIn = AggregateError;
  AggregateError() noexcept = default;
  // Copies the elements that the list has now; later changes of the list have no effect.
  AggregateError(const Array<Error>& errors, StringArg message = "");
  template <class E>
    requires detail::DerivedFrom<E, Error>
  AggregateError(const Array<E>& errors, StringArg message = "") : AggregateError(Array<Error>::from(errors), message) {}
};

// The error of an aborted operation, with the code ABORT_ERR and the name AbortError.
class AbortError : public Error {
 public:
  using NodecppBuiltIn = AbortError;
  explicit AbortError(StringArg message = "The operation was aborted", Error cause = nullptr);
};

namespace detail {

// A property of an error that is no Lookup.
template <class V>
struct ErrorProperty : Object {
  V value;
  explicit ErrorProperty(const V& value) : value(value) {}
};

}  // namespace detail

template <class V>
  requires std::same_as<V, bool> || detail::AnyValue<V>
void ErrorData::set(StringArg key, const V& value) {
  detail::List<ObjectProperty> others;
  for (ObjectProperty& each : objects)
    if (each.key != key) others.push_back(each);
  objects = std::move(others);
  using Property = detail::ErrorProperty<V>;
  objects.push_back({key.toString(), make<Handle<Property>>(value), [](util::Value& out, Object* object) {
                       if (&detail::describeInto<V>)
                         detail::describeInto<V>(out, static_cast<Property*>(object)->value);
                     }});
}
template <class T>
T ErrorData::get(StringArg key) const {
  if (auto property = object<Handle<detail::ErrorProperty<T>>>(key)) return property->value;
  if constexpr (std::constructible_from<T, Lookup>) return T(get(key));
  else return T();
}

inline String str(const Error& error) { return error.toString(); }

inline detail::ErrorCause::operator Error() const { return empty() ? Error() : front(); }
inline ErrorData* detail::ErrorCause::operator->() const { return empty() ? Error().operator->() : front().operator->(); }
template <class T>
bool detail::ErrorCause::is() const noexcept {
  return !empty() && front().template is<T>();
}
template <class T>
T& detail::ErrorCause::as() const {
  return (empty() ? throwUndefined(), front() : front()).template as<T>();
}

namespace detail {

// Makes an error of class E with one of Node's codes. Its stack starts with "TypeError [CODE]: message".
void setCode(const Error& error, StringArg code);
template <class E = Error>
E codedError(StringArg code, StringArg message) {
  E error(message);
  setCode(error, code);
  return error;
}

// Makes Node's ERR_INVALID_ARG_TYPE. `expected` is a phrase such as "of type string" or "an instance of Buffer",
// `received` a phrase such as "undefined" or "type number (5)".
TypeError invalidArgType(StringArg name, StringArg expected, StringArg received);
// Makes ERR_INVALID_ARG_VALUE: "The argument 'name' reason. Received …", where `received` is the value as util.inspect
// prints it.
TypeError invalidArgValue(StringArg name, StringArg received, StringArg reason = "is invalid");
// Makes ERR_OUT_OF_RANGE. `range` is a phrase such as ">= 0 && <= 65535", `received` the value as it is to be printed.
RangeError outOfRange(StringArg name, StringArg range, StringArg received);
// Formats a number as ERR_OUT_OF_RANGE prints it: integers above 2^32 with underscores between groups of digits.
String rangeNumber(double value);
// Returns a string as util.inspect prints it: quoted and escaped.
String inspectString(StringArg text);

// Return libuv's name ("ECONNREFUSED") and libuv's text ("connection refused") for a positive errno or a negative UV_
// code.
String errnoName(int errnum);
String errnoMessage(int errnum);
// Makes an error with the message "syscall CODE address:port" and the properties errno, code, syscall, address and
// port, as Node's internal exceptionWithHostPort does. Without an address the message is "syscall CODE". `errnum` may
// have either sign.
Error exceptionWithHostPort(int errnum, StringArg syscall, StringArg address = "", int port = -1,
                            StringArg additional = "");
// As exceptionWithHostPort, with libuv's text in the message: "listen EADDRINUSE: address already in use
// 127.0.0.1:2000". Named after Node's UVExceptionWithHostPort.
Error uvExceptionWithHostPort(int errnum, StringArg syscall, StringArg address = "", int port = -1);
// Makes an error of a file operation: "EACCES: permission denied, open 'path'". Named after Node's UVException.
Error uvException(int errnum, StringArg syscall, StringArg path = "", StringArg dest = "");
// Makes an error with a short message: "read ECONNRESET". Named after Node's ErrnoException.
Error errnoException(int errnum, StringArg syscall, StringArg original = "");
// Makes the error of a failed name look-up: "getaddrinfo ENOTFOUND host". `code` is "ENOTFOUND", "EAI_AGAIN" and so on.
Error dnsException(StringArg code, int errnum, StringArg syscall, StringArg hostname);

// Returns the given exception as an Error. An exception that is not an Error becomes an Error with the message that its
// what() returns.
Error errorFrom(const std::exception_ptr& exception);

}  // namespace detail

}  // namespace nodecpp
