#include "os/sim/sim_resolver.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/sim/time_units.h"

namespace nodecpp::os {

namespace {

constexpr int dnsPort = 53;
constexpr int defaultTimeout = 2000;
constexpr ErrorCode noName = -3008;

SimResolver* own(Resolver* resolver) { return static_cast<SimResolver*>(resolver); }

// Returns the time until a query fails when no server answers: all tries of all servers, where the time-out doubles
// with each round.
std::uint64_t timeOfSilence(const SimResolver& resolver) {
  std::uint64_t one = resolver.spec.timeout > 0 ? std::uint64_t(resolver.spec.timeout) : defaultTimeout, all = 0;
  NODECPP_ASSERT(one > 0 && !resolver.servers.empty(), one, resolver.servers.size());
  for (int round = 0; round < resolver.spec.tries; ++round) {
    std::uint64_t time = one << std::min(round, 20);
    if (resolver.spec.maxTimeout) time = std::min<std::uint64_t>(time, resolver.spec.maxTimeout);
    all += time * resolver.servers.size();
  }
  return all * millisecond;
}

}  // namespace

const SimAnswer& Network::answer(const Question& question) const {
  static const SimAnswer none{.rcode = 3};
  std::string name;
  readName(question.name, name);
  std::ranges::transform(name, name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  auto found = options.zone.find({name, question.type});
  return found == options.zone.end() ? none : found->second;
}

bool SimPort::busy() {
  return std::ranges::any_of(jobs_, [](const auto& each) { return each.second.job != nullptr; }) ||
         !computations_.empty() ||
         mail_->busy() || std::ranges::any_of(started_, [](const auto& thread) { return thread->refed; }) ||
         std::ranges::any_of(resolvers_, [](const auto& resolver) { return !resolver->asked.empty(); });
}

void SimPort::lookupService(const Address& address, ServiceDone done, void* context) {
  struct ServiceJob final : Job {
    ServiceJob(const Address& a, ServiceDone d, void* c) : address(a), report(d), context(c) {}
    void run() override {}
    void done() override {
      bool local = address.host == "127.0.0.1" || address.host == "::1";
      String service = address.port == 22 ? "ssh" : address.port == 80 ? "http" : str(address.port);
      report(context, local ? 0 : noName, local ? "localhost" : "", local ? service : String());
    }
    Address address;
    ServiceDone report;
    void* context;
  };
  submit(new ServiceJob(address, done, context));
}

Resolver* SimPort::openResolver(const ResolverSpec& spec) {
  resolvers_.push_back(std::make_unique<SimResolver>(spec));
  return resolvers_.back().get();
}
void SimPort::close(Resolver* resolver) {
  std::erase_if(resolvers_, [&](const auto& one) { return one.get() == resolver; });
}
std::vector<Address> SimPort::nameServers(Resolver* resolver) { return own(resolver)->servers; }

bool SimPort::setNameServers(Resolver* resolver, const std::vector<Address>& servers) {
  std::vector<Address>& known = own(resolver)->servers;
  known.clear();
  for (Address server : servers) {
    if (server.port == 0) server.port = dnsPort;
    if (!std::ranges::any_of(known, [&](const Address& a) { return a.host == server.host && a.port == server.port; }))
      known.push_back(server);
  }
  NODECPP_ASSERT(known.size() <= servers.size() && known.empty() == servers.empty(), known.size(), servers.size());
  return true;
}

// Decides the answer of the query at once, faults included, and posts an event that delivers it at the time at which it
// arrives.
void SimPort::ask(Resolver* resolver, const Question& question, Query* query) {
  NODECPP_ASSERT(query);
  const SimAnswer& truth = network_.answer(question);
  SimAnswer drawn;
  if (network_.faulty()) drawn = network_.withFaults(truth);
  const SimAnswer& said = network_.faulty() ? drawn : truth;
  SimResolver::SimQuery asked{std::unique_ptr<Query>(query), said.error, {}};
  std::uint64_t time = said.time;
  if (own(resolver)->servers.empty()) {
    asked.error = QueryError::noServers;
  } else if (said.error == QueryError::timeout) {
    time = timeOfSilence(*own(resolver));
  } else if (said.error == QueryError::none) {
    auto id = std::uint16_t(random_.next());
    asked.answer =
        said.message.empty() ? writeAnswer(id, question.name, question.type, said.rcode, said.records) : said.message;
    if (network_.faulty()) network_.corruptMessage(asked.answer);
    DnsMessage message;
    if (!readMessage(asked.answer, message)) {
      asked.error = QueryError::malformed;
      asked.answer.clear();
    }
  }
  NODECPP_ASSERT(asked.error == QueryError::none || asked.answer.empty(), asked.error);
  this->asked(question, asked.error);
  std::uint64_t number = network_.nextSequence();
  bool isNew = own(resolver)->asked.emplace(number, std::move(asked)).second;
  NODECPP_ASSERT(isNew, number);
  network_.post(time, [&network = network_, port = this, pid = program_.pid, number] {
    if (network.has(port) && port->program_.pid == pid) port->ready_.push_back({.query = number});
  });
}

void SimPort::forget(Resolver* resolver, Query* query) {
  std::erase_if(own(resolver)->asked, [&](const auto& one) { return one.second.query.get() == query; });
}

void SimPort::cancelAll(Resolver* resolver) {
  for (auto& [number, asked] : own(resolver)->asked) {
    NODECPP_ASSERT(asked.query, number);
    asked.error = QueryError::cancelled;
    asked.answer.clear();
    ready_.push_back({.query = number});
  }
}

void SimPort::answer(std::uint64_t number) {
  for (auto& resolver : resolvers_) {
    auto found = resolver->asked.find(number);
    if (found == resolver->asked.end()) continue;
    SimResolver::SimQuery asked = std::move(found->second);
    NODECPP_ASSERT(asked.query && (asked.error == QueryError::none || asked.answer.empty()), asked.error);
    resolver->asked.erase(found);
    return asked.query->answered(asked.error, asked.answer);
  }
}

}  // namespace nodecpp::os
