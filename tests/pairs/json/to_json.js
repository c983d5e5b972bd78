// JSON.stringify asks an object for its own form: an object of a class, a Date, a Buffer, and an object with such a property.
class Account {
  constructor(name) {
    this.name = name;
    this.secret = 'key';
  }
  toJSON() {
    return {name: this.name};
  }
}
const account = new Account('Ann');
console.log(JSON.stringify(account.toJSON()), JSON.stringify({account, list: [account]}));
console.log(JSON.stringify(new Date(0)), new Date(0).toJSON(), JSON.stringify({at: new Date(NaN)}));
console.log(JSON.stringify(Buffer.from('ab')));
console.log(JSON.stringify({a: {toJSON: key => `asked for ${key}`}}));
console.log(JSON.stringify({a: {toJSON: 5}}), JSON.stringify({gone: {toJSON: () => undefined}}));
const keyed = {toJSON: key => typeof key + ' ' + key};
console.log(JSON.stringify([keyed, {a: keyed}, [keyed, [keyed]]]), JSON.stringify(keyed), JSON.stringify([1, keyed], (key, value) => value));
class Place {
  toJSON(key) {
    return 'at ' + key;
  }
}
console.log(JSON.stringify([new Place(), {place: new Place()}]), JSON.stringify(new Place()));
