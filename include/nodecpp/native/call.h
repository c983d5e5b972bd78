// What Node.js calls: for each exported function, a callback of Node-API that reads the arguments, calls the function
// and makes its result; in the promise form the call is on the pool in between. Only in modules.
#pragma once

#include <nodecpp/crossing.h>
#include <nodecpp/native/callback.h>

#include <exception>

namespace nodecpp::native {

// A call in its promise form: made on the loop, run on the pool, and settled and deleted on the loop again.
class Promised : public Task {
 public:
  Promised(Environment& environment, napi_deferred deferred);

  // For the arguments: `value` is not to be collected while the call runs, and nobody may unmap it.
  void keep(napi_value value);
  // What the function asks whether it is to stop.
  Stop stop();

  // Reads the argument after the function's own, {signal}, and sends the call to the pool; from then on it deletes
  // itself. It throws instead when the signal is aborted already, or when the pool's queue is full.
  static void submit(std::unique_ptr<Promised> call, napi_value options);

  // For the environment, the pool and the signal.
  void runOnPool() noexcept;
  void run(Environment& environment) final;
  void closed() final {}
  void abort();
  void requestStop() noexcept;
  // Its listener, if the signal still has it, is told nothing of this call any more.
  void leaveSignal() noexcept;
  // True when it had not begun.
  bool withdraw() noexcept;
  // Whether it has memory of JavaScript.
  bool borrows() const noexcept { return !kept_.empty(); }
  // An error of the running function, and the JavaScript exception that it was.
  void rememberThrown(const Error& error, napi_ref exception) { thrown_.push_back({error, exception}); }
  napi_ref thrown(const Error& error) const;
  // The call that this thread of the pool runs; null on others.
  static Promised* current() noexcept;
  virtual ~Promised();

  // For the environment.
  std::size_t index = 0;
  bool awaited = false;
  bool finished = false;

 protected:
  virtual void execute() = 0;
  virtual napi_value result(const detail::Reader& reader) = 0;

 private:
  struct Thrown {
    Error error;
    napi_ref exception;
  };
  struct OnPool;
  void listen(napi_env env, napi_value options);
  void unlisten(napi_env env);

  Environment& environment_;
  OnPool* onPool_;  // its own, until it is withdrawn
  napi_deferred deferred_;
  std::vector<napi_ref> kept_;
  napi_ref signal_ = nullptr;
  napi_ref listener_ = nullptr;
  Promised** heard_ = nullptr;        // what the listener has of this call; its own
  std::optional<Stop::Source> stop_;  // for a function that asks
  std::exception_ptr failure_;
  std::vector<Thrown> thrown_;
};

namespace detail {

// The object of the class `key` behind `self`; a TypeError, "Illegal invocation", when there is none.
void* objectOf(napi_env env, napi_value self, const void* key);

template <class R>
napi_value makeResult(const Reader& reader, R&& value) {
  return Convert<std::remove_cvref_t<R>>::make(reader, std::forward<R>(value));
}

template <auto F>
struct Entry {
  using S = Signature<decltype(F)>;
  using Class = typename S::Class;
  using Return = typename S::Return;
  using Taken = typename S::template Parameters<Arguments>;
  static constexpr std::size_t count = arity<F>;
  static constexpr bool isMethod = !std::is_void_v<Class>;

  // f(arguments…), or the object's method.
  static decltype(auto) apply(Taken& arguments, void* self) {
    if constexpr (isMethod)
      return arguments.call([self]<class... A>(A&&... a) -> decltype(auto) {
        return (static_cast<Class*>(self)->*F)(std::forward<A>(a)...);
      });
    else
      return arguments.call([]<class... A>(A&&... a) -> decltype(auto) { return F(std::forward<A>(a)...); });
  }

  static napi_value sync(napi_env env, napi_callback_info info) noexcept {
    napi_value values[count + 1];
    std::size_t given = count;
    napi_value self = nullptr;
    void* data;
    napi_get_cb_info(env, info, &given, values, isMethod ? &self : nullptr, &data);
    auto& exported = *static_cast<Exported*>(data);
    try {
      void* object = nullptr;
      if constexpr (isMethod) object = objectOf(env, self, &typeKey<Class>);
      Reader reader{*exported.environment, env};
      Taken arguments(reader, values, exported.parameters);
      if constexpr (std::is_void_v<Return>) {
        apply(arguments, object);
        return nullptr;  // undefined
      } else {
        return makeResult(reader, apply(arguments, object));
      }
    } catch (...) {
      return throwCaught(*exported.environment);
    }
  }

  struct Call final : Promised {
    Taken arguments;
    void* object;
    // What the function returns; a reference is to something that lives on.
    std::conditional_t<std::is_void_v<Return>, bool, std::optional<std::remove_cvref_t<Return>>> returned{};

    Call(const Exported& exported, napi_env env, napi_deferred deferred, const napi_value* values, void* object)
        : Promised(*exported.environment, deferred),
          arguments(Reader{*exported.environment, env, this}, values, exported.parameters),
          object(object) {}
    void execute() override {
      if constexpr (std::is_void_v<Return>) {
        apply(arguments, object);
      } else {
        returned.emplace(apply(arguments, object));
        nodecpp::detail::unshareIn(*returned);
      }
    }
    napi_value result(const Reader& reader) override {
      if constexpr (std::is_void_v<Return>)
        return makeUndefined(reader.env);
      else
        return makeResult(reader, std::move(*returned));
    }
  };

  // Returns a promise whatever happens, as an async function of JavaScript.
  static napi_value promise(napi_env env, napi_callback_info info) noexcept {
    napi_value values[count + 1];
    std::size_t given = count + 1;
    napi_value self;
    void* data;
    napi_get_cb_info(env, info, &given, values, &self, &data);
    auto& exported = *static_cast<Exported*>(data);
    napi_deferred deferred;
    napi_value promise;
    if (napi_create_promise(env, &deferred, &promise) != napi_ok) return nullptr;
    try {
      void* object = nullptr;
      if constexpr (isMethod) object = objectOf(env, self, &typeKey<Class>);
      auto call = std::make_unique<Call>(exported, env, deferred, values, object);
      if constexpr (isMethod) call->keep(self);
      Promised::submit(std::move(call), values[count]);
    } catch (...) {
      napi_reject_deferred(env, deferred, caught(*exported.environment));
    }
    return promise;
  }
};

}  // namespace detail
}  // namespace nodecpp::native
