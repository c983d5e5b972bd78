// Functions in front of a response's own: which of them is called, and where the last one leads.
#include <nodecpp/http/interceptor.h>

#include "base/assertion.h"

namespace nodecpp::http {

ResponseInterceptorObject::~ResponseInterceptorObject() = default;

void ResponseInterceptorObject::beforeHead(const ServerResponse&) {}

bool ResponseInterceptorObject::write(const ServerResponse& response, const stream::ChunkArg& chunk,
                                      const stream::EncodingParam& encoding, stream::Callback callback) {
  if (next_) return next_->write(response, chunk, encoding, std::move(callback));
  return response->OutgoingMessageObject::writeChunk(chunk, encoding, std::move(callback));
}

void ResponseInterceptorObject::end(const ServerResponse& response, const stream::ChunkArg& chunk,
                                    const stream::EncodingParam& encoding, stream::Callback callback) {
  if (next_) return next_->end(response, chunk, encoding, std::move(callback));
  response->OutgoingMessageObject::endWith(chunk, encoding, std::move(callback));
}

void ResponseInterceptorObject::drained(const ServerResponse& response) {
  if (next_) return next_->drained(response);
  response->emit(event::drain);
}

void ResponseInterceptorObject::flush(const ServerResponse& response) {
  if (next_) next_->flush(response);
}

ServerResponse ServerResponseObject::intercept(ResponseInterceptor interceptor) {
  // An interceptor goes on to the one that was given before it, so it can be in front of one response only.
  if (interceptor->inUse_) throw Error("The interceptor is in front of a response already");
  interceptor->inUse_ = true;
  interceptor->next_ = std::move(interceptor_);
  interceptor_ = std::move(interceptor);
  return ServerResponse(this);
}

void ServerResponseObject::flush() {
  if (interceptor_) interceptor_->flush(ServerResponse(this));
}

void ServerResponseObject::emitDrain() {
  if (interceptor_) [[unlikely]]
    return interceptor_->drained(ServerResponse(this));
  OutgoingMessageObject::emitDrain();
}

bool ServerResponseObject::writeChunk(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                                      stream::Callback callback) {
  if (interceptor_) [[unlikely]]
    return interceptor_->write(ServerResponse(this), chunk, encoding, std::move(callback));
  return OutgoingMessageObject::writeChunk(chunk, encoding, std::move(callback));
}

void ServerResponseObject::endWith(const stream::ChunkArg& chunk, const stream::EncodingParam& encoding,
                                   stream::Callback callback) {
  if (interceptor_) [[unlikely]]
    return interceptor_->end(ServerResponse(this), chunk, encoding, std::move(callback));
  OutgoingMessageObject::endWith(chunk, encoding, std::move(callback));
}

// Gives the headers of writeHead to setHeader and asks the interceptors, as the npm package `on-headers`. Returns the
// status code of the head. When an interceptor has changed it, the message of writeHead does not belong to it any more.
double ServerResponseObject::interceptHead(double code, const HeadersArg& headers) {
  NODECPP_ASSERT(interceptor_);
  statusCode = toInt32(code);
  storeOver(headers);
  if (headIntercepted_) return code;
  headIntercepted_ = true;
  for (ResponseInterceptor each = interceptor_; each; each = each->next_) each->beforeHead(ServerResponse(this));
  return statusCode == toInt32(code) ? code : statusCode;
}

}  // namespace nodecpp::http
