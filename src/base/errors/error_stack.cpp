#include <nodecpp/error.h>
#include <nodecpp/thread_transfer.h>

#include "base/errors/call_stack.h"
#include "base/upward_calls.h"

namespace nodecpp {

using detail::CallStack;

ErrorStack::ErrorStack(const ErrorStack& other) noexcept
    : text_(other.of_ ? other.of_->toString() : other.text_), calls_(other.calls_), isRead_(other.isRead_) {
  CallStack::retain(calls_);
}

ErrorStack::~ErrorStack() { CallStack::drop(calls_); }

ErrorStack& ErrorStack::operator=(String text) noexcept {
  CallStack::drop(std::exchange(calls_, nullptr));
  text_ = std::move(text);
  of_ = nullptr;
  isRead_ = true;
  return *this;
}

void ErrorStack::capture(String header, bool onlyProgram) {
  *this = std::move(header);
  calls_ = CallStack::take(onlyProgram);
  isRead_ = false;
}

void ErrorStack::captureOf(const ErrorData& of) {
  capture(String());
  of_ = &of;
}

void ErrorStack::setHeader(String header) noexcept {
  text_ = std::move(header);
  of_ = nullptr;
  isRead_ = false;
}

void ErrorStack::removeRuntimeLines() {
  if (calls_) calls_->onlyProgram = true;
}

void ErrorStack::awaitedAt(const detail::AwaitPlaces& places) {
  if (!calls_) return;
  CallStack::drop(std::exchange(calls_, CallStack::withAwaits(calls_, places.first, places.count)));
  calls_->onlyProgram = false;
}

void ErrorStack::unshare() {
  detail::unshare(text_);
  CallStack::drop(std::exchange(calls_, CallStack::copyOf(calls_)));
}

void ErrorStack::read() const {
  isRead_ = true;
  if (const ErrorData* of = std::exchange(of_, nullptr)) text_ = of->toString();
  if (calls_) text_ += calls_->lines();
}

StackTraceLimit& StackTraceLimit::operator=(double limit) {
  if (detail::upward().stackTraceLimit) detail::upward().stackTraceLimit(&limit);
  return *this;
}

StackTraceLimit::operator double() const {
  return detail::upward().stackTraceLimit ? detail::upward().stackTraceLimit(nullptr) : 10;
}

void Error::captureStackTrace(const Error& error) { error->stack.captureOf(*error.operator->()); }

}  // namespace nodecpp
