// dns.resolve and its kin: name servers asked, by the program's resolver or one of its own. Programs include
// nodecpp/dns.h.
//
// Errors of queries have Node's code ("ENOTFOUND", "ENODATA", "ETIMEOUT", …), the syscall "queryA", "queryMx", … and
// the hostname; the code's texts are dns::NOTFOUND and so on.
#pragma once

#include <nodecpp/dns/records.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/object.h>
#include <nodecpp/promise.h>

namespace nodecpp::dns {

template <class T>
using ResolveCallback = Function<void(Error, T)>;
using Names = Array<String>;

struct ResolveOptions {
  bool ttl = true;  // {.ttl = false} gives the same
};

// Milliseconds. ERR_OUT_OF_RANGE for what is out of it, ERR_INVALID_ARG_TYPE never: it would not compile.
struct ResolverOptions {
  double timeout = -1;    // of a first try: 2000
  double tries = 4;       // of each server
  double maxTimeout = 0;  // no limit. Of no effect with c-ares before 1.22
};

namespace impl {

class PendingQuery;
// What callbacks and promises have in common. Named so, since it is no part of Node's page.
class ResolverBase : public Object {
 public:
  using Options = ResolverOptions;
  explicit ResolverBase(ResolverOptions options);
  ~ResolverBase() override;

  // Its queries fail with ECANCELLED.
  void cancel();
  // "10.0.0.1", "[::1]:5353", ….
  Array<String> getServers() const;
  // Addresses with or without ports. ERR_INVALID_IP_ADDRESS, ERR_SOCKET_BAD_PORT; ERR_DNS_SET_SERVERS_FAILED while
  // something is asked.
  void setServers(const Array<String>& servers);
  // What it asks from; one address of each family. ERR_INVALID_ARG_VALUE.
  void setLocalAddress(StringArg address);
  void setLocalAddress(StringArg ipv4, StringArg ipv6);

  const char* className() const { return "Resolver"; }

 protected:
  friend class PendingQuery;
  struct Channel;
  Channel* channel_ = nullptr;
};

}  // namespace impl

// A resolver of its own: a setting of servers and times.
class ResolverObject : public impl::ResolverBase {
 public:
  explicit ResolverObject(ResolverOptions options = {}) : ResolverBase(options) {}

  // rrtype: "A", "AAAA", "ANY", "CAA", "CNAME", "MX", "NAPTR", "NS", "PTR", "SOA", "SRV", "TLSA", "TXT";
  // ERR_INVALID_ARG_VALUE for others, at once.
  void resolve(StringArg hostname, ResolveCallback<Names> callback);
  void resolve(StringArg hostname, StringArg rrtype, ResolveCallback<Records> callback);
  void resolve4(StringArg hostname, ResolveCallback<Names> callback);
  void resolve4(StringArg hostname, ResolveOptions options, ResolveCallback<Array<RecordWithTtl>> callback);
  void resolve6(StringArg hostname, ResolveCallback<Names> callback);
  void resolve6(StringArg hostname, ResolveOptions options, ResolveCallback<Array<RecordWithTtl>> callback);
  void resolveAny(StringArg hostname, ResolveCallback<Array<AnyRecord>> callback);
  void resolveCaa(StringArg hostname, ResolveCallback<Array<CaaRecord>> callback);
  void resolveCname(StringArg hostname, ResolveCallback<Names> callback);
  void resolveMx(StringArg hostname, ResolveCallback<Array<MxRecord>> callback);
  void resolveNaptr(StringArg hostname, ResolveCallback<Array<NaptrRecord>> callback);
  void resolveNs(StringArg hostname, ResolveCallback<Names> callback);
  void resolvePtr(StringArg hostname, ResolveCallback<Names> callback);
  void resolveSoa(StringArg hostname, ResolveCallback<SoaRecord> callback);
  void resolveSrv(StringArg hostname, ResolveCallback<Array<SrvRecord>> callback);
  void resolveTlsa(StringArg hostname, ResolveCallback<Array<TlsaRecord>> callback);
  void resolveTxt(StringArg hostname, ResolveCallback<Array<Array<String>>> callback);
  void reverse(StringArg ip, ResolveCallback<Names> callback);
};
using Resolver = Handle<ResolverObject>;

// The same of the program's own resolver, which has the system's servers until setServers.
void resolve(StringArg hostname, ResolveCallback<Names> callback);
void resolve(StringArg hostname, StringArg rrtype, ResolveCallback<Records> callback);
void resolve4(StringArg hostname, ResolveCallback<Names> callback);
void resolve4(StringArg hostname, ResolveOptions options, ResolveCallback<Array<RecordWithTtl>> callback);
void resolve6(StringArg hostname, ResolveCallback<Names> callback);
void resolve6(StringArg hostname, ResolveOptions options, ResolveCallback<Array<RecordWithTtl>> callback);
void resolveAny(StringArg hostname, ResolveCallback<Array<AnyRecord>> callback);
void resolveCaa(StringArg hostname, ResolveCallback<Array<CaaRecord>> callback);
void resolveCname(StringArg hostname, ResolveCallback<Names> callback);
void resolveMx(StringArg hostname, ResolveCallback<Array<MxRecord>> callback);
void resolveNaptr(StringArg hostname, ResolveCallback<Array<NaptrRecord>> callback);
void resolveNs(StringArg hostname, ResolveCallback<Names> callback);
void resolvePtr(StringArg hostname, ResolveCallback<Names> callback);
void resolveSoa(StringArg hostname, ResolveCallback<SoaRecord> callback);
void resolveSrv(StringArg hostname, ResolveCallback<Array<SrvRecord>> callback);
void resolveTlsa(StringArg hostname, ResolveCallback<Array<TlsaRecord>> callback);
void resolveTxt(StringArg hostname, ResolveCallback<Array<Array<String>>> callback);
void reverse(StringArg ip, ResolveCallback<Names> callback);

Array<String> getServers();
// Also for dns::promises. What is asked already goes on with the servers it began with.
void setServers(const Array<String>& servers);

namespace promises {

class ResolverObject : public impl::ResolverBase {
 public:
  explicit ResolverObject(ResolverOptions options = {}) : ResolverBase(options) {}

  Promise<Names> resolve(StringArg hostname);
  Promise<Records> resolve(StringArg hostname, StringArg rrtype);
  Promise<Names> resolve4(StringArg hostname);
  Promise<Array<RecordWithTtl>> resolve4(StringArg hostname, ResolveOptions options);
  Promise<Names> resolve6(StringArg hostname);
  Promise<Array<RecordWithTtl>> resolve6(StringArg hostname, ResolveOptions options);
  Promise<Array<AnyRecord>> resolveAny(StringArg hostname);
  Promise<Array<CaaRecord>> resolveCaa(StringArg hostname);
  Promise<Names> resolveCname(StringArg hostname);
  Promise<Array<MxRecord>> resolveMx(StringArg hostname);
  Promise<Array<NaptrRecord>> resolveNaptr(StringArg hostname);
  Promise<Names> resolveNs(StringArg hostname);
  Promise<Names> resolvePtr(StringArg hostname);
  Promise<SoaRecord> resolveSoa(StringArg hostname);
  Promise<Array<SrvRecord>> resolveSrv(StringArg hostname);
  Promise<Array<TlsaRecord>> resolveTlsa(StringArg hostname);
  Promise<Array<Array<String>>> resolveTxt(StringArg hostname);
  Promise<Names> reverse(StringArg ip);
};
using Resolver = Handle<ResolverObject>;

// A retracted wait gives its query back: nobody is told any more.
Promise<Names> resolve(StringArg hostname);
Promise<Records> resolve(StringArg hostname, StringArg rrtype);
Promise<Names> resolve4(StringArg hostname);
Promise<Array<RecordWithTtl>> resolve4(StringArg hostname, ResolveOptions options);
Promise<Names> resolve6(StringArg hostname);
Promise<Array<RecordWithTtl>> resolve6(StringArg hostname, ResolveOptions options);
Promise<Array<AnyRecord>> resolveAny(StringArg hostname);
Promise<Array<CaaRecord>> resolveCaa(StringArg hostname);
Promise<Names> resolveCname(StringArg hostname);
Promise<Array<MxRecord>> resolveMx(StringArg hostname);
Promise<Array<NaptrRecord>> resolveNaptr(StringArg hostname);
Promise<Names> resolveNs(StringArg hostname);
Promise<Names> resolvePtr(StringArg hostname);
Promise<SoaRecord> resolveSoa(StringArg hostname);
Promise<Array<SrvRecord>> resolveSrv(StringArg hostname);
Promise<Array<TlsaRecord>> resolveTlsa(StringArg hostname);
Promise<Array<Array<String>>> resolveTxt(StringArg hostname);
Promise<Names> reverse(StringArg ip);

using dns::getServers;
using dns::setServers;

}  // namespace promises

}  // namespace nodecpp::dns
