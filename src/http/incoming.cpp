#include "http/message.h"

namespace nodecpp::http {

using detail::Loop;

IncomingMessageObject::IncomingMessageObject(net::Socket from) : socket(std::move(from)) {
  // No part of the body is read ahead before the program asks for it.
  readFlags_ |= readingMoreFlag;
  if (socket && socket->readableHighWaterMark() != readableHighWaterMark())
    setupReading(double(socket->readableHighWaterMark()), "highWaterMark", "", "utf8");
}
IncomingMessageObject::~IncomingMessageObject() = default;

IncomingMessage IncomingMessageObject::setTimeout(double milliseconds, Function<void(net::Socket)> callback) {
  if (callback) on(event::timeout, std::move(callback));
  socket->setTimeout(milliseconds);
  return IncomingMessage(this);
}

void IncomingMessageObject::_read(double) {
  if (!consuming_) {
    readFlags_ &= ~readingMoreFlag;
    consuming_ = true;
  }
  // The connection pushes the body as it is parsed. Only the reading from the socket must be resumed here.
  if (!socket || held_ || !socket->readable()) return;
  socket->resume();
  if (socket->readingPaused()) socket->startReading();
}

void IncomingMessageObject::_destroy(Error error, stream::Callback callback) {
  if (!readableEnded() || !complete) {
    aborted = true;
    emit(event::aborted);
    abortSignal();
  }
  auto done = [self = IncomingMessage(this), callback](Error result) {
    // The error is reported only when there is a listener, since most servers have none and would end.
    callback(self->listenerCount(event::error) ? result : Error());
  };
  if (socket && !socket->destroyed() && aborted) {
    socket->destroy(error);
    stream::finished(socket, [done, error](Error result) {
      if (result && result->code == "ERR_STREAM_PREMATURE_CLOSE") result = nullptr;
      Loop::current().nextTick([done, failure = result ? result : error] { done(failure); });
    });
    return;
  }
  Loop::current().nextTick([done, error] { done(error); });
}

AbortSignal IncomingMessageObject::signal() {
  if (controller_) return controller_->signal();
  controller_ = make<AbortController>();
  AbortSignal signal = controller_->signal();
  if (destroyed() && (!readableEnded() || !complete)) {
    controller_->abort();
  } else if (!signalDetached_ && socket) {
    if (socket->destroyed()) {
      abortSignal();
    } else {
      socket->once(event::close, [self = IncomingMessage(this)] { self->abortSignal(); });
      signalListener_ = socket->ownListeners(event::close).at(-1);
    }
  }
  return signal;
}

void IncomingMessageObject::detachSignal() {
  signalDetached_ = true;
  if (signalListener_ && socket) socket->off(event::close, std::exchange(signalListener_, Listener()));
}

void IncomingMessageObject::abortSignal() {
  detachSignal();
  if (controller_) controller_->abort();
}

// Called for a request without a body when the server has the option optimizeEmptyRequests: the request counts as read
// and closed, and emits no event.
void IncomingMessageObject::discardUnread() {
  dumped_ = true;
  readFlags_ |= endedFlag | endEmittedFlag;
  flags_ |= destroyedFlag | closedFlag | closeEmittedFlag;
  consuming_ = true;
}

void IncomingMessageObject::giveUp(Function<void()> over) {
  IncomingMessage self(this);
  stream::Stream last = req ? stream::Stream(req) : stream::Stream(self);
  if (over && !last->closed()) last->once(event::close, std::exchange(over, nullptr));
  if (!complete)
    destroy();
  else if (!readableEnded())
    dump();
  if (over) over();
}

void IncomingMessageObject::destroyAsPart(const Error& error) {
  if (!req) socket = nullptr;
  destroyWith(error, {});
}

void IncomingMessageObject::dump() {
  if (dumped_) return;
  dumped_ = true;
  removeAllListeners(event::data);
  resume();
}

}  // namespace nodecpp::http
