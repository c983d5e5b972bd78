#include <doctest/doctest.h>
#include <nodecpp/blob.h>
#include <nodecpp/typed_arrays.h>
#include <nodecpp/url.h>

#include <string>

#include "support/sim_loop.h"

using namespace nodecpp;

namespace {

// Runs a coroutine as a program, to its end.
template <class F>
void runAsync(F f) {
  bool isDone = false;
  tests::program([&] { f().then([&] { isDone = true; }); });
  CHECK(isDone);
}

// A source that counts how often it is read.
class Counted final : public detail::BlobSource {
 public:
  Promise<Buffer> read(double offset, std::size_t size) override {
    ++reads;
    if (offset >= 1000) return Promise<>::reject<Buffer>(detail::notReadable());
    return Promise<Buffer>::resolve(Buffer::alloc(double(size), int('a') + int(offset)));
  }
  int reads = 0;
};

}  // namespace

TEST_CASE("slices and Blobs of Blobs share the bytes") {
  runAsync([]() -> Promise<> {
    const Buffer bytes = Buffer::from("hello world");
    auto whole = make<Blob>(bytes, String("a/b"));
    CHECK(bytes.isShared());
    auto around = make<Blob>({"<", whole->slice(6), ">"});
    detail::BlobReader reader(around);
    CHECK((co_await reader.next()).toString() == "<");
    const Buffer shared = co_await reader.next();
    CHECK(shared.bytes() == bytes.bytes() + 6);
    CHECK(shared.size() == 5);
    CHECK((co_await reader.next()).toString() == ">");
    CHECK((co_await reader.next()).empty());
    CHECK((co_await reader.next()).empty());
  });
}

TEST_CASE("the bytes of a Blob do not change with the Buffer that it was made of") {
  runAsync([]() -> Promise<> {
    Buffer bytes = Buffer::from("abc");
    auto blob = make<Blob>({bytes, Uint8Array({100})});
    bytes[0] = 'x';
    CHECK(co_await blob->text() == "abcd");
    ArrayBuffer copy = co_await blob->arrayBuffer();
    Uint8Array bytesOfCopy(copy);
    bytesOfCopy[0] = 'y';
    CHECK(co_await blob->text() == "abcd");
  });
}

TEST_CASE("a Blob may be appended to as often as a program likes") {
  runAsync([]() -> Promise<> {
    auto blob = make<Blob>({});
    std::string expected;
    for (int i = 0; i < 20000; ++i) {
      blob = make<Blob>({blob, str(i % 10)});
      expected += char('0' + i % 10);
    }
    CHECK(blob->size() == 20000);
    CHECK(co_await blob->text() == expected);
    CHECK(co_await blob->slice(-3)->text() == "789");
    CHECK(co_await blob->slice(1, 4)->text() == "123");
  });
}

TEST_CASE("a Blob of many parts finds the bytes of a slice without a search through all parts") {
  runAsync([]() -> Promise<> {
    Array<String> parts;
    for (int i = 0; i < 100000; ++i) parts.push("0123456789");
    auto blob = make<Blob>(parts);
    for (int i = 0; i < 20000; ++i) {
      const int from = 999900 + i % 90;
      const String expected = str(from % 10) + str((from + 1) % 10);
      CHECK(co_await blob->slice(from, from + 2)->text() == expected);
    }
  });
}

TEST_CASE("a source is read only for the bytes that are asked for") {
  runAsync([]() -> Promise<> {
    auto source = make<Counted>();
    auto blob = make<Blob>(Handle<detail::BlobSource>(source), 2000.0, String());
    auto part = blob->slice(3, 9);
    CHECK(source->reads == 0);
    CHECK(co_await part->text() == "dddddd");
    CHECK(source->reads == 1);
    detail::BlobReader reader(part);
    CHECK((co_await reader.next(4)).toString() == "dddd");
    CHECK((co_await reader.next(4)).toString() == "hh");
    CHECK((co_await reader.next(4)).empty());
    CHECK(source->reads == 3);
    String caught;
    try {
      co_await blob->slice(1500)->bytes();
    } catch (const Error& error) {
      caught = error.toString();
    }
    CHECK(caught == "NotReadableError: The blob could not be read");
  });
}

TEST_CASE("the URLs of Blobs end with the program") {
  String url;
  tests::program([&] {
    url = URL::createObjectURL(make<Blob>({"x"}));
    CHECK(buffer::resolveObjectURL(url)->size() == 1);
  });
  tests::program([&] { CHECK_FALSE(buffer::resolveObjectURL(url)); });
}
