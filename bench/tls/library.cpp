// What a library of TLS costs by itself, on one core and without sockets: bench/tls.js builds it with each of Debian's
// OpenSSL, a later OpenSSL and AWS-LC. A client and a server are joined by memory, and only the server's part is timed.
//   library KEY CERT SECONDS    prints {"version", "full", "resumed", "encrypt", "decrypt", "memory"}: microseconds of
//                               CPU for a handshake of the server, and for 1 MiB; bytes of an idle connection
// TLS 1.3, X25519, TLS_AES_128_GCM_SHA256, as in load.cpp.
#include <malloc.h>
#include <openssl/err.h>
#include <openssl/ssl.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <utility>
#include <vector>

namespace {

double cpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + double(now.tv_nsec) / 1e9;
}

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "library: %s\n", what);
  ERR_print_errors_fp(stderr);
  std::exit(1);
}

SSL_SESSION* lastSession = nullptr;

// One connection: each side reads what the other one has written.
struct Pair {
  Pair(SSL_CTX* serving, SSL_CTX* asking, SSL_SESSION* session) : server(SSL_new(serving)), client(SSL_new(asking)) {
    BIO* toServer = BIO_new(BIO_s_mem());
    BIO* toClient = BIO_new(BIO_s_mem());
    // An empty memory BIO means that there is nothing yet, and not the end.
    BIO_set_mem_eof_return(toServer, -1);
    BIO_set_mem_eof_return(toClient, -1);
    BIO_up_ref(toServer);
    BIO_up_ref(toClient);
    SSL_set_bio(server, toServer, toClient);
    SSL_set_bio(client, toClient, toServer);
    SSL_set_accept_state(server);
    SSL_set_connect_state(client);
    if (session) SSL_set_session(client, session);
  }
  Pair(const Pair&) = delete;
  ~Pair() {
    SSL_free(server);
    SSL_free(client);
  }
  // Returns the seconds that the server has worked for the handshake.
  double shakeHands() {
    double spent = 0;
    for (bool clientDone = false, serverDone = false; !clientDone || !serverDone;) {
      clientDone = SSL_do_handshake(client) == 1;
      double began = cpuSeconds();
      serverDone = SSL_do_handshake(server) == 1;
      spent += cpuSeconds() - began;
      if (!clientDone && SSL_get_error(client, 0) == SSL_ERROR_SSL) fail("a client's handshake");
      if (!serverDone && SSL_get_error(server, 0) == SSL_ERROR_SSL) fail("a server's handshake");
    }
    // The client takes the tickets, which AWS-LC sends together with the first data.
    char byte = 'x';
    if (SSL_write(server, &byte, 1) != 1 || SSL_read(client, &byte, 1) != 1) fail("a byte");
    return spent;
  }

  SSL* server;
  SSL* client;
};

SSL_CTX* context(bool ofServer, const char* key, const char* certificate) {
  SSL_CTX* made = SSL_CTX_new(ofServer ? TLS_server_method() : TLS_client_method());
  if (!made || SSL_CTX_set_min_proto_version(made, TLS1_3_VERSION) != 1 || SSL_CTX_set1_groups_list(made, "X25519") != 1)
    fail("a context");
  if (!ofServer && SSL_CTX_set_ciphersuites(made, "TLS_AES_128_GCM_SHA256") != 1) fail("the cipher");
  SSL_CTX_set_mode(made, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_verify(made, SSL_VERIFY_NONE, nullptr);
  if (ofServer) {
    if (SSL_CTX_use_certificate_chain_file(made, certificate) != 1 || SSL_CTX_use_PrivateKey_file(made, key, SSL_FILETYPE_PEM) != 1)
      fail("the certificate");
    SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
    return made;
  }
  SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_CLIENT);
  SSL_CTX_sess_set_new_cb(made, [](SSL*, SSL_SESSION* session) {
    SSL_SESSION_free(lastSession);
    lastSession = session;
    return 1;
  });
  return made;
}

double handshakes(SSL_CTX* serving, SSL_CTX* asking, bool resumed, double seconds) {
  double spent = 0;
  long count = 0;
  for (double began = cpuSeconds(); cpuSeconds() - began < seconds; ++count) {
    SSL_SESSION* session = resumed ? lastSession : nullptr;
    if (session) SSL_SESSION_up_ref(session);
    Pair pair(serving, asking, session);
    SSL_SESSION_free(session);
    spent += pair.shakeHands();
    if (resumed && SSL_session_reused(pair.server) != 1) fail("a session was not resumed");
    // Both ends are told the end, so that the session stays good.
    SSL_shutdown(pair.client);
    SSL_shutdown(pair.server);
  }
  return spent / double(count) * 1e6;
}

// Returns the microseconds of CPU in which the server encrypts 1 MiB, or decrypts it.
double bulk(SSL_CTX* serving, SSL_CTX* asking, bool encrypts, double seconds) {
  Pair pair(serving, asking, nullptr);
  pair.shakeHands();
  SSL* from = encrypts ? pair.server : pair.client;
  SSL* to = encrypts ? pair.client : pair.server;
  std::vector<char> record(16384, 'x'), got(16384);
  double spent = 0;
  long count = 0;
  for (double began = cpuSeconds(); cpuSeconds() - began < seconds; ++count) {
    double start = cpuSeconds();
    if (SSL_write(from, record.data(), int(record.size())) != int(record.size())) fail("a write");
    double middle = cpuSeconds();
    for (std::size_t size = 0; size < record.size();) {
      int read = SSL_read(to, got.data(), int(got.size()));
      if (read <= 0) fail("a read");
      size += std::size_t(read);
    }
    spent += encrypts ? middle - start : cpuSeconds() - middle;
  }
  return spent / double(count) * 64 * 1e6;
}

// Returns the bytes of memory that an idle connection of a server has.
double memory(SSL_CTX* serving, SSL_CTX* asking) {
  constexpr int count = 500;
  auto used = [] {
    struct mallinfo2 info = mallinfo2();
    return double(info.uordblks) + double(info.hblkhd);
  };
  std::vector<SSL*> idle;
  idle.reserve(count);
  double before = used();
  for (int i = 0; i < count; ++i) {
    Pair pair(serving, asking, nullptr);
    pair.shakeHands();
    // The bytes in memory between the two ends are not the library's.
    BIO* nothing = BIO_new(BIO_s_mem());
    SSL_set_bio(pair.server, nothing, nothing);
    idle.push_back(std::exchange(pair.server, nullptr));
  }
  double after = used();
  for (SSL* one : idle) SSL_free(one);
  return (after - before) / count;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) fail("arguments: KEY CERT SECONDS");
  double seconds = std::atof(argv[3]);
  SSL_CTX* serving = context(true, argv[1], argv[2]);
  SSL_CTX* asking = context(false, argv[1], argv[2]);
  handshakes(serving, asking, false, 0.2);
  double full = handshakes(serving, asking, false, seconds);
  double resumed = handshakes(serving, asking, true, seconds);
  double encrypt = bulk(serving, asking, true, seconds);
  double decrypt = bulk(serving, asking, false, seconds);
  std::printf("{\"version\": \"%s\", \"full\": %.2f, \"resumed\": %.2f, \"encrypt\": %.2f, \"decrypt\": %.2f, \"memory\": %.0f}\n",
              OpenSSL_version(OPENSSL_VERSION), full, resumed, encrypt, decrypt, memory(serving, asking));
  SSL_SESSION_free(lastSession);
  SSL_CTX_free(asking);
  SSL_CTX_free(serving);
}
