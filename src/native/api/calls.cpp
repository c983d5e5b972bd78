// Calls in the promise form, and callbacks.
#include <nodecpp/native/exports.h>
#include <nodecpp/thread_transfer.h>

#include <memory>

#include "base/errors/uv_errors.h"
#include "native/api/errors.h"
#include "os/linux/work_pool.h"

namespace nodecpp::native {

namespace {

thread_local Promised* running = nullptr;

napi_value get(napi_env env, napi_value object, const char* name) {
  napi_value value;
  detail::check(env, napi_get_named_property(env, object, name, &value));
  return value;
}

napi_valuetype typeOf(napi_env env, napi_value value) {
  napi_valuetype type;
  detail::check(env, napi_typeof(env, value, &type));
  return type;
}

// Makes an AbortError as Node does, with the signal's reason as its cause.
napi_value abortError(Environment& environment, napi_value signal) {
  napi_env env = environment.env();
  napi_value error = detail::errorToJs(environment, AbortError()), reason;
  if (signal && napi_get_named_property(env, signal, "reason", &reason) == napi_ok) {
    napi_property_descriptor cause{};
    cause.utf8name = "cause";
    cause.value = reason;
    cause.attributes = napi_property_attributes(napi_writable | napi_configurable);
    napi_define_properties(env, error, 1, &cause);
  }
  return error;
}

}  // namespace

struct Promised::OnPool final : os::Work {
  Promised* call;
  bool ran = false;
  explicit OnPool(Promised* call) : call(call) {}
  void run() noexcept override {
    ran = true;
    call->runOnPool();
  }
  void ended() noexcept override {
    if (ran)
      call->environment_.ran(*call);
    else
      // The call was withdrawn before it ran, and no longer refers to this object.
      delete this;
  }
};

Promised::Promised(Environment& environment, napi_deferred deferred)
    : environment_(environment), onPool_(new OnPool(this)), deferred_(deferred) {
  environment.retain();
}

// Runs on the loop's thread, or after the environment has ended.
Promised::~Promised() {
  for (napi_ref reference : kept_) environment_.forget(reference);
  for (const Thrown& one : thrown_) environment_.forget(one.exception);
  environment_.forget(signal_);
  environment_.forget(listener_);
  environment_.release();
  leaveSignal();
  delete onPool_;
}

Promised* Promised::current() noexcept { return running; }

Stop Promised::stop() {
  if (!stop_) stop_.emplace();
  return stop_->stop();
}

void Promised::requestStop() noexcept {
  if (stop_) stop_->request();
}

void Promised::leaveSignal() noexcept {
  if (Promised** heard = std::exchange(heard_, nullptr)) *heard = nullptr;
}

void Promised::keep(napi_value value) {
  napi_env env = environment_.env();
  napi_ref reference;
  detail::check(env, napi_create_reference(env, value, 1, &reference));
  kept_.push_back(reference);
}

void Promised::submit(std::unique_ptr<Promised> call, napi_value options) {
  napi_env env = call->environment_.env();
  if (typeOf(env, options) != napi_undefined) call->listen(env, options);
  int error = os::WorkPool::ofProcess().submit(call->onPool_);
  if (error) {
    call->unlisten(env);
    throw error == UV_ENOBUFS ? nodecpp::detail::codedError("ERR_POOL_QUEUE_FULL", "Too many calls wait for the pool")
                            : nodecpp::detail::uvException(error, "pthread_create");
  }
  call->environment_.began(*call);
  call.release();
}

// Adds a listener to options.signal, which has the form of Node's functions.
void Promised::listen(napi_env env, napi_value options) {
  detail::Where where{"options"}, whereSignal{"signal", &where};
  detail::checkObject(env, options, where);
  napi_value signal = get(env, options, "signal");
  napi_valuetype type = typeOf(env, signal);
  if (type == napi_undefined) return;
  bool has = false;
  if (type == napi_object) detail::check(env, napi_has_named_property(env, signal, "aborted", &has));
  if (!has) detail::throwWrongType(env, whereSignal, "an instance of AbortSignal", signal);
  bool aborted = false;
  napi_get_value_bool(env, get(env, signal, "aborted"), &aborted);
  if (aborted) {
    detail::check(env, napi_throw(env, abortError(environment_, signal)));
    throw detail::Pending();
  }
  // The listener has a pointer to the call of its own, since the signal may keep the listener longer than the call
  // lasts.
  auto** heard = new Promised*(this);
  napi_value type_, listener;
  napi_status status = napi_create_function(
      env, "abort", NAPI_AUTO_LENGTH,
      [](napi_env env, napi_callback_info info) -> napi_value {
        void* heard;
        napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &heard);
        if (Promised* call = *static_cast<Promised**>(heard)) call->abort();
        return nullptr;
      },
      heard, &listener);
  if (status == napi_ok)
    status = napi_add_finalizer(
        env, listener, heard, [](napi_env, void* heard, void*) { delete static_cast<Promised**>(heard); }, nullptr,
        nullptr);
  if (status != napi_ok) {
    delete heard;
    detail::throwFailed(env, status);
  }
  heard_ = heard;
  detail::check(env, napi_create_string_utf8(env, "abort", NAPI_AUTO_LENGTH, &type_));
  napi_value arguments[] = {type_, listener};
  detail::check(env, napi_create_reference(env, signal, 1, &signal_));
  detail::check(env, napi_create_reference(env, listener, 1, &listener_));
  napi_value add = get(env, signal, "addEventListener");
  detail::check(env, napi_call_function(env, signal, add, 2, arguments, nullptr));
}

// Called by the signal's listener, on the loop's thread, while the call waits, runs or has run.
void Promised::abort() {
  requestStop();
  if (!withdraw()) return;
  napi_env env = environment_.env();
  napi_value signal = nullptr;
  napi_get_reference_value(env, signal_, &signal);
  unlisten(env);
  napi_reject_deferred(env, deferred_, abortError(environment_, signal));
  environment_.ended(*this);
  delete this;
}

void Promised::unlisten(napi_env env) {
  if (!signal_) return;
  napi_value signal = nullptr, listener = nullptr, type, remove;
  napi_get_reference_value(env, signal_, &signal);
  napi_get_reference_value(env, listener_, &listener);
  if (napi_create_string_utf8(env, "abort", NAPI_AUTO_LENGTH, &type) == napi_ok &&
      napi_get_named_property(env, signal, "removeEventListener", &remove) == napi_ok) {
    napi_value arguments[] = {type, listener};
    if (napi_call_function(env, signal, remove, 2, arguments, nullptr) == napi_ok) return;
  }
  napi_get_and_clear_last_exception(env, &type);
}

bool Promised::withdraw() noexcept {
  if (!os::WorkPool::ofProcess().withdraw(onPool_)) return false;
  onPool_ = nullptr;
  return true;
}

void Promised::runOnPool() noexcept {
  running = this;
  try {
    execute();
  } catch (Error& error) {
    // The function may have kept a copy of the error, whose reference counts are not atomic, so the error is made
    // independent.
    if (!thrown(error)) nodecpp::detail::unshare(error);
    failure_ = std::current_exception();
  } catch (...) {
    failure_ = std::current_exception();
  }
  running = nullptr;
}

napi_ref Promised::thrown(const Error& error) const {
  for (const Thrown& one : thrown_)
    if (one.error == error) return one.exception;
  return nullptr;
}

// Settles the promise, on the loop's thread.
void Promised::run(Environment& environment) {
  napi_env env = environment.env();
  unlisten(env);
  try {
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    napi_value value = result(detail::Reader{environment, env});
    napi_resolve_deferred(env, deferred_, value);
  } catch (const AbortError&) {
    // The function has noticed the stop request and has stopped.
    napi_value signal = nullptr;
    if (signal_) napi_get_reference_value(env, signal_, &signal);
    napi_reject_deferred(env, deferred_, abortError(environment, signal));
  } catch (...) {
    napi_reject_deferred(env, deferred_, detail::caught(environment, this));
  }
  environment.ended(*this);
  delete this;
}

namespace detail {

Argument<Stop>::Argument(const Reader& reader) : value(reader.promised ? reader.promised->stop() : Stop()) {}

void keep(const Reader& reader, napi_value value) { reader.promised->keep(value); }

// The functions of callbacks.

FunctionOfJs::FunctionOfJs(const Reader& reader, napi_value function, const Where& where)
    : environment_(reader.environment), name_(where.toString()), lent_(function) {
  if (typeOf(reader.env, function) != napi_function) throwWrongType(reader.env, where, "of type function", function);
  if (reader.promised) {
    lent_ = nullptr;
    check(reader.env, napi_create_reference(reader.env, function, 1, &kept_));
  }
  environment_.retain();
}

FunctionOfJs::~FunctionOfJs() {
  environment_.forget(kept_);
  environment_.release();
}

void FunctionOfJs::release() noexcept {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

void FunctionOfJs::returned(napi_value function) {
  lent_ = nullptr;
  // Only the argument itself still refers to the function, so nobody will call it any more.
  if (refs_.load(std::memory_order_acquire) == 1) return;
  napi_create_reference(environment_.env(), function, 1, &kept_);
}

napi_value FunctionOfJs::call(const napi_value* arguments, std::size_t count) {
  napi_env env = environment_.env();
  napi_value function = lent_, self, result;
  if (!function) {
    if (!environment_.alive()) throw AbortError("The environment has ended");
    check(env, napi_get_reference_value(env, kept_, &function));
  }
  check(env, napi_get_undefined(env, &self));
  napi_status status = napi_call_function(env, self, function, count, arguments, &result);
  if (status == napi_ok) [[likely]] {
    Lent::checkAll(environment_);
    return result;
  }
  bool pending = false;
  napi_is_exception_pending(env, &pending);
  napi_value exception;
  if (!pending || napi_get_and_clear_last_exception(env, &exception) != napi_ok) throwFailed(env, status);
  Error error = errorFromJs(env, exception);
  environment_.remember(error, exception);
  throwAsError(error);
}

Crossing::Crossing() { sem_init(&answered_, 0, 0); }
Crossing::~Crossing() { sem_destroy(&answered_); }

void Crossing::cross(Environment& environment) {
  if (!environment.post(this)) throw AbortError("The environment has ended");
  while (sem_wait(&answered_) != 0) {
  }
  if (gone_) throw AbortError("The environment has ended");
  if (!failure_) return;
  try {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  } catch (const Error& error) {
    if (Promised* call = Promised::current())
      call->rememberThrown(error, exception_);
    else
      environment.forget(exception_);
    throw;
  }
}

void Crossing::run(Environment& environment) {
  try {
    work();
  } catch (const Error& error) {
    // The error moves to the other thread completely, so no reference to it may stay here.
    exception_ = environment.takeRemembered(error);
    failure_ = std::current_exception();
  } catch (...) {
    failure_ = std::current_exception();
  }
  sem_post(&answered_);
}

void Crossing::closed() {
  gone_ = true;
  sem_post(&answered_);
}

}  // namespace detail
}  // namespace nodecpp::native
