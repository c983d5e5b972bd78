#include <nodecpp/async_hooks.h>
#include <nodecpp/error.h>
#include <nodecpp/loop_local.h>

#include <cmath>
#include <vector>

#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp::async_hooks {

namespace detail {

namespace {

using nodecpp::detail::Loop;

const ContextFrame* currentFrame() noexcept {
  Loop* loop = Loop::currentOrNull();
  return loop ? static_cast<const ContextFrame*>(loop->context().get()) : nullptr;
}

// The ids of the AsyncResources of a loop. Node counts its handles with them; the main function has 1.
struct Ids {
  struct Running {
    double asyncId, triggerAsyncId;
  };
  double last = 1;
  std::vector<Running> running;  // The resources whose functions run, the innermost last.
};
constinit nodecpp::detail::LoopLocal<Ids> ids;

}  // namespace

const ContextFrame* ownStoreOf(StorageNumber storage) noexcept {
  const ContextFrame* frame = currentFrame();
  return frame && frame->isStoreOf(storage) ? frame : nullptr;
}

ContextFrame::Found storeOf(StorageNumber storage) noexcept {
  const ContextFrame* frame = currentFrame();
  return frame ? frame->find(storage) : ContextFrame::Found{false, nullptr};
}

void enterWith(Handle<ContextFrame> store) {
  store->begin(currentFrame());
  Loop::current().enterContext(Handle<Object>(std::move(store)));
}

// A storage may be older than the loop of its thread and may outlive it, so the numbers belong to the thread, like the
// identities of listeners.
StorageNumber nextStorage() noexcept {
  static constinit thread_local StorageNumber last = 0;
  return ++last;
}

void disable(StorageNumber storage) noexcept {
  Loop* loop = Loop::currentOrNull();
  if (loop && loop->context()) static_cast<ContextFrame*>(loop->context().get())->remove(storage);
}

void StoreScope::enter() {
  Loop& loop = Loop::current();
  made_.get()->begin(static_cast<const ContextFrame*>(loop.context().get()));
  before_ = loop.exchangeContext(made_);
}

void StoreScope::leave() noexcept {
  Loop* loop = Loop::currentOrNull();
  if (!loop) [[unlikely]]
    return;
  if (loop->context().get() == made_.get()) [[likely]]
    loop->exchangeContext(std::move(before_));
  else
    restoreStore();
}

// Called when something inside has entered another context, which goes on without the store of this scope. It is rare,
// and not inlined so that the way of each request saves no registers for it.
[[gnu::noinline]] void StoreScope::restoreStore() const {
  Loop& loop = Loop::current();
  const StorageNumber storage = made_->storage();
  const ContextFrame* now = currentFrame();
  const auto frame = make<Handle<ContextFrame>>(storage);
  const auto* outer = static_cast<const ContextFrame*>(before_.get());
  if (const auto found = outer ? outer->find(storage) : ContextFrame::Found{false, nullptr}; found.isKnown) {
    if (found.store)
      frame->begin(now, *found.store);
    else
      frame->begin(now);
    loop.enterContext(Handle<Object>(frame));
  } else if (now) {
    frame->begin(now);
    frame->remove(storage);
    loop.enterContext(Handle<Object>(frame));
  }
}

ResourceScope::ResourceScope(const AsyncResourceObject& resource) {
  ids->running.push_back({resource.asyncId_, resource.triggerAsyncId_});
  before_ = Loop::current().exchangeContext(resource.context_);
}

ResourceScope::~ResourceScope() {
  NODECPP_ASSERT(!ids->running.empty());
  ids->running.pop_back();
  Loop::current().enterContext(std::move(before_));
}

}  // namespace detail

AsyncResourceObject::AsyncResourceObject(StringArg, AsyncResourceOptions options)
    : context_(nodecpp::detail::Loop::currentContext()), triggerAsyncId_(options.triggerAsyncId) {
  const double id = options.triggerAsyncId;
  if (!(std::trunc(id) == id && std::fabs(id) <= 9007199254740991.0) || id < -1)
    throw nodecpp::detail::codedError<RangeError>("ERR_INVALID_ASYNC_ID", "Invalid triggerAsyncId value: " + str(id));
  if (id == -1) triggerAsyncId_ = executionAsyncId();
  asyncId_ = ++detail::ids->last;
}

double executionAsyncId() noexcept {
  const detail::Ids* own = detail::ids.find();
  if (own && !own->running.empty()) return own->running.back().asyncId;
  const auto* loop = nodecpp::detail::Loop::currentOrNull();
  return loop && loop->runTime() == 0 ? 1 : 0;
}

double triggerAsyncId() noexcept {
  const detail::Ids* own = detail::ids.find();
  return own && !own->running.empty() ? own->running.back().triggerAsyncId : 0;
}

}  // namespace nodecpp::async_hooks
