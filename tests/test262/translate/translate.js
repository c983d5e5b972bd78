'use strict';
// Translates a file of test262 to a C++ function.
//   translate(text) returns {pieces, assertions, left} or {reason}
// `pieces` are the top-level statements in order, each {code, assertions}. `left` counts the statements that were left
// out because they could not be translated and nothing else needs them.
const ts = require('typescript');
const t = require('./types.js');
const {Statements} = require('./statements.js');
const {Scope, declareAll, uses} = require('./scope.js');
const {expanded} = require('./typed.js');
const K = ts.SyntaxKind;
const passes = 8;

// Returns whether a statement is only an assertion, so that no later statement needs it.
function onlyAsks(node) {
  if (node.kind === K.ExpressionStatement && node.expression.kind === K.CallExpression)
    return /^(assert|verify\w+|\$ERROR)/.test(node.expression.expression.getText());
  return node.kind === K.IfStatement && !node.elseStatement && /\$ERROR|new Test262Error/.test(node.thenStatement.getText());
}

const changing = new Set(['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin', 'set', 'add', 'delete', 'clear', 'next', 'exec',
  'test', 'compile']);
// Returns whether a statement may affect others: it assigns, calls something that changes values, or names a function
// of the case.
function hasEffects(node, functions) {
  let found = false;
  const visit = child => {
    if (child.kind === K.BinaryExpression && child.operatorToken.kind >= K.FirstAssignment && child.operatorToken.kind <= K.LastAssignment) found = true;
    if (child.kind === K.PrefixUnaryExpression && [K.PlusPlusToken, K.MinusMinusToken].includes(child.operator)) found = true;
    if (child.kind === K.PostfixUnaryExpression || child.kind === K.DeleteExpression) found = true;
    if (child.kind === K.Identifier && functions.has(child.text)) found = true;
    if (child.kind === K.PropertyAccessExpression && changing.has(child.name.text)) found = true;
    if (!found) ts.forEachChild(child, visit);
  };
  visit(node);
  return found;
}

class Translation extends Statements {
  constructor(text) {
    super();
    this.file = ts.createSourceFile('case.js', text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
    if (this.file.parseDiagnostics.length) t.no('syntax that is an error on purpose');
    this.functions = new Map();
    this.functionScopes = new Map();
    this.loopScopes = new Map();
    this.inside = new Set();
    this.scope = this.top = new Scope(null);
    this.statements = [...this.file.statements];
    if (uses(this.file, node => node.kind === K.ThisKeyword && node.parent.kind !== K.PropertyAccessExpression)) t.no('this');
    declareAll(this.top, this.statements);
    this.findScopes();
  }
  // A function is examined where it is first used. It sees the variables of the scope around it.
  findScopes() {
    const implicit = node => {
      if (node.kind === K.BinaryExpression && node.operatorToken.kind === K.EqualsToken && node.left.kind === K.Identifier && !this.declared.has(node.left.text) &&
          !['undefined', 'NaN', 'Infinity'].includes(node.left.text)) {
        if (/ReferenceError/.test(this.file.text)) t.no('names that are not known');
        this.top.declare(node.left.text);
      }
      ts.forEachChild(node, implicit);
    };
    this.declared = new Set();
    this.functionNames = new Set();
    const names = node => {
      if (node.kind === K.FunctionDeclaration) this.functionNames.add(node.name.text);
      if (node.kind === K.VariableDeclaration && [K.FunctionExpression, K.ArrowFunction].includes(node.initializer?.kind)) this.functionNames.add(node.name.text);
      if ([K.VariableDeclaration, K.Parameter, K.FunctionDeclaration].includes(node.kind) && node.name?.kind === K.Identifier) this.declared.add(node.name.text);
      ts.forEachChild(node, names);
    };
    names(this.file);
    implicit(this.file);
  }
  // A variable without any assigned value is undefined. Returns whether there is such a variable.
  settle() {
    let found = false;
    for (const scope of [this.top, ...[...this.functions.values()].map(each => each.scope)])
      for (const variable of scope.variables.values())
        if (variable.type === null && !variable.isParameter) variable.type = variable.isGiven ? t.anything : t.undefinedType, found = true;
    return found;
  }
  pass() {
    this.changed = false;
    const pieces = [];
    const functions = this.statements.filter(each => each.kind === K.FunctionDeclaration && each.body);
    this.statements.forEach(node => {
      this.assertions = 0;
      this.scope = this.top;
      this.current = undefined;
      const piece = {node, code: '', reason: null, assertions: 0, asks: onlyAsks(node) && !hasEffects(node, this.functionNames)};
      pieces.push(piece);
      try {
        piece.code = (functions.includes(node) ? this.functionsOf([node]) : this.statement(node)).join('\n');
        piece.assertions = this.assertions;
      } catch (error) {
        if (!(error instanceof t.NotTried)) throw error;
        piece.reason = error.message;
      }
    });
    return pieces;
  }
}

// A malformed pattern is an error before the case runs in JavaScript, but here it is an error when the literal is
// evaluated.
function patternsThatAreNone(one) {
  const literals = [];
  const visit = node => {
    if (node.kind === K.RegularExpressionLiteral) literals.push(node);
    ts.forEachChild(node, visit);
  };
  visit(one.file);
  if (literals.length !== 1) return t.no('syntax that is an error on purpose');
  const code = `js::throws(${one.lineOf(literals[0])}, "SyntaxError", [&] { return ${one.ex(literals[0]).code}; });`;
  return {pieces: [{code, assertions: 1, asks: false}], assertions: 1, left: 0};
}

function translate(text) {
  try {
    // Which characters have a property depends on the version of Unicode. tests/regexp compares that with Node.
    if (/^  Unicode v\d/m.test(text)) return {reason: 'tables of another version of Unicode'};
    const one = new Translation(expanded(text));
    if (/^negative:\s+phase: (parse|early)\s+type: SyntaxError/m.test(text)) return patternsThatAreNone(one);
    let pieces;
    for (let i = 0; i < passes; i++) {
      pieces = one.pass();
      if (!one.changed && !one.settle()) break;
    }
    const broken = pieces.find(piece => piece.reason && !piece.asks);
    if (broken) return {reason: broken.reason};
    const kept = pieces.filter(piece => !piece.reason && piece.code);
    const assertions = kept.reduce((sum, piece) => sum + piece.assertions, 0);
    const left = pieces.filter(piece => piece.reason);
    if (assertions === 0) return {reason: left[0]?.reason ?? 'nothing is asked'};
    one.scope = one.top;
    const declarations = one.declarations(one.top).join('\n');
    const functions = kept.filter(piece => piece.node.kind === K.FunctionDeclaration);
    const rest = kept.filter(piece => piece.node.kind !== K.FunctionDeclaration);
    const order = [{code: declarations, assertions: 0, asks: false}, ...functions, ...rest];
    return {pieces: order.filter(piece => piece.code).map(({code, assertions, asks}) => ({code, assertions, asks})), assertions,
      left: left.length, leftReason: left[0]?.reason};
  } catch (error) {
    if (error instanceof t.NotTried) return {reason: error.message};
    throw error;
  }
}

module.exports = {translate};
