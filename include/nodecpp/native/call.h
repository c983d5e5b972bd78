// The Node-API callback of each exported function: it reads the arguments, calls the function and converts its result.
// In the promise form, the function runs on the pool. Used in modules only.
#pragma once

#include <nodecpp/native/callback.h>
#include <nodecpp/thread_transfer.h>

#include <exception>

namespace nodecpp::native {

// A call in the promise form. It is made on the event loop, runs on the pool, and is settled and deleted on the loop.
class Promised : public Task {
 public:
  Promised(Environment& environment, napi_deferred deferred);

  // Used by the arguments: prevents `value` from being collected while the call runs.
  void keep(napi_value value);
  // Returns the Stop object by which the function learns that it should stop.
  Stop stop();

  // Reads the argument after the function's own, {signal}, and sends the call to the pool. From then on the call
  // deletes itself. Throws when the signal is already aborted or the pool's queue is full.
  static void submit(std::unique_ptr<Promised> call, napi_value options);

  // The following functions are used by the environment, the pool and the signal.
  void runOnPool() noexcept;
  void run(Environment& environment) final;
  void closed() final {}
  void abort();
  void requestStop() noexcept;
  // Disconnects the call from the signal's listener, which the signal may keep longer than the call exists.
  void leaveSignal() noexcept;
  // Takes the call off the pool's queue. Returns false when it has already begun.
  bool withdraw() noexcept;
  // Whether the call uses memory of JavaScript.
  bool borrows() const noexcept { return !kept_.empty(); }
  // Remembers an error of the running function together with the JavaScript exception that it came from.
  void rememberThrown(const Error& error, napi_ref exception) { thrown_.push_back({error, exception}); }
  napi_ref thrown(const Error& error) const;
  // Returns the call that runs on this thread of the pool; null on any other thread.
  static Promised* current() noexcept;
  virtual ~Promised();

  // The following members are used by the environment.
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
  OnPool* onPool_;  // owned by the call until it is withdrawn
  napi_deferred deferred_;
  std::vector<napi_ref> kept_;
  napi_ref signal_ = nullptr;
  napi_ref listener_ = nullptr;
  // The listener's pointer to this call, which the listener owns. It is set to null when the call ends.
  Promised** heard_ = nullptr;
  std::optional<Stop::Source> stop_;  // made when the function has a Stop parameter
  std::exception_ptr failure_;
  std::vector<Thrown> thrown_;
};

namespace detail {

// Returns the C++ object of the class `key` behind `self`. Throws the TypeError "Illegal invocation" for any other
// object.
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

  // Calls F, or the method F of the object, with the arguments.
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
    // The result of the function. A reference is stored as a copy.
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

  // Returns a promise in every case, as an async function of JavaScript does.
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
