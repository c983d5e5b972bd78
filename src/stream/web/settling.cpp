#include <nodecpp/stream/web/algorithm.h>

namespace nodecpp::stream::web::detail {

Settling::Settling(Settling&& other) noexcept
    : promise_(std::move(other.promise_)), settler_(std::exchange(other.settler_, nullptr)) {}

Settling& Settling::operator=(Settling&& other) noexcept {
  Settling taken(std::move(other));
  std::swap(promise_, taken.promise_);
  std::swap(settler_, taken.settler_);
  return *this;
}

Settling Settling::pending() {
  Settling made;
  made.settler_ = nodecpp::detail::makeState<void>();
  nodecpp::detail::retain(made.settler_);
  made.promise_ = Promise<>(made.settler_);
  return made;
}

Settling Settling::resolved() {
  Settling made;
  made.promise_ = Promise<>::resolve();
  return made;
}

Settling Settling::rejected(const Reason& reason) {
  Settling made = pending();
  made.rejectHandled(reason);
  return made;
}

void Settling::resolve() {
  if (!settler_) return;
  nodecpp::detail::PromiseState* state = std::exchange(settler_, nullptr);
  nodecpp::detail::fulfilled(state);
  nodecpp::detail::dropSettler(state);
}

void Settling::reject(const Reason& reason) {
  if (!settler_) return;
  nodecpp::detail::PromiseState* state = std::exchange(settler_, nullptr);
  nodecpp::detail::reject(state, reason.exception());
  nodecpp::detail::dropSettler(state);
}

void Settling::rejectHandled(const Reason& reason) {
  if (settler_) settler_->handled = true;
  reject(reason);
}

void Settling::abandon() noexcept {
  if (nodecpp::detail::PromiseState* state = std::exchange(settler_, nullptr)) nodecpp::detail::dropSettler(state);
}

}  // namespace nodecpp::stream::web::detail
