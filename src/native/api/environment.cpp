// A module in one environment: its registration, the tasks from other threads, and its end.
#include <nodecpp/loop_local.h>
#include <nodecpp/native/exports.h>

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/upward_calls.h"
#include "native/api/errors.h"
#include "os/linux/work_pool.h"

// A module has no event loop of Node.cpp, so data that belongs to a loop never exists.
void* nodecpp::detail::LoopSlot::findCurrent() const noexcept { return nullptr; }

namespace nodecpp::native {

namespace {

// Returns Node.js's current directory, which process.chdir changes. path.resolve begins there.
String directory() {
  char text[4096];
  return ::getcwd(text, sizeof text) ? String(static_cast<const char*>(text)) : String("/");
}
const nodecpp::detail::UpwardRegistration filling([](nodecpp::detail::Upward& to) { to.currentDirectory = directory; });

}  // namespace

// A thread of the pool has the scheduling class SCHED_IDLE and may be stopped anywhere while others have work. The
// event loop therefore never waits for such a thread: tasks are pushed without a lock. The loop waits only at the end
// of the environment.
struct Environment::Threads {
  std::thread::id loop = std::this_thread::get_id();
  std::atomic<Task*> newest{nullptr};
  std::atomic<std::uint32_t> inside{0};  // the threads that are about to push a task
  std::atomic<bool> closed{false};
  // Set with the first task and cleared before the tasks are taken, so that many tasks wake the loop only once.
  std::atomic<bool> ringing{false};
  napi_threadsafe_function bell = nullptr;
  // Used at the end of the environment.
  std::mutex mutex;
  std::condition_variable ran;

  bool push(Task* task) {
    inside.fetch_add(1);
    bool open = !closed.load();
    if (open) {
      task->next_ = newest.load(std::memory_order_relaxed);
      while (!newest.compare_exchange_weak(task->next_, task)) {
      }
      if (!ringing.exchange(true)) napi_call_threadsafe_function(bell, nullptr, napi_tsfn_nonblocking);
    }
    inside.fetch_sub(1);
    return open;
  }
  // Takes all tasks, the oldest first.
  std::vector<Task*> take() {
    ringing.store(false);
    std::vector<Task*> tasks;
    for (Task* task = newest.exchange(nullptr); task; task = task->next_) tasks.push_back(task);
    std::ranges::reverse(tasks);
    return tasks;
  }
};

Environment::Environment(napi_env env, std::unique_ptr<Exports> exports)
    : env_(env), exports_(std::move(exports)), threads_(new Threads) {
  napi_value name;
  detail::check(env, napi_create_string_utf8(env, "nodecpp", NAPI_AUTO_LENGTH, &name));
  detail::check(env, napi_create_threadsafe_function(
                         env, nullptr, nullptr, name, 0, 1, nullptr, nullptr, this,
                         [](napi_env env, napi_value, void* self, void*) {
                           if (env) static_cast<Environment*>(self)->drain();
                         },
                         &threads_->bell));
  detail::check(env, napi_unref_threadsafe_function(env, threads_->bell));
  // This hook is added after the one of the bell, since Node.js calls the hooks in reverse order.
  detail::check(env,
                napi_add_env_cleanup_hook(env, [](void* self) { static_cast<Environment*>(self)->close(); }, this));
}

Environment::~Environment() = default;

void Environment::release() noexcept {
  if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
}

bool Environment::onLoop() const noexcept { return std::this_thread::get_id() == threads_->loop; }

bool Environment::alive() const noexcept { return !threads_->closed.load(); }

bool Environment::post(Task* task) { return threads_->push(task); }

namespace {

// Deletes a reference that another thread has released.
class Forget final : public Task {
 public:
  explicit Forget(napi_ref reference) : reference_(reference) {}
  void run(Environment& environment) override {
    napi_delete_reference(environment.env(), reference_);
    delete this;
  }
  void closed() override { delete this; }

 private:
  napi_ref reference_;
};

}  // namespace

void Environment::forget(napi_ref reference) noexcept {
  if (!reference || !alive()) return;  // gone with the environment
  if (onLoop()) {
    napi_delete_reference(env_, reference);
  } else {
    auto* task = new Forget(reference);
    if (!post(task)) delete task;
  }
}

void Environment::drain() {
  for (Task* task : threads_->take()) {
    detail::Scope scope(env_);
    task->run(*this);
  }
}

void Environment::began(Promised& call) {
  if (promised_.empty()) napi_ref_threadsafe_function(env_, threads_->bell);
  call.index = promised_.size();
  promised_.push_back(&call);
}

void Environment::ended(Promised& call) {
  promised_[call.index] = promised_.back();
  promised_[call.index]->index = call.index;
  promised_.pop_back();
  if (promised_.empty()) napi_unref_threadsafe_function(env_, threads_->bell);
}

void Environment::ran(Promised& call) {
  if (post(&call)) return;
  {
    std::lock_guard lock(threads_->mutex);
    if (call.awaited) {
      call.finished = true;
      threads_->ran.notify_all();
      return;
    }
  }
  delete &call;
}

// Node.js ends the environment. Calls that wait are withdrawn. A running call that uses memory of JavaScript is waited
// for; any other running call is abandoned. Threads that wait for a callback's result get an error.
void Environment::close() {
  std::vector<Promised*> mine;
  std::unique_lock lock(threads_->mutex);
  threads_->closed = true;
  while (threads_->inside.load() != 0) usleep(50);
  std::vector<Task*> tasks = threads_->take();
  for (Promised* call : promised_) {
    call->requestStop();
    call->leaveSignal();
    if (std::ranges::find(tasks, static_cast<Task*>(call)) != tasks.end() || call->withdraw())
      call->finished = true;
    else if (call->borrows())
      call->awaited = true;
    else
      continue;
    mine.push_back(call);
  }
  for (Task* task : tasks) task->closed();
  threads_->ran.wait(lock, [&] { return std::ranges::all_of(mine, [](Promised* call) { return call->finished; }); });
  lock.unlock();
  for (Promised* call : mine) delete call;
  promised_.clear();
  napi_release_threadsafe_function(threads_->bell, napi_tsfn_abort);
  remembered_.clear();  // the references are freed with the environment
  for (auto state = states_.rbegin(); state != states_.rend(); ++state) state->destroy(state->value);
  states_.clear();
}

void Environment::remember(const Error& error, napi_value exception) {
  // The number of errors that can be on their way at the same time, in callbacks of callbacks.
  constexpr std::size_t most = 16;
  napi_ref reference;
  // A symbol or a number cannot be referred to in this version of Node-API.
  if (napi_create_reference(env_, exception, 1, &reference) != napi_ok) return;
  if (remembered_.size() == most) {
    napi_delete_reference(env_, remembered_.front().exception);
    remembered_.erase(remembered_.begin());
  }
  remembered_.push_back({error, reference});
}

napi_ref Environment::takeRemembered(const Error& error) {
  for (auto one = remembered_.begin(); one != remembered_.end(); ++one) {
    if (one->error != error) continue;
    napi_ref exception = one->exception;
    remembered_.erase(one);
    return exception;
  }
  return nullptr;
}

napi_value Environment::remembered(const Error& error) {
  napi_value exception = nullptr;
  for (const Remembered& one : remembered_)
    if (one.error == error) napi_get_reference_value(env_, one.exception, &exception);
  return exception;
}

void*& Environment::stateSlot(const void* key, void (*destroy)(void*)) {
  for (StateOf& state : states_)
    if (state.key == key) return state.value;
  return states_.emplace_back(key, nullptr, destroy).value;
}

detail::ClassRecord* Environment::classOf(const void* key) {
  for (auto& record : exports_->classes)
    if (record->key == key) return record.get();
  return nullptr;
}

detail::Exported* Environment::makeExported(const std::vector<const char*>& parameters) {
  return exported_.emplace_back(std::make_unique<detail::Exported>(this, parameters)).get();
}

napi_value Environment::makeFunction(const char* name, napi_callback callback,
                                     const std::vector<const char*>& parameters) {
  napi_value out;
  detail::check(env_, napi_create_function(env_, name, NAPI_AUTO_LENGTH, callback, makeExported(parameters), &out));
  return out;
}

void Environment::load(napi_value target) {
  for (const detail::FunctionRecord& record : exports_->functions)
    detail::check(env_, napi_set_named_property(env_, target, record.name,
                                                makeFunction(record.name, record.callback, record.parameters)));
  for (auto& record : exports_->classes) detail::defineClass(*this, target, *record);
}

Exports::Exports() noexcept = default;
Exports::~Exports() = default;

namespace detail {

namespace {

// Applies --nodecpp-pool-size and --nodecpp-pool-queue, as a program of Node.cpp does. A module reads only
// NODECPP_OPTIONS, since the command line belongs to Node.js.
void configurePool() {
  const char* options = std::getenv("NODECPP_OPTIONS");
  if (!options) return;
  auto number = [&](const char* name) {
    const char* at = std::strstr(options, name);
    return at ? std::strtoull(at + std::strlen(name), nullptr, 10) : 0;
  };
  os::WorkPool::ofProcess().configure(number("--nodecpp-pool-size="), number("--nodecpp-pool-queue="));
}

}  // namespace

napi_value load(napi_env env, napi_value target, void (*fill)(Exports& exports)) {
  static const bool configured = (configurePool(), true);
  static_cast<void>(configured);
  Environment* environment = nullptr;
  try {
    auto exports = std::make_unique<Exports>();
    fill(*exports);
    environment = new Environment(env, std::move(exports));
    check(env, napi_set_instance_data(
                   env, environment, [](napi_env, void* data, void*) { static_cast<Environment*>(data)->release(); },
                   nullptr));
    environment->load(target);
    return target;
  } catch (const Pending&) {
  } catch (const std::exception& error) {
    napi_throw_error(env, nullptr, error.what());
  } catch (...) {
    napi_throw_error(env, nullptr, "the module could not be loaded");
  }
  return nullptr;
}

}  // namespace detail
}  // namespace nodecpp::native
