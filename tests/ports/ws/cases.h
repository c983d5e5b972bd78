// Runs the cases on the port of the receiver of ws in the same way as cases.js runs them on the original.
#pragma once

#include "receiver.h"

#include <nodecpp/array.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/timers/promises.h>

namespace ws {

// An extension of the tests that replaces zlib: it flips each bit, at once, later or with an error.
class FlipObject : public PerMessageDeflateObject {
 public:
  String manner;
  explicit FlipObject(String manner) : manner(manner) {}
  void decompress(Buffer data, bool fin, Function<void(Error, Buffer)> callback) override {
    auto out = Buffer::from(data);
    for (int i = 0; i < out.length(); i++) out[i] ^= 255;
    if (manner == "now") callback(nullptr, out);
    else if (manner == "later") setImmediate([=] { callback(nullptr, out); });
    else if (manner == "tick") process::nextTick([=] { callback(nullptr, out); });
    else setImmediate([=] { auto error = Error("not inflated"); error->code = "Z_DATA_ERROR"; callback(error, Buffer()); });
  }
};

inline var shown(var data) {
  if (data.isBuffer()) return data.buffer().toString("hex");
  if (data.is<ArrayBuffer>()) return "ArrayBuffer " + Buffer::from(data.as<ArrayBuffer>()).toString("hex");
  return data.map([](var each) { return shown(each); });
}

inline Promise<var> answer(var one) {
  var out = var::array();
  auto options = one["options"];
  ReceiverOptions all;
  if (options.has("allowSynchronousEvents")) all.allowSynchronousEvents = bool(options["allowSynchronousEvents"]);
  if (options["binaryType"]) all.binaryType = options["binaryType"];
  all.isServer = bool(options["isServer"]);
  if (options["maxPayload"]) all.maxPayload = num(options["maxPayload"]);
  all.skipUTF8Validation = bool(options["skipUTF8Validation"]);
  if (options["deflate"]) all.extensions.set(PerMessageDeflateObject::extensionName, make<Handle<FlipObject>>(options["deflate"]));
  auto receiver = make<Receiver>(all);
  var chunks = one["chunks"];
  // `meddle` is called by listeners, and changes the receiver that called the listener. A stream drops its listeners
  // after `close` (docs/stream.md), so events after that are not compared.
  let<bool> closed = false;
  let<int> calls = 0;
  auto meddle = [=](Receiver receiver) {
    if (calls++ != one["at"]) return;
    auto what = one["meddle"];
    if (what == "destroy") receiver->destroy();
    if (what == "fail") receiver->destroy(Error("enough"));
    if (what == "end") receiver->end();
    if (what == "write") receiver->write(Buffer::from(String(chunks[0]), "hex"), [=](Error error) { out.push("late " + (error ? error->message : "written")); });
    if (what == "off") receiver->removeAllListeners("message");
    if (what == "once") receiver->once(ReceiverObject::message, [=](var data) { out.push(var::array({"once", shown(data)})); });
    if (what == "cork") { receiver->cork(); setImmediate([=] { receiver->uncork(); }); }
    if (what == "throw") throw Error("thrown by a listener");
  };
  receiver->on(ReceiverObject::message, [=](var data, bool binary) {
    if (closed) return;
    out.push(var::array({"message", shown(data), binary}));
    meddle(receiver);
  });
  receiver->on(ReceiverObject::ping, [=](Buffer data) {
    if (closed) return;
    out.push(var::array({"ping", shown(data)}));
    meddle(receiver);
  });
  receiver->on(ReceiverObject::pong, [=](Buffer data) {
    if (closed) return;
    out.push(var::array({"pong", shown(data)}));
    meddle(receiver);
  });
  receiver->on(ReceiverObject::conclude, [=](int code, Buffer reason) {
    if (closed) return;
    out.push(var::array({"conclude", code, shown(reason)}));
    meddle(receiver);
  });
  receiver->on(event::error, [=](Error error) { out.push(var::array({"error", error->name, error->message, error->code || "", error->get("status-code")})); });
  receiver->on(event::drain, [=] { out.push("drain"); });
  receiver->on(event::finish, [=] { out.push("finish"); });
  receiver->on(event::close, [=] { closed = true; });
  receiver->on(event::close, [=] { out.push("close"); });
  for (int i = 0; i < chunks.length(); i++) {
    if (one["pace"]) co_await timers::promises::setImmediate();
    try {
      receiver->write(Buffer::from(String(chunks[i]), "hex"), [=](Error error) { out.push(var::array({i, error ? error->message : "written"})); });
    } catch (const Error& error) {
      out.push("caught " + error->message);
    }
  }
  if (one["end"]) receiver->end();
  for (int i = 0; i < one["turns"]; i++) co_await timers::promises::setImmediate();
  co_return out;
}

}  // namespace ws
