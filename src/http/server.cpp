#include <nodecpp/date.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/assertion.h"
#include "http/connection.h"

namespace nodecpp::http {

using detail::Loop;
using detail::ServerConnection;

namespace {

double checkInteger(const char* name, double value) {
  if (!std::isfinite(value) || value != std::trunc(value)) throw nodecpp::detail::outOfRange(name, "an integer", str(value));
  if (!(value >= 0 && value <= 9007199254740991.0))
    throw nodecpp::detail::outOfRange(name, ">= 0 && <= 9007199254740991", nodecpp::detail::rangeNumber(value));
  return value;
}

double checkOptional(const char* name, const stream::OptionalNumber& given, double otherwise) {
  return given.given ? checkInteger(name, given.value) : otherwise;
}

}  // namespace

ServerObject::ServerObject() : ServerObject(ServerOptions{}) {}

ServerObject::ServerObject(ServerOptions options)
    : ServerObject(options, {.allowHalfOpen = true,
                             .highWaterMark = options.highWaterMark,
                             .keepAlive = options.keepAlive,
                             .keepAliveInitialDelay = options.keepAliveInitialDelay,
                             .noDelay = options.noDelay}) {}

ServerObject::ServerObject(ServerOptions options, net::ServerOptions connections)
    : net::ServerObject(std::move(connections)),
      requireHostHeader(options.requireHostHeader), strictHostHeader(options.strictHostHeader),
      joinDuplicateHeaders(options.joinDuplicateHeaders),
      rejectNonStandardBodyWrites(options.rejectNonStandardBodyWrites), shouldUpgrade_(std::move(options.shouldUpgradeCallback)),
      makeMessage_(std::move(options.IncomingMessage)), makeResponse_(std::move(options.ServerResponse)),
      optimizesEmpty_(options.optimizeEmptyRequests), uniqueHeaders_(std::move(options.uniqueHeaders)) {
  if (options.insecureHTTPParser)
    throw nodecpp::detail::invalidArgValue("options.insecureHTTPParser", "true", "is not supported: the parser is always strict");
  const String& validation = options.httpValidation;
  if (!validation.empty() && validation != "strict") {
    bool known = validation == "relaxed" || validation == "insecure";
    throw nodecpp::detail::invalidArgValue("options.httpValidation", nodecpp::detail::inspectString(validation),
                                           known ? "is not supported: the parser is always strict"
                                                 : "must be one of: 'strict', 'relaxed', 'insecure'");
  }
  maxHeaderSize = checkOptional("maxHeaderSize", options.maxHeaderSize, 0);
  requestTimeout = checkOptional("requestTimeout", options.requestTimeout, 300000);
  headersTimeout = checkOptional("headersTimeout", options.headersTimeout, std::min(60000.0, requestTimeout));
  if (requestTimeout > 0 && headersTimeout > 0 && headersTimeout > requestTimeout)
    throw nodecpp::detail::outOfRange("headersTimeout", "<= requestTimeout", str(headersTimeout));
  keepAliveTimeout = checkInteger("keepAliveTimeout", options.keepAliveTimeout);
  keepAliveTimeoutBuffer = checkInteger("keepAliveTimeoutBuffer", options.keepAliveTimeoutBuffer);
  checkingInterval_ = checkInteger("connectionsCheckingInterval", options.connectionsCheckingInterval);
  uniqueHeaders_ = uniqueHeaders_.map([](const String& name) { return name.toLowerCase(); });
}

ServerObject::~ServerObject() { stopChecking(); }

void ServerObject::emitConnection(const net::Socket& socket) {
  auto connection = make<Handle<ServerConnection>>(*this, *socket);
  NODECPP_ASSERT(first_ == connection.get());
  // The program's listeners of `connection` are called before the connection reads its first request.
  EventEmitterObject::emit(event::connection, socket);
  connection->start();
}

void ServerObject::stopChecking() {
  clearInterval(checking_);
  checking_ = nullptr;
}

void ServerObject::onLastConnectionClosed() { stopChecking(); }

void ServerObject::emitListening() {
  stopChecking();
  NODECPP_ASSERT(!checking_ && checkingInterval_ >= 0, checkingInterval_);
  // The timer does not hold the server, since every way in which this server ends stops the timer.
  checking_ = setInterval([this] { checkConnections(); }, checkingInterval_);
  checking_->unref();
  net::ServerObject::emitListening();
}

void ServerObject::closeAndTell(Function<void(Error)> callback) {
  closeIdleConnections();
  stopChecking();
  net::ServerObject::closeAndTell(std::move(callback));
}

void ServerObject::leave(Function<void(Error)> callback) {
  leaving_ = true;
  if (!(keepAliveTimeout > 0)) closeIdleConnections();
  net::ServerObject::closeAndTell(std::move(callback));
}

namespace {
std::vector<Handle<ServerConnection>> snapshot(ServerConnection* first) {
  std::vector<Handle<ServerConnection>> all;
  NODECPP_DEBUG_ASSERT(!first || first->next() != first);
  for (ServerConnection* at = first; at; at = at->next()) all.emplace_back(at);
  return all;
}
}  // namespace

void ServerObject::closeAllConnections() {
  for (const auto& connection : snapshot(first_)) connection->destroySocket();
}

void ServerObject::closeIdleConnections() {
  for (const auto& connection : snapshot(first_))
    if (connection->idle() && !(connection->current() && !connection->current()->finished())) connection->destroySocket();
}

void ServerObject::checkConnections() {
  double headers = std::isfinite(headersTimeout) && headersTimeout >= 0 ? headersTimeout : 0;
  double request = std::isfinite(requestTimeout) && requestTimeout >= 0 ? requestTimeout : 0;
  if (headers == 0 && request == 0) return;
  double now = Loop::current().now();
  for (const auto& connection : snapshot(first_))
    if (connection->expired(now, headers, request)) connection->timeOut();
}

void ServerObject::onRejection(const Error& error, const String& event, const Array<Handle<Object>>& objects) {
  if (event != "request" || objects.size() < 2) return net::ServerObject::onRejection(error, event, objects);
  auto response = objects[1].as<ServerResponse>();
  if (response->headersSent() || response->writableEnded()) return void(response->destroy());
  for (const String& name : response->getHeaderNames()) response->removeHeader(name);
  response->statusCode = 500;
  response->end(STATUS_CODES[500].toString());
}

StringArg ServerObject::dateLine() {
  Loop& loop = Loop::current();
  // The line is made once a second and used for all responses of this second.
  if (loop.now() >= dateUntil_) {
    double wall = loop.port().clock.wallClock();
    date_ = "Date: " + Date(wall).toUTCString() + "\r\n";
    dateUntil_ = loop.now() + (1000 - std::fmod(wall, 1000));
  }
  NODECPP_DEBUG_ASSERT(!date_.empty() && dateUntil_ > loop.now(), dateUntil_, loop.now());
  return date_;
}

}  // namespace nodecpp::http
