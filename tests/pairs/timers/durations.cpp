#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
#include <cmath>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  process::on(event::warning, [](Error warning) { console::log(warning->name, Lookup(), "\"" + warning->message.split("\n")[0] + "\\n" + warning->message.split("\n")[1] + "\""); });
  auto log = [](auto text) { return [=] { console::log(text); }; };
  setTimeout(log("overflow"), 2147483648);
  setTimeout(log("overflow again"), 1e20);
  setTimeout(log("infinite"), INFINITY);
  setTimeout(log("negative"), -5);
  setTimeout(log("negative again"), -INFINITY);
  setTimeout(log("not a number"), NAN);
  setTimeout(log("not a number again"), NAN);
  setTimeout(log("zero"), 0);
  setTimeout(log("a fraction"), 0.5);
  setTimeout(log("none"));
  let<Timeout> interval;
  interval = setInterval([=] {
    console::log("interval");
    clearInterval(interval);
  }, -1);
  auto longest = setTimeout(log("the longest"), 2147483647);
  longest->unref();
}); }
