// right: the program ends while functions of all() sleep: the first one that ends also ends the others
// > end
#include <nodecpp/concurrency.h>
#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto work = [](int ms) -> Promise<> { co_await sleep(ms); };
  all([=] { return work(1000); }, [=] { return work(500); }, [=] { return work(500); });
  setTimeout([] {
    console::log("end");
    process::exit();
  }, 5);
}); }
