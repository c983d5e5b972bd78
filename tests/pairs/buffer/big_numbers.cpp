#include <nodecpp/bigint.h>
#include <nodecpp/buffer.h>
#include <nodecpp/console.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto b = Buffer::alloc(16);
  console::log(b.writeBigUInt64BE(BigInt("18446744073709551615")), b.writeBigInt64LE(BigInt(-2), 8), b);
  b.writeBigUInt64LE(5);
  b.writeBigInt64BE(-5, 8);
  console::log(b, BigInt(b.readBigUInt64LE(0)), BigInt(b.readBigInt64BE(8)));
  for (auto f : Array<Function<void()>>{[=] { b.writeBigUInt64BE(BigInt("18446744073709551616")); }, [=] { b.writeBigUInt64BE(BigInt(-1)); }, [=] { b.writeBigInt64LE(BigInt("-9223372036854775809")); }}) {
    try { f(); } catch (const Error& e) { console::log(e->code, e->message); }
  }
  console::log(Buffer::from(Array<num>{1, 256, -1, 3.7}), Buffer::from(Array<double>{65.9}));
  auto length = Buffer::from({0, 2}).readUIntBE(0, 2);
  console::log(length - 5, length - 5 < 0);
}); }
