#include <nodecpp/dom_exception.h>

#include <iterator>
#include <string_view>

namespace nodecpp {

namespace {

// The names that have a number, in the order of the numbers from 1 on. Names that no interface uses any more are empty.
// https://webidl.spec.whatwg.org/#idl-DOMException-error-names
constexpr std::string_view names[] = {"IndexSizeError",
                                      "",
                                      "HierarchyRequestError",
                                      "WrongDocumentError",
                                      "InvalidCharacterError",
                                      "",
                                      "NoModificationAllowedError",
                                      "NotFoundError",
                                      "NotSupportedError",
                                      "InUseAttributeError",
                                      "InvalidStateError",
                                      "SyntaxError",
                                      "InvalidModificationError",
                                      "NamespaceError",
                                      "InvalidAccessError",
                                      "",
                                      "TypeMismatchError",
                                      "SecurityError",
                                      "NetworkError",
                                      "AbortError",
                                      "URLMismatchError",
                                      "QuotaExceededError",
                                      "TimeoutError",
                                      "InvalidNodeTypeError",
                                      "DataCloneError"};

int codeOf(const String& name) noexcept {
  if (name.empty()) return 0;
  for (std::size_t i = 0; i < std::size(names); ++i)
    if (name == names[i]) return int(i + 1);
  return 0;
}

// The property without a name that marks an error as a DOMException. Nothing prints it.
constexpr const char* mark = "";

}  // namespace

DOMException::DOMException(StringArg message, StringArg name) : Error(name, message) {
  ErrorData& data = *operator->();
  data.code = nodecpp::str(codeOf(data.name));
  data.properties.push_back({mark, 1});
}

DOMException::DOMException(StringArg message, const DOMExceptionOptions& options)
    : DOMException(message, options.name) {
  (*this)->cause = options.cause;
}

bool DOMException::isDOMException(const Error& error) noexcept {
  if (!error) return false;
  for (const auto& [name, value] : error->properties)
    if (name.empty()) return true;
  return false;
}

}  // namespace nodecpp
