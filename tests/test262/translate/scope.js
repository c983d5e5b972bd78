'use strict';
// The variables and functions of one test262 case, and what is known of their types. Types only become wider, so
// repeating the translation until no type changes comes to an end.
const ts = require('typescript');
const t = require('./types.js');
const K = ts.SyntaxKind;

// Words that cannot be names of variables: C++'s keywords, and names that the translation uses itself.
const taken = new Set(('alignas alignof and asm auto bitand bitor bool break case catch char class compl concept const constexpr ' +
  'continue decltype default delete do double else enum explicit export extern false float for friend goto if inline int long ' +
  'mutable namespace new not operator or private protected public register requires return short signed sizeof static struct ' +
  'switch template this throw true try typedef typeid typename union unsigned using virtual void volatile while xor ' +
  'str re num var js undefined nullptr String Array Map Set Math Number Object BigInt Error TypeError RangeError SyntaxError ' +
  'ReferenceError URIError EvalError Undefined std nodecpp NaN Infinity parseInt parseFloat isNaN isFinite encodeURI ' +
  'encodeURIComponent decodeURI decodeURIComponent escape unescape detail errno NULL EOF stdin stdout stderr main').split(' '));

class Variable {
  constructor(name, node) {
    this.name = taken.has(name) || /^[A-Z0-9_]{3,}$/.test(name) ? `${name}_` : name.replace(/\$/g, 'S');
    this.node = node;  // the function of this name
    this.type = node ? t.func(node) : null;
    this.wrapped = false;  // the value is an object such as new String("a")
    this.isParameter = false;
    this.isGiven = false;  // it was assigned values of unknown types
  }
}

class Scope {
  constructor(outer) {
    this.outer = outer;
    this.variables = new Map();
  }
  declare(name, node) {
    const known = this.variables.get(name);
    if (known && !node) return known;
    const variable = new Variable(name, node);
    this.variables.set(name, variable);
    return variable;
  }
  find(name) {
    return this.variables.get(name) || (this.outer ? this.outer.find(name) : undefined);
  }
}

const isFunction = node => [K.FunctionDeclaration, K.FunctionExpression, K.ArrowFunction].includes(node.kind);

// Declares the variables and functions of `body` (statements of a program or a function), without those of inner
// functions.
function declareAll(scope, body) {
  const visit = node => {
    if (node.kind === K.FunctionDeclaration) {
      scope.declare(node.name.text, node);
      return;
    }
    if (isFunction(node) || node.kind === K.ClassDeclaration) return;
    if (node.kind === K.VariableDeclaration && node.name.kind === K.Identifier && node.parent.parent.kind !== K.ForOfStatement)
      scope.declare(node.name.text);
    ts.forEachChild(node, visit);
  };
  body.forEach(visit);
}

// Returns whether a function uses `this`, `arguments` or the like. Inner functions are skipped when they have their
// own.
function uses(node, test) {
  let found = false;
  const visit = child => {
    if (found) return;
    if (test(child)) found = true;
    else if (child.kind !== K.FunctionDeclaration && child.kind !== K.FunctionExpression) ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

module.exports = {Scope, declareAll, uses, isFunction};
