// Iterates over a map that is ordered by address, so its output cannot be replayed.
#include <nodecpp/console.h>
#include <nodecpp/events.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>

#include <map>
#include <vector>

using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  setTimeout([] {
    std::vector<EventEmitter> emitters;
    std::map<const void*, int> numbers;
    for (int i = 0; i < 8; ++i) {
      emitters.push_back(make<EventEmitter>());
      numbers[emitters.back().get()] = i;
    }
    String line = "in order:";
    for (const auto& [emitter, number] : numbers) line += " " + str(number);
    console::log(line);
  }, 1);
}); }
