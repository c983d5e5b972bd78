#include <nodecpp/child_process.h>
#include <nodecpp/console.h>
using namespace nodecpp;
using child_process::fork, child_process::spawn;
using Next = Function<void()>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  if (process::argv[2] == "echo") {
    process::on(event::message, [](var message) {
      if (message == "end") process::disconnect();
      else process::send(var::object({{"echoed", message}, {"connected", bool(process::connected)}}));
    });
    if (process::argv[3]) process::on(event::disconnect, [] { console::log("child: disconnect", bool(process::connected)); });
    process::send("ready");
  } else if (process::argv[2] == "late") {
    // Messages that come before there is a listener are kept.
    setTimeout([] {
      process::on(event::message, [](var message) {
        console::log("child: late", JSON::stringify(message));
        if (message == 2) process::exit(9);
      });
    }, 50);
    process::channel().ref();
  } else if (process::argv[2] == "idle") {
    console::log("child: idle", bool(process::connected), bool(process::channel()), process::env["NODE_CHANNEL_FD"]);
  } else if (process::argv[2] == "none") {
    console::log("child: none", bool(process::connected), !process::channel());
  } else {
    auto me = process::execPath();
    let<Array<Function<void(Next)>>> steps(Array<Function<void(Next)>>{
      [=](Next next) {
        auto child = fork(me, {"echo"});
        console::log(child->connected, child->killed, nullptr, nullptr, child->stdio.size());
        child->on(event::message, [=](var message) {
          console::log("parent:", JSON::stringify(message));
          if (message == "ready") {
            child->send("text");
            child->send(var::object({{"a", var::array({1, 2, var::object({{"b", nullptr}})})}, {"c", "ä\U0001F600\n"}}));
            child->send(1.5);
            child->send(false);
            child->send(nullptr, [](Error error) { console::log("sent", error ? Lookup(error->message) : Lookup(nullptr)); });
          } else if (message["echoed"].isNull()) {
            child->send("end");
          }
        });
        child->on(event::disconnect, [=] { console::log("parent: disconnect", child->connected); });
        child->on(event::exit, [](auto code, auto signal) { console::log("exit", code, signal); });
        child->on(event::close, [=](auto code, auto signal) {
          console::log("close", code, signal);
          child->send("too late", [=](Error error) {
            console::log(error->code, error->message);
            child->on(event::error, [=](Error other) { console::log("error", other->code, other->message); next(); });
            child->send("later still");
          });
        });
      },
      [=](Next next) {
        auto child = fork(me, {"late"});
        child->send(1);
        child->send(2);
        child->on(event::close, [=](auto code) { console::log("late", code); next(); });
      },
      [=](Next next) {
        auto child = fork(me, {"idle"});
        child->on(event::disconnect, [] { console::log("idle: disconnect"); });
        child->on(event::close, [=](auto code) { console::log("idle", code); next(); });
      },
      [=](Next next) {
        auto child = spawn(me, {"none"}, {.stdio = {"ignore", "pipe", "inherit"}});
        child->stdout->on(event::data, [](auto chunk) { console::log(chunk.toString().trim()); });
        console::log(child->connected, !child->channel());
        child->on(event::close, [=] { next(); });
      },
      [=](Next next) {
        auto child = fork(me, {"echo", "tell"}, {.silent = true});
        child->stdout->on(event::data, [](auto chunk) { console::log("its output:", chunk.toString().trim()); });
        child->once(event::message, [=] {
          child->disconnect();
          console::log(child->connected);
          child->once(event::error, [](Error error) { console::log(error->code, error->message); });
          child->disconnect();
        });
        child->on(event::exit, [](auto code) { console::log("silent", code); });
        child->stdout->on(event::close, [=] { next(); });
      },
      [=](Next next) {
        auto child = fork(me, {"echo"}, {.silent = true});
        auto big = str("x").repeat(300000);
        child->on(event::message, [=](var message) {
          if (message == "ready") {
            child->send(big);
            child->send("behind");
          } else if (message["echoed"] == "behind") {
            child->kill();
          } else {
            console::log(message["echoed"].length(), message["echoed"] == big);
          }
        });
        child->on(event::exit, [=](auto code, auto signal) { console::log("big", code, signal); next(); });
      },
      [=](Next next) {
        for (Function<void()> bad : {Function<void()>([=] { fork(me, child_process::Arguments{}, {.stdio = {"pipe", "pipe", "pipe"}}); }), Function<void()>([=] { fork(me, child_process::Arguments{}, {.stdio = "other"}); }),
          Function<void()>([] { spawn("true", child_process::Arguments{}, {.stdio = {"ipc", "ipc"}}); })}) {
          try {
            bad();
          } catch (const Error& error) {
            console::log(error->name, error->code, error->message);
          }
        }
        next();
      },
    });
    let<int> at = 0;
    let<Next> run;
    run = [=] {
      int now = at.value();
      at += 1;
      if (std::size_t(now) < steps.ref().size()) steps.ref()[std::size_t(now)](run.value());
    };
    run.value()();
  }
}); }
