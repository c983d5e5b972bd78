#include <nodecpp/console.h>
#include <nodecpp/fs.h>
#include <nodecpp/process.h>
using namespace nodecpp;

// Reads or writes a file one record at a time, and prints the time that it took. This version uses coroutines, the
// JavaScript version callbacks.
//   records read FILE RECORD
//   records write FILE BYTES RECORD

void report(String op, double record, double bytes, std::uint64_t start) {
  double seconds = double(process::hrtime.bigint() - start) / 1e9;
  console::log(format(R"({{"op":"{}","record":{},"bytes":{},"seconds":{}}})", op, record, bytes, seconds));
}

Promise<> read(String path, double record) {
  auto start = process::hrtime.bigint();
  auto buf = Buffer::alloc(record);
  std::size_t bytes = 0;
  auto s = co_await fs::openInStream(path);
  while (auto size = co_await s->readBuf(buf)) {
    bytes += size;
  }
  co_await s->close();
  report("read", record, double(bytes), start);
}

Promise<> write(String path, double bytes, double record) {
  auto start = process::hrtime.bigint();
  auto buf = Buffer::alloc(record, "0123456789abcdef\n");
  auto left = bytes;
  auto s = co_await fs::openOutStream(path);
  while (left >= record) {
    left -= record;
    co_await s->writeBuf(buf);
  }
  co_await s->writeBuf(buf.subarray(0, left));
  co_await s->close();
  report("write", record, bytes, start);
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto op = process::argv[2];
  auto path = process::argv[3];
  auto record = process::argv[op == "write" ? 5 : 4].toNumber();
  if (!(record >= 1)) throw RangeError("RECORD is a size in bytes");
  if (op == "read") (void)read(path, record);
  if (op == "write") (void)write(path, process::argv[4].toNumber(), record);
}); }
