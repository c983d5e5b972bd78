// exec and execFile as promises. Retracting such a promise ends the child and waits until it has ended.
#include <nodecpp/concurrency/signal.h>
#include <nodecpp/timers.h>

#include "child_process/spawn_arguments.h"

namespace nodecpp::child_process::promises {

namespace {

// Adds the outputs to the error, as Node's promisified functions do.
Error withOutput(Error error, const stream::Chunk& out, const stream::Chunk& err) {
  error->properties.emplace_back("stdout", out.toString());
  error->properties.emplace_back("stderr", err.toString());
  return error;
}

// Returns a promise of the child that `start(done)` starts.
template <class Start>
Promise<Output> promised(double killAfter, Start start) {
  return withSignal([killAfter, start](const AbortSignal& retracted) {
    return Promise<Output>([&](Resolver<Output> resolve, Rejector reject) {
      let<Timeout> killer;
      let<bool> over(false);
      ChildProcess child = start([=](const Error& error, const stream::Chunk& out, const stream::Chunk& err) {
        over = true;
        if (killer.value()) clearTimeout(killer.value());
        if (error)
          reject(retracted->aborted() ? AbortError() : withOutput(error, out, err));
        else
          resolve(Output{out, err});
      });
      retracted->addEventListener("abort",
                                  [=] {
                                    if (over.value()) return;
                                    // The child's own children may keep its pipes open for long, so their output is not
                                    // waited for.
                                    child->once(event::exit, [child] {
                                      for (const net::Socket& stream : {child->stdout, child->stderr})
                                        if (stream) stream->destroy();
                                    });
                                    child->kill("SIGTERM");
                                    killer = setTimeout([child] { child->kill("SIGKILL"); }, killAfter);
                                  },
                                  {.once = true});
    });
  });
}

}  // namespace

Promise<Output> exec(StringArg command, ExecOptions options) {
  return promised(options.killAfter, [command = command.toString(), options](Done done) {
    return child_process::exec(command, options, std::move(done));
  });
}

Promise<Output> execFile(StringArg file, Arguments args, ExecFileOptions options) {
  return promised(options.killAfter, [file = file.toString(), args, options](Done done) {
    return child_process::execFile(file, args, options, std::move(done));
  });
}
Promise<Output> execFile(StringArg file, ExecFileOptions options) { return execFile(file, {}, std::move(options)); }

}  // namespace nodecpp::child_process::promises
