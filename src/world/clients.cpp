#include "world/clients.h"

#include <fmt/format.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/assertion.h"
#include "world/http_reader.h"

namespace nodecpp::sim {

namespace {
constexpr std::uint64_t millisecond = 1'000'000;
constexpr double keptAlive = 0.8;   // The share of requests after which the connection is used again.
constexpr double pipelined = 0.05;  // The share of requests that are sent together with the next one.
}                                   // namespace

// One simulated client. It works in rounds: it sends one or several requests, reads the answers, and begins the next
// round over the same connection or a new one.
struct SimClient final : os::SocketOwner, std::enable_shared_from_this<SimClient> {
  struct Sent {
    std::string what;  // The method and the path of the request.
    bool bodiless;
    std::uint64_t time;
  };

  SimClient(Clients& c, int n) : all(c), number(n) {}
  ~SimClient() {
    if (socket) std::exchange(socket, nullptr)->reset();
  }

  // Calls `f` after a random time of up to `most` milliseconds, unless this client is gone or has gone on to another
  // round meanwhile.
  void later(double most, void (SimClient::*f)()) {
    NODECPP_ASSERT(most >= 0 && !done, most, number);
    auto delay = std::uint64_t(most * double(millisecond) * all.random_.fraction());
    all.network_.post(delay, [weak = weak_from_this(), f, now = round] {
      if (auto self = weak.lock(); self && self->round == now) ((*self).*f)();
    });
  }

  // Begins another request of this client if the script has one left; otherwise the client is done.
  void next() {
    NODECPP_ASSERT(!done, number);
    ++round;
    if (all.begun_ >= all.script_.requests) {
      drop();
      done = true;
      return;
    }
    later(20, &SimClient::ask);
  }

  // Sends the next requests of this client, perhaps several at once, and decides whether the client misbehaves this
  // time (rudeClients).
  void ask() {
    os::SeededRandom& random = all.random_;
    if (all.begun_ >= all.script_.requests) return next();
    ++round;
    closing = !random.chance(keptAlive);
    while (++all.begun_ < all.script_.requests && random.chance(pipelined)) write(true);
    write(!closing || random.chance(0.5));
    rude = random.chance(all.network_.options.faults.rudeClients) ? 1 + int(random.below(4)) : 0;
    if (rude == 1) later(random.chance(0.5) ? 0 : 1 + 2 * all.network_.options.faults.latency, &SimClient::leave);
    if (rude == 2) {
      paused = true;
      later(3000, &SimClient::continueReading);
    }
    if (!socket) {
      if (all.network_.connect({all.address_, {}}, this, &socket)) return fail();
    } else {
      flush();
    }
  }

  // Appends one request to the bytes to be sent.
  void write(bool keepAlive) {
    NODECPP_ASSERT(!all.script_.mix.empty() && all.weights_ > 0, all.weights_);
    double at = all.random_.fraction() * all.weights_;
    const ClientScript::Request* request = &all.script_.mix.back();
    for (const auto& one : all.script_.mix) {
      if ((at -= one.weight) >= 0) continue;
      request = &one;
      break;
    }
    std::string path = fillIn(request->path, all.random_), body = fillIn(request->body, all.random_);
    std::string head =
        fmt::format("{} {} HTTP/1.1\r\nHost: {}:{}\r\n", request->method, path, all.script_.host, all.address_.port);
    if (!keepAlive) head += "Connection: close\r\n";
    for (const auto& [name, value] : all.script_.headers) head += name + ": " + value + "\r\n";
    bool bears = request->method != "GET" && request->method != "HEAD" && request->method != "DELETE";
    if (body.empty() && !bears) {
      head += "\r\n";
    } else if (all.random_.chance(0.25)) {
      head += "Transfer-Encoding: chunked\r\n\r\n";
      for (std::size_t i = 0; i < body.size();) {
        std::size_t size = 1 + std::size_t(all.random_.below(body.size() - i));
        head += fmt::format("{:x}\r\n{}\r\n", size, std::string_view(body).substr(i, size));
        i += size;
      }
      head += "0\r\n\r\n";
    } else {
      head += fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
    }
    toSend += head;
    waiting.push_back({request->method + " " + path, request->method == "HEAD", all.network_.now()});
  }

  void socketChanged() override {
    auto self = shared_from_this();
    if (!socket || !socket->attempted()) return;
    if (socket->connectError()) return fail();
    if (!paused) read();
    if (socket) flush();
  }

  void flush() {
    while (socket && socket->connected() && !toSend.empty()) {
      // A rude client that cuts its bytes sends the rest some time later.
      bool cut = rude >= 3 && toSend.size() > 1;
      os::Slice slice{toSend.data(), cut ? 1 + std::size_t(all.random_.below(toSend.size() - 1)) : toSend.size()};
      os::WriteResult result = socket->write(&slice, 1, cut);
      if (result.error) return;  // Reading the socket will report the error of the write.
      NODECPP_ASSERT(result.sent <= slice.size && slice.size <= toSend.size(), result.sent, slice.size, toSend.size());
      toSend.erase(0, result.sent);
      if (cut) return later(50, &SimClient::flush);
      if (result.sent < slice.size) return;
    }
  }

  void read() {
    char bytes[8192];
    while (socket) {
      std::ptrdiff_t got = socket->read(bytes, sizeof bytes);
      NODECPP_ASSERT(got <= std::ptrdiff_t(sizeof bytes), got);
      if (got == UV_EAGAIN) return;
      if (got <= 0) {
        if (reader.end()) answered();
        if (!waiting.empty()) return fail();
        return drop();  // The connection ended between two requests, and the next request is due already.
      }
      std::string_view rest(bytes, std::size_t(got));
      while (!rest.empty() && socket) {
        if (waiting.empty()) return drop();  // The server has sent bytes that nobody asked for.
        reader.bodiless = waiting.front().bodiless;
        rest.remove_prefix(reader.take(rest));
        if (reader.whole()) answered();
      }
    }
  }

  // An answer is complete. Interim responses (1xx) do not count. When all requests of the round are answered, the next
  // round begins.
  void answered() {
    NODECPP_ASSERT(reader.whole(), number);
    bool interim = reader.status() / 100 == 1 && !reader.malformed();
    bool continues = reader.keepsAlive() && !reader.malformed();
    reader.next();
    if (interim || waiting.empty()) return;
    waiting.pop_front();
    ++all.count_.answered;
    all.answered_();
    if (!waiting.empty()) return;
    if (closing || !continues) drop();
    next();
  }

  // The connection failed or broke: the requests that wait have failed, and the next round begins.
  void fail() {
    all.count_.failed += int(waiting.size());
    waiting.clear();
    drop();
    next();
  }
  // The client goes away without waiting for its answers, by a close or a reset.
  void leave() {
    all.count_.abandoned += int(waiting.size());
    waiting.clear();
    if (socket && all.random_.chance(0.5)) std::exchange(socket, nullptr)->reset();
    drop();
    next();
  }
  void continueReading() {
    paused = false;
    socketChanged();
  }
  void drop() {
    if (socket) std::exchange(socket, nullptr)->close();
    toSend.clear();
    paused = false;
    reader = HttpReader(true);
  }

  Clients& all;
  int number;
  os::SimSocket* socket = nullptr;
  std::string toSend;
  std::deque<Sent> waiting;
  HttpReader reader{true};
  std::uint64_t round = 0;  // Counts what the client does; calls delayed in an earlier round are dropped.
  int rude = 0;             // 1: the client goes away; 2: it reads late; 3 and 4: it cuts its bytes into pieces.
  bool closing = false;
  bool paused = false;
  bool done = false;
};

Clients::Clients(os::Network& network, const ClientScript& script, int port, std::function<void()> answered)
    : network_(network),
      script_(script),
      address_{os::Address::Family::ipv4, script.host, port},
      random_(network.options.seed ^ 0x636c69656e7473),
      answered_(std::move(answered)) {
  if (script.host.find(':') != std::string::npos) address_.family = os::Address::Family::ipv6;
  for (const auto& request : script.mix) weights_ += request.weight;
  for (int i = 0; i < script.clients; ++i) all_.push_back(std::make_shared<SimClient>(*this, i + 1));
}
Clients::~Clients() = default;

void Clients::begin() {
  for (auto& client : all_) client->next();
}

bool Clients::over() const {
  for (const auto& client : all_)
    if (!client->done) return false;
  return true;
}

bool Clients::isOverOrStuck() const {
  auto patience = std::uint64_t(script_.patience * 1e9);
  for (const auto& client : all_)
    if (!client->done && (client->waiting.empty() || network_.now() - client->waiting.front().time < patience))
      return false;
  return true;
}

std::vector<std::string> Clients::waiting() const {
  std::vector<std::string> result;
  for (const auto& client : all_) {
    if (client->waiting.empty()) continue;
    double seconds = double(network_.now() - client->waiting.front().time) / 1e9;
    result.push_back(fmt::format("client {} has waited {:.0f} s for an answer to {}", client->number, seconds,
                                 client->waiting.front().what));
  }
  return result;
}

}  // namespace nodecpp::sim
