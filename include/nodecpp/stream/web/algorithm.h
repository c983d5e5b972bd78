// The functions of underlying sources, sinks and transformers, the results of readers, and the options that have a
// null. Programs include nodecpp/stream/web.h.
#pragma once

#include <nodecpp/promise.h>
#include <nodecpp/stream/stream_base.h>
#include <nodecpp/stream/web/reason.h>

namespace nodecpp {
namespace util {
class Value;
struct InspectOptions;
}  // namespace util
namespace detail {
String formatValues(const util::Value* values, std::size_t count, const util::InspectOptions* options);
}
}  // namespace nodecpp

namespace nodecpp::stream::web {

class ReadableStreamObject;
class ReadableStreamControllerObject;
class ReadableStreamReaderObject;
class ReadableStreamDefaultReaderObject;
class ReadableStreamBYOBReaderObject;
class ReadableStreamBYOBRequestObject;
class WritableStreamObject;
class WritableStreamDefaultWriterObject;
class WritableStreamDefaultControllerObject;
class TransformStreamObject;
class TransformStreamDefaultControllerObject;
using ReadableStream = Handle<ReadableStreamObject>;
// The controller that a source's functions get. Both kinds have one type, since `.type` decides when the program runs.
using ReadableStreamDefaultController = Handle<ReadableStreamControllerObject>;
using ReadableByteStreamController = Handle<ReadableStreamControllerObject>;
using ReadableStreamDefaultReader = Handle<ReadableStreamDefaultReaderObject>;
using ReadableStreamBYOBReader = Handle<ReadableStreamBYOBReaderObject>;
using ReadableStreamBYOBRequest = Handle<ReadableStreamBYOBRequestObject>;
using WritableStream = Handle<WritableStreamObject>;
using WritableStreamDefaultWriter = Handle<WritableStreamDefaultWriterObject>;
using WritableStreamDefaultController = Handle<WritableStreamDefaultControllerObject>;
using TransformStream = Handle<TransformStreamObject>;
using TransformStreamDefaultController = Handle<TransformStreamDefaultControllerObject>;

namespace detail {

// A function that a program gives to a stream. It may take fewer arguments, may be a coroutine or return a promise, and
// may return anything else, which is ignored.
template <class... A>
class Algorithm {
 public:
  Algorithm() noexcept = default;
  Algorithm(std::nullptr_t) noexcept {}
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, Algorithm>) && nodecpp::detail::TakesSomeOf<F, A...>
  Algorithm(F&& f) {
    if constexpr (requires { static_cast<bool>(f.identity()); })
      if (!f) return;
    function_ = [f = std::decay_t<F>(std::forward<F>(f))](A... a) mutable -> Promise<> {
      using R = decltype(nodecpp::detail::callWithFewer(f, std::forward<A>(a)...));
      if constexpr (nodecpp::detail::isPromise<std::decay_t<R>>) {
        return nodecpp::detail::callWithFewer(f, std::forward<A>(a)...);
      } else {
        static_cast<void>(nodecpp::detail::callWithFewer(f, std::forward<A>(a)...));
        return {};
      }
    };
  }
  explicit operator bool() const noexcept { return bool(function_); }
  // Returns the promise that the function returned, or an undefined one when it returned none.
  Promise<> operator()(A... a) const { return function_(std::forward<A>(a)...); }

 private:
  Function<Promise<>(A...)> function_;
};

// Prints an object as Node prints those of web streams: the name, and then the properties that `fill` adds, which are
// laid out by themselves.
template <class Inspector, class F, class Value = util::Value>
void inspectAs(Inspector& out, const char* name, F fill) {
  Value data = Value::of(Value::Kind::object);
  Inspector properties(data);
  fill(properties);
  out.text(String(name) + " " + nodecpp::detail::formatValues(&data, 1, nullptr));
}

// A promise that a stream settles later, and that a program may ask for again. A default-made Settling has none.
class Settling {
 public:
  Settling() noexcept = default;
  Settling(Settling&& other) noexcept;
  Settling& operator=(Settling&& other) noexcept;
  ~Settling() { abandon(); }
  static Settling pending();
  static Settling resolved();
  // Makes a rejected promise. Nobody is told when it is not awaited.
  static Settling rejected(const Reason& reason);

  explicit operator bool() const noexcept { return bool(promise_); }
  bool isPending() const noexcept { return settler_ != nullptr; }
  const Promise<>& promise() const noexcept [[clang::lifetimebound]] { return promise_; }
  // Settle the promise; they do nothing when it is settled already.
  void resolve();
  void reject(const Reason& reason);
  // As reject(); nobody is told when the promise is not awaited.
  void rejectHandled(const Reason& reason);
  // Gives the promise up: what still waits for it ends.
  void abandon() noexcept;

 private:
  Promise<> promise_;
  nodecpp::detail::PromiseState* settler_ = nullptr;
};

}  // namespace detail

// JavaScript's `controller.desiredSize`: a number that may be negative, or null when the stream has failed. As in
// JavaScript, null compares as 0.
class DesiredSize {
 public:
  constexpr DesiredSize(std::nullptr_t) noexcept : null_(true) {}
  constexpr DesiredSize(double size) noexcept : size_(size) {}
  constexpr operator double() const noexcept { return size_; }
  friend constexpr bool operator==(DesiredSize a, std::nullptr_t) noexcept { return a.null_; }
  friend String str(DesiredSize size) { return size.null_ ? String("null") : str(size.size_); }
  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (null_)
      out.value(nullptr);
    else
      out.value(size_);
  }

 private:
  double size_ = 0;
  bool null_ = false;
};

// The result of a reader's read(): `auto [value, done] = co_await reader->read();`. As the result of an iterator's
// next() it is tested and dereferenced: `while (auto chunk = co_await chunks.next()) use(*chunk);`.
template <class T>
class ReadableStreamReadResult {
 public:
  T value{};
  bool done = false;

  explicit operator bool() const noexcept { return !done; }
  const T& operator*() const noexcept [[clang::lifetimebound]] { return value; }
  template <std::size_t I>
  auto get() const {
    if constexpr (I == 0)
      return value;
    else
      return done;
  }
  // For the runtime: a result of data that was there already, which Node prints in another order.
  static ReadableStreamReadResult ofBuffered(T value) {
    ReadableStreamReadResult made{std::move(value), false};
    made.doneFirst_ = true;
    return made;
  }
  ReadableStreamReadResult() = default;
  ReadableStreamReadResult(T value, bool done) : value(std::move(value)), done(done) {}

  template <class Inspector>
  void inspectTo(Inspector& out) const {
    if (doneFirst_) out.property("done", done);
    if constexpr (std::same_as<T, Chunk>) {
      if (value)
        out.property("value", value);
      else
        out.property("value", Undefined{});
    } else {
      out.property("value", value);
    }
    if (!doneFirst_) out.property("done", done);
  }

 private:
  bool doneFirst_ = false;
};

}  // namespace nodecpp::stream::web

template <class T>
struct std::tuple_size<nodecpp::stream::web::ReadableStreamReadResult<T>> : std::integral_constant<std::size_t, 2> {};
template <class T>
struct std::tuple_element<0, nodecpp::stream::web::ReadableStreamReadResult<T>> {
  using type = T;
};
template <class T>
struct std::tuple_element<1, nodecpp::stream::web::ReadableStreamReadResult<T>> {
  using type = bool;
};
