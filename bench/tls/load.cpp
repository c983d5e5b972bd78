// The load of bench/tls.js: an HTTP client over OpenSSL, on one thread, for a server on 127.0.0.1. All connections have
// TLS 1.3, X25519 and TLS_AES_128_GCM_SHA256, so that each server does the same work.
//   load full PORT SECONDS CONNECTIONS              full handshakes, CONNECTIONS at a time
//   load resumed PORT SECONDS CONNECTIONS           the same, but each one resumes the session of the one before it
//   load requests PORT SECONDS CONNECTIONS TARGET   requests on connections that are kept
//   load idle PORT CONNECTIONS TARGET               one request on each connection; they stay open until stdin ends
//   load once PORT CONNECTIONS TARGET [BYTES]       one request on each, all at once; with BYTES a PUT of so many
// Prints {"done", "bytes", "seconds", "errors", "resumed", "what"}: handshakes or responses, bytes of bodies in both
// directions, the connections that failed, and those whose session was resumed. `what` is the protocol that was agreed on.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

namespace {

enum class Kind { full, resumed, requests, idle, once };

struct Plan {
  Kind kind;
  int port;
  double seconds = 0;
  std::size_t connections = 1;
  std::string request;
  std::size_t upload = 0;
  bool handshakesOnly() const { return kind == Kind::full || kind == Kind::resumed; }
};

struct Totals {
  std::size_t done = 0, bytes = 0, errors = 0, resumed = 0;
  std::string what;
};

// Fewer connections are opened at once than the queue of a listening socket holds.
constexpr std::size_t openingAtOnce = 128;
char scratch[64 * 1024];

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point since) { return std::chrono::duration<double>(Clock::now() - since).count(); }

// One place in the load: a connection, and those that follow it there.
class Client {
 public:
  Client(const Plan& plan, Totals& totals, SSL_CTX* context, int epoll)
      : plan_(plan), totals_(totals), context_(context), epoll_(epoll) {}
  Client(const Client&) = delete;
  ~Client() {
    end();
    SSL_SESSION_free(session_);
  }

  bool begin();
  // Goes on as far as the socket lets it. Called for each event of the socket.
  void step();
  // Nothing new is begun from now on.
  void stop() { stopping_ = true; }
  // Counts a connection that was to be kept open, and that the server has closed.
  void checkHeld() {
    if (state_ == State::held && failed(SSL_read(ssl_, scratch, sizeof scratch))) fail();
  }
  // Whether the client has nothing left to do.
  bool over() const { return state_ == State::over || state_ == State::held; }

  static int onSession(SSL* ssl, SSL_SESSION* session);

 private:
  enum class State { handshake, tickets, closing, sending, head, body, held, over };

  bool advance();
  bool handshake();
  bool send();
  bool receive();
  bool take(std::string_view bytes);
  void responded();
  void again();
  void end();
  bool failed(int result);
  void fail() {
    ++totals_.errors;
    end();
    state_ = State::over;
  }

  const Plan& plan_;
  Totals& totals_;
  SSL_CTX* context_;
  int epoll_;
  int socket_ = -1;
  SSL* ssl_ = nullptr;
  SSL_SESSION* session_ = nullptr;
  State state_ = State::over;
  int tickets_ = 0;        // Those that are still to come in this connection.
  std::size_t sent_ = 0;   // Bytes of the request, its body included.
  std::size_t left_ = 0;   // Bytes of the response's body that are still to come.
  bool chunked_ = false;
  bool stopping_ = false;
  std::string head_;       // The response's head; of a chunked response the body, too.
};

bool Client::begin() {
  socket_ = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  sockaddr_in to{};
  to.sin_family = AF_INET;
  to.sin_port = htons(std::uint16_t(plan_.port));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (socket_ < 0 || (connect(socket_, reinterpret_cast<sockaddr*>(&to), sizeof to) != 0 && errno != EINPROGRESS)) {
    fail();
    return false;
  }
  ssl_ = SSL_new(context_);
  SSL_set_app_data(ssl_, reinterpret_cast<char*>(this));
  SSL_set_fd(ssl_, socket_);
  if (plan_.kind == Kind::resumed && session_) {
    // A copy, since OpenSSL does not resume a session again after the connection that used it has ended badly.
    SSL_SESSION* copy = SSL_SESSION_dup(session_);
    SSL_set_session(ssl_, copy);
    SSL_SESSION_free(copy);
  }
  SSL_set_connect_state(ssl_);
  SSL_set_tlsext_host_name(ssl_, "localhost");
  state_ = State::handshake;
  sent_ = 0;
  epoll_event event{.events = EPOLLIN | EPOLLOUT | EPOLLET, .data = {.ptr = this}};
  epoll_ctl(epoll_, EPOLL_CTL_ADD, socket_, &event);
  return true;
}

void Client::end() {
  SSL_free(ssl_);
  ssl_ = nullptr;
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

int Client::onSession(SSL* ssl, SSL_SESSION* session) {
  Client& client = *reinterpret_cast<Client*>(SSL_get_app_data(ssl));
  --client.tickets_;
  if (client.plan_.kind != Kind::resumed) return 0;
  SSL_SESSION_free(client.session_);
  client.session_ = session;
  return 1;
}

// Returns whether the connection has failed, and not only to wait for the socket.
bool Client::failed(int result) {
  int error = SSL_get_error(ssl_, result);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return false;
  ERR_clear_error();
  return true;
}

void Client::step() {
  while (ssl_ && state_ != State::held && advance()) {
  }
}

// Does one thing. Returns false when the socket has to be waited for, or when the connection is over.
bool Client::advance() {
  switch (state_) {
    case State::handshake: return handshake();
    case State::sending: return send();
    default: return receive();
  }
}

bool Client::handshake() {
  int result = SSL_do_handshake(ssl_);
  if (result != 1) {
    if (failed(result)) fail();
    return false;
  }
  // A full handshake gives two tickets, OpenSSL's default. A resumed one gives none where the server has ticket keys of its
  // own and does not ask for new tickets, as Node.js, Node.cpp, and nginx with a key file.
  tickets_ = SSL_session_reused(ssl_) ? 0 : 2;
  if (SSL_session_reused(ssl_)) ++totals_.resumed;
  if (totals_.what.empty()) {
    EVP_PKEY* key = nullptr;
    SSL_get_peer_tmp_key(ssl_, &key);
    totals_.what = std::string(SSL_get_version(ssl_)) + " " + SSL_get_cipher_name(ssl_) + " " +
                   (key ? EVP_PKEY_get0_type_name(key) : "");
    EVP_PKEY_free(key);
  }
  state_ = plan_.handshakesOnly() ? State::tickets : State::sending;
  return true;
}

bool Client::send() {
  std::size_t whole = plan_.request.size() + plan_.upload;
  while (sent_ < whole) {
    bool inHead = sent_ < plan_.request.size();
    const char* from = inHead ? plan_.request.data() + sent_ : scratch;
    std::size_t size = inHead ? plan_.request.size() - sent_ : std::min(whole - sent_, std::size_t(16384));
    int result = SSL_write(ssl_, from, int(size));
    if (result <= 0) {
      if (failed(result)) fail();
      return false;
    }
    sent_ += std::size_t(result);
    if (!inHead) totals_.bytes += std::size_t(result);
  }
  head_.clear();
  state_ = State::head;
  return true;
}

bool Client::receive() {
  int result = state_ == State::tickets && tickets_ <= 0 ? 0 : SSL_read(ssl_, scratch, sizeof scratch);
  if (state_ == State::tickets && tickets_ <= 0) {
    // The server has all of the handshake. It is told the end, and closes first.
    ++totals_.done;
    state_ = State::closing;
    SSL_shutdown(ssl_);
    return true;
  }
  if (result <= 0) {
    bool ended = failed(result);
    if (!ended) return false;
    if (state_ == State::closing) again();
    else fail();
    return false;
  }
  if (!take({scratch, std::size_t(result)})) {
    fail();
    return false;
  }
  return true;
}

// Takes bytes of a response. Returns false when they are none of a good one.
bool Client::take(std::string_view bytes) {
  if (state_ == State::head) {
    head_ += bytes;
    std::size_t end = head_.find("\r\n\r\n");
    if (end == std::string::npos) return head_.size() < 65536;
    if (!head_.starts_with("HTTP/1.1 200")) return false;
    const char* length = strcasestr(head_.c_str(), "\r\ncontent-length: ");
    chunked_ = !length || length > head_.c_str() + end;
    bytes = std::string_view(head_).substr(end + 4);
    left_ = chunked_ ? 1 : std::size_t(std::atoll(length + 18));
    if (!chunked_) totals_.bytes += bytes.size();
    state_ = State::body;
    if (chunked_) {
      head_ = std::string(bytes);
      bytes = head_;
    }
  } else if (state_ == State::body) {
    if (chunked_) bytes = head_ += bytes;
    else totals_.bytes += bytes.size();
  } else {
    return false;
  }
  if (chunked_) {
    if (bytes.ends_with("0\r\n\r\n")) responded();
    return true;
  }
  if (bytes.size() > left_) return false;
  left_ -= bytes.size();
  if (left_ == 0) responded();
  return true;
}

void Client::responded() {
  ++totals_.done;
  head_.clear();
  sent_ = 0;
  if (plan_.kind == Kind::idle) {
    state_ = State::held;
  } else if (plan_.kind == Kind::once || stopping_) {
    end();
    state_ = State::over;
  } else {
    state_ = State::sending;
  }
}

void Client::again() {
  end();
  state_ = State::over;
  if (!stopping_) begin();
}

SSL_CTX* makeContext() {
  SSL_CTX* context = SSL_CTX_new(TLS_client_method());
  SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
  SSL_CTX_set_ciphersuites(context, "TLS_AES_128_GCM_SHA256");
  SSL_CTX_set1_groups_list(context, "X25519");
  SSL_CTX_set_verify(context, SSL_VERIFY_NONE, nullptr);
  SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(context, Client::onSession);
  return context;
}

void print(const Totals& totals, double seconds) {
  std::printf("{\"done\": %zu, \"bytes\": %zu, \"seconds\": %.4f, \"errors\": %zu, \"resumed\": %zu, \"what\": \"%s\"}\n",
              totals.done, totals.bytes, seconds, totals.errors, totals.resumed, totals.what.c_str());
  std::fflush(stdout);
}

void run(const Plan& plan) {
  Totals totals;
  SSL_CTX* context = makeContext();
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  std::deque<Client> clients;
  Clock::time_point began = Clock::now();
  bool stopped = false;
  for (;;) {
    std::size_t over = std::size_t(std::count_if(clients.begin(), clients.end(), [](const Client& one) { return one.over(); }));
    while (clients.size() < plan.connections && clients.size() - over < openingAtOnce) {
      clients.emplace_back(plan, totals, context, epoll);
      clients.back().begin();
    }
    if (over == clients.size()) break;
    double spent = secondsSince(began);
    if (plan.seconds > 0 && spent > plan.seconds && !std::exchange(stopped, true))
      for (Client& client : clients) client.stop();
    if (spent > (plan.seconds > 0 ? plan.seconds + 5 : 120)) break;
    epoll_event events[256];
    int count = epoll_wait(epoll, events, 256, 50);
    for (int i = 0; i < count; ++i) static_cast<Client*>(events[i].data.ptr)->step();
  }
  double seconds = secondsSince(began);
  for (Client& client : clients) client.checkHeld();
  print(totals, seconds);
  while (plan.kind == Kind::idle && ::read(0, scratch, sizeof scratch) > 0) {
  }
  clients.clear();
  ::close(epoll);
  SSL_CTX_free(context);
}

Plan planOf(int argc, char** argv) {
  auto argument = [&](int i) -> std::string {
    if (i < argc) return argv[i];
    std::fprintf(stderr, "load: argument %d is missing\n", i);
    std::exit(2);
  };
  std::string kind = argument(1);
  Plan plan{.kind = Kind::full, .port = std::atoi(argument(2).c_str()), .request = {}};
  int next = 3;
  if (kind == "full" || kind == "resumed" || kind == "requests") plan.seconds = std::atof(argument(next++).c_str());
  plan.connections = std::size_t(std::atoll(argument(next++).c_str()));
  if (kind == "full") return plan;
  plan.kind = kind == "resumed" ? Kind::resumed : kind == "requests" ? Kind::requests : kind == "idle" ? Kind::idle : Kind::once;
  if (plan.kind == Kind::resumed) return plan;
  std::string target = argument(next++);
  if (next < argc) plan.upload = std::size_t(std::atoll(argv[next]));
  plan.request = (plan.upload ? "PUT " : "GET ") + target + " HTTP/1.1\r\nHost: localhost\r\n" +
                 (plan.upload ? "Content-Length: " + std::to_string(plan.upload) + "\r\n" : "") + "\r\n";
  return plan;
}

}  // namespace

int main(int argc, char** argv) {
  signal(SIGPIPE, SIG_IGN);
  run(planOf(argc, argv));
}
