// Computes unions, intersections and differences of sets of numbers and of texts.
#include <nodecpp/number.h>
#include <nodecpp/set.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Set<num> evens;
    Set<num> thirds;
    for (num i = 0; i < 5000; i++) {
      if (i % 2 == 0) evens.add(i);
      if (i % 3 == 0) thirds.add(i);
    }
    auto both = evens.intersection(thirds);
    auto any = evens.union_(thirds);
    auto only = evens.difference(thirds);
    Set<String> names;
    for (auto n : any) names.add("n" + str(n % 700));
    for (auto name : names) if (name.endsWith("7")) names.delete_(name);
    num sum = 0;
    for (auto n : only) sum += n;
    return format("{} {} {} {} {} {}", both.size(), any.size(), only.size(), names.size(), sum, names.has("n8"));
  });
}); }
