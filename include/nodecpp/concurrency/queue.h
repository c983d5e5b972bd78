// Queue, Channel and Broadcast pass values between coroutines. Programs use nodecpp/concurrency.h.
#pragma once

#include <nodecpp/concurrency/waiting.h>
#include <nodecpp/list.h>
#include <nodecpp/traits.h>

#include <deque>
#include <limits>
#include <optional>

namespace nodecpp {

namespace detail {

template <class T>
class Put;
template <class T>
class Get;

[[noreturn]] void throwChannelIsClosed();

// The core that all copies of a Queue or Channel share. A woken frame already has what it waited for: a consumer has
// its value, and a producer's value was taken. The awaiter holds the core until it begins to wait, and again after it
// was woken. It holds no reference while it waits, so that the core is freed, and the wait ends, when nobody else could
// wake it.
template <class T>
class QueueCore final : public SharedCore {
 public:
  explicit QueueCore(std::size_t capacity) : capacity(capacity) {}
  void onLoopEnd() noexcept override {
    // Keeps the queue alive: a waiting frame that ends here may hold the last handle to the queue.
    Shared<QueueCore> alive(this);
    puts.giveUp();
    gets.giveUp();
  }

  bool put(T& value) {
    if (!gets.empty()) {
      give(std::move(value));
      return true;
    }
    if (values.size() >= capacity) return false;
    values.push_back(std::move(value));
    return true;
  }
  // Moves the next value to `got`, which is empty before. Leaves it empty when there is no value.
  void get(std::optional<T>& got) {
    if (!values.empty()) {
      got.emplace(std::move(values.front()));
      values.pop_front();
      if (values.size() < capacity && !puts.empty()) values.push_back(takePut());
    } else if (!puts.empty()) {
      got.emplace(takePut());
    }
  }
  // Takes back a value that was handed to a frame which was retracted before it ran.
  void giveBack(T value) {
    if (!gets.empty())
      give(std::move(value));
    else
      values.push_front(std::move(value));
  }
  void close() noexcept {
    if (detail::exchange(closed, true)) return;
    gets.wakeAll();
    puts.wakeAll();  // The woken producers see that the channel is closed, and throw.
  }

  std::size_t capacity;
  bool closed = false;
  std::deque<T> values;
  WaitList puts{this}, gets{this};

 private:
  void give(T value);
  T takePut();
};

template <class T>
class [[nodiscard]] Put : public LeafWaiter {
 public:
  Put(QueueCore<T>* core, T value) : core_(core), value_(std::move(value)) {}
  bool await_ready() {
    if (!core_ || core_->closed) throwChannelIsClosed();
    done_ = core_->put(*value_);
    return done_;
  }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    Shared<QueueCore<T>> core = std::move(core_);
    waitIn(core->puts, handle);
  }
  void await_resume() const {
    if (!done_) throwChannelIsClosed();
  }

 private:
  friend class QueueCore<T>;
  Shared<QueueCore<T>> core_;
  std::optional<T> value_;
  bool done_ = false;
};

// The awaiter of Queue::get(), which gives a T, and the base of the awaiter of Channel::next().
template <class T>
class [[nodiscard]] Get : public LeafWaiter {
 public:
  explicit Get(QueueCore<T>* core) noexcept : core_(core) {}
  ~Get() {
    if (resumePending_ && value_) core_->giveBack(std::move(*value_));
  }
  bool await_ready() {
    if (!core_) return true;  // The channel was closed while this frame waited for a value.
    core_->get(value_);
    return value_ || core_->closed;
  }
  template <class P>
  void await_suspend(std::coroutine_handle<P> handle) {
    Shared<QueueCore<T>> core = std::move(core_);
    waitIn(core->gets, handle);
  }
  T await_resume() {
    T value = std::move(*value_);
    taken();
    return value;
  }

 protected:
  friend class QueueCore<T>;
  void taken() noexcept {
    resumePending_ = false;
    value_.reset();
  }
  Shared<QueueCore<T>> core_;
  bool resumePending_ = false;  // The waiting frame was given a value and has not run since.
  std::optional<T> value_;
};

template <class T>
class [[nodiscard]] Receive : public Get<T> {
 public:
  using Get<T>::Get;
  std::optional<T> await_resume() {
    std::optional<T> value = std::move(this->value_);
    this->taken();
    return value;
  }
};

template <class T>
void QueueCore<T>::give(T value) {
  auto* get = static_cast<Get<T>*>(gets.wakeFirst());
  get->value_.emplace(std::move(value));
  get->core_ = Shared<QueueCore>(this);
  get->resumePending_ = true;
}
template <class T>
T QueueCore<T>::takePut() {
  auto* put = static_cast<Put<T>*>(puts.wakeFirst());
  put->core_ = Shared<QueueCore>(this);
  put->done_ = true;
  return std::move(*put->value_);
}

}  // namespace detail

// Passes values from producers to consumers. Both are served in the order in which they came. put() waits while the
// queue holds `capacity` values. With a capacity of 0 it waits until a consumer takes the value. Copies are the same
// queue.
template <class T>
class Queue {
 public:
  using NodecppReference = void;
  explicit Queue(std::size_t capacity = std::numeric_limits<std::size_t>::max())
      : core_(new detail::QueueCore<T>(capacity)) {}

  // `co_await queue.put(value)`. When it is retracted while it waits, the value is not put into the queue.
  detail::Put<T> put(T value) const { return detail::Put<T>(core_.get(), std::move(value)); }
  // `T value = co_await queue.get()`. When the frame is retracted after it was given a value, the value goes back to
  // the front of the queue.
  detail::Get<T> get() const noexcept { return detail::Get<T>(core_.get()); }
  // tryPut and tryGet never wait. tryPut returns whether the queue took the value. tryGet returns an empty optional
  // when the queue has no value.
  bool tryPut(T value) const { return core_->put(value); }
  std::optional<T> tryGet() const {
    std::optional<T> got;
    core_->get(got);
    return got;
  }
  // The number of values in the queue, and the number from which on put() waits.
  std::size_t size() const noexcept { return core_->values.size(); }
  std::size_t capacity() const noexcept { return core_->capacity; }

 private:
  detail::Shared<detail::QueueCore<T>> core_;
};

// A queue that can be closed: `while (auto value = co_await channel.next())`. Copies are the same channel.
template <class T>
class Channel {
 public:
  using NodecppReference = void;
  explicit Channel(std::size_t capacity = 0) : core_(new detail::QueueCore<T>(capacity)) {}

  // Waits for room as Queue::put() does. Throws ERR_INVALID_STATE when the channel is closed before or during the wait.
  detail::Put<T> send(T value) const { return detail::Put<T>(core_.get(), std::move(value)); }
  // Gives a std::optional with the next value. It is empty when the channel is closed and has no more values.
  detail::Receive<T> next() const noexcept { return detail::Receive<T>(core_.get()); }
  // Closes the channel. Values that are in it can still be received.
  void close() const noexcept { core_->close(); }
  // Tells whether close() was called.
  bool closed() const noexcept { return core_->closed; }
  // Tells whether two handles refer to the same channel.
  bool same(const Channel& other) const noexcept { return core_.get() == other.core_.get(); }
  // Sends without waiting. Returns false when the channel is closed or has no room.
  bool trySend(T value) const { return !core_->closed && core_->put(value); }
  // The number of values in the channel.
  std::size_t size() const noexcept { return core_->values.size(); }

 private:
  detail::Shared<detail::QueueCore<T>> core_;
};

namespace detail {
template <class T>
class BroadcastCore final : public SharedCore {
 public:
  void onLoopEnd() noexcept override {}
  List<Channel<T>> channels;
  bool closed = false;
};
}  // namespace detail

// Sends each value to all subscriptions that exist. Copies are the same broadcast.
template <class T>
class Broadcast {
 public:
  using NodecppReference = void;
  // Receives, in order, the values that were sent since the subscription was made. Destroying the object ends the
  // subscription.
  class Subscription {
   public:
    Subscription(detail::Shared<detail::BroadcastCore<T>> core, Channel<T> channel)
        : core_(std::move(core)), channel_(std::move(channel)) {}
    Subscription(Subscription&&) noexcept = default;
    ~Subscription() {
      if (!core_) return;
      auto& channels = core_->channels;
      for (auto at = channels.begin(); at != channels.end(); ++at) {
        if (!at->same(channel_)) continue;
        channels.erase(at);
        break;
      }
    }
    // Gives a std::optional with the next value. It is empty when the broadcast is closed and has no more values.
    auto next() const noexcept { return channel_.next(); }
    // The number of values that were sent to this subscription and not yet received.
    std::size_t size() const noexcept { return channel_.size(); }

   private:
    detail::Shared<detail::BroadcastCore<T>> core_;
    Channel<T> channel_;
  };

  Broadcast() : core_(new detail::BroadcastCore<T>) {}
  // Makes a subscription for all values that are sent from now on.
  Subscription subscribe() const {
    Channel<T> channel(std::numeric_limits<std::size_t>::max());
    if (core_->closed) channel.close();
    core_->channels.push_back(channel);
    return Subscription(core_, channel);
  }
  // Sends a copy of `value` to each subscription. It never waits, since subscriptions have no limit on their number of
  // values.
  void send(const T& value) const {
    for (const Channel<T>& channel : core_->channels) channel.trySend(value);
  }
  // Closes the broadcast: each subscription ends after the values that it has already.
  void close() const noexcept {
    core_->closed = true;
    for (const Channel<T>& channel : core_->channels) channel.close();
  }
  // The number of subscriptions that exist.
  std::size_t subscribers() const noexcept { return core_->channels.size(); }

 private:
  detail::Shared<detail::BroadcastCore<T>> core_;
};

}  // namespace nodecpp
