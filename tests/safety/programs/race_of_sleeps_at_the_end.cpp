// right: the program ends while functions sleep that were started together: the first of them that ends takes the others along
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
