#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto log = [](auto text) { return [=] { console::log(text); }; };
  auto t = setTimeout(log("t"), 5);
  console::log(t->hasRef(), t->unref() == t, t->hasRef(), t->ref() == t, t->hasRef());
  console::log(t->refresh() == t, t->ref()->ref()->unref()->ref()->hasRef());
  auto closed = setTimeout(log("closed"), 1);
  console::log(closed->close() == closed, closed->hasRef());
  closed->refresh();
  closed->ref();
  auto immediate = setImmediate(log("immediate"));
  console::log(immediate->hasRef(), immediate->unref() == immediate, immediate->hasRef(), immediate->ref() == immediate);
  auto unrefed = setImmediate(log("an unrefed immediate, in a round that is run anyway"));
  unrefed->unref();
  auto cleared = setImmediate(log("cleared"));
  clearImmediate(cleared);
  clearImmediate(cleared);
  clearImmediate({});
  clearTimeout(Timeout());
  clearInterval(Timeout());
  double id = +setTimeout(log("cleared by its number"), 1);
  console::log("number", id > 0);
  clearTimeout(id);
  clearTimeout(id);
  clearTimeout(987654321);
  auto interval = setInterval(log("an interval cleared by clearTimeout"), 1);
  clearTimeout(interval);
  auto timeout = setTimeout(log("a timeout cleared by clearInterval"), 1);
  clearInterval(timeout);
  let<int> count = 0;
  let<Timeout> refreshed;
  refreshed = setTimeout([=] {
    console::log("refreshed", ++count);
    if (count < 3) refreshed->refresh();
  }, 3);
  setTimeout([=] { console::log(refreshed->hasRef(), t->hasRef(), closed->hasRef(), immediate->hasRef()); }, 40);
  setTimeout(log("never"), 100000)->unref();
}); }
