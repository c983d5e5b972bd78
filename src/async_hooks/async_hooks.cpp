#include <nodecpp/async_hooks.h>
#include <nodecpp/error.h>
#include <nodecpp/loop_local.h>

#include <cmath>
#include <vector>

#include "async_hooks/context_frame.h"
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

// Returns the current context with another store of `storage`.
Handle<Object> frameWith(Handle<Object> storage, Handle<Object> store, bool refers) {
  return make<ContextFrame>(currentFrame(), ContextFrame::Entry{std::move(storage), std::move(store)}, refers);
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

const Handle<Object>* storeOf(const Object* storage) noexcept {
  const ContextFrame* frame = currentFrame();
  return frame ? frame->find(storage) : nullptr;
}

void enterWith(Object* storage, Handle<Object> store, bool refers) {
  Loop::current().enterContext(frameWith(Handle<Object>(storage), std::move(store), refers));
}

void disable(const Object* storage) noexcept {
  Loop* loop = Loop::currentOrNull();
  if (loop && loop->context()) static_cast<ContextFrame*>(loop->context().get())->remove(storage);
}

StoreScope::StoreScope(Object* storage, Handle<Object> store, bool refers) : storage_(storage) {
  Loop& loop = Loop::current();
  made_ = frameWith(storage_, std::move(store), refers);
  before_ = loop.exchangeContext(made_);
}

StoreScope::~StoreScope() {
  Loop* loop = Loop::currentOrNull();
  if (!loop) return;
  if (loop->context() == made_) [[likely]] {
    loop->enterContext(std::move(before_));
    return;
  }
  // Something inside has entered another context, which goes on without the store of this scope.
  const auto* before = static_cast<const ContextFrame*>(before_.get());
  if (const Handle<Object>* store = before ? before->find(storage_.get()) : nullptr) {
    enterWith(storage_.get(), *store, before->refers());
  } else if (const ContextFrame* now = currentFrame()) {
    auto frame = make<ContextFrame>(now, ContextFrame::Entry{storage_, nullptr}, false);
    frame->remove(storage_.get());
    loop->enterContext(Handle<Object>(frame));
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
