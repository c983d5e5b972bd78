// A native module in one environment of Node.js, and how its errors are told. Only in modules.
#pragma once

#include <node_api.h>

#include <nodecpp/native/types.h>

#include <memory>
#include <string>

namespace nodecpp::native {

class Environment;
class Promised;

namespace detail {

// Bytes of JavaScript that a synchronous call has. After each callback it is looked whether they are still there: else
// the callback throws, before the function goes on with them.
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

// Where a value stands, for the words of an error: a parameter, or a part of one, "point.x" or "list[3]"; or what a
// function returned.
struct Where {
  static constexpr std::uint32_t result = UINT32_MAX;
  const char* name;  // of the part; null for an element
  const Where* outer = nullptr;
  std::uint32_t index = 0;
  std::string toString() const;
};

// A JavaScript exception is pending, which goes on through C++ as this.
struct Pending {};

// Node's ERR_INVALID_ARG_TYPE: `expected` as "of type number" or "an instance of Buffer".
[[noreturn]] void throwWrongType(napi_env env, const Where& where, const char* expected, napi_value received);
// ERR_OUT_OF_RANGE: `range` as "an integer" or ">= 0 && <= 255".
[[noreturn]] void throwOutOfRange(const Where& where, const std::string& range, const std::string& received);
[[noreturn]] void throwOutOfRange(const Where& where, const std::string& range, double received);
// What a function of Node-API failed with: Pending, or an Error of its words.
[[noreturn]] void throwFailed(napi_env env, napi_status status);
inline void check(napi_env env, napi_status status) {
  if (status != napi_ok) [[unlikely]]
    throwFailed(env, status);
}

// The running C++ exception as a JavaScript value: what was thrown in JavaScript as it was, ours with its class, code
// and properties. `promised` is the call that it comes from, if it ran on the pool.
napi_value caught(Environment& environment, Promised* promised = nullptr);
// The same, thrown. Returns null, for a callback of Node-API to return.
napi_value throwCaught(Environment& environment);

// A name for a type, as `typeKey<T>`.
template <class T>
inline constexpr char typeKey = 0;

}  // namespace detail

// What is to be done on the loop's thread. One that the environment does not live to see is told by `closed`.
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

// Counted by everything that may outlive it. What is not said to be for any thread is for the loop's.
class Environment {
 public:
  Environment(napi_env env, std::unique_ptr<Exports> exports);

  napi_env env() const noexcept { return env_; }
  // For any thread: whether this is the loop's.
  bool onLoop() const noexcept;
  // For any thread: whether it has not ended.
  bool alive() const noexcept;
  // For any thread. False when the environment has ended.
  bool post(Task* task);
  void retain() noexcept { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept;
  // For any thread: JavaScript may forget what `reference` refers to.
  void forget(napi_ref reference) noexcept;

  // A call is on its way to the pool, or back from it: Node.js ends no loop while there is one.
  void began(Promised& call);
  void ended(Promised& call);
  // For the pool's thread: the call has run.
  void ran(Promised& call);

  // An Error and the JavaScript exception that it stands for, so that the same object is thrown on.
  void remember(const Error& error, napi_value exception);
  // What `error` stands for; null for an error of C++.
  napi_value remembered(const Error& error);
  // The same for who takes both to another thread.
  napi_ref takeRemembered(const Error& error);

  template <class T>
  State<T> state() {
    void*& slot = stateSlot(&detail::typeKey<T>, [](void* value) { delete static_cast<T*>(value); });
    if (!slot) slot = new T{};
    return State<T>(*static_cast<T*>(slot));
  }

  // The class that T is exported as; null where it is not.
  detail::ClassRecord* classOf(const void* key);
  // A function of JavaScript that calls `callback`; `parameters` for its errors.
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

  struct Threads;  // what is shared with other threads

  napi_env env_;
  std::unique_ptr<Exports> exports_;
  std::unique_ptr<Threads> threads_;
  std::vector<std::unique_ptr<detail::Exported>> exported_;
  std::vector<StateOf> states_;
  std::vector<Remembered> remembered_;
  std::vector<Promised*> promised_;
  detail::Lent* lent_ = nullptr;  // the innermost
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
  outer_ = std::exchange(environment.lent_, this);
}

// What each function of JavaScript carries.
struct Exported {
  Environment* environment;
  std::vector<const char*> parameters;
};

// While a call's arguments are read and its result made. `promised` is the call's, if it is to run on the pool: what
// the arguments borrow from JavaScript is kept by it.
struct Reader {
  Environment& environment;
  napi_env env;
  Promised* promised = nullptr;
};

}  // namespace detail
}  // namespace nodecpp::native
