// The tables of fetch/data-urls, of which Node carries the data alone.
promise_test(async () => {
  const load = async name => (await fetch(`/fetch/data-urls/resources/${name}.json`)).json();
  const ask = (input, type, body) => promise_test(async t => {
    if (body === null) return promise_rejects_js(t, TypeError, fetch(input));
    const response = await fetch(input);
    assert_array_equals([...new Uint8Array(await response.arrayBuffer())], body);
    if (type !== undefined) assert_equals(response.headers.get('content-type'), type);
  }, format_value(input));
  for (const [input, type, body] of await load('data-urls')) ask(input, type, type === null ? null : body);
  for (const [input, body] of await load('base64')) ask(`data:;base64,${input}`, undefined, body);
}, 'Loading data');
