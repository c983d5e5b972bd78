#include <nodecpp/console.h>
#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
using namespace nodecpp;

class AccountObject : public Object {
 public:
  explicit AccountObject(String called) : name(called) {}
  var toJSON() const { return var::object({{"name", name}}); }
  String name, secret = "key";
};
using Account = Handle<AccountObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto account = make<Account>("Ann");
  console::log(JSON::stringify(account->toJSON()), JSON::stringify(var::object({{"account", account}, {"list", var::array({account})}})));
  console::log(JSON::stringify(Date(0)), Date(0).toJSON(), JSON::stringify(var::object({{"at", Date(NaN)}})));
  console::log(JSON::stringify(Buffer::from("ab")));
  console::log(JSON::stringify(var::object({{"a", var::object({{"toJSON", [](var key) { return "asked for " + key.toString(); }}})}})));
  console::log(JSON::stringify(var::object({{"a", var::object({{"toJSON", 5}})}})), JSON::stringify(var::object({{"gone", var::object({{"toJSON", [](var) { return var(); }}})}})));
}); }
