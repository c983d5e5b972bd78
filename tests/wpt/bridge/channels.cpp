// structuredClone, BroadcastChannel and MessageChannel.
#include <nodecpp/structured_clone.h>

#include "memory.h"
#include "values.h"

namespace wpt {
namespace {

using worker_threads::BroadcastChannel;
using worker_threads::MessagePort;

perThread<Kept<MessagePort>> ports;
perThread<Kept<BroadcastChannel>> channels;

Array<worker_threads::Transfer> transferred(const var& list) {
  Array<worker_threads::Transfer> made;
  for (const var& each : list) {
    if (each.is<ArrayBuffer>())
      made.push(worker_threads::Transfer(each.as<ArrayBuffer>()));
    else if (const auto port = each.handle<MessagePort>())
      made.push(worker_threads::Transfer(port));
    else
      throw TypeError("Found invalid value in transferList");
  }
  return made;
}

}  // namespace

MessagePort portOf(const var& number) { return ports.value()[number]; }
double portNumber(const MessagePort& port) { return ports->number(port); }

void defineChannels() {
  // One value has the copied value and the list, so that both refer to the same objects.
  define("structuredClone", [](Array<var> a) -> var {
    const var both = valueOf(a[0]);
    if (const auto blob = both[0].handle<Blob>()) return toldValue(structuredClone(blob));
    if (both[1].length() == 0) return toldValue(structuredClone(both[0]));
    return toldValue(structuredClone(both[0], worker_threads::StructuredCloneOptions{transferred(both[1])}));
  });
  define("MessageChannel", [](Array<var>) -> var {
    worker_threads::MessageChannel channel;
    return var::array({ports->add(channel.port1), ports->add(channel.port2)});
  });
  define("port.postMessage", [](Array<var> a) -> var {
    const var both = valueOf(a[1]);
    portOf(a[0])->postMessage(both[0], transferred(both[1]));
    return undefined;
  });
  define("port.on", [](Array<var> a) -> var {
    portOf(a[0])->addEventListener(a[1].toString(),
                                   [f = a[2].toNumber()](auto event) { call(f, {toldValue(event.data)}); });
    return undefined;
  });
  define("port.start", [](Array<var> a) -> var {
    portOf(a[0])->start();
    return undefined;
  });
  define("port.close", [](Array<var> a) -> var {
    portOf(a[0])->close();
    return undefined;
  });
  define("BroadcastChannel", [](Array<var> a) -> var {
    auto channel = make<BroadcastChannel>(a[0].toString());
    const double function = a[1].toNumber();
    channel->addEventListener("message", [=](auto event) { call(function, {toldValue(event.data)}); });
    return channels->add(channel);
  });
  auto on = [](String name, auto f) {
    define("BroadcastChannel." + name,
           [=](Array<var> a) -> var { return f(BroadcastChannel(channels.value()[a[0]]), a); });
  };
  on("name", [](auto channel, auto) -> var { return channel->name(); });
  on("postMessage", [](auto channel, auto a) -> var {
    channel->postMessage(valueOf(a[1]));
    return undefined;
  });
  on("close", [](auto channel, auto) -> var {
    channel->close();
    return undefined;
  });
}

}  // namespace wpt
