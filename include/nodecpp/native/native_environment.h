// A native module in one environment of Node.js, and the conversion of its errors. Used in modules only.
#pragma once

#include <node_api.h>

#include <nodecpp/native/native_types.h>
#include <nodecpp/traits.h>

#include <memory>
#include <string>

namespace nodecpp::native {

class Environment;
class Promised;

namespace detail {

// Bytes of JavaScript that are lent to a synchronous call. After each callback they are checked: when the callback has
// detached or shrunk them, it throws, before the function uses them again.
class Lent {
 public:
  Lent() noexcept = default;
  Lent(const Lent&) = delete;
  inline ~Lent();
  inline void set(Environment& environment, napi_value value, const char* data, std::size_t size) noexcept;
  static void checkAll(Environment& environment);

 private:
  Environment* environment_ = nullptr;
  Lent* outer_ = nullptr;
  napi_value value_ = nullptr;
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

// The place of a value, for the text of an error: a parameter, a part of one such as "point.x" or "list[3]", or a
// function's result.
struct Where {
  static constexpr std::uint32_t result = UINT32_MAX;
  const char* name;  // the name of the part; null for an element
  const Where* outer = nullptr;
  std::uint32_t index = 0;
  std::string toString() const;
};

// Thrown through C++ code while a JavaScript exception is pending.
struct Pending {};

// Throws Node's ERR_INVALID_ARG_TYPE. `expected` is for example "of type number" or "an instance of Buffer".
[[noreturn]] void throwWrongType(napi_env env, const Where& where, const char* expected, napi_value received);
// Throws ERR_OUT_OF_RANGE. `range` is for example "an integer" or ">= 0 && <= 255".
[[noreturn]] void throwOutOfRange(const Where& where, const std::string& range, const std::string& received);
[[noreturn]] void throwOutOfRange(const Where& where, const std::string& range, double received);
// Throws for a failed function of Node-API: Pending, or an Error with Node-API's message.
[[noreturn]] void throwFailed(napi_env env, napi_status status);
inline void check(napi_env env, napi_status status) {
  if (status != napi_ok) [[unlikely]]
    throwFailed(env, status);
}

// Returns the current C++ exception as a JavaScript value. An exception that was thrown in JavaScript stays the same
// object; an Error keeps its class, code and properties. `promised` is the call that has thrown, if it ran on the pool.
napi_value caught(Environment& environment, Promised* promised = nullptr);
// Throws the current C++ exception in JavaScript. Returns null, which a callback of Node-API must return.
napi_value throwCaught(Environment& environment);

// Identifies a type by the address of typeKey<T>.
template <class T> inline constexpr char typeKey = 0;

}  // namespace detail

// Work for the loop's thread. A task that has not run when the environment ends gets closed() instead of run().
class Task {
 public:
  virtual void run(Environment& environment) = 0;
  virtual void closed() = 0;

 protected:
  ~Task() = default;

 private:
  friend class Environment;
  Task* next_ = nullptr;
};

class Exports;
namespace detail {
struct Exported;
struct ClassRecord;
}  // namespace detail

// The environment is reference counted, since other objects may outlive it. Its functions may be called only on the
// loop's thread unless their comment says otherwise.
class Environment {
 public:
  Environment(napi_env env, std::unique_ptr<Exports> exports);

  napi_env env() const noexcept { return env_; }
  // Whether this is the loop's thread. May be called on any thread.
  bool onLoop() const noexcept;
  // Whether the environment has not ended. May be called on any thread.
  bool alive() const noexcept;
  // Queues a task for the loop. Returns false when the environment has ended. May be called on any thread.
  bool post(Task* task);
  void retain() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;
  // Deletes a reference, so that JavaScript may free its value. May be called on any thread.
  void forget(napi_ref reference) noexcept;

  // Called when a call is sent to the pool, and when it has ended. While there is such a call, Node.js does not end
  // its loop.
  void began(Promised& call);
  void ended(Promised& call);
  // Called on the pool's thread when the call has run.
  void ran(Promised& call);

  // Remembers which JavaScript exception an Error was made from, so that the same object can be thrown again.
  void remember(const Error& error, napi_value exception);
  // Returns the JavaScript exception of `error`; null for an error of C++.
  napi_value remembered(const Error& error);
  // Returns the exception as remembered() does, but hands the reference to it over to the caller, who takes both the
  // error and the reference to another thread.
  napi_ref takeRemembered(const Error& error);

  template <class T>
  State<T> state() {
    void*& slot = stateSlot(&detail::typeKey<T>, [](void* value) { delete static_cast<T*>(value); });
    if (!slot) slot = new T{};
    return State<T>(*static_cast<T*>(slot));
  }

  // Returns the record of the class as which T is exported; null when it is not exported.
  detail::ClassRecord* classOf(const void* key);
  // Makes a JavaScript function that calls `callback`. `parameters` are the names for its errors.
  napi_value makeFunction(const char* name, napi_callback callback, const std::vector<const char*>& parameters);
  detail::Exported* makeExported(const std::vector<const char*>& parameters);
  void load(napi_value target);

 private:
  friend class detail::Lent;
  struct StateOf {
    const void* key;
    void* value;
    void (*destroy)(void*);
  };
  struct Remembered {
    Error error;
    napi_ref exception;
  };
  ~Environment();
  void*& stateSlot(const void* key, void (*destroy)(void*));
  void drain();
  void close();

  struct Threads;  // the part that other threads use

  napi_env env_;
  std::unique_ptr<Exports> exports_;
  std::unique_ptr<Threads> threads_;
  std::vector<std::unique_ptr<detail::Exported>> exported_;
  std::vector<StateOf> states_;
  std::vector<Remembered> remembered_;
  std::vector<Promised*> promised_;
  detail::Lent* lent_ = nullptr;  // the bytes lent to the innermost call
  std::atomic<std::uint64_t> refs_{1};
};

namespace detail {

inline Lent::~Lent() {
  if (environment_) environment_->lent_ = outer_;
}
inline void Lent::set(Environment& environment, napi_value value, const char* data, std::size_t size) noexcept {
  environment_ = &environment;
  value_ = value;
  data_ = data;
  size_ = size;
  outer_ = nodecpp::detail::exchange(environment.lent_, this);
}

// The data that each exported JavaScript function carries.
struct Exported {
  Environment* environment;
  std::vector<const char*> parameters;
};

// The context in which a call's arguments are read and its result is made. `promised` is the call if it runs on the
// pool; it keeps alive what the arguments borrow from JavaScript.
struct Reader {
  Environment& environment;
  napi_env env;
  Promised* promised = nullptr;
};

}  // namespace detail
}  // namespace nodecpp::native
