// String(v), v + x and arithmetic of objects that a variable of any type holds.
#include <nodecpp/console.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>
#include <nodecpp/process.h>
#include <nodecpp/symbol.h>
using namespace nodecpp;
class AccountObject : public Object {
 public:
  String owner;
  num cents;
  AccountObject(String owner, num cents) : owner(owner), cents(cents) {}
  virtual String toString() const { return owner + "'s account"; }
  num valueOf() const { return cents; }
};
using Account = Handle<AccountObject>;
class SavingsObject : public AccountObject {
 public:
  using AccountObject::AccountObject;
  String toString() const override { return "the savings of " + owner; }
};
class NamedObject : public Object {
 public:
  String toString() const { return "named"; }
};
class MoneyObject : public Object {
 public:
  var symbolToPrimitive(String hint) const { return hint == "number" ? var(5) : var("money:" + hint); }
};
class SilentObject : public Object {};
int main(int argc, char** argv) { return run(argc, argv, [] {
  Account base = make<Handle<SavingsObject>>("Bob", 10);
  var account = make<Account>("Ann", 250), savings = base, named = make<Handle<NamedObject>>(), money = make<Handle<MoneyObject>>(), silent = make<Handle<SilentObject>>();
  console::log(String(account), "" + account, format("x {}", account), account + 1, account * 2, account > 100, double(account), +account, -account, account.looselyEquals(250), account.looselyEquals("x"));
  console::log(String(savings), savings + 1, savings < account, var::array({savings, named}).join(" and "));
  console::log(String(named), "" + named, named + 1, named.looselyEquals("named"), double(named), named > "a");
  console::log(String(money), "" + money, format("{}", money), money + 1, money * 2, -money, money < 6, money.looselyEquals("money:default"));
  console::log(String(silent), "" + silent, silent + 1, double(silent));
  var o = var::object({{"toString", [] { return "text"; }}, {"valueOf", [] { return 1; }}});
  o[Symbol::toPrimitive()] = [](String hint) { return hint == "number" ? var(42) : var("o:" + hint); };
  console::log(String(o), "" + o, o + 1, o * 2, o < 43, o.looselyEquals("o:default"), double(o));
  var bad = var::object();
  bad[Symbol::toPrimitive()] = [] { return var::object(); };
  auto attempt = [](auto f) {
    try {
      console::log(f());
    } catch (const Error& error) {
      console::log(error->name, error->message);
    }
  };
  attempt([=] { return String(bad); });
  attempt([=] { return bad + 1; });
  attempt([=] { return bad * 2; });
  var text = "a";
  text += account;
  console::log(text);
}); }
