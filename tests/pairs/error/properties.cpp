#include <nodecpp/console.h>
#include <nodecpp/error.h>
#include <nodecpp/json.h>
#include <nodecpp/process.h>
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  Error::stackTraceLimit = 0;
  auto error = RangeError("bad item");
  error->set("status", 422);
  error->set("retryable", false);
  error->set("details", var::array({var::object({{"field", "name"}, {"message", "is required"}}), var::object({{"field", "price"}, {"allowed", var::array({1, 2})}})}));
  error->set("retryable", true);
  auto caught = [=] {
    try {
      throw error;
    } catch (const Error& error) {
      return Error(error);
    }
  }();
  console::log(JSON::stringify(var::object({{"status", caught->get("status")}, {"details", caught->get<var>("details")}})), caught->get<bool>("retryable"), caught->get("missing"));
  console::log(caught->get<var>("details")[1]["allowed"].length(), caught->get<var>("status") || 500);
  auto plain = Error("plain");
  plain->code = "E_PLAIN";
  plain->set("info", var::object({{"tries", 3}}));
  console::log(plain);
  var list = var::array({"a", "b"});
  Array<var> all = {plain->get<var>("info")};
  for (auto each : Array<String>::from(list)) all.push(each);
  console::log(all);
}); }
