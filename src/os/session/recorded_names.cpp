// How a RecordedPort records and replays look-ups of names, and changes of watched paths.
#include <memory>
#include <string>
#include <vector>

#include "base/assertion.h"
#include "os/session/recorded_objects.h"

namespace nodecpp::os {

using record::Kind;

namespace {
RecordedResolver* at(Resolver* resolver) { return static_cast<RecordedResolver*>(resolver); }
}  // namespace

// The object of a look-up is kept by number. When recording, it is the context of the inner port's callback; in a
// replay, the record of the result finds it.
void RecordedPort::lookup(const LookupSpec& spec, LookupDone done, void* context) {
  NODECPP_ASSERT(done);
  auto* lookup = new RecordedLookup(*this, ++lastId_, context);
  lookup->found = done;
  operate(Kind::lookup, std::tuple(lookup->id, spec.host, spec.family, spec.flags),
          [&] { inner_->names.lookup(spec, RecordedLookup::lookedUp, lookup); });
}

void RecordedPort::lookupService(const Address& address, ServiceDone done, void* context) {
  NODECPP_ASSERT(done);
  auto* lookup = new RecordedLookup(*this, ++lastId_, context);
  lookup->service = done;
  operate(Kind::lookupService, std::tuple(lookup->id, address),
          [&] { inner_->names.lookupService(address, RecordedLookup::serviceFound, lookup); });
}

Resolver* RecordedPort::openResolver(const ResolverSpec& spec) {
  auto resolver = std::make_unique<RecordedResolver>(++lastId_);
  std::uint64_t id = 0;
  operate(
      Kind::openResolver, std::tuple(spec.timeout, spec.tries, spec.maxTimeout),
      [&] {
        resolver->inner = inner_->names.openResolver(spec);
        id = resolver->inner ? resolver->id : 0;
      },
      id);
  if (id == 0) return nullptr;
  NODECPP_ASSERT(replaying() || resolver->inner, resolver->id);
  resolvers_[resolver->id] = resolver.get();
  return resolver.release();
}

void RecordedPort::close(Resolver* which) {
  std::unique_ptr<RecordedResolver> resolver(at(which));
  operate(Kind::closeResolver, std::tuple(resolver->id), [&] { inner_->names.close(resolver->inner); });
  std::size_t known = resolvers_.erase(resolver->id);
  NODECPP_ASSERT(known == 1, resolver->id);
  if (!replaying()) return;
  // As the inner port does on close, forgets the resolver's queries.
  for (auto next = queries_.begin(); next != queries_.end();) {
    RecordedQuery* query = *next++;
    if (query->resolver == resolver.get()) delete query;
  }
}

std::vector<Address> RecordedPort::nameServers(Resolver* resolver) {
  std::vector<Address> servers;
  operate(
      Kind::nameServers, std::tuple(at(resolver)->id), [&] { servers = inner_->names.nameServers(at(resolver)->inner); },
      servers);
  return servers;
}

bool RecordedPort::setNameServers(Resolver* resolver, const std::vector<Address>& servers) {
  bool done = false;
  operate(
      Kind::setNameServers, std::tuple(at(resolver)->id, servers),
      [&] { done = inner_->names.setNameServers(at(resolver)->inner, servers); }, done);
  return done;
}

void RecordedPort::setLocalAddresses(Resolver* resolver, const Address& ipv4, const Address& ipv6) {
  operate(Kind::setLocalAddresses, std::tuple(at(resolver)->id, ipv4, ipv6),
          [&] { inner_->names.setLocalAddresses(at(resolver)->inner, ipv4, ipv6); });
}

void RecordedPort::ask(Resolver* resolver, const Question& question, Query* query) {
  auto* recorded = new RecordedQuery(*this, ++lastId_, at(resolver), query);
  operate(Kind::ask, std::tuple(at(resolver)->id, recorded->id, question.name, question.type),
          [&] { inner_->names.ask(at(resolver)->inner, question, recorded); });
}

void RecordedPort::forget(Resolver* resolver, Query* query) {
  for (RecordedQuery* recorded : queries_) {
    if (recorded->query.get() != query) continue;
    operate(Kind::forget, std::tuple(at(resolver)->id, recorded->id), [] {});
    recorded->leave();
    if (replaying())
      delete recorded;
    else
      inner_->names.forget(at(resolver)->inner, recorded);
    return;
  }
}

void RecordedPort::cancelAll(Resolver* resolver) {
  operate(Kind::cancelAll, std::tuple(at(resolver)->id), [&] { inner_->names.cancelAll(at(resolver)->inner); });
}

ErrorCode RecordedPort::watchPath(const std::string& path, PathSink* sink, PathWatch** made) {
  *made = nullptr;
  auto watch = std::make_unique<RecordedWatch>(*this, ++lastId_, sink);
  ErrorCode error = 0;
  std::uint64_t id = watch->id;
  operate(
      Kind::watchPath, std::tuple(path), [&] { error = inner_->paths.watchPath(path, watch.get(), &watch->inner); }, error,
      id);
  require(id == watch->id, Kind::watchPath, "the number of another watch");
  if (error) return error;
  NODECPP_ASSERT(replaying() || watch->inner, watch->id);
  watches_[watch->id] = watch.get();
  *made = watch.release();
  return 0;
}

void RecordedPort::unwatch(PathWatch* which) {
  std::unique_ptr<RecordedWatch> watch(static_cast<RecordedWatch*>(which));
  operate(Kind::unwatch, std::tuple(watch->id), [&] { inner_->paths.unwatch(watch->inner); });
  std::size_t known = watches_.erase(watch->id);
  NODECPP_ASSERT(known == 1, watch->id);
}

}  // namespace nodecpp::os
