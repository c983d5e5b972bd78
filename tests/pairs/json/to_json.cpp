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

class Place : public Object {
 public:
  String toJSON(String key) const { return "at " + key; }
};

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto account = make<Account>("Ann");
  console::log(JSON::stringify(account->toJSON()), JSON::stringify(var::object({{"account", account}, {"list", var::array({account})}})));
  console::log(JSON::stringify(Date(0)), Date(0).toJSON(), JSON::stringify(var::object({{"at", Date(NaN)}})));
  console::log(JSON::stringify(Buffer::from("ab")));
  console::log(JSON::stringify(var::object({{"a", var::object({{"toJSON", [](var key) { return "asked for " + key.toString(); }}})}})));
  console::log(JSON::stringify(var::object({{"a", var::object({{"toJSON", 5}})}})), JSON::stringify(var::object({{"gone", var::object({{"toJSON", [](var) { return var(); }}})}})));
  var keyed = var::object({{"toJSON", [](var key) { return key.typeOf() + " " + key; }}});
  console::log(JSON::stringify(var::array({keyed, var::object({{"a", keyed}}), var::array({keyed, var::array({keyed})})})), JSON::stringify(keyed), JSON::stringify(var::array({1, keyed}), [](var key, var value) { return value; }));
  console::log(JSON::stringify(var::array({make<Place>(), var::object({{"place", make<Place>()}})})), JSON::stringify(make<Place>()));
}); }
