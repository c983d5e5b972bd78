// Joins a client and a server of TLS by a wire on which the input does what it wants: bytes come in any pieces, are
// changed, lost, repeated or put in between. Neither side may crash, and neither may ever read anything but what the
// other has written, in this order, without a gap. The first bytes choose the versions and the settings; sessions that a
// client resumes, names of hosts and of protocols are any bytes, too.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/upward_calls.h"
#include "os/openssl/library.h"
#include "os/tls/engine.h"
#include "support/certificates.h"

using namespace nodecpp;

namespace {

constexpr std::int64_t now = 1'800'000'000;

void require(bool holds) {
  if (!holds) std::abort();
}

// Random numbers that are the same in each run of an input.
class Sources final : public os::TlsSources {
 public:
  void random(char* to, std::size_t size) override {
    for (std::size_t i = 0; i < size; ++i) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      to[i] = char(state_ >> 56);
    }
  }
  void begin() { state_ = 1; }

 private:
  std::uint64_t state_ = 1;
};

struct Contexts {
  Sources sources;
  os::TlsLibrary& library;
  os::TlsContext *server = nullptr, *other = nullptr, *client[2] = {};

  Contexts() : library((os::linkOpenssl(), detail::upward().tlsLibrary())) {
    library.setSources(&sources);
    tests::Certificate root({.name = "root", .alternativeNames = "", .authority = true}, nullptr, now);
    tests::Certificate leaf({}, &root, now);
    os::TlsContextSpec spec{.certificates = {leaf.pem()}, .keys = {{.bytes = leaf.key()}}, .authorities = {root.pem()},
                            .hasAuthorities = true, .ticketKeys = std::string(48, 'k')};
    require(!library.makeContext(spec, &server) && !library.makeContext(spec, &other));
    require(!library.makeContext(spec, &client[0]));
    spec.most = os::TlsVersion::tls1_2;
    require(!library.makeContext(spec, &client[1]));
  }
};

Contexts& contexts() {
  static Contexts made;
  return made;
}

class Input {
 public:
  explicit Input(std::string_view bytes) : rest_(bytes) {}
  bool over() const { return rest_.empty(); }
  unsigned byte() {
    if (rest_.empty()) return 0;
    unsigned value = static_cast<unsigned char>(rest_[0]);
    rest_.remove_prefix(1);
    return value;
  }
  std::string bytes(std::size_t size) {
    std::string taken(rest_.substr(0, size));
    rest_.remove_prefix(taken.size());
    return taken;
  }

 private:
  std::string_view rest_;
};

// The bits of the first byte.
enum : unsigned {
  oldClient = 1,
  asksHello = 2,
  wantsCertificate = 4,
  hasProtocols = 8,
  resumes = 16,
  asksOcsp = 32,
  hasName = 64,
  serverOffers = 128,
};

// One side: its engine, what it has not taken yet, and what it has written and read.
struct Side {
  std::unique_ptr<os::TlsEngine> engine;
  std::string in, wire, written, read;
  bool asked = false, done = false, over = false;

  void send() {
    wire.append(engine->output().begin(), engine->output().end());
    engine->output().clear();
  }
  void fail() {
    require(bool(engine->failure()));
    over = true;
  }
  void shakeHands() {
    switch (engine->handshake()) {
      case os::TlsEngine::Step::more: break;
      case os::TlsEngine::Step::hello:
        engine->hello();
        asked = true;
        break;
      case os::TlsEngine::Step::failed: fail(); break;
      case os::TlsEngine::Step::done:
        done = true;
        engine->outcome();
        break;
    }
  }
  void readAll() {
    char bytes[20000];
    while (done && !over) {
      std::size_t size = sizeof bytes;
      os::TlsEngine::Read result = engine->read(bytes, size);
      if (result == os::TlsEngine::Read::more) return;
      if (result == os::TlsEngine::Read::failed) return fail();
      if (result == os::TlsEngine::Read::ended) over = true;
      read.append(bytes, result == os::TlsEngine::Read::bytes ? size : 0);
    }
  }
  // Goes on with the bytes that have come.
  void go() {
    if (over || asked) return;
    engine->setInput(in.data(), in.size());
    if (!done) shakeHands();
    readAll();
    std::size_t left = engine->left();
    require(left <= in.size());
    in.erase(0, in.size() - left);
    engine->setInput(nullptr, 0);
    engine->takeSessions();
    engine->takeKeyLog();
    send();
  }
};

os::TlsSpec specOf(Input& input, unsigned how, bool isServer) {
  Contexts& all = contexts();
  os::TlsSpec spec{.isServer = isServer, .context = isServer ? all.server : all.client[how & oldClient]};
  if (!isServer && how & hasName) spec.serverName = input.bytes(input.byte() % 80);
  // A name ends at its first zero in OpenSSL.
  spec.serverName = spec.serverName.substr(0, spec.serverName.find('\0'));
  if (how & (isServer ? serverOffers : hasProtocols))
    for (unsigned left = input.byte() % 8; left > 0; --left)
      spec.protocols.push_back(input.bytes(1 + input.byte() % 255) + "p");
  for (std::string& protocol : spec.protocols) protocol.resize(std::min<std::size_t>(protocol.size(), 255));
  if (!isServer && how & resumes) spec.session = input.bytes(input.byte() * 8);
  spec.requestCertificate = spec.requireCertificate = isServer && how & wantsCertificate;
  spec.requestOcsp = !isServer && how & asksOcsp;
  spec.asksHello = isServer && how & asksHello;
  spec.logsKeys = true;
  return spec;
}

void answer(Side& server, Input& input) {
  if (!server.asked || server.over) return;
  unsigned how = input.byte();
  os::TlsHello hello = server.engine->hello();
  os::TlsHelloAnswer answer;
  if (how & 1) answer.context = contexts().other;
  if (how & 2 && !hello.protocols.empty()) answer.protocol = hello.protocols[how % hello.protocols.size()];
  if (how & 4) answer.refusesProtocols = true;
  if (how & 8) answer.session = input.bytes(input.byte());
  if (how & 16) answer.ocsp = input.bytes(input.byte());
  if (how & 32) answer.refused = true, answer.alert = int(input.byte());
  server.engine->answer(answer);
  server.asked = false;
  server.go();
}

// Asks what a program can ask at any time.
void ask(Side& side, Input& input) {
  side.engine->session();
  side.engine->finished(input.byte() & 1);
  std::string material;
  std::size_t size = 1 + input.byte();
  std::string label = input.bytes(4);
  if (side.done) side.engine->exportKeyingMaterial(size, label, input.bytes(4), true, material);
  side.engine->setMaxSendFragment(input.byte() * 100);
}

// One thing that happens to the bytes between two sides, or on one of them.
void happen(Side& from, Side& to, Side& server, Input& input, unsigned what) {
  switch (what) {
    case 0: to.in += input.bytes(input.byte()); break;
    case 1: {
      std::size_t at = input.byte() << 8;
      at |= input.byte();
      char change = char(input.byte());
      if (!from.wire.empty()) from.wire[at % from.wire.size()] ^= change;
      break;
    }
    case 2: from.wire.erase(0, input.byte()); break;
    case 3: {
      std::size_t at = std::min<std::size_t>(input.byte(), from.wire.size());
      from.wire.insert(at, input.bytes(input.byte() % 64));
      break;
    }
    case 4: from.wire += from.wire.substr(0, 4000); break;
    case 5: {
      std::size_t size = std::min<std::size_t>(input.byte(), from.wire.size());
      to.in += from.wire.substr(0, size);
      from.wire.erase(0, size);
      to.go();
      break;
    }
    case 6: {
      std::string text = input.bytes(1 + input.byte());
      if (from.done && !from.over && !text.empty() && from.engine->write(text.data(), text.size())) from.written += text;
      from.send();
      break;
    }
    case 7:
      if (from.done) from.engine->shutdown();
      from.send();
      break;
    case 8: answer(server, input); break;
    case 9: ask(from, input); break;
    default:
      to.in += std::exchange(from.wire, std::string());
      to.go();
      break;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Contexts& all = contexts();
  all.sources.begin();
  Input input(std::string_view(reinterpret_cast<const char*>(data), size));
  unsigned how = input.byte();
  Side sides[2];
  for (int i = 0; i < 2; ++i) {
    os::TlsFailure failure;
    sides[i].engine = all.library.engine(specOf(input, how, i == 1), now, failure);
    require(sides[i].engine != nullptr);
  }
  sides[0].go();
  for (int steps = 0; steps < 200 && !input.over(); ++steps) {
    unsigned op = input.byte();
    bool back = op & 1;
    happen(sides[back], sides[!back], sides[1], input, op >> 1 & 15);
    for (int i = 0; i < 2; ++i) require(std::string_view(sides[1 - i].written).starts_with(sides[i].read));
  }
  return 0;
}
