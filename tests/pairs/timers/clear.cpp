#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto log = [](auto text) { return [=] { console::log(text); }; };
  auto busy = [](double ms) {
    auto start = process::hrtime.bigint();
    while (process::hrtime.bigint() < start + ms * 1e6);
  };
  let<Timeout> second, third; let<Immediate> immediate2;
  setTimeout([=] {
    console::log("first");
    clearTimeout(second);
    third->refresh();
  }, 2);
  second = setTimeout(log("second"), 2);
  third = setTimeout(log("third"), 2);
  setTimeout(log("fourth"), 2);
  busy(6);
  setTimeout([] {
    let<Timeout> own;
    own = setTimeout([=] {
      clearTimeout(own);
      console::log("cleared itself");
      own->refresh();
    }, 1);
    let<Timeout> interval;
    interval = setInterval([=] {
      console::log("interval");
      interval->close();
      interval->refresh();
    }, 1);
  }, 20);
  setTimeout([=] {
    setImmediate([=] {
      console::log("immediate 1");
      clearImmediate(immediate2);
      setImmediate(log("immediate 4"));
    });
    immediate2 = setImmediate(log("immediate 2"));
    setImmediate(log("immediate 3"));
  }, 40);
  setTimeout([=] {
    auto unrefed = setInterval(log("never"), 1000);
    unrefed->unref();
    auto again = setTimeout([] { console::log("referenced again"); }, 5);
    again->unref();
    again->ref();
  }, 60);
}); }
