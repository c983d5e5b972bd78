'use strict';
// A small GraphQL: tokenizer, recursive descent parser, executor over resolvers.
class GraphQLError extends Error {
  constructor(message, position, path) {
    super(message);
    this.name = 'GraphQLError';
    this.position = position;
    this.path = path;
  }
}
const PUNCTUATION = new Set(['{', '}', '(', ')', ':', ',', '[', ']', '!', '$', '=', '...', '@']);
function tokenize(source) {
  const tokens = [];
  const pattern = /(?<space>[\s,]+|#[^\n]*)|(?<name>[_A-Za-z]\w*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<string>"(?:[^"\\\n]|\\.)*")|(?<punct>\.\.\.|[{}()[\]:!$=@])/y;
  let position = 0;
  while (position < source.length) {
    pattern.lastIndex = position;
    const match = pattern.exec(source);
    if (!match) throw new GraphQLError(`Unexpected character ${JSON.stringify(source[position])}`, position);
    const {space, name, number, string, punct} = match.groups;
    if (name !== undefined) tokens.push({kind: 'name', value: name, position});
    else if (number !== undefined) tokens.push({kind: 'number', value: Number(number), position});
    else if (string !== undefined) tokens.push({kind: 'string', value: JSON.parse(string), position});
    else if (punct !== undefined) tokens.push({kind: 'punct', value: punct, position});
    else if (space === undefined) throw new Error('unreachable');
    position = pattern.lastIndex;
  }
  tokens.push({kind: 'end', value: null, position});
  return tokens;
}
function parse(source) {
  const tokens = tokenize(source);
  let at = 0;
  const peek = (value) => tokens[at].kind === 'punct' && tokens[at].value === value;
  const fail = (what) => { throw new GraphQLError(`Expected ${what}, found ${tokens[at].value ?? 'end of query'}`, tokens[at].position); };
  const take = (value) => peek(value) ? tokens[at++] : undefined;
  const expect = (value) => take(value) || fail(`"${value}"`);
  const name = () => tokens[at].kind === 'name' ? tokens[at++].value : fail('a name');
  function value() {
    const token = tokens[at];
    if (token.kind === 'number' || token.kind === 'string') { at++; return {literal: token.value}; }
    if (take('$')) return {variable: name()};
    if (take('[')) {
      const list = [];
      while (!take(']')) list.push(value());
      return {list};
    }
    if (take('{')) {
      const object = {};
      while (!take('}')) { const key = name(); expect(':'); object[key] = value(); }
      return {object};
    }
    const word = name();
    switch (word) {
      case 'true': return {literal: true};
      case 'false': return {literal: false};
      case 'null': return {literal: null};
      default: return {literal: word};
    }
  }
  function selections() {
    const out = [];
    expect('{');
    while (!take('}')) {
      if (take('...')) { out.push({kind: 'spread', name: name()}); continue; }
      let field = name(), alias = field;
      if (take(':')) field = name();
      const args = {};
      if (take('(')) while (!take(')')) { const key = name(); expect(':'); args[key] = value(); }
      const node = {kind: 'field', field, alias, args};
      while (take('@')) { const directive = name(); expect('('); const key = name(); expect(':'); node[directive] = value(); expect(')'); void key; }
      if (peek('{')) node.selections = selections();
      out.push(node);
    }
    return out;
  }
  const document = {operation: null, fragments: {}};
  while (tokens[at].kind !== 'end') {
    if (peek('{')) { document.operation = {type: 'query', variables: [], selections: selections()}; continue; }
    const word = name();
    if (word === 'fragment') {
      const key = name();
      if (name() !== 'on') fail('"on"');
      document.fragments[key] = {on: name(), selections: selections()};
    } else {
      const operation = {type: word, name: tokens[at].kind === 'name' ? name() : 'anonymous', variables: []};
      if (take('(')) while (!take(')')) {
        expect('$');
        const variable = {name: name()};
        expect(':');
        variable.type = name();
        if (take('!')) variable.required = true;
        if (take('=')) variable.default = value();
        operation.variables.push(variable);
      }
      operation.selections = selections();
      document.operation = operation;
    }
  }
  return document;
}
async function execute(source, root, given = {}) {
  const errors = [];
  const document = parse(source);
  const variables = {};
  for (const {name, required, default: other} of document.operation.variables) {
    if (name in given) variables[name] = given[name];
    else if (other) variables[name] = evaluate(other);
    else if (required) throw new GraphQLError(`Variable $${name} is required`);
  }
  function evaluate(node) {
    if ('literal' in node) return node.literal;
    if ('variable' in node) return variables[node.variable];
    if (node.list) return node.list.map(evaluate);
    return Object.fromEntries(Object.entries(node.object).map(([key, each]) => [key, evaluate(each)]));
  }
  async function complete(result, node, path) {
    if (result == null) return null;
    if (Array.isArray(result)) return Promise.all(result.map((each, i) => complete(each, node, [...path, i])));
    if (!node.selections) return result;
    return run(result, node.selections, path);
  }
  async function run(object, nodes, path) {
    const out = {};
    for (const node of nodes) {
      if (node.kind === 'spread') {
        const fragment = document.fragments[node.name];
        if (!fragment) throw new GraphQLError(`Unknown fragment ${node.name}`);
        Object.assign(out, await run(object, fragment.selections, path));
        continue;
      }
      if (node.skip && evaluate(node.skip) || node.include && !evaluate(node.include)) continue;
      const here = [...path, node.alias];
      try {
        const args = {};
        for (const key in node.args) args[key] = evaluate(node.args[key]);
        const resolver = object[node.field];
        const result = typeof resolver === 'function' ? await resolver.call(object, args) : resolver;
        if (result === undefined) throw new GraphQLError(`Cannot query field ${node.field}`, undefined, here);
        out[node.alias] = await complete(result, node, here);
      } catch (error) {
        errors.push({message: error.message, path: here.join('.')});
        out[node.alias] = null;
      }
    }
    return out;
  }
  const data = await run(root, document.operation.selections, []);
  return errors.length ? {data, errors} : {data};
}
const users = [{id: 1, name: 'Ann', age: 34.5, friends: [2, 3]}, {id: 2, name: 'Bob', age: 29, friends: [1]}, {id: 3, name: 'Zoë', age: null, friends: []}];
const userType = (user) => ({
  ...user,
  friends: ({first = 10}) => user.friends.slice(0, first).map(id => userType(users[id - 1])),
  secret() { throw new Error(this.name + ' keeps it'); },
});
const root = {
  user: ({id}) => users[id - 1] ? userType(users[id - 1]) : null,
  users: async ({where = {}, orderBy = 'id'}) => users.filter(u => !where.ids || where.ids.includes(u.id)).sort((a, b) => a[orderBy] < b[orderBy] ? -1 : 1).map(userType),
  version: '1.0',
};
async function main() {
  for (const [query, variables] of [
    ['{ version user(id: 1) { name age friends(first: 1) { id name } } }'],
    ['query Q($id: Int!, $full: Boolean = false) { u: user(id: $id) { ...f age @include(if: $full) } } fragment f on User { id name friends { name } }', {id: 2}],
    ['query Q($id: Int!, $full: Boolean = false) { u: user(id: $id) { ...f age @include(if: $full) } } fragment f on User { id name }', {id: 3, full: true}],
    ['query ($id: Int!) { user(id: $id) { name } }'],
    ['{ users(where: {ids: [3, 1]}, orderBy: name) { id secret nothing } } # comment'],
    ['{ user(id: 1) { name }'], ['{ user(id: ~1) }'], ['{ user(id: 9) { name } }'], ['{ a: version, b: version }'],
    ['{ user(id: 1) { ...missing } }'],
  ]) {
    try {
      console.log(JSON.stringify(await execute(query, root, variables)));
    } catch (error) {
      console.log(`${error.name}: ${error.message}`, error.position, error instanceof GraphQLError);
    }
  }
  console.log(parse('{ a(x: [1, {y: "z\\n"}], b: $v) }'));
  console.dir(parse('query A { a(x: 1.5e3) }'), {depth: null});
}
main();
