#include "os/record/session.h"

#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>

#include "os/record/recorded_port.h"
#include "os/replay/guard.h"

namespace nodecpp::os {

namespace {

// %p is the process, %t the second since 1970 at which it was started: for one that is started again and again.
std::string expanded(const std::string& folder, Port& port) {
  std::string path;
  for (std::size_t i = 0; i < folder.size(); ++i) {
    if (folder[i] != '%' || i + 1 == folder.size())
      path += folder[i];
    else if (char what = folder[++i]; what == 'p')
      path += std::to_string(port.pid());
    else if (what == 't')
      path += std::to_string(std::int64_t(port.wallClock() / 1000));
    else
      path += what == '%' ? std::string("%") : std::string("%") + what;
  }
  return path;
}

record::Texts limits() {
  static constexpr struct {
    int resource;
    const char* name;
  } all[] = {{RLIMIT_NOFILE, "nofile"}, {RLIMIT_STACK, "stack"}, {RLIMIT_AS, "as"},
             {RLIMIT_DATA, "data"},     {RLIMIT_CORE, "core"},   {RLIMIT_FSIZE, "fsize"}};
  record::Texts found;
  for (const auto& [resource, name] : all) {
    rlimit limit{};
    if (::getrlimit(resource, &limit) == 0)
      found.emplace_back(name, limit.rlim_cur == RLIM_INFINITY ? "unlimited" : std::to_string(limit.rlim_cur));
  }
  return found;
}

replay::Start startOf(Port& port, const std::vector<std::string>& arguments, const std::vector<std::string>& options) {
  replay::Start start;
  start.time = port.hrtime();
  start.wall = std::int64_t(port.wallClock());
  start.seed.resize(sizeof(record::ChaChaRandom::Seed));
  port.random(start.seed.data(), start.seed.size());
  start.arguments = arguments;
  start.options = options;
  const char* zone = std::getenv("TZ");
  start.zone = zone ? zone : "";
  start.limits = limits();
  return start;
}

class Recording final : public Session {
 public:
  Recording(std::unique_ptr<record::FileLog> log, const replay::Start& start)
      : log_(std::move(log)), port_(linuxPort(), *log_, start) {
    port_.afterTurn = [this] { lookAtLog(); };
    port_.beforeExit = [this] { log_->close(); };
  }
  Port& port() override { return port_; }
  int ended(int code) override {
    port_.ended(code);
    log_->close();
    return code;
  }

 private:
  // The program goes on when its log cannot; whoever counts on it is told.
  void lookAtLog() {
    if (log_->stopped().empty() || std::exchange(told_, true)) return;
    linuxPort().writeStandard(2, "(nodecpp) the recording has stopped: " + log_->stopped() + "\n");
  }

  std::unique_ptr<record::FileLog> log_;
  RecordedPort port_;
  bool told_ = false;
};

class Replay final : public Session {
 public:
  explicit Replay(std::unique_ptr<replay::Replayer> replayer) : replayer_(std::move(replayer)), port_(*replayer_) {
    replay::stand(*replayer_);
  }
  Port& port() override { return port_; }
  int ended(int code) override { return port_.ended(code); }

 private:
  std::unique_ptr<replay::Replayer> replayer_;
  RecordedPort port_;
};

}  // namespace

std::unique_ptr<Session> Session::open(const SessionSpec& spec, std::vector<std::string>& arguments,
                                       std::vector<std::string>& options, std::string& error) {
  if (spec.replay.empty()) {
    auto log = record::FileLog::create(expanded(spec.record, linuxPort()), "main", error);
    if (!log) return nullptr;
    return std::make_unique<Recording>(std::move(log), startOf(linuxPort(), arguments, options));
  }
  auto replayer = std::make_unique<replay::Replayer>();
  replayer->untilTurn = spec.untilTurn;
  replayer->untilRequest = spec.untilRequest;
  std::string why = replayer->open(spec.replay);
  if (!why.empty()) replay::Replayer::refuse(why);
  if (!spec.output.empty()) why = replayer->openOutput(spec.output);
  if (!why.empty()) replay::Replayer::refuse(why);
  const replay::Start& start = replayer->start();
  if (start.zone.empty())
    ::unsetenv("TZ");
  else
    ::setenv("TZ", start.zone.c_str(), 1);
  arguments = start.arguments;
  options = start.options;
  return std::make_unique<Replay>(std::move(replayer));
}

}  // namespace nodecpp::os
