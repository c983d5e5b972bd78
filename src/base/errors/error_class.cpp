// The classes of errors that are stored as an Error (nodecpp/error_class.h).
#include <nodecpp/dom_exception.h>
#include <nodecpp/error.h>

#include <cxxabi.h>
#include <cstdlib>
#include <string_view>

#include "base/errors/call_stack.h"

namespace nodecpp {

namespace detail {

namespace {

// Static initialisation fills the list, so no thread changes it while another one reads it.
constinit ErrorClass* classes = nullptr;

// The classes of JavaScript and Node.js are known in each program.
template <class... T>
bool enterAll() {
  return (enterErrorClass(errorClass<T>) && ...);
}
[[maybe_unused]] const bool builtInAreKnown =
    enterAll<TypeError, RangeError, SyntaxError, ReferenceError, URIError, EvalError, AggregateError, AbortError, DOMException>();

const ErrorClass* classOf(const std::type_info& type) noexcept {
  // Only shared libraries have a second description of a type, which is found by its name.
  for (const ErrorClass* each = classes; each; each = each->next)
    if (each->type == &type) return each;
  for (const ErrorClass* each = classes; each; each = each->next)
    if (*each->type == type) return each;
  return nullptr;
}

// `list[i]` is an object of a class that is derived from the element's (nodecpp/array/array_element.h), and means the
// element. Such a class is told by its mangled name, since a type_info has nothing else.
bool isElement(const std::type_info& type) noexcept {
  const std::string_view name = type.name();
  return name.starts_with("N7nodecpp12ArrayElementI") || name.starts_with("N7nodecpp6detail12ElementPlaceI") ||
         name.starts_with("N7nodecpp6detail13ChangingPlaceI");
}

// Returns the class of the error itself, which is Error for one without a class of its own.
const std::type_info& typeOf(const Error& error) noexcept {
  const std::type_info* type = &typeid(error);
  while (isElement(*type)) type = dynamic_cast<const abi::__si_class_type_info&>(*type).__base_type;
  return *type;
}

// Calls f(type) for the class and then for its bases, the nearest first, until f returns true. Returns whether f did.
template <class F>
bool searchBases(const std::type_info& type, F f) {
  if (type == typeid(Error)) return false;
  if (f(type)) return true;
  if (auto* single = dynamic_cast<const abi::__si_class_type_info*>(&type)) return searchBases(*single->__base_type, f);
  if (auto* several = dynamic_cast<const abi::__vmi_class_type_info*>(&type))
    for (unsigned i = 0; i < several->__base_count; ++i)
      if (searchBases(*several->__base_info[i].__base_type, f)) return true;
  return false;
}

bool isDerived(const std::type_info& type, const std::type_info& from) noexcept {
  return searchBases(type, [&](const std::type_info& each) { return each == from; });
}

// Returns the class of this type or, when the library does not know it, its nearest base that the library knows.
const ErrorClass* knownClass(const std::type_info& type) noexcept {
  const ErrorClass* found = nullptr;
  searchBases(type, [&](const std::type_info& each) { return (found = classOf(each)) != nullptr; });
  return found;
}

String nameOf(const std::type_info& type) {
  int status = 0;
  char* text = abi::__cxa_demangle(type.name(), nullptr, nullptr, &status);
  String name = callName(text ? text : type.name());
  std::free(text);
  return name.split("::").pop();
}

// The types whose names a copied or received error may have.
struct NamedType {
  const char* name;
  const std::type_info* type;
};
constexpr NamedType namedTypes[] = {{"TypeError", &typeid(TypeError)},           {"RangeError", &typeid(RangeError)},
                                    {"SyntaxError", &typeid(SyntaxError)},       {"ReferenceError", &typeid(ReferenceError)},
                                    {"URIError", &typeid(URIError)},             {"EvalError", &typeid(EvalError)},
                                    {"AggregateError", &typeid(AggregateError)}, {"AbortError", &typeid(AbortError)}};

// Finds the text of one field.
class FieldText final : public ErrorFieldVisitor {
 public:
  explicit FieldText(StringArg key) : key_(key) {}
  void field(const ErrorField& field) override {
    if (key_ == field.name) found = field.text(field.value);
  }
  Lookup found;

 private:
  StringArg key_;
};

}  // namespace

bool enterErrorClass(ErrorClass& of) noexcept {
  if (std::exchange(of.isEntered, true)) return true;
  of.next = classes;
  classes = &of;
  return true;
}

ErrorIdentity::ErrorIdentity(const ErrorIdentity& other) noexcept : isNamedByClass(other.isNamedByClass) {
  if (other.object && !other.known->isBuiltIn) return;
  type = other.type;
  known = other.known;
}

ErrorIdentity& ErrorIdentity::operator=(const ErrorIdentity& other) noexcept {
  if (this == &other) return *this;
  ErrorIdentity copy(other);
  std::swap(type, copy.type);
  std::swap(known, copy.known);
  std::swap(object, copy.object);
  isNamedByClass = copy.isNamedByClass;
  return *this;
}

ErrorIdentity::~ErrorIdentity() { delete object; }

void keepClass(const Error& error) noexcept {
  ErrorIdentity& identity = error->identity;
  if (identity.isCopying || identity.object == &error) return;
  const std::type_info& type = typeOf(error);
  if (type == typeid(Error)) return;
  const bool isSame = identity.type && *identity.type == type;
  if (isSame && !identity.object) return;
  // An error that was caught by value as one of its bases is still of its own class.
  if (!isSame && identity.type && isDerived(*identity.type, type)) return;
  const ErrorClass* known = isSame ? identity.known : knownClass(type);
  identity.isCopying = true;
  Error* made = identity.object;
  try {
    // The fields may have changed since they were copied.
    if (isSame) {
      if (known->assign) known->assign(*made, error);
    } else {
      made = known && known->copy && !known->isBuiltIn ? known->copy(error) : nullptr;
    }
  } catch (...) {
    // A field could not be copied. The error remains, without an object of its class.
    if (!isSame) made = nullptr;
  }
  identity.isCopying = false;
  identity.type = &type;
  identity.known = known;
  if (Error* old = std::exchange(identity.object, made); old != made) delete old;
}

void dropObject(ErrorData& data) noexcept {
  Error* object = data.identity.object;
  if (data.identity.isCopying || object->data_ != &data) return;
  data.identity.object = nullptr;
  // A field of the object may be an error with an object again, and so on.
  destroyInTurn(object, [](void* gone) noexcept { delete static_cast<Error*>(gone); });
}

bool isOfClass(const Error& error, const std::type_info& type) noexcept {
  if (!error) return false;
  return isDerived(typeOf(error), type) || (error->identity.type && isDerived(*error->identity.type, type));
}

Error* objectOf(const Error& error, const ErrorClass& of) {
  if (!isOfClass(error, *of.type)) return nullptr;
  ErrorIdentity& identity = error->identity;
  if (!identity.object && of.isBuiltIn) {
    identity.isCopying = true;
    identity.object = of.copy(error);
    identity.isCopying = false;
    identity.known = &of;
  }
  return identity.object;
}

void throwOtherClass(const Error& error, const std::type_info& type) {
  throw TypeError("The error is not of the class " + nameOf(type) + " but of " +
                  (error ? error.className() : String("none")) + ": " + error.toString());
}

std::exception_ptr exceptionOf(const Error& error) {
  if (error) {
    if (typeid(error) != typeid(Error)) keepClass(error);
    const ErrorIdentity& identity = error->identity;
    if (const ErrorClass* known = identity.known; known && known->exception) {
      if (identity.object) return known->exception(*identity.object);
      if (known->isBuiltIn) return known->exception(error);
    }
  }
  return std::make_exception_ptr(error);
}

void visitFields(const Error& error, ErrorFieldVisitor& visitor) {
  if (!error) return;
  const ErrorIdentity& identity = error->identity;
  if (identity.object) identity.known->fields(*identity.object, visitor);
}

Lookup fieldOf(const ErrorData& data, StringArg key) {
  FieldText text(key);
  if (data.identity.object) {
    data.identity.known->fields(*data.identity.object, text);
  } else if (!data.identity.type && std::current_exception()) {
    // The error may be the caught exception, which nothing has stored as an Error yet.
    try {
      throw;
    } catch (const Error& error) {
      if (error && error.operator->() == &data && typeid(error) != typeid(Error)) {
        keepClass(error);
        visitFields(error, text);
      }
    } catch (...) {
    }
  }
  return text.found;
}

void setClassName(const Error& error, StringArg name) {
  error->name = name.toString();
  error->identity.isNamedByClass = true;
  for (const NamedType& each : namedTypes)
    if (name == each.name) {
      error->identity.type = each.type;
      error->identity.known = classOf(*each.type);
    }
}

}  // namespace detail

String Error::className() const {
  if (!data_) return "";
  const detail::ErrorIdentity& identity = data_->identity;
  // The stored class is the more derived one when this error is a copy of one of its bases.
  if (identity.type) return detail::nameOf(*identity.type);
  if (const std::type_info& type = detail::typeOf(*this); type != typeid(Error)) return detail::nameOf(type);
  return identity.isNamedByClass ? data_->name : String("Error");
}

}  // namespace nodecpp
