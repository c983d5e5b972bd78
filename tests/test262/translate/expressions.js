'use strict';
// Translates the JavaScript expressions in test262's cases to C++: each becomes {type, code}. NotTried is thrown, with
// the reason, for expressions that cannot be translated.
const ts = require('typescript');
const t = require('./types.js');
const {methods, uri, errors} = require('./library.js');
const {literal, numberLiteral} = require('./literals.js');
const {no} = t;
const K = ts.SyntaxKind;

const is = (node, name) => node.kind === K.Identifier && node.text === name;
const isGlobal = (self, node, name) => is(node, name) && !self.scope.find(name);
const bare = node => {
  while (node.kind === K.ParenthesizedExpression) node = node.expression;
  return node;
};
const isVoid = node => node.kind === K.VoidExpression && node.expression.kind === K.NumericLiteral;
const isUndefined = node => is(bare(node), 'undefined') || isVoid(bare(node));

// Returns the value converted to a number, a text or a truth value, as JavaScript does implicitly.
const asNumber = value => (value.type?.kind === 'BigInt' ? no('BigInt where a number is wanted') : value.type?.kind === 'num' ? value.code : `js::number(${value.code})`);
const asText = value => (value.type?.kind === 'String' ? value.code : `js::string(${value.code})`);
const asTruth = value => (value.type?.kind === 'bool' ? value.code : `js::truthy(${value.code})`);

const relations = {[K.LessThanToken]: 'less', [K.GreaterThanToken]: 'greater', [K.LessThanEqualsToken]: 'atMost',
  [K.GreaterThanEqualsToken]: 'atLeast'};
const arithmetic = {[K.MinusToken]: '-', [K.AsteriskToken]: '*', [K.SlashToken]: '/', [K.PercentToken]: '%', [K.AmpersandToken]: '&',
  [K.BarToken]: '|', [K.CaretToken]: '^', [K.LessThanLessThanToken]: '<<', [K.GreaterThanGreaterThanToken]: '>>'};
const assigning = {[K.MinusEqualsToken]: '-', [K.AsteriskEqualsToken]: '*', [K.SlashEqualsToken]: '/', [K.PercentEqualsToken]: '%',
  [K.AmpersandEqualsToken]: '&', [K.BarEqualsToken]: '|', [K.CaretEqualsToken]: '^', [K.LessThanLessThanEqualsToken]: '<<',
  [K.GreaterThanGreaterThanEqualsToken]: '>>', [K.PlusEqualsToken]: '+'};

// Globals that are not available, with the reason that is reported.
const absent = {Symbol: 'symbols', Proxy: 'proxies', Reflect: 'Reflect and realms', $262: 'Reflect and realms',
  Promise: 'other built-ins', Function: 'functions as objects', eval: 'eval', WeakMap: 'other built-ins',
  Uint8Array: 'typed arrays', Int32Array: 'typed arrays', ArrayBuffer: 'typed arrays', Float64Array: 'typed arrays',
  verifyProperty: 'property descriptors', verifyNotEnumerable: 'property descriptors', isConstructor: 'functions as objects'};

class Expressions {
  ex(node, expected) {
    const value = this.exOf(bare(node), expected);
    if (value.type === undefined) throw new Error(`no type: ${node.getText().slice(0, 60)}`);
    return value;
  }
  exOf(node, expected) {
    switch (node.kind) {
      case K.NumericLiteral: return {type: t.num, code: numberLiteral(Number(node.text)), loose: true};
      case K.BigIntLiteral: return {type: t.big, code: `BigInt("${node.text.slice(0, -1)}")`};
      case K.StringLiteral: case K.NoSubstitutionTemplateLiteral:
        if (expected === t.string || expected === t.anything) return {type: t.string, code: `str(${literal(node.text)})`};
        return {type: t.string, code: literal(node.text), loose: true};
      case K.TrueKeyword: return {type: t.bool, code: 'true'};
      case K.FalseKeyword: return {type: t.bool, code: 'false'};
      case K.NullKeyword: return {type: t.nullType, code: 'nullptr'};
      case K.Identifier: return this.identifier(node);
      case K.ArrayLiteralExpression: return this.list(node.elements, expected);
      case K.ObjectLiteralExpression: return this.object(node);
      case K.FunctionExpression: case K.ArrowFunction: return {type: t.func(node), code: this.lambda(node)};
      case K.PrefixUnaryExpression: case K.PostfixUnaryExpression: return this.unary(node);
      case K.BinaryExpression: return this.binary(node, expected);
      case K.ConditionalExpression: return this.conditional(node, expected);
      case K.PropertyAccessExpression: return this.property(node);
      case K.ElementAccessExpression: return this.index(node);
      case K.CallExpression: return this.call(node, expected);
      case K.NewExpression: return this.make(node, expected);
      case K.TypeOfExpression: return this.typeOf(node);
      case K.VoidExpression:
        if (isVoid(node)) return {type: t.undefinedType, code: 'undefined'};
        return no('void of an expression');
      case K.TemplateExpression: return this.template(node);
      case K.ThisKeyword: return no('this');
      case K.RegularExpressionLiteral: return this.regularExpression(node);
      case K.SpreadElement: return no('spread');
      case K.DeleteExpression: return no('delete');
      case K.ClassExpression: return no('classes');
      case K.YieldExpression: case K.AwaitExpression: return no('generators and async functions');
      case K.TaggedTemplateExpression: return no('tagged templates');
      default: return no(`other syntax (${K[node.kind]})`);
    }
  }

  identifier(node) {
    const name = node.text;
    const variable = this.scope.find(name);
    if (variable) {
      if (variable.wrapped) this.checkWrapper(node);
      return {type: variable.type ?? null, code: variable.name, variable, loose: variable.isParameter};
    }
    if (name === 'undefined') return {type: t.undefinedType, code: 'undefined'};
    if (name === 'NaN' || name === 'Infinity') return {type: t.num, code: name, loose: true};
    if (name === 'arguments') return no('arguments');
    if (absent[name]) return no(absent[name]);
    if (methods[name] || ['Number', 'Boolean', 'Object', 'Math', 'JSON', ...errors, ...uri, ...Object.keys(methods)].includes(name))
      return no('built-ins as values');
    if (/^(parseInt|parseFloat|isNaN|isFinite)$/.test(name)) return no('built-ins as values');
    return no('names that are not known');
  }

  // Translates a list's elements, in a type that can hold all of them.
  list(elements, expected) {
    const wanted = expected?.kind === 'Array' || expected?.kind === 'RegExpMatch' ? expected.of : null;
    // A hole becomes an element that is undefined, because our lists have no holes.
    const holes = elements.some(each => each.kind === K.OmittedExpression);
    const values = elements.filter(each => each.kind !== K.OmittedExpression).map(each => this.ex(each, wanted));
    let of = values.reduce((type, value) => t.join(type, value.type ?? t.any), wanted);
    if (of?.kind === 'undefined' || of?.kind === 'null') of = t.anything;
    if (holes && of?.kind !== 'String') of = t.join(of, t.anything);
    if (of?.kind === 'any') no('lists of values that do not go together');
    const type = expected?.kind === 'RegExpMatch' && of?.kind === 'String' ? t.match : t.list(of);
    const list = `${t.cpp(t.list(of))}{${elements.map(each => (each.kind === K.OmittedExpression ? 'undefined' : this.into(each, of ?? t.anything))).join(', ')}}`;
    return {type, code: type === t.match ? `RegExpMatch(${list})` : list};
  }
  // Translates an expression for a place of this type.
  into(node, type) {
    const value = this.ex(node, type);
    if (type?.kind === 'Array' && value.type?.kind === 'Array' && !t.same(type, value.type)) no('lists of different types');
    if (type?.kind === 'RegExpMatch' && value.type?.kind === 'Array') no('lists of different types');
    if (type?.kind === 'var' && value.type?.kind === 'Array') no('lists of values that do not go together');
    return value.code;
  }
  object(node) {
    const properties = node.properties.map(each => {
      if (each.kind !== K.PropertyAssignment || each.name.kind === K.ComputedPropertyName) return no('objects with methods and getters');
      const name = each.name.text;
      const value = this.ex(each.initializer, t.anything);
      if (value.type?.kind === 'function') return no('objects with methods and getters');
      if (!t.canBeVar(value.type)) return no('objects that hold other objects');
      return `{${literal(name)}, ${value.code}}`;
    });
    return {type: t.anything, code: `var::object({${properties.join(', ')}})`};
  }

  unary(node) {
    const value = this.ex(node.operand);
    if (['function', 'error', 'Map', 'Set'].includes(value.type?.kind)) no('objects as operands');
    if (value.type?.kind === 'BigInt' && node.operator === K.MinusToken) return {type: t.big, code: `(-${value.code})`};
    if (value.type?.kind === 'BigInt' && node.operator === K.PlusToken) no('BigInt where a number is wanted');
    if (value.type?.kind === 'BigInt' && node.operator === K.TildeToken) return {type: t.big, code: `(~${value.code})`};
    switch (node.operator) {
      case K.ExclamationToken: return {type: t.bool, code: `!${asTruth(value)}`};
      case K.MinusToken:
        if (bare(node.operand).kind === K.NumericLiteral) return {type: t.num, code: numberLiteral(-Number(bare(node.operand).text)), loose: true};
        if (value.code === 'Infinity') return {type: t.num, code: '-Infinity', loose: true};
        return {type: t.num, code: `(-js::number(${value.code}))`};
      case K.PlusToken: return {type: t.num, code: `js::number(${value.code})`};
      case K.TildeToken: return {type: t.num, code: `(~js::number(${value.code}))`};
      default: {
        if (bare(node.operand).kind !== K.Identifier) return no('counting in a place');
        this.widen(value.variable, t.num);
        const op = node.operator === K.PlusPlusToken ? '++' : '--';
        return {type: t.num, code: node.kind === K.PrefixUnaryExpression ? `${op}${value.code}` : `${value.code}${op}`};
      }
    }
  }

  binary(node, expected) {
    const op = node.operatorToken.kind;
    if (op === K.EqualsToken || assigning[op]) return this.assign(node, op);
    if (op === K.EqualsEqualsEqualsToken || op === K.ExclamationEqualsEqualsToken || op === K.EqualsEqualsToken || op === K.ExclamationEqualsToken) {
      const not = op === K.ExclamationEqualsEqualsToken || op === K.ExclamationEqualsToken ? '!' : '';
      const classCheck = this.classCheck(node.left, node.right);
      if (classCheck) return {type: t.bool, code: not + classCheck};
      const left = this.copied(this.ex(node.left), node), right = this.ex(node.right);
      for (const side of [left, right]) {
        if (side.variable?.wrapped) no('wrapper objects');
        if (side.type?.kind === 'function' || side.type?.kind === 'error') no('functions as objects');
      }
      if (op === K.EqualsEqualsToken || op === K.ExclamationEqualsToken) {
        if (!left.type || !t.same(left.type, right.type)) no('comparisons that convert');
      }
      return {type: t.bool, code: `${not}js::equal(${left.code}, ${right.code})`};
    }
    if (op === K.InstanceOfKeyword) return this.instanceOf(node);
    if (op === K.InKeyword) return no('whether an element or property is there (in, hasOwnProperty)');
    if (op === K.CommaToken) return no('the comma operator');
    const left = this.copied(this.ex(node.left, expected), node), right = this.ex(node.right, expected);
    if ([left, right].some(side => ['function', 'error', 'Map', 'Set'].includes(side.type?.kind))) no('objects as operands');
    if (op === K.AmpersandAmpersandToken || op === K.BarBarToken) {
      if (left.type?.kind !== 'bool' || right.type?.kind !== 'bool') {
        if (!this.inCondition) no('&& and || that give values');
      }
      return {type: t.bool, code: `(${asTruth(left)} ${op === K.BarBarToken ? '||' : '&&'} ${asTruth(right)})`};
    }
    if (left.type?.kind === 'BigInt' || right.type?.kind === 'BigInt') {
      if (relations[op] && [left, right].every(side => ['BigInt', 'num'].includes(side.type?.kind)))
        return {type: t.bool, code: `(${left.code} ${node.operatorToken.getText()} ${right.code})`};
      if (op === K.AsteriskAsteriskToken && left.type?.kind === right.type?.kind) return {type: t.big, code: `pow(${left.code}, ${right.code})`};
      const sign = op === K.PlusToken ? '+' : arithmetic[op];
      if (!sign || left.type?.kind !== right.type?.kind) no('operators of BigInt that have no twin');
      return {type: t.big, code: `(${left.code} ${sign} ${right.code})`};
    }
    if (relations[op]) return {type: t.bool, code: `js::${relations[op]}(${left.code}, ${right.code})`};
    if (op === K.PlusToken) {
      if ([left, right].every(side => side.type?.kind === 'Date')) no('objects as operands');
      if ([left, right].some(side => ['RegExpMatch', 'groups'].includes(side.type?.kind))) no('objects as operands');
      const kinds = [left.type?.kind, right.type?.kind];
      const type = kinds.includes('String') ? t.string : kinds.every(kind => ['num', 'bool', 'undefined', 'null'].includes(kind)) ? t.num : t.any;
      return {type, code: `js::add(${left.code}, ${right.code})`};
    }
    if (op === K.AsteriskAsteriskToken) return {type: t.num, code: `Math::pow(${asNumber(left)}, ${asNumber(right)})`};
    if (op === K.GreaterThanGreaterThanGreaterThanToken) return {type: t.num, code: `ushr(js::number(${left.code}), js::number(${right.code}))`};
    if (!arithmetic[op]) return no('other syntax (an operator)');
    return {type: t.num, code: `(js::number(${left.code}) ${arithmetic[op]} js::number(${right.code}))`};
  }

  // Copies the value of the left side when the right side changes the variable.
  copied(value, node) {
    if (!value.variable || !t.declarable(value.type) || !/[^=!<>]=[^=]|\+\+|--/.test(node.right.getText())) return value;
    return {...value, code: `${t.cpp(value.type)}(${value.code})`};
  }
  assign(node, op) {
    const target = bare(node.left);
    if (op !== K.EqualsToken) {
      if (target.kind !== K.Identifier) return no('assigning operators on a place');
      const before = this.ex(target), value = this.ex(node.right);
      let code = `js::number(${before.code}) ${assigning[op]} js::number(${value.code})`;
      if (op === K.PlusEqualsToken) {
        code = `js::add(${before.code}, ${value.code})`;
        this.widen(before.variable, before.type?.kind === 'String' || value.type?.kind === 'String' ? t.string : t.num);
      } else {
        this.widen(before.variable, t.num);
      }
      return {type: before.variable.type, code: `(${before.code} = ${code})`};
    }
    if (target.kind === K.Identifier) {
      if (bare(node.right).kind === K.Identifier && this.ex(node.right).type?.kind === 'Date') no('dates that two variables share');
      const variable = this.scope.find(target.text) || no('built-ins that are assigned to');
      const value = this.ex(node.right, variable.type);
      if (value.type?.kind === 'function') no('functions in variables that change');
      this.widen(variable, value.type);
      variable.wrapped ||= this.isWrapper(node.right);
      return {type: variable.type, code: `(${variable.name} = ${this.into(node.right, variable.type)})`};
    }
    if (target.kind === K.PropertyAccessExpression) {
      const object = this.ex(target.expression);
      const name = target.name.text;
      const ofPattern = this.assignPatternProperty(target, node);
      if (ofPattern) return ofPattern;
      if (object.type?.kind === 'Array' && name === 'length')
        return {type: t.num, code: `${object.code}.setLength(js::number(${this.ex(node.right).code}))`};
      if (object.type?.kind === 'var') {
        const value = this.ex(node.right, t.anything);
        if (!t.canBeVar(value.type)) no('objects that hold other objects');
        return {type: value.type, code: `(${object.code}[${literal(name)}] = ${value.code})`};
      }
      return no('properties of their own on lists, texts and functions');
    }
    if (target.kind === K.ElementAccessExpression) {
      const object = this.ex(target.expression);
      if (object.type?.kind !== 'Array' && object.type?.kind !== 'Typed') return no('elements of what is no list');
      const at = this.ex(target.argumentExpression);
      if (at.type?.kind !== 'num') no('indices that are no numbers');
      if (object.type.kind === 'Typed')
        return {type: object.type.of, code: `(${object.code}[${at.code}] = ${this.typedElement(this.ex(node.right, object.type.of), object.type)})`};
      const value = this.ex(node.right, object.type.of);
      this.widenElements(target.expression, value.type);
      return {type: value.type, code: `(${object.code}[${at.code}] = ${this.into(node.right, this.ex(target.expression).type.of ?? t.anything)})`};
    }
    return no('destructuring');
  }

  // Widens the type of a variable, so that it can hold this type too.
  widen(variable, type) {
    if (!variable) no('names that are not known');
    if (type === null) variable.isGiven = true;
    if (!type || type.kind === 'function') return;
    const wider = variable.type?.kind === 'function' ? t.any : t.join(variable.type, type);
    if (!t.same(wider, variable.type)) {
      variable.type = wider;
      this.changed = true;
    }
  }
  // Widens the element type of the list in `node`, if it is a variable.
  widenElements(node, type, part = 'of') {
    const variable = bare(node).kind === K.Identifier ? this.scope.find(bare(node).text) : undefined;
    if (!variable || !variable.type || variable.isParameter) return;
    const of = type?.kind === 'undefined' && variable.type[part]?.kind === 'num' ? t.anything
      : type?.kind === 'undefined' || type?.kind === 'null' ? t.join(variable.type[part], t.anything) : type;
    const wider = {...variable.type, [part]: t.join(variable.type[part], of)};
    if (type?.kind === 'undefined' && variable.type[part]?.kind === 'String') wider[part] = t.string;
    this.widen(variable, wider);
  }

  conditional(node, expected) {
    const condition = this.condition(node.condition);
    const a = this.ex(node.whenTrue, expected), b = this.ex(node.whenFalse, expected);
    const type = t.join(a.type, b.type);
    if (!['num', 'String', 'bool'].includes(type?.kind)) no('?: of different types');
    return {type, code: `(${condition} ? ${t.cpp(type)}(${a.code}) : ${t.cpp(type)}(${b.code}))`};
  }
  condition(node) {
    const before = this.inCondition;
    this.inCondition = true;
    try {
      return asTruth(this.ex(node));
    } finally {
      this.inCondition = before;
    }
  }
  typeOf(node) {
    const operand = bare(node.expression);
    const value = this.ex(operand);
    if (value.variable?.wrapped || this.isWrapper(operand)) no('wrapper objects');
    const looksUp = operand.kind === K.ElementAccessExpression || (operand.kind === K.CallExpression && /\.(pop|shift|find|findLast|at|get)$/.test(operand.expression.getText()));
    return {type: t.string, code: `js::typeOf${looksUp && value.type?.kind === 'num' ? 'Missing' : ''}(${value.code})`};
  }
  template(node) {
    let code = `str(${literal(node.head.text)})`;
    for (const span of node.templateSpans) code = `js::add(js::add(${code}, ${this.ex(span.expression).code}), ${literal(span.literal.text)})`;
    return {type: t.string, code};
  }
  // Checks uses of new String("a"), an object around a value. A method call on it is a call on the value, and a
  // conversion gives the value. Other uses need an object, which Node.cpp does not have.
  checkWrapper(node) {
    while (node.parent.kind === K.ParenthesizedExpression) node = node.parent;
    const {parent} = node;
    const operator = parent.operatorToken?.kind;
    switch (parent.kind) {
      case K.VariableDeclaration: case K.PropertyAccessExpression: case K.ElementAccessExpression: case K.TypeOfExpression: case K.ExpressionStatement:
      case K.TemplateSpan: return;
      case K.PrefixUnaryExpression: if (parent.operator !== K.ExclamationToken) return; break;
      case K.BinaryExpression:
        if (operator === K.EqualsToken || arithmetic[operator] || relations[operator] || operator === K.PlusToken) return;
        break;
      case K.CallExpression: case K.NewExpression: {
        const callee = parent.expression.getText();
        if (/^(String|Number|parseInt|parseFloat|isNaN|isFinite|Math\.\w+|String\.from\w+|(en|de)codeURI(Component)?)$/.test(callee)) return;
        if (/\.call$/.test(callee)) return;
        if (parent.expression.kind === K.PropertyAccessExpression && !/^(assert|Number|Array|Object|JSON)\./.test(callee) &&
            ['String', 'num'].includes(this.ex(parent.expression.expression).type?.kind)) return;
        break;
      }
    }
    no('wrapper objects');
  }
  isWrapper(node) {
    node = bare(node);
    if (node.kind === K.Identifier) return !!this.scope.find(node.text)?.wrapped;
    return node.kind === K.NewExpression && ['String', 'Number', 'Boolean'].some(name => isGlobal(this, node.expression, name));
  }
}

Object.assign(Expressions, {is, isGlobal, bare, isUndefined, asNumber, asText, asTruth});
module.exports = {Expressions};
