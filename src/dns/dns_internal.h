// The internal parts of dns that several of its files use.
#pragma once

#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/dns.h>
#include <nodecpp/let.h>

#include "loop/loop.h"
#include "os/port/dns_message.h"

namespace nodecpp::dns::detail {

using nodecpp::detail::Loop;

// Reads the records of one type out of a message. Returns null, or the error's code when there are no such records.
template <class T>
using Read = const char* (*)(const os::DnsMessage& message, T& records);

template <class T>
struct Kind {
  const char* syscall;
  os::RecordType type;
  Read<T> read;
};

template <class T>
using List = Array<T>;
extern const Kind<Names> kindA, kindAaaa, kindCname, kindNs, kindPtr;
extern const Kind<List<RecordWithTtl>> kindATtl, kindAaaaTtl;
extern const Kind<List<AnyRecord>> kindAny;
extern const Kind<List<CaaRecord>> kindCaa;
extern const Kind<List<MxRecord>> kindMx;
extern const Kind<List<NaptrRecord>> kindNaptr;
extern const Kind<List<SrvRecord>> kindSrv;
extern const Kind<List<TlsaRecord>> kindTlsa;
extern const Kind<List<List<String>>> kindTxt;
extern const Kind<SoaRecord> kindSoa;
// Returns the kind of a record type, or null for a type that Node does not know.
const Kind<Records>* kindNamed(StringArg rrtype);

// Sends a query and returns a function that stops it. `done` is called in a turn of the event loop; without an error,
// `message` is well-formed.
using Answered = Function<void(os::QueryError error, const os::DnsMessage& message)>;
Function<void()> ask(ResolverBase* resolver, os::Question question, Answered done);

// Finds the names that /etc/hosts has for an address. Returns false when the address is not listed.
bool namesInHosts(StringArg address, Names& names);

// Returns a promise of the operation that start(done) begins. The function that `start` returns stops the operation and
// releases `done`; it is called when the promise is retracted.
template <class T, class Start>
Promise<T> stoppable(Start start) {
  auto [promise, resolve, reject] = Promise<T>::withResolvers();
  let<Function<void()>> stop;
  Function<void(Error, T)> done = [resolve, reject, stop](const Error& error, T value) {
    stop.ref() = nullptr;
    if (error)
      reject(error);
    else
      resolve(std::move(value));
  };
  stop.ref() = start(std::move(done));
  resolve = nodecpp::Resolver<T>(nullptr);
  nodecpp::detail::stopBy(promise.state(), stop.ref());
  return std::move(promise);
}

}  // namespace nodecpp::dns::detail
