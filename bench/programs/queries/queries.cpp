// Parses query strings and counts their values.
#include <nodecpp/map.h>
#include <nodecpp/number.h>
#include <nodecpp/querystring.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Array<String> queries;
  for (int i = 0; i < 500; i++) queries.push(format("user=u{}&page={}&q=some+words%20and%20more&tag=a&tag=b{}", i % 37, i, i % 5));

  bench::measure([=] {
    Map<String, int> users;
    num pages = 0;
    num letters = 0;
    for (auto query : queries) {
      auto asked = querystring::parse(query);
      users.set(asked["user"].toString(), users.get(asked["user"].toString(), 0) + 1);
      pages += Number(asked["page"]);
      letters += asked["q"].length() + asked["tag"].length();
    }
    return format("{} {} {} {}", users.size(), users.get("u3"), pages, letters);
  });
}); }
