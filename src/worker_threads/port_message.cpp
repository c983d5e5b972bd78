#include <vector>

#include "worker_threads/port_message.h"

#include "base/assertion.h"
#include "json/clone/clone.h"
#include "worker_threads/stream_transfer.h"

namespace nodecpp::worker_threads::detail {

namespace {

// A flag in the block of a Buffer's bytes, set by markAsUntransferable.
constexpr std::uint32_t untransferable = 0x80000000u;

// In a clone, an object that needs special handling is a number, which consists of what it is and of its index: that of
// a port (for a stream, of its first port) or of shared memory.
enum class Special : unsigned { port, shared, sharedBuffer, readable, writable, transform, count };
double numberOf(Special kind, std::size_t index) {
  return double(index) * double(Special::count) + double(unsigned(kind));
}
Special specialOf(StreamKind kind) { return Special(unsigned(Special::readable) + unsigned(kind)); }
StreamKind streamKindOf(Special kind) { return StreamKind(unsigned(kind) - unsigned(Special::readable)); }

// The queue of a port while it is in a message. When the message is dropped before it was received, because its
// receiver has ended or is closed, the port is closed and its peer is told. This may happen on any thread.
struct Passage {
  os::MailAddress queue, peer;
  bool arrived = false;

  static os::MailAddress begin(os::MailAddress queue, os::MailAddress peer) {
    NODECPP_ASSERT(queue && peer && queue != peer);
    os::MailQueue* address = queue.get();
    return os::MailAddress(address, Passage{std::move(queue), std::move(peer)});
  }
  // Returns the queue when the message is received. A queue from a recording's log has no passage.
  static os::MailAddress end(os::MailAddress&& moving) {
    auto* passage = std::get_deleter<Passage>(moving);
    if (!passage) return std::move(moving);
    NODECPP_ASSERT(!passage->arrived && passage->queue);  // A message is received once.
    passage->arrived = true;
    return passage->queue;
  }
  void operator()(os::MailQueue*) const {
    if (arrived) return;
    queue->close(true);
    peer->post(marked(Mark::close));
  }
};

// The objects in a transfer list, which were checked to be transferable.
struct Moving {
  struct Stream {
    Handle<Object> object;
    StreamKind kind;
    std::size_t firstPort = 0;  // The ports of the streams follow `ports`.
  };
  std::vector<Buffer> buffers;
  std::vector<MessagePort> ports;
  std::vector<ArrayBuffer> arrays;
  std::vector<Stream> streams;
};
Moving check(const Array<Transfer>& transfer, const MessagePortObject* source) {
  using nodecpp::detail::dataCloneError;
  Moving moving;
  for (const Transfer& each : transfer) {
    if (Buffer* buffer = each.buffer()) {
      if (isMarkedAsUntransferable(*buffer))
        throw dataCloneError("Object that needs transfer was marked as untransferable");
      for (const Buffer& other : moving.buffers)
        if (buffer->block() && other.block() == buffer->block())
          throw dataCloneError("Transfer list contains duplicate ArrayBuffer");
      moving.buffers.push_back(*buffer);
    } else if (const ArrayBuffer& bytes = each.arrayBuffer()) {
      const nodecpp::detail::ByteStore& store = *bytes.store();
      if (store.shared) throw dataCloneError("Found invalid value in transferList.");
      if (store.block && store.block->flags & untransferable)
        throw dataCloneError("Object that needs transfer was marked as untransferable");
      if (store.detached) throw dataCloneError("Cannot transfer object of unsupported type.");
      for (const ArrayBuffer& other : moving.arrays)
        if (other == bytes) throw dataCloneError("Transfer list contains duplicate ArrayBuffer");
      moving.arrays.push_back(bytes);
    } else if (const Handle<Object>& stream = each.stream()) {
      const StreamKind kind = checkedKindOf(stream.get());
      for (const Moving::Stream& other : moving.streams)
        if (other.object == stream) throw dataCloneError(String("Transfer list contains duplicate ") + nameOf(kind));
      moving.streams.push_back({stream, kind});
    } else {
      const MessagePort& port = each.port();
      if (port.get() == source) throw dataCloneError("Transfer list contains source port");
      if (!PortEnd::of(port)) throw dataCloneError("MessagePort in transfer list is already detached");
      for (const MessagePort& other : moving.ports)
        if (other == port) throw dataCloneError("Transfer list contains duplicate MessagePort");
      moving.ports.push_back(port);
    }
  }
  std::size_t ports = moving.ports.size();
  for (Moving::Stream& stream : moving.streams) stream.firstPort = std::exchange(ports, ports + portsOf(stream.kind));
  return moving;
}

// Returns the number of an object in a message.
double numberOf(Object* object, const Moving& moving, os::Message& message) {
  using nodecpp::detail::dataCloneError;
  for (std::size_t i = 0; i < moving.ports.size(); ++i)
    if (moving.ports[i].get() == object) return numberOf(Special::port, i);
  for (const Moving::Stream& stream : moving.streams)
    if (stream.object.get() == object) return numberOf(specialOf(stream.kind), stream.firstPort);
  if (auto memory = sharedMemoryOf(object)) {
    message.shared.push_back(std::move(memory));
    return numberOf(Special::shared, message.shared.size() - 1);
  }
  if (dynamic_cast<MessagePortObject*>(object) || isStream(object))
    throw dataCloneError("Object that needs transfer was found in message but not listed in transferList");
  throw dataCloneError("#<Object> could not be cloned.");
}

// Gives a stream of the transfer list ports of its own, whose other ends go with the message.
void send(const Moving::Stream& stream, os::Message& message) {
  MessagePort near[2];
  for (std::size_t i = 0; i < portsOf(stream.kind); ++i) {
    os::MailAddress own = os::MailQueue::make(), other = os::MailQueue::make();
    near[i] = PortEnd::open(own, other);
    message.addresses.push_back(Passage::begin(std::move(other), own));
    message.addresses.push_back(std::move(own));
  }
  sendStream(stream.kind, stream.object.get(), near);
}

}  // namespace

os::Message encode(Mark mark, const var& value, const Array<Transfer>& transfer, const MessagePortObject* source) {
  Moving moving = check(transfer, source);
  os::Message message = marked(mark);
  nodecpp::detail::Clone clone = nodecpp::detail::serialize(
      value, moving.buffers, [&](const var& handle) { return numberOf(handle.objectRef(), moving, message); }, moving.arrays,
      [&](const ArrayBuffer& buffer) {
        message.shared.push_back(sharedMemoryBehind(buffer));
        NODECPP_ASSERT(message.shared.back());
        return numberOf(Special::sharedBuffer, message.shared.size() - 1);
      });
  // From here on nothing throws. The Buffers of this thread are emptied first, so that the clone has the only reference
  // to their memory and it is moved instead of copied.
  moving.buffers.clear();
  for (const Transfer& each : transfer)
    if (Buffer* buffer = each.buffer()) *buffer = Buffer();
  message.buffers.push_back(os::alone(std::move(clone.bytes)));
  for (Buffer& buffer : clone.moved) message.buffers.push_back(os::alone(std::move(buffer)));
  for (const MessagePort& port : moving.ports) {
    PortEnd* end = PortEnd::of(port);
    NODECPP_ASSERT(end && end->mailbox);  // check() has refused closed ports, and a port that is listed twice.
    os::MailAddress peer = end->peer;
    message.addresses.push_back(Passage::begin(end->detach(), peer));
    message.addresses.push_back(std::move(peer));
  }
  NODECPP_ASSERT(markOf(message) == mark && message.buffers.size() == 1 + clone.moved.size(), message.buffers.size());
  NODECPP_ASSERT(message.addresses.size() == 2 * moving.ports.size(), message.addresses.size(), moving.ports.size());
  for (const Moving::Stream& stream : moving.streams) send(stream, message);
  return message;
}

var decode(os::Message&& message) {
  std::vector<MessagePort> ports;
  for (std::size_t i = 0; i + 1 < message.addresses.size(); i += 2)
    ports.push_back(PortEnd::open(Passage::end(std::move(message.addresses[i])), std::move(message.addresses[i + 1])));
  if (message.buffers.empty()) throw Error("Unable to deserialize cloned data.");
  nodecpp::detail::Clone clone{std::move(message.buffers[0]), {}};
  for (std::size_t i = 1; i < message.buffers.size(); ++i) clone.moved.push_back(std::move(message.buffers[i]));
  return nodecpp::detail::deserialize(clone, [&](double number) -> var {
    const auto index = std::size_t(number) / std::size_t(Special::count);
    const auto kind = Special(std::size_t(number) % std::size_t(Special::count));
    if (kind == Special::port) return ports.at(index);
    if (kind == Special::shared) return sharedMemory(message.shared.at(index));
    if (kind == Special::sharedBuffer) return sharedBufferOver(message.shared.at(index));
    const StreamKind stream = streamKindOf(kind);
    if (index + portsOf(stream) > ports.size()) throw Error("Unable to deserialize cloned data.");
    return receiveStream(stream, &ports[index]);
  });
}

var fromError(const Error& error) {
  if (!error) return nullptr;
  var fields = var::object({{"name", error->name},
                            {"message", error->message},
                            {"stack", error->stack},
                            {"code", error->code},
                            {"errno", error->errno_},
                            {"syscall", error->syscall},
                            {"address", error->address},
                            {"port", error->port},
                            {"path", error->path},
                            {"dest", error->dest},
                            {"hostname", error->hostname}});
  var properties = var::array(), errors = var::array(), cause = var::array();
  for (const auto& [name, value] : error->properties) properties.push(var::array({name, value}));
  if (error->errors)
    for (const Error& each : error->errors) errors.push(fromError(each));
  for (const Error& each : error->cause) cause.push(fromError(each));
  fields.set("properties", properties);
  fields.set("errors", errors);
  fields.set("cause", cause);
  return fields;
}

Error toError(const var& value) {
  if (!value) return nullptr;
  Error error(value["message"].toString());
  nodecpp::detail::setClassName(error, value["name"].toString());
  // A text that the error does not have stays undefined, and is not the text that undefined prints.
  const auto text = [&](const char* key) {
    const var of = value[key];
    return of.isUndefined() ? String(undefined) : of.toString();
  };
  error->stack = value["stack"];
  error->code = text("code");
  error->errno_ = value["errno"];
  error->syscall = text("syscall");
  error->address = text("address");
  error->port = value["port"];
  error->path = text("path");
  error->dest = text("dest");
  error->hostname = text("hostname");
  for (var each : value["properties"]) {
    var of = each[1];
    String name = each[0];
    if (of.isNumber())
      error->properties.emplace_back(name, Lookup(of.toNumber()));
    else
      error->properties.emplace_back(name, of.isUndefined() ? Lookup() : Lookup(of.toString()));
  }
  for (var each : value["errors"]) {
    if (!error->errors) error->errors = Array<Error>();
    error->errors.push(toError(each));
  }
  for (var each : value["cause"]) error->cause.push_back(toError(each));
  return error;
}

namespace {
// The distance of a function from `anchor` does not depend on the address at which the program is loaded.
void anchor() {}
}  // namespace

double numberOf(Main main) {
  return double(reinterpret_cast<std::intptr_t>(main) - reinterpret_cast<std::intptr_t>(&anchor));
}
Main mainFrom(double number) {
  return reinterpret_cast<Main>(reinterpret_cast<std::intptr_t>(&anchor) + std::intptr_t(number));
}

}  // namespace nodecpp::worker_threads::detail

namespace nodecpp::worker_threads {

void markAsUntransferable(const Buffer& buffer) {
  if (buffer.block()) buffer.block()->flags |= detail::untransferable;
}
bool isMarkedAsUntransferable(const Buffer& buffer) {
  return buffer.block() && (buffer.block()->flags & detail::untransferable);
}

}  // namespace nodecpp::worker_threads
