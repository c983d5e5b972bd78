#include <nodecpp/diagnostics_channel.h>
#include <nodecpp/loop_local.h>

#include <iterator>
#include <map>
#include <string>
#include <string_view>

#include "base/assertion.h"
#include "diagnostics_channel/built_in.h"
#include "diagnostics_channel/undici_channels.h"
#include "loop/loop.h"

namespace nodecpp::diagnostics_channel {

using nodecpp::detail::Loop;

namespace detail {

constinit nodecpp::detail::LoopLocal<UndiciSubscribers> undiciSubscribers;

constexpr std::string_view names[] = {
    "child_process",
    "http.client.request.created",
    "http.client.request.start",
    "http.client.request.error",
    "http.client.response.finish",
    "http.server.request.start",
    "http.server.response.created",
    "http.server.response.finish",
    "net.client.socket",
    "net.server.socket",
    "tracing:net.server.listen:asyncStart",
    "tracing:net.server.listen:asyncEnd",
    "tracing:net.server.listen:error",
    "udp.socket",
    "worker_threads",
};
static_assert(std::size(names) == std::size_t(BuiltIn::count));

// The channels of a program.
struct Channels {
  struct Entry {
    ChannelObject* object = nullptr;
    Channel kept;  // Set as long as the channel has subscribers or stores.
  };

  explicit Channels(Loop& of) : loop(of) {}
  ~Channels() {
    loop.channels = nullptr;
    for (auto& [name, entry] : all) entry.object->channels_ = nullptr;
  }

  // Called when the channel may have got its first subscriber or lost its last one.
  void update(ChannelObject& channel) {
    auto at = all.find(std::string(channel.name.data(), channel.name.size()));
    NODECPP_ASSERT(at != all.end() && at->second.object == &channel);
    const bool active = channel.hasSubscribers();
    for (std::size_t i = 0; i < std::size(names); ++i)
      if (names[i] == at->first) builtIn[i] = active ? &channel : nullptr;
    loop.channels = nullptr;
    for (ChannelObject* one : builtIn)
      if (one) loop.channels = this;
    const bool was = bool(at->second.kept);
    if (was != active && at->first.starts_with("undici:")) undiciSubscribers->channels += active ? 1 : -1;
    at->second.kept = active ? Channel(&channel) : Channel();
  }

  Loop& loop;
  std::map<std::string, Entry> all;
  ChannelObject* builtIn[std::size(names)] = {};  // Those with subscribers.
};
namespace {
constinit nodecpp::detail::LoopLocal<Channels> channels;

ChannelObject* existing(StringArg name) {
  Channels* own = channels.find();
  if (!own) return nullptr;
  auto at = own->all.find(std::string(name.data(), name.size()));
  return at == own->all.end() ? nullptr : at->second.object;
}

void throwLater(std::exception_ptr error) {
  Loop::current().nextTick([error] { std::rethrow_exception(error); });
}
}  // namespace

bool isActive(void* all, BuiltIn channel) noexcept {
  return static_cast<Channels*>(all)->builtIn[std::size_t(channel)] != nullptr;
}

void publish(BuiltIn channel, std::initializer_list<Field> message, const Error& error) {
  auto* all = static_cast<Channels*>(Loop::current().channels);
  NODECPP_ASSERT(all && all->builtIn[std::size_t(channel)]);
  const Channel to(all->builtIn[std::size_t(channel)]);
  var object = var::object();
  for (const Field& field : message) object.set(field.name, var(field.value));
  if (error) object.set("error", var(error));
  to->publish(object);
}

// As in Node, the storage that was bound last is the outermost one.
StoresScope::StoresScope(const nodecpp::detail::List<StoreBinding>& stores, const var& data) {
  if (stores.empty()) return;
  const nodecpp::detail::List<StoreBinding> all(stores);
  for (std::size_t i = all.size(); i-- > 0;) {
    Handle<async_hooks::detail::ContextFrame> store;
    try {
      store = all[i].make(data);
    } catch (...) {
      throwLater(std::current_exception());
      continue;
    }
    scopes_.emplace_back(std::move(store));
  }
}

void setError(const var& context, const std::exception_ptr& error) {
  context.set("error", var(nodecpp::detail::errorFrom(error)));
}

}  // namespace detail

ChannelObject::ChannelObject(StringArg name, detail::Channels& channels)
    : name(name.toString()), channels_(&channels) {}

ChannelObject::~ChannelObject() {
  if (channels_) channels_->all.erase(std::string(name.data(), name.size()));
}

void ChannelObject::changed() {
  if (channels_) channels_->update(*this);
}

void ChannelObject::subscribe(Subscriber subscription) {
  if (!subscription) throw nodecpp::detail::invalidArgType("subscription", "of type function", "undefined");
  subscribers_.push_back(std::move(subscription));
  changed();
}

bool ChannelObject::unsubscribe(const Subscriber& subscription) {
  for (std::size_t i = 0; i < subscribers_.size(); ++i) {
    if (!(subscribers_[i] == subscription)) continue;
    const Channel alive(this);
    subscribers_.erase(subscribers_.begin() + std::ptrdiff_t(i));
    changed();
    return true;
  }
  return false;
}

void ChannelObject::publish(const var& message) const {
  if (subscribers_.empty()) return;
  // A subscriber may assign to the variable that was published, and take itself or others off; a message reaches all who
  // were there when it was published.
  const var told = message;
  const nodecpp::detail::List<Subscriber> all(subscribers_);
  const String own = name;
  for (const Subscriber& subscriber : all) {
    try {
      subscriber(told, own);
    } catch (const nodecpp::detail::ProgramExit&) {
      throw;
    } catch (...) {
      detail::throwLater(std::current_exception());
    }
  }
}

void ChannelObject::bind(Handle<Object> storage, Function<Handle<async_hooks::detail::ContextFrame>(var)> make) {
  for (detail::StoreBinding& one : stores_) {
    if (one.storage != storage) continue;
    one.make = std::move(make);
    return;
  }
  stores_.push_back({std::move(storage), std::move(make)});
  changed();
}

bool ChannelObject::unbind(const Object* storage) {
  for (std::size_t i = 0; i < stores_.size(); ++i) {
    if (stores_[i].storage.get() != storage) continue;
    const Channel alive(this);
    stores_.erase(stores_.begin() + std::ptrdiff_t(i));
    changed();
    return true;
  }
  return false;
}

Channel channel(StringArg name) {
  if (ChannelObject* found = detail::existing(name)) return Channel(found);
  detail::Channels& own = *detail::channels;
  auto made = make<Channel>(name, own);
  own.all[std::string(name.data(), name.size())].object = made.get();
  return made;
}

bool hasSubscribers(StringArg name) {
  const ChannelObject* found = detail::existing(name);
  return found && found->hasSubscribers();
}

void subscribe(StringArg name, Subscriber onMessage) { channel(name)->subscribe(std::move(onMessage)); }

bool unsubscribe(StringArg name, const Subscriber& onMessage) {
  ChannelObject* found = detail::existing(name);
  return found && found->unsubscribe(onMessage);
}

bool TracingChannelObject::hasSubscribers() const noexcept {
  for (const Channel& one : {start, end, asyncStart, asyncEnd, error})
    if (one && one->hasSubscribers()) return true;
  return false;
}

void TracingChannelObject::subscribe(const TraceHandlers& handlers) {
  auto add = [](const Channel& channel, const Subscriber& handler) {
    if (channel && handler) channel->subscribe(handler);
  };
  add(start, handlers.start);
  add(end, handlers.end);
  add(asyncStart, handlers.asyncStart);
  add(asyncEnd, handlers.asyncEnd);
  add(error, handlers.error);
}

bool TracingChannelObject::unsubscribe(const TraceHandlers& handlers) {
  bool done = true;
  auto remove = [&](const Channel& channel, const Subscriber& handler) {
    if (handler && !(channel && channel->unsubscribe(handler))) done = false;
  };
  remove(start, handlers.start);
  remove(end, handlers.end);
  remove(asyncStart, handlers.asyncStart);
  remove(asyncEnd, handlers.asyncEnd);
  remove(error, handlers.error);
  return done;
}

TracingChannel tracingChannel(StringArg name) {
  auto named = [&](StringArg event) { return channel("tracing:" + name.toString() + ":" + event.toString()); };
  return tracingChannel(
      TraceChannels{named("start"), named("end"), named("asyncStart"), named("asyncEnd"), named("error")});
}

TracingChannel tracingChannel(const TraceChannels& channels) { return make<TracingChannel>(channels); }

}  // namespace nodecpp::diagnostics_channel
