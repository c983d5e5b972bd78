// WPT's table of URL patterns, which Node does not carry. What is asked of each row is what urlpattern/resources/urlpatterntests.js asks.
const parts = ['protocol', 'username', 'password', 'hostname', 'port', 'pathname', 'search', 'hash'];
const before = {protocol: [], hostname: ['protocol'], port: ['protocol', 'hostname'], pathname: ['protocol', 'hostname', 'port'],
  search: ['protocol', 'hostname', 'port', 'pathname'], hash: ['protocol', 'hostname', 'port', 'pathname', 'search']};

// The pattern that a part has where a row does not say it.
function patternOf({pattern: [given, base], exactly_empty_components: empty}, part) {
  if (empty?.includes(part)) return '';
  if (typeof given === 'object' && given[part]) return given[part];
  const url = given?.baseURL ?? (typeof base === 'string' ? base : undefined);
  if (url === undefined || !before[part] || (typeof given === 'object' && before[part].some(one => one in given))) return '*';
  const value = new URL(url)[part];
  return part === 'protocol' ? value.slice(0, -1) : part === 'search' || part === 'hash' ? value.slice(1) : value;
}

promise_test(async () => {
  const rows = await (await fetch('/../url_patterns/urlpatterntestdata.json')).json();
  for (const row of rows.filter(({skip}) => !skip)) {
    test(() => {
      if (row.expected_obj === 'error') return assert_throws_js(TypeError, () => new URLPattern(...row.pattern));
      const pattern = new URLPattern(...row.pattern);
      for (const part of parts) assert_equals(pattern[part], row.expected_obj?.[part] ?? patternOf(row, part), `pattern of ${part}`);
      if (!row.inputs) return;
      if (row.expected_match === 'error') {
        assert_throws_js(TypeError, () => pattern.test(...row.inputs));
        assert_throws_js(TypeError, () => pattern.exec(...row.inputs));
        return;
      }
      assert_equals(pattern.test(...row.inputs), Boolean(row.expected_match), 'test()');
      const match = pattern.exec(...row.inputs);
      if (!row.expected_match) return assert_equals(match, null, 'exec()');
      assert_equals(JSON.stringify(match.inputs), JSON.stringify(row.expected_match.inputs ?? row.inputs), 'inputs');
      for (const part of parts) {
        const wanted = row.expected_match[part] ?? {input: '', groups: row.exactly_empty_components?.includes(part) ? {} : {0: ''}};
        assert_equals(match[part].input, wanted.input, `input of ${part}`);
        const shown = groups => JSON.stringify(Object.entries(groups).map(([name, value]) => [name, value ?? null]).sort());
        assert_equals(shown(match[part].groups), shown(wanted.groups), `groups of ${part}`);
      }
    }, `Pattern: ${JSON.stringify(row.pattern)} Inputs: ${JSON.stringify(row.inputs)}`);
  }
}, 'Loading data');
