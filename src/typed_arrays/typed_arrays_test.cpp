#include <nodecpp/array.h>
#include <nodecpp/buffer.h>
#include <nodecpp/error.h>
#include <nodecpp/set.h>
#include <nodecpp/typed_arrays.h>

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace nodecpp;

TEST_CASE("an element is a number as JavaScript's") {
  const Uint8Array bytes({200, 100, 7});
  CHECK(bytes[2] / 2 == 3.5);
  CHECK((bytes[0] << 24 | bytes[1]) == -939524096 + 100);
  CHECK(bytes[0] + bytes[1] == 300);
  CHECK(bytes[1] - bytes[0] == -100);
  int whole = bytes[2];
  whole += bytes[1];
  whole -= bytes[2];
  CHECK(whole == 100);
  std::uint32_t unsignedOne = Uint32Array({4294967295.0})[0];
  CHECK(unsignedOne == 4294967295u);
  CHECK(Uint32Array({4294967295.0})[0] + 1 == 4294967296.0);
  CHECK((Uint32Array({4294967295.0})[0] >> 0) == -1);
  CHECK(ushr(Uint32Array({4294967295.0})[0], 0) == 4294967295.0);
  CHECK(ushr(Int8Array({-1})[0], 28) == 15);
  double sum = 0;
  for (auto byte : bytes) sum += byte;
  CHECK(sum == 307);
  for (int byte : bytes) sum -= byte;
  CHECK(sum == 0);
  switch (bytes[2]) {
    case 7: break;
    default: FAIL("7 is 7");
  }
  CHECK(str(bytes[0]) == "200");
  CHECK("n: " + bytes[2] == "n: 7");
  Array<num> list;
  list.push(bytes[1]);
  CHECK(list[0] == 100);
  CHECK((bytes[2] == 7 ? bytes[0] : 0) == 200);
}

TEST_CASE("what is not there is NaN, and no integer") {
  const Uint8Array bytes({1, 2});
  CHECK(bytes[2] == undefined);
  CHECK_FALSE(bytes[1] == undefined);
  CHECK(std::isnan(double(bytes[-1])));
  CHECK(std::isnan(double(bytes[0.5])));
  CHECK((bytes[2] | 0) == 0);
  CHECK((bytes[7] & 255) == 0);
  CHECK_FALSE(bytes[2] == 0);
  CHECK_FALSE(bytes[2] > 0);
  CHECK_THROWS_WITH_AS([&] { return int(bytes[2]); }(), "RangeError: there is no element at this index of the typed array", RangeError);
  int sum = 5;
  sum += bytes[2];
  CHECK(sum == 0);  // 5 + NaN is NaN, which becomes 0 in an int
  bytes[2] = 9;
  bytes[-1] = 9;
  CHECK(bytes.join() == "1,2");
  CHECK(bytes.find([](int x) { return x > 5; }) == undefined);
  CHECK(Float64Array({NaN})[0].isUndefined() == false);
  CHECK(Float64Array({NaN}).at(1) == undefined);
  const BigInt64Array bigs({1, 2});
  CHECK(bigs[2] == undefined);
  CHECK_THROWS_AS(static_cast<void>(bigs[2] + 1), RangeError);
}

TEST_CASE("assignments convert, and give what was assigned") {
  const Uint8Array bytes(4);
  CHECK((bytes[0] = 300) == 300);
  CHECK(bytes[0] == 44);
  bytes[0] += 250;
  CHECK(bytes[0] == 38);
  CHECK(bytes[0]++ == 38);
  CHECK(++bytes[0] == 40);
  CHECK(bytes[0]-- == 40);
  bytes[1] = -1;
  bytes[2] = 3.99;
  bytes[3] = bytes[1];
  CHECK(bytes.join() == "39,255,3,255");
  bytes[2] = "17";
  bytes[3] = true;
  CHECK(bytes.join() == "39,255,17,1");
  auto kept = bytes[0];
  kept += 1000;
  CHECK(kept == 1039);
  CHECK(int(kept) == 1039);
  CHECK(bytes[0] == 39);
  bytes[1] <<= 1;
  bytes[2] ^= 0xff;
  bytes[0] >>= 2;
  CHECK(bytes.join() == "9,254,238,1");
  const Int32Array words({2147483647, -5});
  CHECK((words[0] += words[0]) == 4294967294.0);
  CHECK(words[0] == -2);
  CHECK((words[0] -= 3u) == -5);
  words[1] += words[9];
  CHECK(words[1] == 0);
  CHECK(std::isnan(double(words[9] += 1)));
  words[1] += 2.75;
  words[1] -= -1.5;
  words[0] += true;
  CHECK(words.join() == "-4,3");
  const Uint8ClampedArray clamped({250, 3});
  clamped[0] += 10;
  clamped[1] -= clamped[0];
  CHECK(clamped.join() == "255,0");
  const Uint32Array large({4294967295.0, 1});
  large[0] += large[1];
  large[1] -= 2;
  CHECK(large.join() == "0,4294967295");
  const BigUint64Array bigs(2);
  bigs[0] = -1;
  bigs[1] = 5;
  bigs[1] *= 7;
  CHECK(bigs[0] == BigInt("18446744073709551615"));
  CHECK(bigs[0] + 1 == BigInt("18446744073709551616"));
  CHECK(bigs[1]++ == 35);
  CHECK(bigs.join() == "18446744073709551615,36");
}

TEST_CASE("typed arrays are references") {
  Float64Array a({1, 2, 3});
  auto same = a;
  same[0] = 9;
  CHECK(a[0] == 9);
  CHECK(a == same);
  CHECK_FALSE(a == a.slice());
  CHECK_FALSE(a == Float64Array(a.buffer()));
  CHECK(a.buffer() == same.buffer());
  auto moved = std::move(same);
  CHECK(same.length() == 0);  // NOLINT: what was moved from is empty
  CHECK(moved == a);
  Float64Array none = undefined;
  CHECK(none.isUndefined());
  CHECK_FALSE(none);
  CHECK_THROWS_AS(static_cast<void>(none[0]), TypeError);
  CHECK_THROWS_AS(none.length(), TypeError);
  CHECK_THROWS_AS(none.fill(0), TypeError);
  Float64Array empty;
  CHECK(empty.length() == 0);
  CHECK(empty.buffer().byteLength() == 0);
  CHECK(empty.join() == "");
  Float64Array other;
  CHECK(other.fill(1) == other);
  CHECK_FALSE(other == empty);
}

TEST_CASE("a function may detach and shrink the buffer that it is called for") {
  ArrayBuffer buffer(8, {.maxByteLength = 16});
  const Uint8Array bytes(buffer);
  bytes.fill(3);
  int calls = 0, missing = 0;
  bytes.forEach([&](auto x) {
    if (++calls == 2) buffer.resize(4);
    if (x.isUndefined()) missing++;
  });
  CHECK(calls == 8);
  CHECK(missing == 4);
  CHECK(bytes.map([&](num x, int i) {
    if (i == 0) buffer.resize(2);
    return i + 1;
  }).join() == "1,2,3,4");
  CHECK(bytes.sort([&](num, num) { return static_cast<void>(buffer.resize(1)), 0; }).length() == 1);
  buffer.resize(4);
  CHECK(bytes.join() == "3,0,0,0");
  Uint8Array fixed(buffer, 0, 3);
  CHECK_THROWS_WITH_AS(fixed.forEach([&] {
    buffer.transfer();
    fixed.at(0);
  }), "TypeError: Cannot perform %TypedArray%.prototype.at on a detached ArrayBuffer", TypeError);
  CHECK(fixed.length() == 0);
  CHECK(fixed[0] == undefined);
  fixed[0] = 1;
}

TEST_CASE("arrays are made of what JavaScript makes them of") {
  CHECK(Uint8Array(Array<num>{1.5, 300}).join() == "1,44");
  CHECK(Float32Array(Set<int>{1, 2}).join() == "1,2");
  CHECK(Int16Array(std::vector<double>{1, -2.7}).join() == "1,-2");
  CHECK(Uint8ClampedArray(Float64Array({300, -5, 1.5})).join() == "255,0,2");
  CHECK(Uint8Array::from(Array<int>{1, 2}, [](int x, int i) { return x * 10 + i; }).join() == "10,21");
  CHECK(Uint8Array::from({1, 2, 3}).join() == "1,2,3");
  CHECK(Uint8Array::from({.length = 3}, [](auto, int i) { return i * i; }).join() == "0,1,4");
  CHECK(Uint8Array::of(1, 2.5, 300).join() == "1,2,44");
  CHECK(BigInt64Array::of(1, BigInt("-2")).join() == "1,-2");
  CHECK(BigUint64Array(BigInt64Array({-1})).join() == "18446744073709551615");
  CHECK(Array<>::from(Uint8Array({1, 2})).join() == "1,2");
  CHECK(Uint8Array::BYTES_PER_ELEMENT == 1);
  CHECK(BigInt64Array::BYTES_PER_ELEMENT == 8);
  CHECK_FALSE(Array<>::isArray(Uint8Array(1)));
  CHECK(ArrayBuffer::isView(Uint8Array(1)));
  CHECK(ArrayBuffer::isView(DataView(ArrayBuffer(1))));
  CHECK(ArrayBuffer::isView(Buffer::alloc(1)));
  CHECK_FALSE(ArrayBuffer::isView(ArrayBuffer(1)));
  CHECK_THROWS_WITH_AS(Uint8Array(-1), "RangeError: Invalid typed array length: -1", RangeError);
  CHECK_THROWS_WITH_AS(Float64Array(1e12), "RangeError: Array buffer allocation failed", RangeError);
  CHECK_THROWS_WITH_AS(ArrayBuffer(-1), "RangeError: Invalid array buffer length", RangeError);
  CHECK_THROWS_WITH_AS(ArrayBuffer(8, {.maxByteLength = 4}), "RangeError: Invalid array buffer max length", RangeError);
}

TEST_CASE("typed arrays have JavaScript's iterators") {
  const Uint8Array bytes({5, 6, 7});
  CHECK(bytes.values().map([](num x) { return x / 2; }).toArray().join() == "2.5,3,3.5");
  CHECK(bytes.keys().toArray().join() == "0,1,2");
  auto values = bytes.values();
  CHECK(values.next().value == 5);
  CHECK(values.drop(1).next().value == 7);
  CHECK(values.next().done);
  ArrayBuffer buffer(4);
  auto each = Uint8Array(buffer).values();
  each.next();
  buffer.transfer();
  CHECK_THROWS_WITH_AS(each.next(), "TypeError: Cannot perform Array Iterator.prototype.next on a detached ArrayBuffer", TypeError);
}

TEST_CASE("Buffers are Uint8Arrays") {
  auto buffer = Buffer::from("hello");
  Uint8Array view = buffer;
  view[0] = 'j';
  CHECK(buffer.toString() == "jello");
  auto copy = Uint8Array(buffer);
  copy[0] = 'h';
  CHECK(buffer.toString() == "jello");
  Buffer back = view;
  back[4] = 'y';
  CHECK(view.at(-1) == 'y');
  CHECK(back.bytes() == buffer.bytes());
  CHECK(buffer.buffer() == view.buffer());
  CHECK(buffer.byteOffset() == 0);
  const auto part = buffer.subarray(2, 4);
  CHECK(part.byteOffset() == 2);
  CHECK(part.byteLength() == 2);
  CHECK(part.buffer() == buffer.buffer());
  CHECK(Uint8Array(part.buffer(), part.byteOffset(), part.byteLength()).join() == "108,108");
  const ArrayBuffer bytes(8);
  const auto over = Buffer::from(bytes, 2, 4);
  over.fill(7);
  CHECK(Uint8Array(bytes).join() == "0,0,7,7,7,7,0,0");
  CHECK(over.buffer() == bytes);
  CHECK(over.byteOffset() == 2);
  CHECK_THROWS_WITH_AS(Buffer::from(bytes, 9), "RangeError: \"offset\" is outside of buffer bounds", RangeError);
  CHECK_THROWS_WITH_AS(Buffer::from(bytes, 4, 5), "RangeError: \"length\" is outside of buffer bounds", RangeError);
  CHECK(Buffer::from(bytes, 4, -5).length() == 0);
  CHECK(Buffer::from(Uint16Array({1, 300})).toString("hex") == "012c");
  CHECK(Buffer::copyBytesFrom(Uint16Array({1, 300}), 1).toString("hex") == "2c01");
  CHECK(Buffer::byteLength(Uint16Array(5)) == 10);
  CHECK(Buffer::byteLength(ArrayBuffer(5)) == 5);
  CHECK(Buffer::concat({Uint8Array({1}), Buffer::from("a")}).toString("hex") == "0161");
  CHECK(Buffer::compare(Uint8Array({1}), Uint8Array({2})) == -1);
  CHECK(buffer.equals(view));
  CHECK(buffer.indexOf(Uint8Array({'l', 'y'})) == 3);
  CHECK(Buffer::alloc(3, Uint8Array({7, 8})).toString("hex") == "070807");
  // A Buffer keeps its bytes when the ArrayBuffer is transferred away.
  auto gone = buffer.buffer();
  gone.transfer();
  CHECK(buffer.toString() == "jelly");
}

TEST_CASE("Buffers have the functions of Uint8Array") {
  const auto buffer = Buffer::from("cab");
  CHECK(buffer.map([](int x) { return x + 1; }).toString() == "dbc");
  CHECK(buffer.filter([](auto x) { return x > 97; }).toString() == "cb");
  CHECK(buffer.toSorted().join() == "97,98,99");
  CHECK(buffer.toReversed().join() == "98,97,99");
  CHECK(buffer.with(0, 300).join() == "44,97,98");
  CHECK(buffer.join("-") == "99-97-98");
  CHECK(buffer.reduce([](num sum, int x) { return sum + x; }, 0) == 294);
  CHECK(buffer.find([](int x) { return x < 98; }) == 97);
  CHECK(buffer.findLastIndex([](int x) { return x > 97; }) == 2);
  CHECK(buffer.some([](int x) { return x == 97; }));
  CHECK_FALSE(buffer.every([](int x) { return x == 97; }));
  CHECK(buffer.copyWithin(1, 0, 2).toString() == "cca");
  CHECK(buffer.reverse().toString() == "acc");
  CHECK(buffer.sort([](int a, int b) { return b - a; }).toString() == "cca");
  CHECK(buffer.sort().toString() == "acc");
  buffer.set({1, 258}, 1);
  CHECK(buffer.toString("hex") == "610102");
  buffer.set(Array<num>{7});
  CHECK(buffer.toString("hex") == "070102");
  CHECK_THROWS_WITH_AS(buffer.set({1, 2}, 2), "RangeError: offset is out of bounds", RangeError);
  CHECK_THROWS_WITH_AS(buffer.set({1}, -1), "RangeError: offset is out of bounds", RangeError);
}

TEST_CASE("an array over bytes that begin anywhere") {
  const auto text = Buffer::from("xabcdefgh12345678");
  const DataView view(text.buffer(), 1);
  CHECK(view.getFloat64(0) == text.readDoubleBE(1));
  CHECK(view.getBigUint64(0, true) == BigInt(text.readBigUInt64LE(1)));
  CHECK_THROWS_WITH_AS(Uint16Array(text.buffer(), 1), "RangeError: start offset of Uint16Array should be a multiple of 2", RangeError);
}
