// Parses query strings and counts their values. Written with var instead of static types.
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/querystring.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  var queries = var::array();
  for (var i = 0; i < 500; i++) queries.push(format("user=u{}&page={}&q=some+words%20and%20more&tag=a&tag=b{}", i % 37, i, i % 5));

  bench::measure([=] {
    Map<var, var> users;
    var pages = 0;
    var letters = 0;
    for (var query : queries) {
      var asked = querystring::parse(String(query));
      users.set(asked["user"], users.get(asked["user"]).orElse(0) + 1);
      pages += Number(asked["page"]);
      letters += asked["q"].length() + asked["tag"].length();
    }
    return format("{} {} {} {}", users.size(), users.get("u3"), pages, letters);
  });
}); }
