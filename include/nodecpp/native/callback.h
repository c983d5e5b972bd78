// JavaScript functions as Function<R(A...)> or std::function. A call on the loop's thread runs at once. On any other
// thread the caller waits for the result, so that a job on the pool cannot run ahead of its callbacks. Used in modules
// only.
#pragma once

#include <nodecpp/native/argument.h>
#include <nodecpp/traits.h>
#include <semaphore.h>

#include <exception>
#include <tuple>

namespace nodecpp::native::detail {

// A JavaScript function. It is borrowed for the time of a call, and gets a reference when it is kept longer.
class FunctionOfJs {
 public:
  FunctionOfJs(const Reader& reader, napi_value function, const Where& where);

  Environment& environment() const noexcept { return environment_; }
  const std::string& name() const noexcept { return name_; }
  // Calls the function; only on the loop's thread. A JavaScript exception is thrown as an Error.
  napi_value call(const napi_value* arguments, std::size_t count);
  void retain() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;
  // Called when the synchronous call for which the function was borrowed has returned.
  void returned(napi_value function);

 private:
  ~FunctionOfJs();
  Environment& environment_;
  std::string name_;
  napi_value lent_;
  napi_ref kept_ = nullptr;
  std::atomic<std::uint64_t> refs_{1};
};

class FunctionRef {
 public:
  explicit FunctionRef(FunctionOfJs* function) noexcept : function_(function) { function_->retain(); }
  FunctionRef(const FunctionRef& other) noexcept : FunctionRef(other.function_) {}
  FunctionRef(FunctionRef&& other) noexcept : function_(nodecpp::detail::exchange(other.function_, nullptr)) {}
  FunctionRef& operator=(const FunctionRef&) = delete;
  ~FunctionRef() {
    if (function_) function_->release();
  }
  FunctionOfJs* operator->() const noexcept { return function_; }

 private:
  FunctionOfJs* function_;
};

// A call from another thread: it is posted to the loop, and the caller waits for it.
class Crossing : public Task {
 public:
  // Throws the error of the function, or an AbortError when the environment ends first.
  void cross(Environment& environment);
  void run(Environment& environment) final;
  void closed() final;

 protected:
  Crossing();
  ~Crossing();
  virtual void work() = 0;

 private:
  sem_t answered_;  // the object may be gone as soon as this is posted
  std::exception_ptr failure_;
  napi_ref exception_ = nullptr;
  bool gone_ = false;
};

template <class R, class... A>
struct Callback {
  FunctionRef function;

  R operator()(A... arguments) const {
    if (function->environment().onLoop()) return run(arguments...);
    struct Call final : Crossing {
      const Callback& callback;
      std::tuple<A&...> arguments;
      std::conditional_t<std::is_void_v<R>, bool, std::optional<R>> result{};
      Call(const Callback& callback, A&... given) : callback(callback), arguments(given...) {}
      void work() override {
        if constexpr (std::is_void_v<R>)
          std::apply([&](A&... all) { callback.run(all...); }, arguments);
        else
          result.emplace(std::apply([&](A&... all) { return callback.run(all...); }, arguments));
      }
    } call(*this, arguments...);
    call.cross(function->environment());
    if constexpr (!std::is_void_v<R>) return std::move(*call.result);
  }

 private:
  R run(A&... arguments) const {
    Environment& environment = function->environment();
    Scope scope(environment.env());
    Reader reader{environment, environment.env()};
    napi_value values[sizeof...(A) + 1] = {Convert<std::remove_cvref_t<A>>::make(reader, arguments)...};
    napi_value result = function->call(values, sizeof...(A));
    if constexpr (!std::is_void_v<R>)
      return Convert<R>::read(reader, result, Where{function->name().c_str(), nullptr, Where::result});
  }
};

template <template <class> class F, class R, class... A>
  requires std::constructible_from<F<R(A...)>, Callback<R, A...>>
struct Argument<F<R(A...)>> {
  napi_value function;
  FunctionOfJs* shared;
  bool promised;
  F<R(A...)> value;

  Argument(const Reader& reader, napi_value from, const Where& where)
      : function(from),
        shared(new FunctionOfJs(reader, from, where)),
        promised(reader.promised != nullptr),
        value(Callback<R, A...>{FunctionRef(shared)}) {}
  Argument(const Argument&) = delete;
  ~Argument() {
    value = nullptr;
    if (!promised) shared->returned(function);
    shared->release();
  }
  F<R(A...)>& get() { return value; }
  static void describe(Types& types) {
    types << "(";
    std::size_t at = 0;
    ((types << (at ? ", " : "") << argumentNames[at], ++at, types << ": ",
      Convert<std::remove_cvref_t<A>>::describe(types)),
     ...);
    types << ") => ";
    if constexpr (std::is_void_v<R>)
      types << "void";
    else
      Convert<R>::describe(types);
  }
  static constexpr const char* argumentNames[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
};

}  // namespace nodecpp::native::detail
