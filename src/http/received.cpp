// Turns the results of a parser into messages and errors.
#include <algorithm>
#include <string_view>

#include "base/assertion.h"
#include "http/message.h"
#include "http/received_fields.h"

namespace nodecpp::http::detail {

namespace {

std::size_t endOf(Span span) { return span.offset + std::size_t(span.length); }

// Returns the size of the head up to the last byte of a field or of the start line.
std::size_t sizeOf(std::span<const Field> fields, std::size_t atLeast) {
  if (fields.empty()) return atLeast;
  return std::max({atLeast, endOf(fields.back().name), endOf(fields.back().value)});
}

}  // namespace

void takeHead(IncomingMessageObject& message, const Parser& parser, std::size_t limit) {
  const Head& head = parser.head();
  NODECPP_DEBUG_ASSERT(head.base);
  bool response = parser.type() == Parser::Type::response;
  Span line = response ? head.reason : head.url;
  auto fields = parser.fields();
  auto kept = fields.first(std::min(limit, fields.size()));
  ReceivedFields* received = ReceivedFields::make(head.base, sizeOf(kept, endOf(line)), kept);
  NODECPP_DEBUG_ASSERT(received->count == kept.size() && kept.size() <= fields.size(), received->count, fields.size());
  if (response) {
    NODECPP_DEBUG_ASSERT(head.statusCode <= 999, head.statusCode);
    message.statusCode = head.statusCode;
    message.statusMessage = received->text(line);
  } else {
    std::string_view name = methodName(head.method);
    message.method = String::fromStatic(name.data(), name.size());
    message.url = received->text(line);
  }
  message.httpVersionMajor = head.versionMajor;
  message.httpVersionMinor = head.versionMinor;
  message.httpVersion = head.versionMajor == 1 && head.versionMinor == 1
                            ? String::fromStatic("1.1", 3)
                            : str(int(head.versionMajor)) + "." + str(int(head.versionMinor));
  message.upgrade = head.upgrade;
  // Node hands over up to this number of fields together with the head. Its rawHeaders then contains all of them,
  // whatever the limit is.
  constexpr std::size_t atOnce = 31;
  bool allRaw = kept.size() < fields.size() && fields.size() <= atOnce;
  received->retain(allRaw ? 1 : 2);
  message.headers.adopt(received);
  message.headersDistinct.adopt(received);
  message.rawHeaders.adopt(allRaw ? ReceivedFields::make(head.base, sizeOf(fields, 0), fields) : received);
}

void takeTrailers(IncomingMessageObject& message, const Parser& parser, std::size_t limit) {
  auto trailers = parser.trailers();
  trailers = trailers.first(std::min(limit, trailers.size()));
  if (trailers.empty()) return;
  ReceivedFields* received = ReceivedFields::make(parser.head().base, sizeOf(trailers, 0), trailers);
  received->retain(2);
  message.trailers.adopt(received);
  message.trailersDistinct.adopt(received);
  message.rawTrailers.adopt(received);
}

Error parseError(const Parser& parser, std::size_t parsed, const char* data, std::size_t size) {
  NODECPP_ASSERT(parser.errorCode() != ErrorCode::ok);
  NODECPP_ASSERT(parsed <= size, parsed, size);
  std::string_view reason = parser.errorReason();
  Error error("Parse Error: " + String(reason));
  error->code = errorName(parser.errorCode());
  error->stack.setHeader(error.toString());
  error->properties.emplace_back("bytesParsed", Lookup(double(parsed)));
  error->properties.emplace_back("reason", Lookup(reason));
  error->properties.emplace_back("rawPacket", Lookup(Buffer::copyOf(data, size).toString("latin1")));
  return error;
}

Error resetError(StringArg message) {
  Error error(message);
  error->code = "ECONNRESET";
  error->stack.setHeader(error.toString());
  return error;
}

}  // namespace nodecpp::http::detail
