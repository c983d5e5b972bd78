// Computes unions, intersections and differences of sets of numbers and of texts. Written with var instead of static
// types.
#include <nodecpp/set.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    Set<var> evens;
    Set<var> thirds;
    for (var i = 0; i < 5000; i++) {
      if (i % 2 == 0) evens.add(i);
      if (i % 3 == 0) thirds.add(i);
    }
    auto both = evens.intersection(thirds);
    auto any = evens.union_(thirds);
    auto only = evens.difference(thirds);
    Set<var> names;
    for (var n : any) names.add("n" + str(n % 700));
    for (var name : names) if (name.endsWith("7")) names.delete_(name);
    var sum = 0;
    for (var n : only) sum += n;
    return format("{} {} {} {} {} {}", both.size(), any.size(), only.size(), names.size(), sum, names.has("n8"));
  });
}); }
