#include "http/blocking_thread.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/assertion.h"
#include "http/received_fields.h"
#include "loop/loop.h"
#include "process/process_state.h"

namespace nodecpp::http {

using detail::BlockingWriter;
using nodecpp::detail::codedError;
using nodecpp::detail::Loop;

namespace {

String lowered(StringArg name) { return name.toString().toLowerCase(); }

}  // namespace

Lookup BlockingHeaders::operator[](StringArg name) const {
  for (const auto& [known, value] : entries_)
    if (name == known) return value;
  return {};
}

// The functions of BlockingResponse.

void BlockingResponseObject::checkHead(const char* action) const {
  if (!headSent_) return;
  throw codedError<Error>("ERR_HTTP_HEADERS_SENT",
                          str("Cannot ") + action + " headers after they are sent to the client");
}

BlockingResponse BlockingResponseObject::setHeader(StringArg name, const HeaderValue& value) {
  checkHead("set");
  validateHeaderName(name);
  validateHeaderValue(name, value);
  String lower = lowered(name);
  for (auto& [known, held] : headers_) {
    if (lowered(known) != lower) continue;
    known = name.toString();
    held = value.toLookup();
    return BlockingResponse(this);
  }
  headers_.emplace_back(name.toString(), value.toLookup());
  return BlockingResponse(this);
}

Lookup BlockingResponseObject::getHeader(StringArg name) const {
  String lower = lowered(name);
  for (const auto& [known, value] : headers_)
    if (lowered(known) == lower) return value;
  return {};
}

void BlockingResponseObject::removeHeader(StringArg name) {
  checkHead("remove");
  String lower = lowered(name);
  erase_if(headers_, [&](const auto& each) { return lowered(each.first) == lower; });
}

BlockingResponse BlockingResponseObject::writeHead(double code, const HeadersArg& headers) {
  return writeHead(code, statusMessage, headers);
}

BlockingResponse BlockingResponseObject::writeHead(double code, StringArg message, const HeadersArg& headers) {
  checkHead("write");
  if (!thread_) return BlockingResponse(this);
  int status = code >= 100 && code <= 999 ? int(code) : 0;
  if (!status) throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: " + str(code));
  headers.check();
  std::vector<std::pair<String, Lookup>> given;
  for (const HeaderFieldArg& field : headers) {
    validateHeaderName(field.name);
    validateHeaderValue(field.name, field.value);
    given.emplace_back(field.name.toString(), field.value.toLookup());
  }
  statusCode = status;
  statusMessage = message.toString();
  headSent_ = true;
  constexpr std::uint64_t parts = detail::partStatus | detail::partHeaders | detail::partHead;
  BlockingWriter writer = thread_->begin(parts);
  writer.number(std::uint64_t(statusCode)).text(statusMessage).fields(headers_).fields(given);
  thread_->post(std::move(writer));
  return BlockingResponse(this);
}

void BlockingResponseObject::flushHeaders() {
  if (!headSent_) writeHead(statusCode);
  if (thread_) thread_->post(thread_->begin(detail::partFlush));
}

bool BlockingResponseObject::send(const char* data, std::size_t size, bool last) {
  if (ended_) throw codedError<Error>("ERR_STREAM_WRITE_AFTER_END", "write after end");
  if (!thread_) return false;
  std::uint64_t parts = (last ? detail::partEnd : 0) | (size ? detail::partBody : 0);
  if (!headSent_) parts |= detail::partStatus | detail::partHeaders;
  BlockingWriter writer = thread_->begin(parts);
  if (!std::exchange(headSent_, true)) {
    if (statusCode < 100 || statusCode > 999) {
      headSent_ = false;
      throw codedError<RangeError>("ERR_HTTP_INVALID_STATUS_CODE", "Invalid status code: " + str(statusCode));
    }
    writer.number(std::uint64_t(statusCode)).text(statusMessage).fields(headers_);
  }
  ended_ = last;
  if (gone_ || !thread_->post(std::move(writer), size ? Buffer::copyOf(data, size) : Buffer())) gone_ = true;
  if (gone_ || last) return !gone_;
  // Waits until the client has taken enough of the response, so that a slow client cannot make the process buffer all
  // of it.
  underWay_ += size;
  gone_ = !thread_->settle(underWay_, thread_->highWaterMark());
  return !gone_;
}

bool BlockingResponseObject::write(StringArg chunk) { return send(chunk.data(), chunk.size(), false); }
bool BlockingResponseObject::write(const Buffer& chunk) { return send(chunk.bytes(), chunk.size(), false); }
void BlockingResponseObject::end() {
  if (!ended_) send(nullptr, 0, true);
}
void BlockingResponseObject::end(StringArg chunk) { send(chunk.data(), chunk.size(), true); }
void BlockingResponseObject::end(const Buffer& chunk) { send(chunk.bytes(), chunk.size(), true); }

bool BlockingResponseObject::destroyed() {
  if (thread_ && !gone_) gone_ = !thread_->settleNow(underWay_);
  return gone_ || !thread_;
}

namespace detail {

// The functions of BlockingThread and its main function.

int BlockingMain::run(os::Port* port, int) {
  // This event loop never runs. The synchronous functions of fs, the console and the process object need one to exist.
  std::optional<Loop> loop;
  Loop* before = nullptr;
  if (port) {
    loop.emplace(*port);
    before = Loop::setCurrent(&*loop);
    nodecpp::detail::installProcess(*loop, 0, nullptr);
  }
  os::Message message;
  while (requests_->receive(message)) BlockingThread(handler_, *answers_, highWaterMark_, std::move(message)).run();
  if (port) {
    loop->end();
    nodecpp::detail::removeProcess(*loop);
    Loop::setCurrent(before);
  }
  return 0;
}

BlockingThread::BlockingThread(BlockingHandler handler, os::MailQueue& answers, double highWaterMark,
                               os::Message&& message)
    : handler_(handler),
      answers_(answers),
      highWaterMark_(std::size_t(highWaterMark)),
      credit_(std::move(message.addresses[0])),
      request_(make<BlockingRequest>()) {
  NODECPP_ASSERT(message.addresses.size() == 1 && credit_, message.addresses.size());
  BlockingReader in(message.bytes);
  id_ = in.number();
  BlockingRequestObject& request = *request_;
  request.method = in.text();
  request.url = in.text();
  request.httpVersion = in.text();
  request.remoteAddress = in.text();
  request.remotePort = int(in.number());
  request.headers.entries_ = nodecpp::detail::List<std::pair<String, Lookup>>(in.fields());
  for (std::uint64_t count = in.number(); count; --count) request.rawHeaders.push(in.text());
  if (!message.buffers.empty()) request.body = std::move(message.buffers[0]);
}

void BlockingThread::run() {
  BlockingResponse response = make<BlockingResponse>();
  response->thread_ = this;
  std::uint64_t parts = partDone;
  BlockingWriter last;
  try {
    handler_.call(handler_.function, request_, response);
    response->end();
    last = begin(parts);
  } catch (const nodecpp::detail::ProgramExit& exit) {
    parts |= partExit;
    last = begin(parts);
    last.number(std::uint64_t(exit.code));
  } catch (...) {
    Error error = nodecpp::detail::errorFrom(std::current_exception());
    parts |= partError;
    last = begin(parts);
    last.text(error ? error->name : "Error").text(error ? error->message : "undefined");
    last.text(error ? error->code : "").text(error ? error->stack.ref() : "");
  }
  // The handler may have kept the response, which must not use this object any more.
  response->thread_ = nullptr;
  post(std::move(last));
}

BlockingWriter BlockingThread::begin(std::uint64_t parts) const {
  BlockingWriter writer;
  writer.number(id_).number(parts);
  return writer;
}

bool BlockingThread::post(BlockingWriter&& writer, Buffer body) {
  os::Message message;
  message.bytes = std::move(writer.bytes);
  if (!body.empty()) message.buffers.push_back(os::alone(std::move(body)));
  return answers_.post(std::move(message));
}

bool BlockingThread::settleNow(std::size_t& underWay) {
  os::Message message;
  while (credit_->take(message)) underWay -= std::min(underWay, std::size_t(BlockingReader(message.bytes).number()));
  return !credit_->closed();
}

bool BlockingThread::settle(std::size_t& underWay, std::size_t most) {
  NODECPP_ASSERT(credit_ != nullptr);
  if (!settleNow(underWay)) return false;
  os::Message message;
  while (underWay > most) {
    if (!credit_->receive(message)) return false;
    underWay -= std::min(underWay, std::size_t(BlockingReader(message.bytes).number()));
  }
  return true;
}

// The functions of BlockingWriter and BlockingReader.

BlockingWriter& BlockingWriter::value(const Lookup& value) {
  number(std::uint64_t(value.kind()));
  if (value.isArray()) {
    const Array<String> values = value.values();
    number(values.size());
    for (const String& each : values) text(each);
    return *this;
  }
  return text(value.toString());
}

Lookup BlockingReader::value() {
  switch (Lookup::Kind(number())) {
    case Lookup::Kind::undefined: text(); return {};
    case Lookup::Kind::null: text(); return nullptr;
    case Lookup::Kind::number: return toNumber(text());
    case Lookup::Kind::string: return text();
    default: break;
  }
  NODECPP_ASSERT(left_.size() >= sizeof(std::uint64_t), left_.size());
  Array<String> values;
  for (std::uint64_t count = number(); count; --count) values.push(text());
  return values;
}

Array<std::pair<String, Lookup>> BlockingReader::fields() {
  Array<std::pair<String, Lookup>> fields;
  for (std::uint64_t count = number(); count; --count) {
    String name = text();
    fields.push({std::move(name), value()});
  }
  return fields;
}

}  // namespace detail
}  // namespace nodecpp::http
