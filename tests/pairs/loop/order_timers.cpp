#include <nodecpp/console.h>
#include <nodecpp/process.h>
#include <vector>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<std::vector<String>> names;
  struct Entry { const char* name; int ms; };
  for (auto [name, ms] : {Entry{"a", 30}, {"b", 10}, {"c", 20}, {"d", 10}, {"e", 0}, {"f", 1}, {"g", -5}, {"h", 30}}) {
    setTimeout([=] { names->push_back(name); }, ms);
  }
  auto cancelled = setTimeout([=] { names->push_back("cancelled"); }, 15);
  setTimeout([=] { clearTimeout(cancelled); }, 5);
  auto unreferenced = setTimeout([=] { names->push_back("unreferenced"); }, 100000);
  unreferenced->unref();
  let<int> turns = 0;
  let<Timeout> interval;
  interval = setInterval([=] {
    names->push_back(str("interval ") + ++turns);
    if (turns == 2) clearInterval(interval);
  }, 60);
  auto refreshed = setTimeout([=] { names->push_back("refreshed"); }, 40);
  setTimeout([=] { refreshed->refresh(); }, 20);
  process::on(event::exit, [=] {
    String joined = names.ref()[0];
    for (std::size_t i = 1; i < names->size(); i++) joined = joined + ", " + names.ref()[i];
    console::log(joined, unreferenced->hasRef(), interval->hasRef());
  });
}); }
