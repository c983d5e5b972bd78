'use strict';
// Translates `new`, properties, elements and classes in test262's cases to C++.
const ts = require('typescript');
const t = require('./types.js');
const {mathConstants, numberConstants, errors} = require('./library.js');
const {Calls} = require('./calls.js');
const {Expressions} = require('./expressions.js');
const {typedArrays, bigs} = require('./typed.js');
const {literal} = require('./literals.js');
const {is, isGlobal, bare, isUndefined, asNumber, asText} = Expressions;
const {no} = t;
const K = ts.SyntaxKind;

const constructors = ['RegExp', 'String', 'Number', 'Boolean', 'Array', 'Map', 'Set', 'Object', 'BigInt', 'Date', ...errors];

class Objects extends Calls {
  make(node, expected) {
    const given = node.arguments ?? [];
    const name = node.expression.kind === K.Identifier && !this.scope.find(node.expression.text) ? node.expression.text : '';
    if (given.some(each => each.kind === K.SpreadElement)) no('spread');
    switch (name) {
      case 'String': case 'Number': case 'Boolean':
        this.checkWrapper(node);
        return this.globalCall(node, name);
      case 'Array': return this.newArray(given, expected);
      case 'Object': return given.length === 0 ? {type: t.anything, code: 'var::object()'} : no('wrapper objects');
      case 'Map': return this.newMap(given, expected);
      case 'Set': return this.newSet(given, expected);
      case 'Date': return this.newDate(given);
      case 'RegExp': return this.newRegExp(given, true);
      case 'ArrayBuffer': return given.length === 1 ? {type: t.arrayBuffer, code: `ArrayBuffer(${asNumber(this.ex(given[0]))})`} : no('typed arrays made of other things');
      case 'DataView': return this.newView(t.dataView, given);
      case 'Test262Error': return {type: t.error, code: 'js::Test262Error()'};
      default:
        if (errors.includes(name)) return this.newError(name, given);
        if (typedArrays.includes(name)) return this.newTyped(t.typed(name, bigs.includes(name) ? t.big : t.num), given);
        if (!name) return no('constructors of their own');
        return this.identifier(node.expression);
    }
  }
  newDate(given) {
    const values = [...given].map(each => this.ex(each));
    if (values.length !== 1) return {type: t.date, code: `Date(${values.slice(0, 7).map(asNumber).join(', ')})`};
    const [{type, code}] = values;
    if (!['num', 'String', 'bool', 'undefined', 'null', 'var', 'Date'].includes(type?.kind)) no('dates of other objects');
    return {type: t.date, code: ['String', 'var', 'Date'].includes(type.kind) ? `Date(${code})` : `Date(js::number(${code}))`};
  }
  newTyped(type, given) {
    if (!given.length) return {type, code: `${type.name}()`};
    const first = this.ex(given[0], t.list(type.of));
    const kind = first.type?.kind;
    if (kind === 'ArrayBuffer') return this.newView(type, given);
    if (kind === 'num') return {type, code: `${type.name}(${asNumber(first)})`};
    if (kind === 'Typed' && first.type.of.kind === type.of.kind) return {type, code: first.type.name === type.name ? `${type.name}::from(${first.code})` : `${type.name}(${first.code})`};
    if ((kind === 'Array' || kind === 'Set') && first.type.of?.kind === type.of.kind) return {type, code: `${type.name}(${first.code})`};
    if (kind === 'Array' && !first.type.of) return {type, code: `${type.name}()`};
    return no('typed arrays made of other things');
  }
  // Translates a typed array or a DataView over an ArrayBuffer.
  newView(type, given) {
    const [buffer, ...rest] = [...given].map(each => this.ex(each));
    if (buffer?.type?.kind !== 'ArrayBuffer') return no('typed arrays made of other things');
    while (rest.length && rest[rest.length - 1].type?.kind === 'undefined') rest.pop();
    return {type, code: `${t.cpp(type)}(${[buffer.code, ...rest.slice(0, 2).map(asNumber)].join(', ')})`};
  }
  newArray(given, expected) {
    if (given.length !== 1) return this.list(given, expected);
    const value = this.ex(given[0]);
    if (value.type?.kind === 'num') {
      const type = t.list(expected?.kind === 'Array' ? expected.of : null);
      return {type, code: `${t.cpp(type)}(${value.code})`};
    }
    if (value.type?.kind === 'any' || value.type?.kind === 'var') no('new Array of values that may be anything');
    return this.list(given, expected);
  }
  newMap(given, expected) {
    const wanted = expected?.kind === 'Map' ? expected : t.map(null, null);
    if (given.length === 0 || isUndefined(given[0]) || bare(given[0]).kind === K.NullKeyword) return {type: wanted, code: `${t.cpp(wanted)}()`};
    const entries = bare(given[0]);
    if (entries.kind !== K.ArrayLiteralExpression) {
      const from = this.ex(entries);
      if (from.type?.kind === 'Map') return {type: from.type, code: `${t.cpp(from.type)}::from(${from.code})`};
      return no('new Map and new Set of other things');
    }
    const pairs = entries.elements.map(bare);
    if (pairs.some(each => each.kind !== K.ArrayLiteralExpression || each.elements.length !== 2)) return no('new Map and new Set of other things');
    let {key, of} = wanted;
    for (const each of pairs) {
      key = t.join(key, this.ex(each.elements[0], key).type ?? t.any);
      of = t.join(of, this.ex(each.elements[1], of).type ?? t.any);
    }
    [key, of] = [key, of].map(type => (type?.kind === 'undefined' || type?.kind === 'null' ? t.anything : type));
    const type = t.map(key, of);
    if ([key, of].some(each => each?.kind === 'any' || each?.kind === 'function')) no('maps and sets of values that do not go together');
    return {type, code: `${t.cpp(type)}{${pairs.map(each => `{${this.into(each.elements[0], key)}, ${this.into(each.elements[1], of)}}`).join(', ')}}`};
  }
  newSet(given, expected) {
    const wanted = expected?.kind === 'Set' ? expected : t.set(null);
    if (given.length === 0 || isUndefined(given[0]) || bare(given[0]).kind === K.NullKeyword) return {type: wanted, code: `${t.cpp(wanted)}()`};
    const from = this.ex(given[0], wanted.of ? t.list(wanted.of) : undefined);
    if (!['Array', 'Set', 'String'].includes(from.type?.kind)) return no('new Map and new Set of other things');
    const type = t.set(from.type.kind === 'String' ? t.string : from.type.of);
    const literals = bare(given[0]).kind === K.ArrayLiteralExpression;
    return {type, code: literals ? `${t.cpp(type)}${from.code.slice(from.code.indexOf('{'))}` : `${t.cpp(type)}::from(${this.plainValue(from)})`};
  }
  newError(name, given) {
    const message = given.length ? asText(this.ex(given[0])) : '""';
    return {type: t.error, code: `${name}(${message})`};
  }

  property(node) {
    const object = bare(node.expression);
    const name = node.name.text;
    if (isGlobal(this, object, 'Math')) return mathConstants.includes(name) ? {type: t.num, code: `Math::${name}`, loose: true} : no('functions as objects');
    if (isGlobal(this, object, 'Number')) return numberConstants.includes(name) ? {type: t.num, code: `Number::${name}`, loose: true} : no('prototypes');
    if (object.kind === K.Identifier && typedArrays.includes(object.text) && !this.scope.find(object.text))
      return name === 'BYTES_PER_ELEMENT' ? {type: t.num, code: `${object.text}::BYTES_PER_ELEMENT`, loose: true} : no('prototypes');
    if (object.kind === K.Identifier && constructors.includes(object.text) && !this.scope.find(object.text)) return no('prototypes');
    const value = this.ex(object);
    switch (value.type?.kind) {
      case 'String': case 'Array':
        if (name === 'length') return {type: t.num, code: `${value.loose && value.type.kind === 'String' ? `js::string(${value.code})` : value.code}.length()`, loose: true};
        break;
      case 'Typed': case 'ArrayBuffer': case 'DataView': {
        const numbers = {Typed: ['length', 'byteLength', 'byteOffset'], ArrayBuffer: ['byteLength'], DataView: ['byteLength', 'byteOffset']};
        if (numbers[value.type.kind].includes(name)) return {type: t.num, code: `${value.code}.${name}()`, loose: true};
        if (name === 'BYTES_PER_ELEMENT' && value.type.kind === 'Typed') return {type: t.num, code: `${value.type.name}::BYTES_PER_ELEMENT`, loose: true};
        if (name === 'buffer' && value.type.kind !== 'ArrayBuffer') return {type: t.arrayBuffer, code: `${value.code}.buffer()`};
        break;
      }
      case 'Map': case 'Set':
        if (name === 'size') return {type: t.num, code: `${value.code}.size()`, loose: true};
        break;
      case 'result':
        if (name === 'value') return {type: value.type.of, code: `${value.code}.value`};
        if (name === 'done') return {type: t.bool, code: `${value.code}.done`};
        break;
      case 'error':
        if (name === 'message' || name === 'name') return {type: t.string, code: `${value.code}->${name}`};
        break;
      case 'RegExp': case 'RegExpMatch': case 'groups': {
        const found = this.patternProperty(value, name);
        if (found) return found;
        break;
      }
      case 'var': return {type: t.anything, code: `js::property(${value.code}, ${literal(name)})`};
      case 'any': case undefined:
        if (name === 'length') return {type: t.num, code: `${value.code}.length()`, loose: true};
        break;
      case 'function': return no('functions as objects');
      case 'undefined': case 'null': return no('properties of undefined and null');
    }
    if (name === 'constructor' || name === '__proto__') return no('prototypes');
    return no('properties of their own on lists, texts and functions');
  }
  index(node) {
    const value = this.ex(node.expression);
    const at = bare(node.argumentExpression);
    if (at.getText() === 'Symbol.iterator' || at.getText().startsWith('Symbol.')) no('symbols');
    const key = this.ex(at);
    if (value.type?.kind === 'pair') {
      const place = at.getText();
      if (place !== '0' && place !== '1') no('entries by other indices');
      return {type: place === '0' ? value.type.key : value.type.of, code: `js::part<${place}>(${value.code})`};
    }
    if (value.type?.kind === 'var') return {type: t.anything, code: `js::property(${value.code}, ${key.code})`};
    if (key.type?.kind !== 'num') return no('indices that are no numbers');
    const object = value.loose && value.type?.kind === 'String' ? `js::string(${value.code})` : value.code;
    if (value.type?.kind === 'String') return {type: t.string, code: `${object}[${key.code}]`};
    if (value.type?.kind === 'Array' || value.type?.kind === 'Typed' || value.type?.kind === 'RegExpMatch') return {type: value.type.of, code: `js::value(${object}[${key.code}])`};
    if (value.type?.kind === 'any' || value.type === null) return {type: value.type, code: `js::value(${object}[${key.code}])`};
    return no('elements of what is no list');
  }

  // Translates `x.constructor === Array`, which is known at compile time in C++.
  classCheck(left, right) {
    for (const [access, name] of [[bare(left), bare(right)], [bare(right), bare(left)]])
      if (access.kind === K.PropertyAccessExpression && access.name.text === 'constructor' && isGlobal(this, name, 'RegExp') && this.ex(access.expression).type?.kind === 'RegExp')
        return `js::isPattern(${this.ex(access.expression).code})`;
      else if (access.kind === K.PropertyAccessExpression && access.name.text === 'constructor' && isGlobal(this, name, 'Array'))
        return `Array<>::isArray(${this.ex(access.expression).code})`;
    return null;
  }
  instanceOf(node) {
    const value = this.ex(node.left);
    const name = bare(node.right);
    if (value.type?.kind === 'error') {
      if (is(name, 'Test262Error')) return {type: t.bool, code: 'false'};  // a Failed is never caught
      if (errors.includes(name.text)) return {type: t.bool, code: `js::isError(${value.code}, "${name.text}")`};
    }
    if (is(name, 'RegExp')) return value.type?.kind === 'RegExp' ? {type: t.bool, code: `js::isPattern(${value.code})`} : no('prototypes');
    if (is(name, 'Array')) return {type: t.bool, code: `Array<>::isArray(${value.code})`};
    return no('prototypes');
  }
}

module.exports = {Objects};
