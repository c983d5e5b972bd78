// JSON.stringify of what has no JSON text.
const body = JSON.stringify(undefined);
console.log(body, body === undefined, body ?? 'none', body ? 'sent' : 'not sent', typeof body, '' + body);
console.log(JSON.stringify(() => 1), JSON.stringify([undefined, () => 1]), JSON.stringify({a: undefined, b: () => 1}));
console.log(JSON.stringify({a: 1}, (key, value) => key ? value : undefined), JSON.stringify(Symbol('s')));
const answer = value => {
  const text = JSON.stringify(value);
  return text === undefined ? '204' : `200 ${Buffer.byteLength(text)} ${text}`;
};
console.log(answer(), answer(null), answer('é'), answer({list: [1, undefined]}));
console.log(JSON.parse(null));
try {
  JSON.parse(JSON.stringify(undefined));
} catch (error) {
  console.log(error.name, error.message);
}
