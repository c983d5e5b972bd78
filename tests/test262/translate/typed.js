'use strict';
// Cases of typed arrays test each type in the same way: testWithTypedArrayConstructors(function (TA) { … }). Here the
// body of the function is repeated for some of the types, with the type's name in place of TA.
const ts = require('typescript');
const K = ts.SyntaxKind;

const numbers = ['Float64Array', 'Float32Array', 'Int32Array', 'Int16Array', 'Int8Array', 'Uint32Array', 'Uint16Array', 'Uint8Array', 'Uint8ClampedArray'];
const bigs = ['BigInt64Array', 'BigUint64Array'];
const harness = {testWithTypedArrayConstructors: numbers, testWithBigIntTypedArrayConstructors: bigs};

// Returns three of a case's types, because all of them would take hours to compile. The case's text decides which.
function some(types, text) {
  if (types.length <= 3) return types;
  let hash = 0;
  for (const character of text) hash = (Math.imul(hash, 31) + character.codePointAt(0)) >>> 0;
  const first = hash % types.length, step = 1 + (hash >>> 8) % (types.length - 1);
  return [...new Set([first, first + step, first + 2 * step].map(at => types[at % types.length]))];
}
// Returns the types of the second argument, when it is a list of names.
function selected(node, types) {
  if (!node) return types;
  if (node.kind !== K.ArrayLiteralExpression) return null;
  const names = node.elements.map(each => each.getText());
  return names.every(name => types.includes(name)) ? names : null;
}

function expanded(text) {
  if (!/testWith(BigInt)?TypedArrayConstructors/.test(text)) return text;
  const file = ts.createSourceFile('case.js', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  let out = '', from = 0;
  for (const statement of file.statements) {
    const call = statement.kind === K.ExpressionStatement ? statement.expression : null;
    const all = call?.kind === K.CallExpression ? harness[call.expression.getText()] : undefined;
    if (!all) continue;
    const [made, only] = call.arguments;
    const types = selected(only, all);
    if (!types || made.kind !== K.FunctionExpression || made.parameters.length !== 1 || made.body.kind !== K.Block) return text;
    const name = made.parameters[0].name.getText();
    const body = made.body.getText();
    out += text.slice(from, statement.getStart()) +
      some(types, text).map(type => `(function() ${body.replace(new RegExp(`\\b${name}\\b`, 'g'), type)})();`).join('\n');
    from = statement.getEnd();
  }
  return out + text.slice(from);
}

module.exports = {expanded, typedArrays: [...numbers, ...bigs], bigs};
