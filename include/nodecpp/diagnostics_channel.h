// diagnostics_channel: named channels on which modules tell what they do, for whoever subscribes.
// https://nodejs.org/docs/latest-v24.x/api/diagnostics_channel.html
#pragma once

#include <nodecpp/async_hooks.h>
#include <nodecpp/error.h>
#include <nodecpp/list.h>
#include <nodecpp/traits.h>
#include <nodecpp/var.h>

#include <deque>
#include <exception>
#include <optional>

namespace nodecpp::diagnostics_channel {

class ChannelObject;
using Channel = Handle<ChannelObject>;
// What is published is a var: any value, most often an object. Objects of the runtime are handles in it:
// message["request"].handle<http::IncomingMessage>().
using Subscriber = Function<void(var message, String name)>;

namespace detail {

struct Channels;

// Gives a store of AsyncLocalStorage a value that is made of the message.
struct StoreBinding {
  Handle<Object> storage;
  Function<Handle<async_hooks::detail::ContextFrame>(var)> make;
};

// The stores of a channel, with their values for one message, in a scope.
class StoresScope {
 public:
  StoresScope(const nodecpp::detail::List<StoreBinding>& stores, const var& data);
  StoresScope(const StoresScope&) = delete;
  ~StoresScope() {
    while (!scopes_.empty()) scopes_.pop_back();
  }

 private:
  std::deque<async_hooks::detail::StoreScope> scopes_;
};

}  // namespace detail

// The object behind a Channel. The program has one for each name. A channel with subscribers or stores lives until they
// are taken off again.
class ChannelObject final : public Object {
 public:
  ChannelObject(StringArg name, detail::Channels& channels);
  ~ChannelObject() override;

  const String name;
  template <class I>
  void inspectTo(I& out) const {
    out.property("name", name);
  }
  // Whether publish() or runStores() would reach anybody.
  bool hasSubscribers() const noexcept { return !subscribers_.empty() || !stores_.empty(); }
  // Adds a function that is called with each message. Throws ERR_INVALID_ARG_TYPE for an undefined function.
  void subscribe(Subscriber subscription);
  // Removes a function, and returns whether it was subscribed. It must be the same Function, not the same lambda.
  bool unsubscribe(const Subscriber& subscription);
  // Calls the subscribers in order. What one throws becomes an uncaughtException in the next tick.
  void publish(const var& message) const;

  // Makes runStores() give the storage the message, or what `transform` makes of it.
  template <class T>
  void bindStore(const async_hooks::AsyncLocalStorage<T>& store) {
    bindStore(store, [](var message) { return message; });
  }
  template <class T, class F>
  void bindStore(const async_hooks::AsyncLocalStorage<T>& store, F transform) {
    bind(Handle<Object>(store.get()), [transform, storage = store->number()](var message) mutable {
      return Handle<async_hooks::detail::ContextFrame>(
          make<async_hooks::detail::Store<T>>(storage, T(transform(message))));
    });
  }
  template <class T>
  bool unbindStore(const async_hooks::AsyncLocalStorage<T>& store) {
    return unbind(store.get());
  }
  // Publishes `data`, and calls f(args...), both with the stores that are bound to the channel. Returns the result.
  // `thisArg` is ignored.
  template <class F>
  decltype(auto) runStores(var data, F&& f) {
    detail::StoresScope scope(stores_, data);
    publish(data);
    return f();
  }
  template <class F, class This, class... A>
  decltype(auto) runStores(var data, F&& f, const This&, A&&... args) {
    detail::StoresScope scope(stores_, data);
    publish(data);
    return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...);
  }

 private:
  friend struct detail::Channels;
  void bind(Handle<Object> storage, Function<Handle<async_hooks::detail::ContextFrame>(var)> make);
  bool unbind(const Object* storage);
  void changed();

  detail::Channels* channels_;
  nodecpp::detail::List<Subscriber> subscribers_;
  nodecpp::detail::List<detail::StoreBinding> stores_;
  nodecpp::detail::Enrolment enrolment_{this, [](ChannelObject* self, nodecpp::detail::Tracer& tracer) {
                                          for (Subscriber& one : self->subscribers_) tracer(one);
                                          for (detail::StoreBinding& one : self->stores_) tracer(one.storage, one.make);
                                        }};
};

// Returns the channel with this name.
Channel channel(StringArg name);
bool hasSubscribers(StringArg name);
void subscribe(StringArg name, Subscriber onMessage);
bool unsubscribe(StringArg name, const Subscriber& onMessage);

// Functions for the five channels of a TracingChannel.
struct TraceHandlers {
  Subscriber start{}, end{}, asyncStart{}, asyncEnd{}, error{};
};
// Channels for a TracingChannel, in place of those named after it.
struct TraceChannels {
  Channel start{}, end{}, asyncStart{}, asyncEnd{}, error{};
};

namespace detail {

template <class T>
void setResult(const var& context, const T& value) {
  if constexpr (nodecpp::detail::ConvertsTo<const T&, var>) context.set("result", var(value));
}
void setError(const var& context, const std::exception_ptr& error);
inline void tell(const Channel& channel, const var& context) {
  if (channel) channel->publish(context);
}

// Publishes to `end` at the end of a scope.
struct Ending {
  const Channel& end;
  const var& context;
  ~Ending() { tell(end, context); }
};

// An argument of traceCallback(): a function at the position of the callback is traced, all else stays as it is.
template <class F>
class TracedCallback {
 public:
  TracedCallback(F f, bool traced, const TraceChannels& channels, const var& context)
      : f_(std::move(f)), traced_(traced), channels_(channels), context_(context) {}
  template <class... A>
    requires std::is_invocable_v<F&, A...>
  decltype(auto) operator()(A&&... args) const {
    if (!traced_) return f_(std::forward<A>(args)...);
    outcome(args...);
    auto call = [&]() -> decltype(auto) {
      Ending ending{channels_.asyncEnd, context_};
      return f_(std::forward<A>(args)...);
    };
    return channels_.asyncStart ? channels_.asyncStart->runStores(context_, call) : call();
  }

 private:
  void outcome() const {}
  template <class E, class... R>
  void outcome(const E& error, const R&... results) const {
    if constexpr (std::same_as<E, Error>) {
      if (error) {
        context_.set("error", var(error));
        return tell(channels_.error, context_);
      }
    }
    if constexpr (sizeof...(R) > 0) setResult(context_, std::get<0>(std::tie(results...)));
  }

  mutable F f_;
  bool traced_;
  TraceChannels channels_;
  var context_;
};

}  // namespace detail

// Five channels that follow a call: `start` and `end` around it, `asyncStart` and `asyncEnd` around what comes later,
// and `error`. The context is one object for all of them; a call adds `result` or `error` to it, where a var can hold
// it.
class TracingChannelObject final : public Object {
 public:
  explicit TracingChannelObject(TraceChannels channels)
      : start(channels.start),
        end(channels.end),
        asyncStart(channels.asyncStart),
        asyncEnd(channels.asyncEnd),
        error(channels.error) {}

  const Channel start, end, asyncStart, asyncEnd, error;
  bool hasSubscribers() const noexcept;
  void subscribe(const TraceHandlers& handlers);
  // Returns whether all functions were subscribed.
  bool unsubscribe(const TraceHandlers& handlers);

  // Calls f(args...) and returns its result. `thisArg` is ignored.
  template <class F, class This = std::nullptr_t, class... A>
  auto traceSync(F&& f, var context = var::object(), const This& = {}, A&&... args) {
    auto call = [&] { return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...); };
    if (!hasSubscribers()) return call();
    return inStart(context, [&] {
      if constexpr (std::is_void_v<decltype(call())>) {
        call();
        context.set("result", undefined);
      } else {
        auto result = call();
        detail::setResult(context, result);
        return result;
      }
    });
  }
  // The same for a function that returns a promise: asyncStart and asyncEnd tell of its outcome.
  template <class F, class This = std::nullptr_t, class... A>
  auto tracePromise(F&& f, var context = var::object(), const This& = {}, A&&... args) {
    auto call = [&] { return nodecpp::detail::callWithFewer(f, std::forward<A>(args)...); };
    if (!hasSubscribers()) return call();
    return inStart(context, [&] {
      TraceChannels all = channels();
      auto over = [all, context] {
        detail::tell(all.asyncStart, context);
        detail::tell(all.asyncEnd, context);
      };
      auto failed = [all, context, over](std::exception_ptr reason) {
        detail::setError(context, reason);
        detail::tell(all.error, context);
        over();
        std::rethrow_exception(reason);
      };
      using P = decltype(call());
      if constexpr (std::is_void_v<typename P::Value>) {
        return P(call().then(
            [context, over] {
              context.set("result", undefined);
              over();
            },
            failed));
      } else {
        using T = typename P::Value;
        return P(call().then(
            [context, over](T value) {
              detail::setResult(context, value);
              over();
              return value;
            },
            [failed](std::exception_ptr reason) -> T {
              failed(reason);
              __builtin_unreachable();
            }));
      }
    });
  }
  // The same for a function with a callback (err, result) among its arguments: `position` is its index, counted from
  // the end when it is negative.
  template <class F, class This = std::nullptr_t, class... A>
  auto traceCallback(F&& f, int position = -1, var context = var::object(), const This& = {}, A&&... args) {
    if (!hasSubscribers()) return f(std::forward<A>(args)...);
    const int at = position < 0 ? position + int(sizeof...(A)) : position;
    return inStart(context, [&] {
      int index = 0;
      // The braces make the order of the arguments certain.
      return std::apply(f, std::tuple<decltype(traced(std::declval<A>(), false, context))...>{
                               traced(std::forward<A>(args), index++ == at, context)...});
    });
  }

 private:
  TraceChannels channels() const { return {start, end, asyncStart, asyncEnd, error}; }
  template <class T>
  auto traced(T&& arg, bool is, const var& context) {
    using D = std::decay_t<T>;
    if constexpr (requires { &D::operator(); } || requires { typename D::NodecppFunction; })
      return detail::TracedCallback<D>(std::forward<T>(arg), is, channels(), context);
    else
      return D(std::forward<T>(arg));
  }
  template <class F>
  auto inStart(const var& context, F&& f) {
    auto run = [&] {
      detail::Ending ending{end, context};
      try {
        return f();
      } catch (...) {
        detail::setError(context, std::current_exception());
        detail::tell(error, context);
        throw;
      }
    };
    return start ? start->runStores(context, run) : run();
  }
};
using TracingChannel = Handle<TracingChannelObject>;

// Returns the channels "tracing:NAME:start" and so on.
TracingChannel tracingChannel(StringArg name);
TracingChannel tracingChannel(const TraceChannels& channels);

}  // namespace nodecpp::diagnostics_channel
