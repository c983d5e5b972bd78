#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/let.h>
#include <nodecpp/math.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/timers.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  let<num> delay = 1, at = 1, factor = 2.5;
  Array<num> list = {10, 20, 30}; auto bytes = Buffer::alloc(6);
  auto next = [=] { at += 1; };
  setTimeout([=] {
    delay *= 3;
    setTimeout([=] { console::log("later", delay); }, delay);
  }, delay);
  console::log(list[at], str("abc").slice(at), list.slice(at), list.at(at), str("abc").charAt(at), str("x").repeat(at), bytes.subarray(at).length());
  next();
  console::log(at * factor, factor / at | 0, 1 << at, -factor, at < factor, at == 2, list[0] + factor, factor % at, Math::floor(factor), factor->toFixed(2));
  bytes[0] = factor;
  bytes[1] = at;
  bytes[2] |= 1 << (at & 7);
  bytes[3] += factor * 2 + 0.6;
  bytes[4] -= at;
  bytes[5] = num(300.7);
  bytes[5] ^= at;
  console::log(bytes, bytes.writeUInt16BE(at, at), bytes.readUInt8(at));
}); }
