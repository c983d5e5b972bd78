#include "requests.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nodecpp::logtool {

using http::detail::Event;
using http::detail::Method;
using os::record::Digest;
using os::record::Fields;
using os::record::Kind;

namespace {

// Reads a record of the kind `listen`. Returns whether listening succeeded, and sets the listener's number and whether
// it is for HTTP.
bool listens(Fields in, std::uint64_t& listener, bool& http) {
  in.get<os::Address>();
  in.get<std::int64_t>();
  in.get<std::uint64_t>();  // skips the flags
  http = in.bytes() == "http";
  in.get<std::int64_t>();
  in.get<std::uint64_t>();  // skips the listener that was received from another process
  auto error = in.get<std::int64_t>();
  listener = in.get<std::uint64_t>();
  return in.isValid() && error == 0;
}

// Returns whether the bytes begin with a method and a space, as in "GET /".
bool beginsRequest(std::string_view bytes) {
  std::size_t size = 0;
  while (size < bytes.size() && bytes[size] >= 'A' && bytes[size] <= 'Z') ++size;
  return size > 1 && size < bytes.size() && bytes[size] == ' ';
}

}  // namespace

void Requests::take(const Walk& at) {
  Fields in = at.entry.in();
  auto find = [&]() -> Connection* {
    auto found = connections_.find(in.get<std::uint64_t>());
    return found == connections_.end() ? nullptr : found->second.get();
  };
  switch (at.entry.kind) {
    // In a log without its first segments it is unknown which listeners and connections speak HTTP, so those that were
    // opened before the log's beginning are taken for HTTP when their bytes look like it.
    case Kind::segment:
      in.bytes();
      if (at.entry.segment == 0) cut_ = in.get<std::uint64_t>() > 0;
      break;
    case Kind::listen: {
      std::uint64_t listener;
      bool http;
      if (listens(in, listener, http)) listeners_[listener] = http;
      break;
    }
    case Kind::connection: {
      auto listener = listeners_.find(in.get<std::uint64_t>());
      auto id = in.get<std::uint64_t>();
      if (in.isValid()) ++accepted_;
      if (in.isValid() && (listener != listeners_.end() ? listener->second : cut_))
        connections_[id] = std::make_unique<Connection>();
      break;
    }
    case Kind::connect:
      in.get<os::Address>();
      in.get<os::Address>();
      in.get<std::int64_t>();
      if (cut_) connected_.insert(in.get<std::uint64_t>());
      break;
    case Kind::received: {
      auto id = in.get<std::uint64_t>();
      auto found = connections_.find(id);
      if (found == connections_.end() && cut_ && !connected_.contains(id) && in.isValid() && beginsRequest(Fields(in).bytes()))
        found = connections_.emplace(id, std::make_unique<Connection>()).first;
      if (found != connections_.end()) received(at, id, *found->second, in.bytes());
      break;
    }
    case Kind::ended: {
      auto id = in.get<std::uint64_t>();
      auto found = connections_.find(id);
      if (found == connections_.end() || found->second->over) break;
      if (found->second->parser.finish() == Event::error) failed(at, id, *found->second);
      break;
    }
    // A record of a write has no time. The write was done before the clock was read again in the same turn, so the next
    // reading of the clock gives its time.
    case Kind::hrtime:
      for (std::uint32_t index : answered_) all_[index].firstByte = at.time;
      [[fallthrough]];
    case Kind::turn: answered_.clear(); break;
    case Kind::write:
    case Kind::send:
      if (Connection* connection = find()) written(at, *connection);
      break;
    case Kind::close:
    case Kind::reset: connections_.erase(in.get<std::uint64_t>()); break;
    default: break;
  }
}

// Works like http::detail::ServerConnection: an incomplete head is kept and continued with the next bytes.
void Requests::received(const Walk& at, std::uint64_t id, Connection& connection, std::string_view bytes) {
  if (bytes.empty()) return;
  connection.pending.push_back(bytes);
  if (connection.over) return assign(connection.reading, connection, SIZE_MAX);
  if (connection.kept.empty()) {
    const char *p = bytes.data(), *end = p + bytes.size();
    parse(at, id, connection, p, end);
    if (!connection.over && p < end) connection.kept.assign(p, end);
    return;
  }
  connection.kept.insert(connection.kept.end(), bytes.begin(), bytes.end());
  std::vector<char> whole = std::move(connection.kept);
  connection.kept.clear();
  const char *p = whole.data(), *end = p + whole.size();
  parse(at, id, connection, p, end);
  if (connection.over || p == end) return;
  if (p == whole.data())
    connection.kept = std::move(whole);
  else
    connection.kept.assign(p, end);
}

void Requests::parse(const Walk& at, std::uint64_t id, Connection& connection, const char*& p, const char* end) {
  while (!connection.over) {
    const char* before = p;
    Event event = connection.parser.next(p, end);
    auto passed = std::size_t(p - before);
    switch (event) {
      case Event::needMore:
        // The parser needs more bytes inside of a body, or after empty lines between two requests.
        assign(connection.reading, connection, passed);
        return;
      case Event::head:
        head(at, id, connection);
        assign(connection.reading, connection, passed);
        break;
      case Event::body: assign(connection.reading, connection, passed); break;
      case Event::complete:
        assign(connection.reading, connection, passed);
        if (connection.reading != none) all_[connection.reading].complete = true;
        if (!connection.parser.upgrading()) connection.reading = none;
        break;
      case Event::upgrade:
        // After an upgrade the bytes belong to another protocol if the server has agreed, but the log does not say
        // whether it has. A server that has not agreed drops the bytes that came with the request and goes on with
        // HTTP. After CONNECT the connection never goes on with HTTP.
        connection.upgraded = true;
        connection.over = connection.reading == none || all_[connection.reading].method == "CONNECT";
        assign(connection.reading, connection, SIZE_MAX);
        p = end;
        return;
      case Event::error:
        failed(at, id, connection);
        p = end;
        return;
    }
  }
}

void Requests::head(const Walk& at, std::uint64_t id, Connection& connection) {
  const auto& head = connection.parser.head();
  connection.upgraded = false;
  connection.reading = add(at, id, connection);
  Request& request = all_.back();
  request.number = ++count_;
  request.method = http::detail::methodName(head.method);
  request.url = keep(head.text(head.url));
  request.upgrade = head.upgrade;
  if (head.method == Method::connect) connection.parser.acceptUpgrade();
}

void Requests::failed(const Walk& at, std::uint64_t id, Connection& connection) {
  connection.over = true;
  // After an upgrade, bytes that are not HTTP are no bad request, because the server may have switched to the other
  // protocol.
  if (!connection.upgraded) {
    if (connection.reading == none) connection.reading = add(at, id, connection);
    all_[connection.reading].problem = http::detail::errorName(connection.parser.errorCode());
  }
  assign(connection.reading, connection, SIZE_MAX);
}

std::uint32_t Requests::add(const Walk& at, std::uint64_t id, Connection& connection) {
  auto index = std::uint32_t(all_.size());
  Request& request = all_.emplace_back();
  request.turn = at.turn;
  request.time = at.time;
  request.connection = id;
  connection.waiting.push_back(index);
  return index;
}

void Requests::assign(std::uint32_t request, Connection& connection, std::size_t size) {
  std::size_t taken = 0;
  for (std::string_view& bytes : connection.pending) {
    std::string_view part = bytes.substr(0, size);
    if (part.empty()) break;
    if (request != none) {
      Request& to = all_[request];
      auto index = std::uint32_t(pieces_.size());
      (to.pieces == none ? to.pieces : pieces_[to.lastPiece].next) = index;
      to.lastPiece = index;
      to.bytesIn += part.size();
      pieces_.push_back({part, none});
    }
    size -= part.size();
    bytes.remove_prefix(part.size());
    taken += bytes.empty();
  }
  connection.pending.erase(connection.pending.begin(), connection.pending.begin() + std::ptrdiff_t(taken));
}

void Requests::written(const Walk& at, Connection& connection) {
  Fields in = at.entry.in();
  in.get<std::uint64_t>();
  auto digest = in.get<Digest>();
  // A record of the kind `send` has no count of unsent bytes: they all go out later, unless the connection ends.
  bool tries = at.entry.kind == Kind::write;
  auto unsent = tries ? in.get<std::uint64_t>() : 0;
  auto error = tries ? in.get<std::int64_t>() : 0;
  if (!in.isValid()) return;
  if (!connection.waiting.empty()) {
    connection.answering = connection.waiting[0];
    for (std::uint32_t index : connection.waiting) {
      all_[index].firstByte = at.time;
      answered_.push_back(index);
      if (index != connection.answering) all_[index].together = connection.answering;
    }
    connection.waiting.clear();
  }
  if (connection.answering == none) return;
  Request& request = all_[connection.answering];
  auto index = std::uint32_t(writes_.size());
  (request.writes == none ? request.writes : writes_[request.lastWrite].next) = index;
  request.lastWrite = index;
  if (error != 0) unsent = digest.size;
  request.bytesOut += digest.size - std::min(digest.size, unsent);
  writes_.push_back({at.operation, at.turn, digest.size, unsent, digest.checksum, none});
}

std::string_view Requests::keep(std::string_view text) {
  // Most addresses are short, so many of them share a block of memory.
  constexpr std::size_t block = 64 << 10;
  if (texts_.empty() || texts_.back().capacity() - texts_.back().size() < text.size())
    texts_.emplace_back().reserve(std::max(block, text.size()));
  std::string& to = texts_.back();
  std::size_t before = to.size();
  to.append(text);
  return std::string_view(to).substr(before);
}

}  // namespace nodecpp::logtool
