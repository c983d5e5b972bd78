// String(v), v + x and arithmetic of objects that a variable of any type holds.
class Account {
  constructor(owner, cents) { this.owner = owner; this.cents = cents; }
  toString() { return this.owner + "'s account"; }
  valueOf() { return this.cents; }
}
class Savings extends Account {
  toString() { return 'the savings of ' + this.owner; }
}
class Named {
  toString() { return 'named'; }
}
class Money {
  [Symbol.toPrimitive](hint) { return hint === 'number' ? 5 : 'money:' + hint; }
}
class Silent {}
const account = new Account('Ann', 250), savings = new Savings('Bob', 10), named = new Named(), money = new Money(), silent = new Silent();
console.log(String(account), '' + account, `x ${account}`, account + 1, account * 2, account > 100, Number(account), +account, -account, account == 250, account == 'x');
console.log(String(savings), savings + 1, savings < account, [savings, named].join(' and '));
console.log(String(named), '' + named, named + 1, named == 'named', Number(named), named > 'a');
console.log(String(money), '' + money, `${money}`, money + 1, money * 2, -money, money < 6, money == 'money:default');
console.log(String(silent), '' + silent, silent + 1, Number(silent));
const o = {[Symbol.toPrimitive]: hint => hint === 'number' ? 42 : 'o:' + hint, toString() { return 'text'; }, valueOf() { return 1; }};
console.log(String(o), '' + o, o + 1, o * 2, o < 43, o == 'o:default', Number(o));
const bad = {[Symbol.toPrimitive]: () => ({})};
for (const f of [() => String(bad), () => bad + 1, () => bad * 2]) {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.message);
  }
}
let text = 'a';
text += account;
console.log(text);
