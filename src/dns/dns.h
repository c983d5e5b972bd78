// What dns is made of inside.
#pragma once

#include <nodecpp/concurrency/sleep.h>
#include <nodecpp/dns.h>
#include <nodecpp/let.h>

#include "loop/loop.h"
#include "os/port/dns_message.h"

namespace nodecpp::dns::impl {

using nodecpp::detail::Loop;

// Reads the records of one kind out of an answer; a code when there are none of them.
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
// Null for what Node does not know.
const Kind<Records>* kindNamed(StringArg rrtype);

// Asks, and gives what stops that. `done` is called in a turn, with a message that is well-formed where there is one.
using Answered = Function<void(os::QueryError error, const os::DnsMessage& message)>;
Function<void()> ask(ResolverBase* resolver, os::Question question, Answered done);

// The names that /etc/hosts has of an address; false when it is not there.
bool namesInHosts(StringArg address, Names& names);

// A promise of what start(done) begins; the function that start returns stops it, and lets go of `done`.
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

}  // namespace nodecpp::dns::impl
