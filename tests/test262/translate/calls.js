'use strict';
// Translates the JavaScript calls in test262's cases to C++.
const ts = require('typescript');
const t = require('./types.js');
const {methods, math, uri, errors} = require('./library.js');
const {Expressions} = require('./expressions.js');
const {RegExps} = require('./regexps.js');
const {isGlobal, bare, isUndefined, asNumber, asText, asTruth} = Expressions;
const {typedArrays, bigs} = require('./typed.js');
const {no} = t;
const typedOf = name => t.typed(name, bigs.includes(name) ? t.big : t.num);
const K = ts.SyntaxKind;

class Calls extends RegExps {
  // Translates arguments by the parameters of a method (see library.js). `type` is the type of the object.
  arguments(given, parameters, type, target) {
    given = [...given];
    const codes = [];
    const last = parameters[parameters.length - 1];
    for (let i = 0; i < Math.max(given.length, parameters.length); i++) {
      const parameter = parameters[i] ?? (last?.endsWith('*') ? last : '');
      const [kind, how] = parameter;
      const node = given[i];
      if (!parameter) {
        this.ex(node);  // more arguments than parameters: JavaScript only evaluates them
        continue;
      }
      if (!node) {
        if (how === '*' || how === '?' || how === '!') break;
        codes.push(this.missingArgument(kind, type));
        continue;
      }
      if (how === '!' && this.isUndefinedHere(node)) {
        if (given.slice(i + 1).some(each => !this.isUndefinedHere(each))) no('undefined in front of other arguments');
        break;
      }
      codes.push(this.argument(node, kind, type, target));
    }
    return codes.join(', ');
  }
  isUndefinedHere(node) {
    return isUndefined(node) || this.ex(node).type?.kind === 'undefined';
  }
  missingArgument(kind, type) {
    switch (kind) {
      case 's': case 'r': case 'x': return '"undefined"';
      case 'i': return 'NaN';
      case 'e': case 'v': case 'k': return type.of?.kind === 'num' ? 'NaN' : 'undefined';
      default: return no('calls without what is needed');
    }
  }
  argument(node, kind, type, target) {
    switch (kind) {
      case 'i': return asNumber(this.ex(node));
      case 's': return asText(this.ex(node));
      case 'r': {
        const value = this.ex(node);
        return value.type?.kind === 'function' ? this.callback(node, [t.string, t.num, t.string]).code : asText(value);
      }
      case 'e': case 'v': {
        const value = this.ex(node, type.of);
        this.widenElements(target, value.type);
        return this.into(node, this.ex(target).type.of ?? t.anything);
      }
      case 'k': {
        const part = type.kind === 'Map' ? 'key' : 'of';
        const value = this.ex(node, type[part]);
        if (value.type?.kind === 'function') no('functions as objects');
        if (type.kind !== 'Array') this.widenElements(target, value.type, part);
        const now = this.ex(target).type[part] ?? (type.kind === 'Array' ? t.anything : null);
        // A value that a list or a map cannot contain may still be searched for.
        if (now && !t.same(t.join(now, value.type), now) && !(now.kind === 'String' && ['undefined', 'null'].includes(value.type?.kind)))
          return type.kind === 'Array' ? `js::foreign<${t.cpp(now)}>(${value.code})` : no('keys that the map cannot have');
        return value.code;
      }
      case 'l': {
        const value = this.ex(node, type);
        const of = value.type?.kind === 'Array' ? value.type.of : value.type;
        if (value.type?.kind === 'any') return value.code;
        if (of && !(type.of && t.same(t.join(type.of, of), type.of))) this.widenElements(target, of);
        const now = this.ex(target).type;
        if (of && !(now.of && t.same(t.join(now.of, of), now.of))) no('lists of different types');
        return value.type?.kind === 'Array' ? this.ex(node, now).code : this.into(node, now.of);
      }
      case 'n': return this.typedElement(this.ex(node, type.of), type);
      case 'b': return asTruth(this.ex(node));
      case 'B': {
        const value = this.ex(node);
        return value.type?.kind === 'BigInt' ? value.code : no('BigInt where a number is wanted');
      }
      case 't': {
        const value = this.ex(node, t.list(type.of));
        if (value.type?.kind === 'Typed') return value.type.of.kind === type.of.kind ? value.code : no('BigInt where a number is wanted');
        if (value.type?.kind !== 'Array' || value.type.of?.kind !== type.of.kind) no('typed arrays made of other things');
        return value.code;
      }
      case 'x': return `js::string(${this.ex(node).code})`;
      default: return no('calls without what is needed');
    }
  }

  // Translates a value for an element of this typed array.
  typedElement(value, type) {
    if (type.of.kind !== 'BigInt') return ['BigInt', 'function', 'Array', 'Typed'].includes(value.type?.kind) ? no('BigInt where a number is wanted') : asNumber(value);
    return value.type?.kind === 'BigInt' ? value.code : no('BigInt where a number is wanted');
  }
  // Translates a function that is an argument. It is called with values of these types. `returned` is the type of its
  // result.
  callback(node, types) {
    const value = this.ex(node);
    if (value.type?.kind !== 'function') {
      if (value.type && value.type.kind !== 'any') no('no function where one is needed');
      return {code: value.code, returned: t.any};
    }
    const made = value.type.node;
    const information = this.informationOf(made);
    information.parameters.forEach((parameter, i) => {
      this.widen(parameter, i < types.length ? types[i] ?? undefined : t.undefinedType);
    });
    if (made.parameters.length > types.length) no('functions that are given fewer arguments than they take');
    return {code: value.code, returned: information.returned};
  }

  call(node, expected) {
    const callee = bare(node.expression);
    if (node.arguments.some(each => each.kind === K.SpreadElement)) no('spread');
    if (callee.kind === K.PropertyAccessExpression) return this.methodCall(node, callee, callee.name.text, expected);
    if (callee.kind === K.ElementAccessExpression) {
      const key = bare(callee.argumentExpression);
      if (key.getText() === 'Symbol.iterator') {
        const type = this.ex(callee.expression).type;
        const name = {Array: 'values', Typed: 'values', Set: 'values', Map: 'entries'}[type?.kind] || no('symbols');
        return this.methodOf(node, callee.expression, name, []);
      }
      return no(/^Symbol\./.test(key.getText()) ? 'symbols' : 'methods by computed names');
    }
    if (callee.kind === K.Identifier && !this.scope.find(callee.text)) return this.globalCall(node, callee.text, expected);
    const value = this.ex(callee);
    if (value.type?.kind !== 'function') no('calls of what is no function here');
    const information = this.informationOf(value.type.node);
    const given = [...node.arguments].map(each => this.ex(each));
    information.parameters.forEach((parameter, i) => this.widen(parameter, i < given.length ? given[i].type : t.undefinedType));
    const codes = value.type.node.parameters.map((_, i) => (given[i] ? this.plainValue(given[i]) : 'undefined'));
    return {type: information.returned ?? t.undefinedType, code: `${callee.kind === K.Identifier ? value.code : `(${value.code})`}(${codes.join(', ')})`};
  }
  // Returns a literal as a value of JavaScript's type.
  plainValue(value) {
    if (!value.loose) return value.code;
    return value.type?.kind === 'num' ? `num(${value.code})` : value.type?.kind === 'String' ? `js::string(${value.code})` : value.code;
  }

  globalCall(node, name, expected) {
    const given = node.arguments ?? [];
    const values = () => [...given].map(each => this.ex(each));
    switch (name) {
      case 'String': return {type: t.string, code: given.length ? `js::string(${values()[0].code})` : 'str("")'};
      case 'Number': return {type: t.num, code: given.length ? `js::number(${values()[0].code})` : 'num(0)'};
      case 'Boolean': return {type: t.bool, code: given.length ? asTruth(values()[0]) : 'false'};
      case 'Array': return this.newArray(given, expected);
      case 'BigInt': return {type: t.big, code: `BigInt(${values()[0]?.code ?? no('calls without what is needed')})`};
      case 'Object': return no('wrapper objects');
      case 'RegExp': return this.newRegExp(given, false);
      case 'buildString': return this.buildString(given);
      case 'Date': return values(), {type: t.string, code: 'Date().toString()'};
      case 'parseInt': case 'parseFloat': {
        const codes = values().map((value, i) => (i === 0 ? `js::string(${value.code})` : asNumber(value)));
        return {type: t.num, code: `${name}(${codes.slice(0, name === 'parseInt' ? 2 : 1).join(', ') || '"undefined"'})`};
      }
      case 'isNaN': case 'isFinite':
        return {type: t.bool, code: `${name}(${given.length ? this.numberOrText(values()[0]) : 'NaN'})`};
      case 'compareArray': return {type: t.bool, code: `js::sameLists(${this.twoLists(given)})`};
      default:
        if (uri.includes(name)) return {type: t.string, code: `${name}(${given.length ? asText(values()[0]) : '"undefined"'})`};
        if (errors.includes(name)) return this.newError(name, given);
        return this.identifier(node.expression);  // throws the reason why the name is not known
    }
  }
  numberOrText(value) {
    return value.type?.kind === 'num' || value.type?.kind === 'String' ? value.code : `js::number(${value.code})`;
  }
  twoLists(given) {
    const asList = value => (value.type?.kind === 'Typed' ? `js::listOf(${value.code})` : value.code);
    const first = this.ex(given[0]);
    if (['pair', 'result'].includes(first.type?.kind)) no('entries as lists');
    const second = this.ex(given[1], first.type?.kind === 'Typed' ? t.list(first.type.of) : first.type);
    return `${asList(first)}, ${asList(second)}`;
  }

  methodCall(node, callee, name, expected) {
    const object = bare(callee.expression);
    if (isGlobal(this, object, 'Math')) return this.mathCall(name, node.arguments);
    const typedName = object.kind === K.Identifier && typedArrays.includes(object.text) && !this.scope.find(object.text) ? object.text : '';
    if (typedName) return this.typedCall(typedOf(typedName), name, [...node.arguments]);
    if (isGlobal(this, object, 'ArrayBuffer') && name === 'isView')
      return node.arguments.length ? {type: t.bool, code: `ArrayBuffer::isView(${this.plainValue(this.ex(node.arguments[0]))})`} : no('calls without what is needed');
    for (const of of ['Number', 'String', 'Array', 'Object', 'BigInt', 'JSON', 'Date'])
      if (isGlobal(this, object, of)) return this.staticCall(of, name, node, expected);
    if (name === 'call' && object.kind === K.PropertyAccessExpression) return this.borrowed(node, object);
    if (name === 'getClass' && node.arguments.length === 0) return {type: t.string, code: `js::classOf(${this.ex(object).code})`};
    if (['hasOwnProperty', 'propertyIsEnumerable'].includes(name)) no('whether an element or property is there (in, hasOwnProperty)');
    if (['isPrototypeOf', 'apply', 'bind'].includes(name)) no('prototypes');
    return this.methodOf(node, object, name, node.arguments);
  }
  // Translates X.prototype.m.call(x, …) for an x that is an X, or that becomes a text by itself.
  borrowed(node, callee) {
    const from = callee.expression.getText();
    const [receiver, ...rest] = node.arguments;
    if (callee.getText() === 'Object.prototype.toString') return {type: t.string, code: `js::classOf(${this.ex(receiver).code})`};
    const match = /^(String|Array|Number|Map|Set|Date|RegExp)\.prototype$/.exec(from) || no('methods called on what they are not of');
    if (!receiver || receiver.kind === K.SpreadElement) return no('methods called on what they are not of');
    const type = this.ex(receiver).type;
    const kind = {String: 'String', Array: 'Array', Number: 'num', Map: 'Map', Set: 'Set', Date: 'Date', RegExp: 'RegExp'}[match[1]];
    if (type?.kind === kind) return this.methodOf(node, receiver, callee.name.text, rest);
    if (kind === 'String' && ['num', 'bool'].includes(type?.kind))
      return this.methodOn({type: t.string, code: `js::string(${this.ex(receiver).code})`}, receiver, callee.name.text, rest);
    return no('methods called on what they are not of');
  }
  methodOf(node, object, name, given) {
    return this.methodOn(this.ex(object), object, name, given);
  }
  methodOn(receiver, object, name, given) {
    const type = receiver.type;
    if (type?.kind === 'String' && ['match', 'matchAll', 'search', 'replace', 'replaceAll', 'split'].includes(name)) {
      const made = this.patternMethod(name, receiver.loose ? `js::string(${receiver.code})` : receiver.code, given);
      if (made) return made;
    }
    if (name.startsWith('toLocale') && type?.kind !== 'String') no('locales');
    if (type?.kind === 'any' || type === null) {
      if (type === null && !given.length) return {type: null, code: `${receiver.code}.${name}()`};
      return no('methods of values whose type only the compiler knows');
    }
    const method = methods[type.kind]?.[name];
    let code = receiver.loose ? `${type.kind === 'String' ? `js::string(${receiver.code})` : type.kind === 'num' ? `num(${receiver.code})` : receiver.code}`
      : receiver.code;
    if (!Object.hasOwn(methods[type.kind] ?? {}, name)) {
      if (type.kind === 'Typed' && ['reduce', 'reduceRight'].includes(name)) return this.special(name, receiver, object, given);
      if (type.kind === 'Array' && ['reduce', 'reduceRight', 'flat', 'flatMap'].includes(name)) return this.special(name, receiver, object, given);
      if (type.kind === 'var' || type.kind === 'pair') return no('methods of values that may be anything');
      return no(`methods that are not there (${type.kind}: ${name})`);
    }
    if (method.code) return {type: method.gives(type), code: method.code(code)};
    if (name === 'split' && (given.length === 0 || this.isUndefinedHere(given[0]))) {
      if (given.length > 1 && !this.isUndefinedHere(given[1])) no('undefined in front of other arguments');
      return {type: t.list(t.string), code: `${code}.split()`};
    }
    let returned;
    let codes;
    if (method.parameters[0]?.startsWith('f')) {
      if (given.length === 0 && !method.parameters[0].endsWith('!')) no('no function where one is needed');
      if (given.length === 0 || (method.parameters[0] === 'f!' && isUndefined(given[0]))) {
        codes = '';
      } else {
        const made = this.callback(given[0], method.calls(type));
        ({code: codes, returned} = made);
        if (type.kind === 'Typed' && name === 'map' && returned?.kind !== type.of.kind) no('functions that give no element');
        // the argument thisArg was refused already where the function uses it
        given.slice(1).forEach?.(each => this.ex(each));
      }
    } else {
      codes = this.arguments(given, method.parameters, type, object);
    }
    const now = method.parameters.some(each => 'ekvl'.includes(each[0])) ? this.ex(object).type : type;
    code = `${code}.${method.name ?? name}(${codes})`;
    if (method.through) code = `${method.through}(${code})`;
    const gives = method.gives(now, returned ?? null);
    if (gives?.kind === 'undefined') code = `(${code}, undefined)`;
    // A count, a position or a code unit is an integer in C++, and becomes a number in calculations.
    return {type: gives, code, loose: gives?.kind === 'num'};
  }
  special(name, receiver, object, given) {
    const type = receiver.type;
    if (name === 'flat') {
      const depth = given.length === 0 || isUndefined(given[0]) ? 1 : Number(given[0].getText().replace('Infinity', '9'));
      if (!(Number.isInteger(depth))) no('flat by what is known at run time only');
      let of = type;
      for (let i = 0; i < depth && of.of?.kind === 'Array'; i++) of = of.of;
      return {type: of, code: `${receiver.code}.flat${given.length && depth !== 1 ? `<${depth}>` : ''}()`};
    }
    if (given.length === 0) no('no function where one is needed');
    if (name === 'flatMap') {
      const {code, returned} = this.callback(given[0], [type.of, t.num, type]);
      return {type: returned?.kind === 'Array' ? returned : t.list(returned), code: `${receiver.code}.flatMap(${code})`};
    }
    let first = given.length > 1 ? this.ex(given[1]) : null;
    let result = first ? first.type : type.of;
    const {returned} = this.callback(given[0], [result, type.of, t.num, type]);
    if (returned && result && !t.same(returned, result)) {
      result = t.join(result, returned);
      if (result?.kind !== 'var' || !first) {
        if (!first) {
          if (type.of?.kind !== 'var') this.widenElements(object, t.anything);
          if (this.ex(object).type.of?.kind !== 'var') no('reduce to another type');
        } else {
          no('reduce to another type');
        }
      }
    }
    const {code} = this.callback(given[0], [result, type.of, t.num, type]);
    if (first) first = result?.kind === 'var' ? `var(${first.code})` : this.plainValue(this.ex(given[1]));
    return {type: result, code: `${receiver.code}.${name}(${code}${first ? `, ${first}` : ''})`};
  }

  mathCall(name, given) {
    if (!Object.hasOwn(math, name)) return no(`methods that are not there (Math: ${name})`);
    const count = math[name];
    const codes = [...given].map(each => asNumber(this.ex(each)));
    if (count >= 0) codes.length = Math.min(codes.length, count);
    while (codes.length < count) codes.push('NaN');
    return {type: t.num, code: `Math::${name}(${codes.join(', ')})`};
  }
  staticCall(of, name, node, expected) {
    const given = [...node.arguments];
    const values = () => given.map(each => this.ex(each));
    if (of === 'Number') {
      if (['isNaN', 'isFinite', 'isInteger', 'isSafeInteger'].includes(name))
        return {type: t.bool, code: `Number::${name}(${given.length ? values()[0].code : 'undefined'})`};
      if (name === 'parseInt' || name === 'parseFloat') return this.globalCall(node, name);
    }
    if (of === 'String') {
      if (name === 'fromCharCode') return {type: t.string, code: `String::fromCharCode(${values().map(asNumber).join(', ')})`};
      if (name === 'fromCodePoint') return {type: t.string, code: `String::fromCodePoint(${values().map(asNumber).join(', ')})`};
      if (name === 'raw') return no('tagged templates');
    }
    if (of === 'Array') {
      if (name === 'isArray') return {type: t.bool, code: `Array<>::isArray(${given.length ? values()[0].code : 'undefined'})`};
      if (name === 'of') {
        const type = values().reduce((all, value) => t.join(all, value.type), null);
        if (!type || !t.canBeVar(type)) return no('lists of values that do not go together');
        if (['num', 'String', 'bool'].includes(type.kind))
          return {type: t.list(type), code: `Array<>::of(${values().map(value => this.plainValue(value)).join(', ')})`};
        return {type: t.list(t.anything), code: `Array<>::of(${values().map(value => `var(${value.code})`).join(', ')})`};
      }
      if (name === 'from') return this.arrayFrom(given);
    }
    if (of === 'Object' && name === 'is') return {type: t.bool, code: `js::sameValue(${values().map(value => value.code).join(', ')})`};
    if (of === 'BigInt' && (name === 'asIntN' || name === 'asUintN') && given.length === 2) {
      const [bits, value] = values();
      if (value.type?.kind !== 'BigInt') no('operators of BigInt that have no twin');
      return {type: t.big, code: `BigInt::${name}(${asNumber(bits)}, ${value.code})`};
    }
    if (of === 'JSON') return this.json(name, given);
    if (of === 'Date') return this.dateCall(name, values());
    return no(of === 'Object' ? 'Object\'s functions on properties' : `methods that are not there (${of}: ${name})`);
  }
  // Translates Uint8Array.from(…) and Uint8Array.of(…).
  typedCall(type, name, given) {
    if (name === 'of') return {type, code: `${type.name}::of(${given.map(each => this.typedElement(this.ex(each, type.of), type)).join(', ')})`};
    if (name !== 'from' || !given.length) return no('prototypes');
    const source = this.ex(given[0], t.list(type.of));
    if (!['Array', 'Typed', 'Set', 'iterator'].includes(source.type?.kind) || source.type.of?.kind !== type.of.kind) return no('typed arrays made of other things');
    if (given.length === 1 || isUndefined(given[1])) return {type, code: `${type.name}::from(${source.code})`};
    return {type, code: `${type.name}::from(${source.code}, ${this.callback(given[1], [source.type.of, t.num]).code})`};
  }
  dateCall(name, given) {
    if (name === 'now') return {type: t.num, code: 'num(Date::now())'};
    if (name === 'parse') return {type: t.num, code: `num(Date::parse(${given.length ? asText(given[0]) : '"undefined"'}))`};
    if (name === 'UTC') return {type: t.num, code: given.length ? `num(Date::UTC(${given.slice(0, 7).map(asNumber).join(', ')}))` : 'num(NaN)'};
    return no(`methods that are not there (Date: ${name})`);
  }
  json(name, given) {
    if (given.length !== 1) return no('JSON with more arguments');
    const value = this.ex(given[0], t.anything);
    if (name === 'parse') return {type: t.anything, code: `JSON::parse(${asText(value)})`};
    if (!t.canBeVar(value.type) && value.type?.kind !== 'Array') no('JSON of other objects');
    if (value.type?.kind === 'undefined') no('JSON of other objects');
    return {type: t.string, code: `JSON::stringify(${value.code})`};
  }
  arrayFrom(given) {
    if (!given.length) return no('calls without what is needed');
    const source = this.ex(given[0]);
    const of = source.type?.kind === 'Map' ? t.pair(source.type.key, source.type.of) : source.type?.kind === 'String' ? t.string : source.type?.of;
    if (!['Array', 'Set', 'String', 'iterator'].includes(source.type?.kind)) return no('Array.from of what a loop does not take');
    const code = this.plainValue(source);
    if (given.length < 2 || isUndefined(given[1])) return {type: t.list(of), code: `Array<>::from(${code})`};
    const made = this.callback(given[1], [of, t.num]);
    return {type: t.list(made.returned), code: `Array<>::from(${code}, ${made.code})`};
  }
}

module.exports = {Calls};
