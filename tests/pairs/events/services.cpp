#include <nodecpp/abort_controller.h>
#include <nodecpp/console.h>
#include <nodecpp/event_target.h>
#include <nodecpp/json.h>
#include <nodecpp/map.h>
#include <nodecpp/process.h>
#include <nodecpp/promise.h>
#include <nodecpp/text_encoding.h>
#include <nodecpp/timers.h>
#include <nodecpp/typed_arrays.h>
using namespace nodecpp;

class JobsObject : public EventTargetObject {
 public:
  Map<int, String> open;
  int next = 1;
  Promise<String> start(String name, AbortSignal signal) {
    int id = next++;
    open.set(id, name);
    dispatchEvent(make<CustomEvent<var>>("start", {.detail = var::object({{"id", id}, {"name", name}})}));
    auto self = Handle<JobsObject>(this);
    return Promise<String>([=](auto resolve, auto reject) {
      auto end = [=] {
        self->open.delete_(id);
        self->dispatchEvent(make<CustomEvent<var>>("end", {.detail = var::object({{"id", id}, {"name", name}, {"aborted", signal->aborted()}})}));
      };
      let<Timeout> timer;
      auto abort = listener([=] {
        clearTimeout(timer);
        end();
        reject(signal->reason());
      });
      timer = setTimeout([=] {
        signal->removeEventListener("abort", abort);
        end();
        resolve(name + " done");
      }, 10);
      if (signal->aborted()) abort();
      else signal->addEventListener("abort", abort, {.once = true});
    });
  }
};
using Jobs = Handle<JobsObject>;

Promise<> main_() {
  auto jobs = make<Jobs>();
  Array<String> log;
  auto off = make<AbortController>();
  jobs->addEventListener("start", [=](CustomEvent<var> event) { log.push(format("{} {} {}", event->type, event->detail["id"], event->detail["name"])); }, {.signal = off->signal()});
  jobs->addEventListener("end", [=](CustomEvent<var> event) { log.push(format("{} {} {}", event->type, event->detail["id"], event->detail["aborted"])); });
  jobs->addEventListener("start", [=] { log.push("first one"); }, {.once = true});
  console::log(co_await jobs->start("plain", make<AbortController>()->signal()));
  off->abort();
  auto user = make<AbortController>();
  auto any = AbortSignal::any({user->signal(), AbortSignal::timeout(1000)});
  auto late = jobs->start("by the user", any);
  setTimeout([=] { user->abort(Error("cancelled by the user")); }, 1);
  try {
    co_await late;
  } catch (const Error& error) {
    console::log(error->name, error->message, any->aborted(), any->reason() == error);
  }
  for (auto signal : Array<AbortSignal>{AbortSignal::timeout(1), AbortSignal::any({AbortSignal::timeout(2), user->signal()}), AbortSignal::abort(), AbortSignal::any({})}) {
    try {
      console::log(co_await jobs->start("job", signal));
    } catch (const Error& error) {
      console::log(error->name, error->message, error->code == undefined ? var(undefined) : var(var(error->code).toNumber()));
    }
  }
  console::log(log, jobs->open.size());
  try {
    user->signal()->throwIfAborted();
  } catch (const Error& error) {
    console::log(error->message);
  }

  auto bytes = make<TextEncoder>()->encode(std::string_view("zażółć gęślą jaźń 🐢 \0 end", 37));
  for (int size : {1, 2, 3, 5}) {
    auto decoder = make<TextDecoder>();
    String text = "";
    for (int i = 0; i < bytes.length(); i += size) text += decoder->decode(bytes.subarray(i, i + size), {.stream = true});
    text += decoder->decode();
    console::log(size, text);
  }
  auto fatal = make<TextDecoder>("utf-8", TextDecoderOptions{.fatal = true, .ignoreBOM = true});
  for (auto part : Array<Array<int>>{{0xef, 0xbb, 0xbf, 0x61}, {0xc3}, {0xff}, {0x62}}) {
    try {
      console::log(JSON::stringify(fatal->decode(Uint8Array(part), {.stream = true})));
    } catch (const Error& error) {
      console::log(error->name, error->code, error->message);
    }
  }
  console::log(make<TextDecoder>("utf-16le")->decode(Uint8Array({0x7a, 0, 0x3d, 0xd8, 0x22, 0xdc})), make<TextDecoder>("windows-1250")->decode(Uint8Array({0xbf, 0xf3, 0xb3, 0x77})), make<TextDecoder>("latin1")->encoding());
  console::log(make<TextEncoder>()->encodeInto("żółw", Uint8Array(5)));
  try {
    make<TextDecoder>("nonsense");
  } catch (const Error& error) {
    console::log(error->name, error->code, error->message);
  }
}

int main(int argc, char** argv) { return run(argc, argv, [] {
  (void)main_();
}); }
