#include <nodecpp/abort_controller.h>
#include <nodecpp/dom_exception.h>
#include <nodecpp/timers.h>

#include <cstring>
#include <map>
#include <vector>

#include "base/assertion.h"
#include "loop/loop.h"

namespace nodecpp {

namespace {

Error defaultReason() { return DOMException("This operation was aborted", "AbortError"); }

}  // namespace

AbortSignal AbortSignal::abort(Error reason) {
  auto signal = make<AbortSignal>();
  signal->reason_ = reason ? std::move(reason) : defaultReason();
  return signal;
}

AbortSignal AbortSignal::timeout(double milliseconds) {
  if (!(milliseconds >= 0 && milliseconds <= 9007199254740991.0))
    throw detail::outOfRange("delay", ">= 0 && <= 9007199254740991", str(milliseconds));
  auto signal = make<AbortSignal>();
  setTimeout([signal] { signal->abort(DOMException("The operation was aborted due to timeout", "TimeoutError")); },
             milliseconds)
      ->unref();
  return signal;
}

AbortSignal AbortSignal::any(const Array<AbortSignal>& signals) {
  auto result = make<AbortSignal>();
  for (const AbortSignal& signal : signals)
    if (signal->aborted()) {
      result->reason_ = signal->reason();
      return result;
    }
  for (const AbortSignal& signal : signals) {
    // When a given signal was itself made by any(), the new signal follows its sources directly.
    for (const auto& source : signal->sources_) result->follow(*source.signal);
    if (signal->sources_.empty()) result->follow(*signal.get());
  }
  return result;
}

namespace detail {
// The signals that abort together with a source signal, in the order in which they were made. The source keeps a
// dependent signal alive only while the dependent has a listener.
struct AbortDependents {
  struct Dependent {
    AbortSignalObject* signal;
    AbortSignal kept;
  };
  std::map<double, Dependent> all;
  double last = 0;
};
}  // namespace detail

AbortSignalObject::AbortSignalObject() { setMaxListeners(0); }

AbortSignalObject::~AbortSignalObject() {
  for (const Source& source : sources_) {
    NODECPP_ASSERT(source.signal->dependents_);
    const std::size_t erased = source.signal->dependents_->all.erase(source.number);
    NODECPP_ASSERT(erased == 1, erased, source.number);
  }
  if (!dependents_) return;
  for (auto& [number, dependent] : dependents_->all) {
    const std::size_t erased =
        erase_if(dependent.signal->sources_, [this](const Source& source) { return source.signal == this; });
    NODECPP_ASSERT(erased == 1 && dependent.signal != this, erased, number);
  }
  delete dependents_;
}

// Makes this signal abort when `source` aborts.
void AbortSignalObject::follow(AbortSignalObject& source) {
  NODECPP_ASSERT(&source != this && !aborted() && !source.aborted());
  for (const Source& known : sources_)
    if (known.signal == &source) return;
  if (!source.dependents_) source.dependents_ = new detail::AbortDependents;
  const double number = ++source.dependents_->last;
  const bool isNew = source.dependents_->all.emplace(number, detail::AbortDependents::Dependent{this, nullptr}).second;
  NODECPP_ASSERT(isNew, number);
  sources_.push_back({&source, number});
}

void AbortSignalObject::listenersChanged(EventName type, std::size_t count) {
  if (type.size() == 5 && std::memcmp(type.data(), "abort", 5) == 0) keepBySources(count > 0 && !aborted());
}

void AbortSignalObject::keepBySources(bool keep) {
  if (sources_.empty() || kept_ == keep) return;
  kept_ = keep;
  const Handle<AbortSignalObject> alive(this);
  for (const Source& source : sources_) {
    NODECPP_ASSERT(source.signal->dependents_);
    detail::AbortDependents::Dependent& own = source.signal->dependents_->all.at(source.number);
    NODECPP_ASSERT(own.signal == this && bool(own.kept) != keep, keep);
    own.kept = keep ? AbortSignal(this) : AbortSignal();
  }
}

void AbortSignalObject::traceMembers(detail::Tracer& tracer) {
  onabort.trace(tracer);
  if (!dependents_) return;
  for (auto& [number, dependent] : dependents_->all) tracer(dependent.kept);
}

void AbortSignalObject::throwIfAborted() const {
  if (reason_) std::rethrow_exception(detail::exceptionOf(reason_));
}

void AbortSignalObject::abort(Error reason) {
  if (aborted()) return;
  const Handle<AbortSignalObject> alive(this);
  reason_ = reason ? std::move(reason) : defaultReason();
  // As in Node.js all dependents are marked as aborted before any listener is called, and the listeners of a dependent
  // are called after the listeners of this signal.
  std::vector<AbortSignal> dependents;
  if (dependents_)
    for (auto& [number, dependent] : dependents_->all)
      if (!dependent.signal->aborted()) {
        dependent.signal->reason_ = reason_;
        dependents.emplace_back(dependent.signal);
      }
  dispatchAbort();
  NODECPP_ASSERT(aborted());
  for (const AbortSignal& dependent : dependents) {
    dependent->dispatchAbort();
    dependent->keepBySources(false);
  }
}

void AbortSignalObject::dispatchAbort() {
  if (eventListenerCount("abort") == 0) return;
  const auto event = make<Event>("abort");
  event->isTrusted = true;
  dispatchEvent(event);
}

}  // namespace nodecpp
