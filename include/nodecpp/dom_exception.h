// DOMException: the error of the web's interfaces (AbortSignal, structuredClone, WebSocket and others).
// https://developer.mozilla.org/docs/Web/API/DOMException
#pragma once

#include <nodecpp/error.h>

namespace nodecpp {

// The second argument of DOMException: the name of the error, or the name and the cause.
struct DOMExceptionOptions {
  String name = "Error";
  detail::ErrorCause cause{};
};

// An error that is known by its name, such as "AbortError". `code` is the text of the number that older interfaces have
// for this name, and "0" for a name without one.
class DOMException : public Error {
 public:
  using NodecppBuiltIn = DOMException;
  // One of the numbers. It compares with `error->code` as in JavaScript: error->code == DOMException::ABORT_ERR.
  struct Code {
    int value;
    constexpr operator int() const noexcept { return value; }
    friend bool operator==(const String& code, Code number) { return code == str(number.value); }
    friend String str(Code number) { return nodecpp::str(number.value); }
  };

  static constexpr Code INDEX_SIZE_ERR{1};
  static constexpr Code DOMSTRING_SIZE_ERR{2};
  static constexpr Code HIERARCHY_REQUEST_ERR{3};
  static constexpr Code WRONG_DOCUMENT_ERR{4};
  static constexpr Code INVALID_CHARACTER_ERR{5};
  static constexpr Code NO_DATA_ALLOWED_ERR{6};
  static constexpr Code NO_MODIFICATION_ALLOWED_ERR{7};
  static constexpr Code NOT_FOUND_ERR{8};
  static constexpr Code NOT_SUPPORTED_ERR{9};
  static constexpr Code INUSE_ATTRIBUTE_ERR{10};
  static constexpr Code INVALID_STATE_ERR{11};
  static constexpr Code SYNTAX_ERR{12};
  static constexpr Code INVALID_MODIFICATION_ERR{13};
  static constexpr Code NAMESPACE_ERR{14};
  static constexpr Code INVALID_ACCESS_ERR{15};
  static constexpr Code VALIDATION_ERR{16};
  static constexpr Code TYPE_MISMATCH_ERR{17};
  static constexpr Code SECURITY_ERR{18};
  static constexpr Code NETWORK_ERR{19};
  static constexpr Code ABORT_ERR{20};
  static constexpr Code URL_MISMATCH_ERR{21};
  static constexpr Code QUOTA_EXCEEDED_ERR{22};
  static constexpr Code TIMEOUT_ERR{23};
  static constexpr Code INVALID_NODE_TYPE_ERR{24};
  static constexpr Code DATA_CLONE_ERR{25};

  DOMException() : DOMException("") {}
  explicit DOMException(StringArg message, StringArg name = "Error");
  DOMException(StringArg message, const DOMExceptionOptions& options);

  // Whether an Error is a DOMException, which JavaScript asks with `error instanceof DOMException`.
  static bool isDOMException(const Error& error) noexcept;
};

}  // namespace nodecpp
