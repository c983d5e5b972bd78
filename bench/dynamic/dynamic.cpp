// The program that bench/dynamic.js counts: `dynamic KIND NAME TIMES` does one small operation TIMES times, with the
// library's own type for the value (own), with a var instead (var), or with an empty loop (none).
#include <nodecpp/chunk.h>
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/querystring.h>
#include <nodecpp/stream.h>
#include <nodecpp/util.h>
#include <nodecpp/value.h>

using namespace nodecpp;

namespace {

template <class T>
[[gnu::always_inline]] void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

// A value of a header or of a query string: it is made of a text, copied, compared, and converted to a text.
template <class V>
[[gnu::noinline]] void text(const String& from) {
  V value = from;
  V copy = value;
  if (copy == "nothing") return;
  String out = copy;
  keep(out);
}
// A missing value, which is the most frequent result of a look-up.
template <class V>
[[gnu::noinline]] void nothing() {
  V value = undefined;
  keep(value);
  if (value) return;
  V copy = value;
  keep(copy);
}
// A chunk of a stream: it is made of bytes, moved, asked for its size, and converted to bytes.
[[gnu::noinline]] void chunkOwn(const Buffer& from) {
  stream::Chunk chunk = from;
  stream::Chunk queued = std::move(chunk);
  if (queued.size() == 0) return;
  Buffer out = queued.toBuffer();
  keep(out);
}
[[gnu::noinline]] void chunkVar(const Buffer& from) {
  var chunk = from;
  var queued = std::move(chunk);
  if (queued.length() == 0) return;
  Buffer out = queued.buffer();
  keep(out);
}
// An object as util::inspect shows it, with a name in front and a text without quotes. A var could not represent these.
[[gnu::noinline]] void shownOwn() {
  util::Value out = util::Value::of(util::Value::Kind::object);
  out.set("host", "example.com");
  out.set("port", 80);
  out.set("open", true);
  keep(out);
}
[[gnu::noinline]] void shownVar() {
  var out = var::object();
  out.set("host", "example.com");
  out.set("port", 80);
  out.set("open", true);
  keep(out);
}
// A query string with three keys: it is made, and one of its values is read.
[[gnu::noinline]] void queryOwn() {
  querystring::ParsedUrlQuery query;
  query.set("user", "ann"), query.set("page", "3"), query.set("q", "some words");
  String user = query["user"];
  keep(user);
}
[[gnu::noinline]] void queryVar() {
  var query = var::object();
  query.set("user", "ann"), query.set("page", "3"), query.set("q", "some words");
  String user = query["user"];
  keep(user);
}

template <class F>
void repeat(double times, F f) {
  for (double i = 0; i < times; ++i) {
    f();
    asm volatile("" ::: "memory");
  }
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv, [] {
  const String kind = process::argv[2], name = process::argv[3];
  const double times = Number(process::argv[4]);
  if (kind == "sizes") {
    console::log(JSON::stringify(var::object({{"Lookup", sizeof(Lookup)}, {"util::Value", sizeof(util::Value)},
                                              {"stream::Chunk", sizeof(stream::Chunk)}, {"var", sizeof(var)}})));
    return;
  }
  const bool own = kind == "own";
  const String shortText = "text/html", longText = String("a text that has its bytes in a block of its own").repeat(2);
  const Buffer bytes = Buffer::alloc(100);
  if (kind == "none") repeat(times, [] {});
  else if (name == "text") own ? repeat(times, [&] { text<Lookup>(shortText); }) : repeat(times, [&] { text<var>(shortText); });
  else if (name == "longText") own ? repeat(times, [&] { text<Lookup>(longText); }) : repeat(times, [&] { text<var>(longText); });
  else if (name == "nothing") own ? repeat(times, nothing<Lookup>) : repeat(times, nothing<var>);
  else if (name == "chunk") own ? repeat(times, [&] { chunkOwn(bytes); }) : repeat(times, [&] { chunkVar(bytes); });
  else if (name == "shown") own ? repeat(times, shownOwn) : repeat(times, shownVar);
  else if (name == "query") own ? repeat(times, queryOwn) : repeat(times, queryVar);
}); }
