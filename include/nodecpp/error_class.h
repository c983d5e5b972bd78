// What remains of the class of an error when the error is stored as an Error, which is only a reference: in a parameter
// of a callback, an array, a rejection. Part of error.h.
#pragma once

#include <nodecpp/describe.h>
#include <nodecpp/lookup.h>
#include <nodecpp/traits.h>

#include <exception>
#include <type_traits>
#include <typeinfo>

// A field that a class of the program's own often has, but not Error: its use names what to write instead. A class that
// declares the field hides it.
#define NODECPP_NO_FIELD_OF_ERROR(name)                                                                             \
  static const int name                                                                                             \
      __attribute__((unavailable("an Error has no field " #name ": write error.as<HttpError>()." #name              \
                                 " with the class that declares it, or error->get(\"" #name "\") for a property that " \
                                 "set() has made")))

namespace nodecpp {

class Error;
struct ErrorData;

namespace detail {

// A class that is derived from Error. The conversion of pointers is asked, because it is false and not an error for a
// type that is only declared.
template <class T>
concept ErrorSubclass = !std::same_as<T, Error> && ConvertsTo<T*, Error*>;

// One field of a class with NODECPP_FIELDS.
struct ErrorField {
  const char* name;
  const void* value;
  void (*describe)(util::Value& out, const void* value);
  Lookup (*text)(const void* value);

  template <class M>
  static ErrorField of(const char* name, const M& value) {
    return {name, &value,
            [](util::Value& out, const void* from) {
              if (&describeInto<M>) describeInto<M>(out, *static_cast<const M*>(from));
            },
            [](const void* from) -> Lookup {
              const M& value = *static_cast<const M*>(from);
              if constexpr (std::same_as<M, bool>)
                return Lookup(value ? "true" : "false");
              else if constexpr (std::constructible_from<Lookup, const M&>)
                return Lookup(value);
              else
                return Lookup();
            }};
  }
};
// Is called with each field.
class ErrorFieldVisitor {
 public:
  virtual void field(const ErrorField& field) = 0;

 protected:
  ~ErrorFieldVisitor() = default;
};
template <class M>
void visitErrorField(ErrorFieldVisitor& visitor, const char* name, const M& value) {
  visitor.field(ErrorField::of(name, value));
}

// How the library handles errors of one class. The functions take errors of this class.
struct ErrorClass {
  const std::type_info* type;
  bool isBuiltIn;  // declared by this library, without fields in C++
  // Makes a copy on the heap, with all fields. Null when the class cannot be copied. For a built-in class the argument
  // may be an Error.
  Error* (*copy)(const Error& of);
  void (*assign)(Error& to, const Error& from);  // null when errors of this class cannot be assigned
  std::exception_ptr (*exception)(const Error& of);  // as `copy`
  void (*fields)(const Error& of, ErrorFieldVisitor& visitor);
  const ErrorClass* next = nullptr;
  bool isEntered = false;
};

template <class T>
struct ErrorClassOf {
  // A built-in class names itself. A class that a program derives from it inherits the name, which is then another one.
  static constexpr bool isBuiltIn = requires { requires std::same_as<typename T::NodecppBuiltIn, T>; };

  static Error* copy(const Error& of) {
    if constexpr (isBuiltIn) {
      auto* made = new T();
      static_cast<typename T::Base&>(*made) = of;
      return made;
    } else {
      return new T(static_cast<const T&>(of));
    }
  }
  static void assign(Error& to, const Error& from) { static_cast<T&>(to) = static_cast<const T&>(from); }
  static std::exception_ptr exception(const Error& of) {
    if constexpr (isBuiltIn) {
      T made;
      static_cast<typename T::Base&>(made) = of;
      return std::make_exception_ptr(std::move(made));
    } else {
      return std::make_exception_ptr(static_cast<const T&>(of));
    }
  }
  static void fields(const Error& of, ErrorFieldVisitor& visitor) {
    if constexpr (requires(const T* type) { nodecppFields(type); })
      visitErrorFields(static_cast<const T&>(of), visitor);  // of nodecpp/fields.h, which declares the fields
  }
};

// Evaluated per class only when a function of the class is used, because the class must be complete.
template <class T>
constexpr ErrorClass makeErrorClass() {
  using Of = ErrorClassOf<T>;
  ErrorClass made{&typeid(T), Of::isBuiltIn, nullptr, nullptr, nullptr, &Of::fields};
  if constexpr (std::is_copy_constructible_v<T> && !std::is_abstract_v<T>) {
    made.copy = &Of::copy;
    made.exception = &Of::exception;
  }
  if constexpr (std::is_copy_assignable_v<T>) made.assign = &Of::assign;
  return made;
}
template <class T>
inline constinit ErrorClass errorClass = makeErrorClass<T>();

// Puts the class on the list of the classes that the library knows, on which it finds the class of a stored error. Done
// before the program runs, for each class with which the program uses is(), as(), NODECPP_FIELDS, or a conversion to
// Error.
bool enterErrorClass(ErrorClass& of) noexcept;
template <class T>
inline const bool errorClassIsKnown = enterErrorClass(errorClass<T>);

template <class T>
struct NamedFields;  // of nodecpp/fields.h
template <ErrorSubclass T>
struct NamedFields<T> {
  static constexpr const bool* known = &errorClassIsKnown<T>;
};

// The class of an error that is stored as an Error. An Error is only a reference to ErrorData, so the fields of a
// derived class would be lost. The first conversion to Error therefore copies the whole object of the derived class, and
// the ErrorData keeps the copy. The copy in turn is an error with the same ErrorData, which it counts as each error does;
// when it holds the last reference, it is destroyed.
struct ErrorIdentity {
  const std::type_info* type = nullptr;  // null for Error itself
  const ErrorClass* known = nullptr;     // the most derived class that the library knows; null for none
  Error* object = nullptr;
  bool isCopying = false;
  // The error has the name of a class of Node's that does not exist in C++.
  bool isNamedByClass = false;

  ErrorIdentity() noexcept = default;
  // The object is not copied, because the copied ErrorData may go to another thread, where the counts of the object's
  // fields would be changed by two threads.
  ErrorIdentity(const ErrorIdentity& other) noexcept;
  ErrorIdentity& operator=(const ErrorIdentity& other) noexcept;
  ~ErrorIdentity();
};

// Stores the class of `error` in its ErrorData. Called when an error of a derived class is copied into an Error.
void keepClass(const Error& error) noexcept;
// Called when a reference to the ErrorData was given back and one remains: destroys the object of the derived class when
// the object is what holds this reference.
void dropObject(ErrorData& data) noexcept;
// Whether the error's class is `type` or derived from it.
bool isOfClass(const Error& error, const std::type_info& type) noexcept;
// Returns the stored object of the derived class. Returns null when the error is not of this class, or when the object
// could not be copied.
Error* objectOf(const Error& error [[clang::lifetimebound]], const ErrorClass& of);
[[noreturn]] void throwOtherClass(const Error& error, const std::type_info& type);
// Returns the error as an exception that `catch` finds by its class.
std::exception_ptr exceptionOf(const Error& error);
// Calls the visitor with each field that the class names by NODECPP_FIELDS.
void visitFields(const Error& error, ErrorFieldVisitor& visitor);
// Returns the text of such a field, or undefined.
Lookup fieldOf(const ErrorData& data, StringArg key);
// Sets the name of an error whose class in Node has this name. When it is the name of a built-in class, the error is of
// that class.
void setClassName(const Error& error, StringArg name);

}  // namespace detail
}  // namespace nodecpp
