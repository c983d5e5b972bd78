// Sends the questions on standard input to the name server on port $NAME_SERVER, and prints the results. It is the same
// program as client.js, line for line.
#include <nodecpp/console.h>
#include <nodecpp/dns.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
#include <nodecpp/util.h>
using namespace nodecpp;
using Answered = Function<void(Error, util::Value)>;

static void told(String question, Error error, util::Value result) {
  Lookup number = error && error->errno_ ? Lookup(error->errno_) : Lookup(), host = error && !error->hostname.empty() ? Lookup(error->hostname) : Lookup();
  if (error) console::log(question, util::array({error->name, error->code, number, error->syscall.empty() ? Lookup() : Lookup(error->syscall), host, error->message}));
  else console::dir(util::object({{question, result}}), {.depth = nullptr, .maxArrayLength = nullptr, .maxStringLength = nullptr});
}

static void ask(dns::Resolver resolver, String question, Answered done) {
  double space = question.indexOf(" ");
  String type = question.slice(0, space), name = querystring::unescape(question.slice(space + 1));
  try {
    if (type == "reverse") resolver->reverse(name, done);
    else if (type == "resolveAny") resolver->resolveAny(name, done);
    else if (type == "resolveCaa") resolver->resolveCaa(name, done);
    else if (type == "resolveCname") resolver->resolveCname(name, done);
    else if (type == "resolveMx") resolver->resolveMx(name, done);
    else if (type == "resolveNaptr") resolver->resolveNaptr(name, done);
    else if (type == "resolveNs") resolver->resolveNs(name, done);
    else if (type == "resolvePtr") resolver->resolvePtr(name, done);
    else if (type == "resolveSoa") resolver->resolveSoa(name, done);
    else if (type == "resolveSrv") resolver->resolveSrv(name, done);
    else if (type == "resolveTxt") resolver->resolveTxt(name, done);
    else if (type == "A+ttl") resolver->resolve4(name, {.ttl = true}, done);
    else if (type == "AAAA+ttl") resolver->resolve6(name, {.ttl = true}, done);
    else resolver->resolve(name, type, done);
  } catch (Error& error) {
    done(error, {});
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto resolver = make<dns::Resolver>({.timeout = 400, .tries = 2});
  resolver->setServers({"127.0.0.1:" + process::env["NAME_SERVER"]});
  let<Array<String>> questions = fs::readFileSync(0, "utf8").split("\n");
  let<std::size_t> at = std::size_t(0);
  let<Function<void()>> next;
  next = [=] {
    if (at.value() == questions.ref().size() || questions.ref()[at].empty()) { next = nullptr; return; }
    String question = questions.ref()[at++];
    ask(resolver, question, [=](Error error, util::Value result) {
      told(question, error, result);
      next.value()();
    });
  };
  next.value()();
}); }
