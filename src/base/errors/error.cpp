#include <nodecpp/error.h>

#include <cmath>
#include <string_view>

#include "base/text/utf8.h"

namespace nodecpp {

Error::Error(StringArg name, StringArg message) : data_(::new(detail::allocate(sizeof(ErrorData))) ErrorData) {
  data_->refs = 1;
  data_->name = name.toString();
  data_->message = message.toString();
  data_->stack.captureOf(*data_);
}

Error::Error(StringArg name, StringArg message, const ErrorOptions& options) : Error(name, message) {
  data_->cause = options.cause;
}
Error::Error(StringArg message, const ErrorOptions& options) : Error("Error", message, options) {}

void detail::ErrorCause::keep(const Error& error) {
  if (error) push_back(error);
}
void detail::ErrorCause::keep(const Lookup& value) {
  if (!value.isUndefined()) other = make<Handle<ErrorProperty<Lookup>>>(value);
}

void ErrorData::set(StringArg key, Lookup value) {
  for (auto& [name, of] : properties)
    if (name == key) return void(of = std::move(value));
  properties.push_back({key.toString(), std::move(value)});
}

Lookup ErrorData::get(StringArg key) const {
  for (const auto& [name, of] : properties)
    if (name == key) return of;
  return detail::fieldOf(*this, key);
}

String ErrorData::toString() const {
  if (message.empty()) return name;
  return name.empty() ? message : name + ": " + message;
}

Error::~Error() {
  if (!data_) return;
  if (--data_->refs != 0) {
    if (data_->refs == 1 && data_->identity.object) [[unlikely]]
      detail::dropObject(*data_);
    return;
  }
  // A cause may have a cause itself, so a long chain is destroyed without deep recursion.
  detail::destroyInTurn(data_, [](void* data) noexcept {
    static_cast<ErrorData*>(data)->~ErrorData();
    detail::release(data, sizeof(ErrorData));
  });
}

String Error::toString() const {
  return data_ ? data_->toString() : String(isNull_ ? "null" : "undefined");
}

const char* Error::what() const noexcept {
  if (!data_) return isNull_ ? "null" : "undefined";
  data_->terminated = toString() + "\0";
  return data_->terminated.data();
}

AggregateError::AggregateError(const Array<Error>& errors, StringArg message) : Error("AggregateError", message) {
  (*this)->errors = errors.slice();
}

AbortError::AbortError(StringArg message, Error cause) : Error("AbortError", message) {
  (*this)->code = "ABORT_ERR";
  if (cause) (*this)->cause.push_back(cause);
}

namespace detail {

void setCode(const Error& error, StringArg code) {
  error->code = code.toString();
  error->stack.setHeader(error->name + " [" + error->code + "]: " + error->message);
}

TypeError invalidArgType(StringArg name, StringArg expected, StringArg received) {
  String subject = name.toString();
  String quoted = subject.endsWith(" argument") ? "The " + subject
                  : subject.includes(".")       ? "The \"" + subject + "\" property"
                                                : "The \"" + subject + "\" argument";
  return codedError<TypeError>("ERR_INVALID_ARG_TYPE", quoted + " must be " + expected + ". Received " + received);
}

TypeError invalidArgValue(StringArg name, StringArg received, StringArg reason) {
  String subject = name.toString();
  return codedError<TypeError>("ERR_INVALID_ARG_VALUE", String("The ") +
                                                            (subject.includes(".") ? "property" : "argument") + " '" +
                                                            subject + "' " + reason + ". Received " + received);
}

RangeError outOfRange(StringArg name, StringArg range, StringArg received) {
  return codedError<RangeError>(
      "ERR_OUT_OF_RANGE",
      "The value of \"" + name.toString() + "\" is out of range. It must be " + range + ". Received " + received);
}

String rangeNumber(double value) {
  String plain = value == 0 && std::signbit(value) ? String("-0") : str(value);
  if (std::isinf(value) || value != std::trunc(value) || std::fabs(value) <= 4294967296.0) return plain;
  // Node inserts the separators into the text without looking at it: 1e+21 becomes 1e_+21.
  std::ptrdiff_t start = plain.startsWith("-") ? 1 : 0, i = std::ptrdiff_t(plain.size());
  String out;
  for (; i >= start + 4; i -= 3) out = "_" + plain.slice(i - 3, i) + out;
  return plain.slice(0, i) + out;
}

String inspectString(StringArg text) {
  String s = text.toString();
  // Uses single quotes, unless the text contains them and lacks another kind of quotes.
  char quote = !s.includes("'") ? '\'' : !s.includes("\"") ? '"' : !s.includes("`") && !s.includes("${") ? '`' : '\'';
  String out = str(quote);
  for (const char *at = s.data(), *end = at + s.size(); at < end; ++at) {
    const char c = *at;
    const auto byte = static_cast<unsigned char>(c);
    constexpr const char* hex = "0123456789ABCDEF";
    if (c == quote || c == '\\') {
      const char escape[] = {'\\', c};
      out += std::string_view(escape, 2);
    } else if (c == '\b' || c == '\t' || c == '\n' || c == '\f' || c == '\r') {
      const char escape[] = {'\\', "btn?fr"[c - '\b']};
      out += std::string_view(escape, 2);
    } else if (byte < 0x20 || byte == 0x7f) {
      const char escape[] = {'\\', 'x', hex[byte >> 4], hex[byte & 15]};
      out += std::string_view(escape, 4);
    } else if (std::uint32_t half = utf8::surrogateAt(at, end)) {
      for (char each : {'\\', 'u'}) out += std::string_view(&each, 1);
      for (int shift = 12; shift >= 0; shift -= 4) out += std::string_view(&"0123456789abcdef"[half >> shift & 15], 1);
      at += 2;
    } else {
      out += std::string_view(at, 1);
    }
  }
  out += std::string_view(&quote, 1);
  return out;
}

namespace {

void setErrno(const Error& error, int errnum) {
  error->errno_ = errnum > 0 ? -errnum : errnum;
  error->code = errnoName(errnum);
}

}  // namespace

Error exceptionWithHostPort(int errnum, StringArg syscall, StringArg address, int port, StringArg additional) {
  String details;
  if (port > 0 && !address.empty())
    details = " " + address.toString() + ":" + str(port);
  else if (!address.empty())
    details = " " + address.toString();
  if (!additional.empty()) details = details + " - Local (" + additional + ")";
  Error error(syscall.toString() + " " + errnoName(errnum) + details);
  setErrno(error, errnum);
  error->syscall = syscall.toString();
  error->address = address.toString();
  if (port > 0) error->port = port;
  return error;
}

Error uvExceptionWithHostPort(int errnum, StringArg syscall, StringArg address, int port) {
  String message = syscall.toString() + " " + errnoName(errnum) + ": " + errnoMessage(errnum);
  if (port > 0 && !address.empty())
    message = message + " " + address + ":" + str(port);
  else if (!address.empty())
    message = message + " " + address;
  Error error(message);
  setErrno(error, errnum);
  error->syscall = syscall.toString();
  error->address = address.toString();
  if (port > 0) error->port = port;
  return error;
}

Error uvException(int errnum, StringArg syscall, StringArg path, StringArg dest) {
  String message = errnoName(errnum) + ": " + errnoMessage(errnum) + ", " + syscall;
  if (!path.empty()) message = message + " '" + path + "'";
  if (!dest.empty()) message = message + " -> '" + dest + "'";
  Error error(message);
  setErrno(error, errnum);
  error->syscall = syscall.toString();
  error->path = path.toString();
  error->dest = dest.toString();
  return error;
}

Error errnoException(int errnum, StringArg syscall, StringArg original) {
  String name = errnoName(errnum);
  Error error(original.empty() ? syscall.toString() + " " + name : syscall.toString() + " " + name + " " + original);
  setErrno(error, errnum);
  error->syscall = syscall.toString();
  return error;
}

Error dnsException(StringArg code, int errnum, StringArg syscall, StringArg hostname) {
  String message = syscall.toString() + " " + code;
  if (!hostname.empty()) message = message + " " + hostname;
  Error error(message);
  error->errno_ = errnum > 0 ? -errnum : errnum;
  error->code = code.toString();
  error->syscall = syscall.toString();
  error->hostname = hostname.toString();
  return error;
}

Error errorFrom(const std::exception_ptr& exception) {
  if (!exception) return nullptr;
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    return error;
  } catch (const std::exception& error) {
    return Error(error.what());
  } catch (const String& text) {
    return Error(text);
  } catch (const char* text) {
    return Error(text);
  } catch (...) {
    return Error("an exception that is not an Error was thrown");
  }
}

}  // namespace detail
}  // namespace nodecpp
