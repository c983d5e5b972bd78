// AssertionError, and what the functions of assert take: a message, and what an error is expected to be. Part of
// assert.h.
#pragma once

#include <nodecpp/fields.h>
#include <nodecpp/regexp.h>
#include <nodecpp/traits.h>
#include <nodecpp/util.h>

#include <exception>

namespace nodecpp::assert {

// The last argument of the functions of assert: a text, or an Error that is thrown instead of an AssertionError.
class Message {
 public:
  Message() noexcept = default;
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Message(const T& text) : text_(StringArg(text).toString()), isGiven_(!StringArg(text).isNullish()) {}
  Message(const Error& error) : error_(error) {}

  const Error& error() const noexcept [[clang::lifetimebound]] { return error_; }
  const String& text() const noexcept [[clang::lifetimebound]] { return text_; }
  // False when there is no text, or when it is undefined or null.
  bool isGiven() const noexcept { return isGiven_; }

 private:
  String text_;
  Error error_;
  bool isGiven_ = false;
};

// The options of AssertionError, in the order of Node's page. Without a message, one is made of the values and of the
// name of the operator ("strictEqual"). `operator` is a keyword of C++, hence the underscore.
struct AssertionErrorOptions {
  Message message{};
  util::Value actual{};
  util::Value expected{};
  util::Value operator_{};
  String diff = "simple";
};

// Node's assert.AssertionError. https://nodejs.org/docs/latest-v24.x/api/assert.html#class-assertassertionerror
class AssertionError : public Error {
 public:
  using NodecppBuiltIn = AssertionError;
  AssertionError() noexcept = default;
  explicit AssertionError(const AssertionErrorOptions& options);
  // Gives the AssertionError that an Error is, or undefined when it is another kind of error. For callbacks and for
  // `catch (const Error&)`.
  static AssertionError from(const Error& error);

  // The properties of Node's AssertionError. message, code and stack are reached by `->` as those of each Error.
  // `expected()` and `actual()` are undefined when there is no such value.
  util::Value actual() const;
  util::Value expected() const;
  util::Value operator_() const;  // the name of the function that failed, such as "strictEqual"
  bool generatedMessage() const;
  String diff() const;
  // Returns "AssertionError [ERR_ASSERTION]: message".
  String toString() const;
};

// A property that an error must have, with its value or with a RegExp that a text must match.
struct ExpectedProperty {
  String key;
  util::Value value;
  RegExp pattern;
  template <class T>
  ExpectedProperty(StringArg name, const T& expected) : key(name.toString()), value(expected) {
    if constexpr (std::same_as<T, RegExp>) pattern = expected;
  }
};

// What throws, rejects, doesNotThrow and doesNotReject expect of an error:
//   a RegExp that its text matches; an Error with the same name, message and further properties; properties, each with
//   a value or a RegExp, {{"code", "ENOENT"}, {"message", re("^no")}}; an object; or a function that takes the error
//   and returns true.
// A text is the message of the assertion, as in Node. The class of an error is a template argument:
// throws<TypeError>(f).
class ExpectedError {
 public:
  enum class Kind : unsigned char { none, text, pattern, error, properties, function, type };
  using TypeTest = bool (*)(const std::exception_ptr& thrown);

  ExpectedError() noexcept = default;
  ExpectedError(std::nullptr_t) noexcept {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  ExpectedError(const T& message) : kind(Kind::text), text(StringArg(message).toString()) {}
  ExpectedError(const RegExp& expected) : kind(Kind::pattern), pattern(expected) {}
  ExpectedError(const Error& expected) : kind(expected ? Kind::error : Kind::none), error(expected) {}
  ExpectedError(std::initializer_list<ExpectedProperty> expected);
  template <class F>
    requires(std::invocable<F&, Error> && !nodecpp::detail::AnyValue<F>)
  ExpectedError(F expected)
      : kind(Kind::function), function([expected](Error error) mutable {
          if constexpr (std::is_void_v<std::invoke_result_t<F&, Error>>)
            return expected(error), util::Value();
          else
            return util::Value(expected(error));
        }) {}
  // Takes an object: a var, a struct with NODECPP_FIELDS, or util::object().
  template <class T>
    requires(!nodecpp::detail::StringLike<const T&> && !nodecpp::detail::DerivedFrom<T, Error> && !std::same_as<T, RegExp> &&
             !std::same_as<T, ExpectedError> && (!std::invocable<T&, Error> || nodecpp::detail::AnyValue<T>))
  ExpectedError(const T& expected) : ExpectedError(util::Value(expected), 0) {}

  // For the runtime: the class E of an error.
  template <nodecpp::detail::DerivedFrom<Error> E>
  static ExpectedError type() {
    ExpectedError out;
    out.kind = Kind::type;
    constexpr auto name = nodecpp::detail::className<E>();
    out.text = String::copyOf(name.data(), name.size());
    out.isType = [](const std::exception_ptr& thrown) {
      try {
        std::rethrow_exception(thrown);
      } catch (const Error& error) {
        return error.is<E>();
      } catch (...) {
        return false;
      }
    };
    return out;
  }
  // Returns the value that is printed as `expected`.
  util::Value shown() const;

  Kind kind = Kind::none;
  String text;  // the message, or the name of the class
  RegExp pattern;
  Error error;
  nodecpp::detail::List<ExpectedProperty> properties;
  util::Value object;  // what the properties come from, when they come from an object
  Function<util::Value(Error)> function;
  TypeTest isType = nullptr;

 private:
  ExpectedError(const util::Value& expected, int);
};

}  // namespace nodecpp::assert
