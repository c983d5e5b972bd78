// Reason: why a web stream was cancelled, aborted or has failed. Programs include nodecpp/stream/web.h.
#pragma once

#include <nodecpp/chunk.h>
#include <nodecpp/error.h>
#include <nodecpp/traits.h>

namespace nodecpp::stream::web {

// In JavaScript the reason is any value: an Error, mostly, or a text, or nothing. A default-made Reason is undefined.
// A promise that is rejected with a Reason throws what the Reason was made of: the TypeError, or the String.
class Reason {
 public:
  Reason() noexcept = default;
  Reason(std::nullptr_t) noexcept {}
  Reason(Undefined) noexcept {}
  template <nodecpp::detail::DerivedFrom<Error> E>
  Reason(const E& error)
      : exception_(!error                    ? nullptr
                   : std::same_as<E, Error> ? nodecpp::detail::exceptionOf(error)
                                            : std::make_exception_ptr(error)) {}
  template <class T>
    requires nodecpp::detail::StringLike<const T&>
  Reason(const T& text) : Reason(ofText(text)) {}
  template <class T>
    requires stream::detail::ChunkValue<T> || stream::detail::VarLike<T>
  Reason(const T& value) : Reason(Chunk(value)) {}
  // A chunk that is text makes the same reason as the text.
  Reason(const Chunk& value) : Reason(ofChunk(value)) {}
  Reason(std::exception_ptr exception) noexcept : exception_(std::move(exception)) {}

  explicit operator bool() const noexcept { return exception_ != nullptr; }
  friend bool operator==(const Reason& reason, std::nullptr_t) noexcept { return !reason.exception_; }
  // Returns the Error that this is. A text becomes an Error with this message; undefined stays undefined.
  Error error() const;
  operator Error() const { return error(); }
  // JavaScript's `reason.message` is reason->message.
  Error operator->() const { return error(); }
  // Returns the value that this was made of, where it is no Error.
  Chunk value() const;
  // JavaScript's String(reason).
  String toString() const;
  operator String() const { return toString(); }
  friend String str(const Reason& reason) { return reason.toString(); }
  // The exception with which a promise is rejected. Never null.
  std::exception_ptr exception() const;

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (!exception_)
      out.undefined();
    else if (Error made = errorOrNull())
      out.value(made);
    else
      out.value(value());
  }

 private:
  static Reason ofText(StringArg text);
  static Reason ofChunk(const Chunk& value);
  // Returns undefined when this is a value and not an Error.
  Error errorOrNull() const;

  std::exception_ptr exception_;
};

}  // namespace nodecpp::stream::web
