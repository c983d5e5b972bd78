// Web streams in messages. The stream stays where it is and is piped to a port; the receiver of the message gets a new
// stream at the other port. https://streams.spec.whatwg.org/#transferrable-streams
#pragma once

#include <nodecpp/worker_threads/message_port.h>

namespace nodecpp::worker_threads::detail {

enum class StreamKind : unsigned char { readable, writable, transform };
// How many ports a stream needs: a TransformStream needs one for each side.
inline std::size_t portsOf(StreamKind kind) noexcept { return kind == StreamKind::transform ? 2 : 1; }
inline const char* nameOf(StreamKind kind) noexcept {
  constexpr const char* names[] = {"ReadableStream", "WritableStream", "TransformStream"};
  return names[std::size_t(kind)];
}

bool isStream(Object* object) noexcept;
// Returns the kind of a stream. Throws a DataCloneError when the stream, or one of its sides, is locked.
StreamKind checkedKindOf(Object* stream);
// Pipes the stream to the ports, which locks it. Calls functions of the program.
void sendStream(StreamKind kind, Object* stream, const MessagePort* ports);
// Returns the stream at the other ends of such ports.
Handle<Object> receiveStream(StreamKind kind, const MessagePort* ports);

}  // namespace nodecpp::worker_threads::detail
