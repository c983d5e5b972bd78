// dns.resolve and the similar functions, which query name servers with the program's resolver, and Resolver, which has
// settings of its own. Programs include nodecpp/dns.h.
//
// Errors of queries have Node's code ("ENOTFOUND", "ENODATA", "ETIMEOUT", …), the syscall "queryA", "queryMx" and so
// on, and the hostname. dns::NOTFOUND and others are the texts of the codes.
#pragma once

#include <nodecpp/dns/dns_records.h>
#include <nodecpp/error.h>
#include <nodecpp/function.h>
#include <nodecpp/object.h>
#include <nodecpp/promise.h>

namespace nodecpp::dns {

template <class T>
using ResolveCallback = Function<void(Error, T)>;
using Names = Array<String>;

struct ResolveOptions {
  bool ttl = true;  // {.ttl = false} has the same effect
};

// Times are in milliseconds. The constructor throws ERR_OUT_OF_RANGE.
struct ResolverOptions {
  double timeout = -1;  // the time-out of the first try; -1 means 2000
  double tries = 4;     // how often each name server is tried
  // The largest time-out of a try; 0 means no limit. Without effect with c-ares before 1.22.
  double maxTimeout = 0;
};

namespace detail {

class PendingQuery;
// The functions that the resolvers with callbacks and with promises share. This class is not on Node's page.
class ResolverBase : public Object {
 public:
  using Options = ResolverOptions;
  explicit ResolverBase(ResolverOptions options);
  ~ResolverBase() override;

  // Makes the resolver's pending queries fail with ECANCELLED.
  void cancel();
  // Returns the addresses of the name servers, for example "10.0.0.1" or "[::1]:5353".
  Array<String> getServers() const;
  // Sets the addresses of the name servers, with or without ports. Throws ERR_INVALID_IP_ADDRESS, ERR_SOCKET_BAD_PORT,
  // and ERR_DNS_SET_SERVERS_FAILED while queries are pending.
  void setServers(const Array<String>& servers);
  // Sets the local address from which queries are sent, one for each address family. Throws ERR_INVALID_ARG_VALUE.
  void setLocalAddress(StringArg address);
  void setLocalAddress(StringArg ipv4, StringArg ipv6);

  const char* className() const { return "Resolver"; }

 protected:
  friend class PendingQuery;
  struct Channel;
  Channel* channel_ = nullptr;
};

}  // namespace detail

// A resolver with name servers and time-outs of its own.
class ResolverObject : public detail::ResolverBase {
 public:
  explicit ResolverObject(ResolverOptions options = {}) : ResolverBase(options) {}

  using ResolverBase::cancel;
  using ResolverBase::getServers;
  using ResolverBase::setLocalAddress;
  using ResolverBase::setServers;

  // The functions call back once with the error or the result. `rrtype` is "A", "AAAA", "ANY", "CAA", "CNAME", "MX",
  // "NAPTR", "NS", "PTR", "SOA", "SRV", "TLSA" or "TXT"; any other throws ERR_INVALID_ARG_VALUE.
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

// The functions of the program's own resolver, which uses the system's name servers until setServers is called.
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
// Sets the name servers for dns and dns::promises. Pending queries continue with the name servers they began with.
void setServers(const Array<String>& servers);

namespace promises {

// A resolver like dns::ResolverObject, whose functions return promises with the same results and errors.
class ResolverObject : public detail::ResolverBase {
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

// When a promise is retracted, its query is given up and nobody gets its result.
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
