// Sockets for datagrams with operations and arguments from anybody, on a simulated network that may lose, repeat and
// reorder datagrams. What comes is one of those that were sent, whole. Each operation is a byte, and takes what follows
// as its arguments.
#include <nodecpp/abort_controller.h>
#include <nodecpp/dgram.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <cstdio>
#include <cstdlib>
#include <set>
#include <string>

#include "os/posix/stack_guard.h"
#include "world/simulated_program.h"
#include "world/world.h"

using namespace nodecpp;

// Objects of a program that ends while they refer to each other are not freed, so leaks are not checked.
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace {

struct Input {
  const unsigned char* at;
  const unsigned char* end;

  unsigned byte() { return at < end ? *at++ : 0; }
  std::string text(std::size_t most) {
    const std::size_t size = std::min<std::size_t>(byte() % (most + 1), std::size_t(end - at));
    std::string taken(reinterpret_cast<const char*>(at), size);
    at += size;
    return taken;
  }
  String address() {
    static constexpr const char* known[] = {"127.0.0.1", "::1",     "0.0.0.0",         "::",       "",
                                            "239.1.2.3", "ff02::1", "255.255.255.255", "localhost"};
    const unsigned which = byte() % 12;
    if (which < 9) return known[which];
    const std::string given = text(20);
    return String::copyOf(given.data(), given.size());
  }
  double port() {
    const unsigned which = byte();
    return which < 8 ? which * 70000.0 - 70000 : which < 16 ? 0.5 : 4000 + which % 4;
  }
};

struct Program {
  Input input;
  Array<dgram::Socket> sockets;
  std::set<std::string> sent;
  AbortController controller = make<AbortController>();

  dgram::Socket socket() {
    return sockets.length() ? sockets[std::ptrdiff_t(input.byte()) % sockets.length()] : open();
  }

  dgram::Socket open() {
    dgram::SocketOptions options{.type = input.byte() % 2 ? "udp6" : "udp4"};
    const unsigned how = input.byte();
    options.reuseAddr = how & 1;
    options.reusePort = how & 2;
    options.ipv6Only = how & 4;
    if (how & 8) options.recvBufferSize = input.byte() * 8.0;
    if (how & 16) options.signal = controller->signal();
    auto made = dgram::createSocket(options);
    auto* self = made.get();
    const bool closes = how & 32, answers = how & 64;
    made->on(event::error, [](Error) {});
    made->on(event::message, [this, self, closes, answers](Buffer bytes, dgram::RemoteInfo from) {
      if (!sent.contains(std::string(bytes.bytes(), bytes.size())) || from.size != double(bytes.size())) {
        std::fprintf(stderr, "a datagram came that nobody has sent\n");
        std::abort();
      }
      if (answers && sent.size() < 200)
        send(dgram::Socket(self), Buffer::concat({bytes, bytes}), from.port, from.address);
      if (closes) self->close();
    });
    sockets.push(made);
    return made;
  }

  void send(const dgram::Socket& from, const Buffer& bytes, double port, const String& address) {
    sent.emplace(bytes.bytes(), bytes.size());
    from->send(bytes, port, address, [](Error, double) {});
  }

  void step() {
    switch (input.byte() % 14) {
      case 0: open(); break;
      case 1:
        socket()->bind({.port = input.port(), .address = input.address(), .exclusive = input.byte() % 2 == 0});
        break;
      case 2: socket()->bindSync({.port = input.port(), .address = input.address()}); break;
      case 3: socket()->connect(input.port(), input.address(), [](Error) {}); break;
      case 4: socket()->disconnect(); break;
      case 5: socket()->close(); break;
      case 6: socket()->addMembership(input.address(), input.address()); break;
      case 7: socket()->dropMembership(input.address()); break;
      case 8: socket()->setTTL(input.byte() * 2.0 - 1); break;
      case 9: socket()->setBroadcast(input.byte() % 2); break;
      case 10: socket()->bind({.fd = int(input.byte()) - 1}); break;
      case 11: controller->abort(); break;
      default: {
        const std::string text = input.text(40);
        const std::size_t times = input.byte() == 255 ? 4000 : 1;
        std::string bytes;
        for (std::size_t i = 0; i < times; ++i) bytes += text;
        sent.insert(bytes);
        const Buffer all = Buffer::copyOf(bytes.data(), bytes.size());
        const unsigned form = input.byte() % 3;
        if (form == 0) socket()->send(all, [](Error, double) {});
        if (form == 1) send(socket(), all, input.port(), input.address());
        if (form == 2) socket()->send({all.subarray(0, 1), all.subarray(1)}, input.port(), input.address());
      }
    }
  }

  // Each operation in a turn of its own, or all in one.
  void go() {
    while (input.at < input.end) {
      try {
        step();
      } catch (const Error&) {
      }
      if (input.byte() % 2) return void(setTimeout([this] { go(); }, input.byte() % 8));
    }
    setTimeout([this] { end(); }, 5000);
  }

  void end() {
    for (const dgram::Socket& each : sockets) {
      try {
        each->close();
      } catch (const Error&) {
      }
    }
    sockets = {};
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size < 2 || size > 2048) return 0;
  os::guardStack();
  os::NetworkOptions options;
  options.seed = data[0];
  options.completion = data[1] & 1;
  if (data[1] & 2) options.faults = os::Faults::fromSeed(options.seed);
  simulation::World world(options);
  Program program{{data + 2, data + size}, {}, {}};
  simulation::Program& running = world.spawn("program", [&] {
    process::on(event::uncaughtException, [](Error, String) {});
    program.go();
  });
  int left = 5000;
  world.run([&] { return --left < 0 || !running.running(); });
  return 0;
}
