// Gives any bytes to the receiver of packages/ws, as a whole and in pieces: what it finds must be the same, no message may
// be longer than allowed, and each text must be UTF-8. The extension of compression is played by one that gives back what
// it gets. Fields of handshakes are parsed, too, and what was accepted must be parsed alike once more.
#include <nodecpp/buffer.h>

#include <cstdint>
#include <cstdlib>
#include <deque>
#include <string>

#include "extension.h"
#include "receiver.h"

using namespace nodecpp;
using namespace nodecpp::ws::detail;

namespace {

constexpr double mostPayload = 2000;

void require(bool holds) {
  if (!holds) std::abort();
}

class Told final : public Frames {
 public:
  explicit Told(const Receiver::Options& options) : receiver(*this, options) {}

  void onMessage(Buffer message, bool isBinary) override {
    require(double(message.size()) <= mostPayload);
    require(isBinary || buffer::isUtf8(message));
    tell(isBinary ? "bytes " : "text ", message);
  }
  void onPing(Buffer data) override { tell("ping ", data); }
  void onPong(Buffer data) override { tell("pong ", data); }
  void onConclude(int code, Buffer reason) override { tell(("close " + std::to_string(code) + " ").c_str(), reason); }
  void onBadFrame(const Error& error, int status) override {
    text += "bad " + std::string(error->code.data(), error->code.size()) + " " + std::to_string(status) + "\n";
  }
  void onFinished() override { text += "finished\n"; }
  void inflate(const Buffer& data, bool) override {
    calls.push_back([this, data] { receiver.inflated(data); });
  }
  void onDrain() override {}
  void later(Function<void()> call) override { calls.push_back(std::move(call)); }
  void inLaterTurn(Function<void()> call) override { calls.push_back(std::move(call)); }

  void run() {
    while (!calls.empty()) {
      const Function<void()> call = std::move(calls.front());
      calls.pop_front();
      call();
    }
  }

  Receiver receiver;
  std::string text;
  std::deque<Function<void()>> calls;

 private:
  void tell(const char* what, const Buffer& data) {
    require(data.size() <= mostPayload);
    text += what + std::string(data.bytes(), data.size()) + "\n";
  }
};

// Returns what the receiver tells of bytes that come in pieces of this size.
std::string toldOf(const char* bytes, std::size_t size, std::size_t piece, const Receiver::Options& options) {
  Told told(options);
  for (std::size_t at = 0; at < size; at += piece) {
    told.receiver.take(Buffer::copyOf(bytes + at, piece < size - at ? piece : size - at));
    told.run();
  }
  told.receiver.end();
  told.run();
  return told.text;
}

void fields(const std::string& text) {
  nodecpp::detail::List<Extension> extensions;
  if (parseExtensions(text, extensions))
    for (const Extension& each : extensions) {
      nodecpp::detail::List<Extension> again;
      require(parseExtensions(each.format(), again) && again.size() == 1 && again[0].format() == each.format());
    }
  Set<String> protocols;
  if (parseProtocols(text, protocols))
    for (const String& each : protocols) require(isToken(each));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2 || size > 20000) return 0;
  const Receiver::Options options{.isServer = bool(data[0] & 1),
                                  .allowsSynchronousEvents = bool(data[0] & 2),
                                  .skipsUtf8Validation = false,
                                  .inflates = bool(data[0] & 4),
                                  .maxPayload = mostPayload};
  const auto* bytes = reinterpret_cast<const char*>(data + 2);
  const std::string whole = toldOf(bytes, size - 2, size, options);
  require(toldOf(bytes, size - 2, std::size_t(data[1]) + 1, options) == whole);
  require(toldOf(bytes, size - 2, 1, options) == whole);
  fields(std::string(bytes, size - 2));
  return 0;
}
