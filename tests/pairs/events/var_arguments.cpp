// Arguments and parameters of events that are vars, where the other side has types.
#include <nodecpp/number.h>
#include <nodecpp/events.h>
#include <nodecpp/child_process.h>
#include <nodecpp/process.h>
#include <nodecpp/stream.h>
#include <nodecpp/var.h>
#include <nodecpp/console.h>
using namespace nodecpp;
class JobObject : public EventEmitterObject { public: num id; JobObject(num id) : id(id) {} };
using Job = Handle<JobObject>;
int main(int argc, char** argv) { return run(argc, argv, [] {
  auto e = make<EventEmitter>();
  var o = var::object({{"name", "ann"}, {"age", 41}, {"admin", true}, {"none", nullptr}, {"bytes", Buffer::from("xy")}, {"when", Date(0)}});
  e->on("user", [](String name, num age, bool admin) { console::log(name, age, admin); });
  e->emit("user", o["name"], o["age"], o["admin"]);
  e->emit("user", "bob", 3, false);
  e->on("bytes", [](Buffer bytes) { console::log(bytes); });
  e->emit("bytes", o["bytes"]);
  e->on("when", [](Date when) { console::log(when.toISOString()); });
  e->emit("when", o["when"]);
  e->on("failed", [](Error error) { console::log(error->message); });
  var box = var::object({{"error", TypeError("bad")}});
  e->emit("failed", box["error"]);
  e->on("whole", [](var a, var b) { console::log(a, b); });
  e->emit("whole", 2.75, true);
  e->on("job", [](Job job) { console::log(job->id); });
  e->emit("job", make<JobObject>(7));
  e->on("anything", [](var job) { console::log(job.typeOf()); });
  e->emit("anything", make<JobObject>(8));
  stream::Readable::from(Array<var>{var::object({{"n", 1}}), var::object({{"n", 2}})})->on("data", [](var row) { console::log(row["n"]); })->on("end", [] { console::log("end"); });
  auto child = child_process::spawn("sh", {"-c", "exit 3"});
  child->on("exit", [](int code, String signal) { console::log("exit", code, signal); });
  child->on("close", [](var code, var signal) {
    console::log("close", code, signal);
    auto killed = child_process::spawn("sleep", {"5"});
    killed->on("exit", [](var code, String signal) { console::log("exit", code, signal); });
    killed->on("close", [](var code) { console::log("close", code == nullptr); });
    killed->kill();
  });
  process::on("exit", [](var code) { console::log("process", code); });
}); }
