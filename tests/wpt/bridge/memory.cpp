// Memory that both sides share: each ArrayBuffer has a twin on the other side, and messages say what has changed.
#include "memory.h"

namespace wpt {
namespace {

// An ArrayBuffer with the number of its twin.
struct Twin {
  double number = 0;
  ArrayBuffer buffer;
  bool isTold = false;
  Buffer known;  // the bytes that both sides know, when it was told
  stream::web::ReadableStreamBYOBRequest request;
  bool gone = false;  // detached, and both sides know
};
perThread<Array<let<Twin>>> twins;
perThread<bool> shares;
perThread<double> last;  // numbers of this side are odd

let<Twin> twinOf(double number) {
  for (const auto& twin : twins.value())
    if (twin.value().number == number) return twin;
  let<Twin> made = Twin();
  made.ref().number = number;
  twins->push(made);
  return made;
}

bool isGone(const Twin& twin) {
  // A request's view is a Buffer, which is empty after the answer; JavaScript's is detached then.
  return twin.buffer.detached() || (twin.request && twin.request->view().length() == 0);
}

}  // namespace

bool sharesMemory() { return shares.value(); }

ArrayBuffer memoryOf(const var& number) { return twinOf(number.toNumber()).value().buffer; }

double memoryNumber(const ArrayBuffer& buffer) {
  for (const auto& twin : twins.value())
    if (!twin.value().gone && twin.value().buffer.identity() == buffer.identity()) return twin.value().number;
  last = last.value() + 2;
  const double number = last.value() - 1;
  twinOf(number).ref().buffer = buffer;
  return number;
}

var toldBytes(const Buffer& bytes, const stream::web::ReadableStreamBYOBRequest& request) {
  // A Buffer knows its block and not its ArrayBuffer. The one of the twins that has this block is it.
  ArrayBuffer memory;
  for (const auto& twin : twins.value()) {
    const auto* store = twin.value().buffer.store();
    if (!isGone(twin.value()) && store->block && store->block == bytes.block()) memory = twin.value().buffer;
  }
  if (!memory) memory = bytes.buffer();
  const double number = memoryNumber(memory);
  if (request) twinOf(number).ref().request = request;
  return var::object({{"view", "Uint8Array"},
                      {"memory", number},
                      {"offset", double(bytes.bytes() - memory.store()->data)},
                      {"length", double(bytes.length())}});
}

var memoryChanges() {
  var list = var::array();
  if (!shares.value()) return list;
  for (const auto& cell : twins.value()) {
    Twin& twin = cell.ref();
    if (twin.gone) continue;
    twin.gone = isGone(twin);
    if (twin.gone) {
      list.push(var::array({twin.number, nullptr}));
      twin.request = nullptr;
      continue;
    }
    const Buffer now = Buffer::from(twin.buffer);
    if (twin.isTold && now.equals(twin.known)) continue;
    twin.isTold = true;
    twin.known = Buffer::copyBytesFrom(now);
    list.push(var::array({twin.number, now.toString("base64")}));
  }
  return list;
}

void changeMemory(const var& list) {
  for (const var& change : list) {
    const let<Twin> cell = twinOf(change[0].toNumber());
    Twin& twin = cell.ref();
    if (change[1].isNull()) {
      if (!twin.buffer) twin.buffer = ArrayBuffer(0.0);
      if (!twin.buffer.detached()) static_cast<void>(twin.buffer.transfer());
      twin.gone = true;
      continue;
    }
    twin.isTold = true;
    twin.known = Buffer::from(change[1].toString(), "base64");
    if (!twin.buffer) twin.buffer = ArrayBuffer(double(twin.known.length()));
    Buffer::from(twin.buffer).set(twin.known);
  }
}

void defineMemory() {
  define("shareMemory", [](Array<var>) -> var {
    shares = true;
    return undefined;
  });
}

}  // namespace wpt
