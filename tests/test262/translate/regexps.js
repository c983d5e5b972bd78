'use strict';
// Translates the regular expressions and matches in test262's cases to C++.
const ts = require('typescript');
const t = require('./types.js');
const {Expressions} = require('./expressions.js');
const {literal} = require('./literals.js');
const {bare, isUndefined, asNumber, asText} = Expressions;
const {no} = t;
const K = ts.SyntaxKind;

const flags = ['source', 'flags', 'global', 'ignoreCase', 'multiline', 'dotAll', 'unicode', 'sticky', 'hasIndices', 'lastIndex'];

// Returns the number of groups in a pattern, or null when it is not known.
function groupsOf(node) {
  if (node.kind !== K.RegularExpressionLiteral) return null;
  const pattern = node.text.slice(1, node.text.lastIndexOf('/')).replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  return (pattern.match(/\((?!\?)|\(\?<(?![=!])/g) ?? []).length;
}

class RegExps extends Expressions {
  regularExpression(node) {
    const end = node.text.lastIndexOf('/');
    const letters = node.text.slice(end + 1);
    return {type: t.regexp, code: `re(${literal(node.text.slice(1, end))}${letters ? `, ${literal(letters)}` : ''})`};
  }
  // Translates new RegExp(pattern, flags), also without new.
  newRegExp(given, isNew) {
    const [pattern, letters] = [...given].map(each => this.ex(each));
    const textOf = (value, node) => {
      if (!value || isUndefined(node) || value.type?.kind === 'undefined') return '""';
      if (!['String', 'num', 'bool', 'null'].includes(value.type?.kind)) no('regular expressions of objects');
      return asText(value);
    };
    const more = letters ? textOf(letters, given[1]) : '""';
    if (pattern?.type?.kind === 'RegExp') {
      if (!isNew && more === '""') return pattern;
      return {type: t.regexp, code: more === '""' ? `RegExp(${pattern.code}, ${pattern.code}.flags())` : `RegExp(${pattern.code}, ${more})`};
    }
    return {type: t.regexp, code: `RegExp(${textOf(pattern, given[0])}${more === '""' ? '' : `, ${more}`})`};
  }
  // Translates the argument that match, search, split and replace search for: a pattern or a text.
  pattern(node, becomesPattern) {
    if (!node || isUndefined(node)) return becomesPattern ? 'RegExp("")' : '"undefined"';
    const value = this.ex(node);
    if (value.type?.kind === 'RegExp') return value.code;
    if (!['String', 'num', 'bool', 'null'].includes(value.type?.kind)) no('regular expressions of objects');
    return becomesPattern ? `RegExp(${asText(value)})` : asText(value);
  }
  // Translates a method of a text with a pattern as its first argument. Returns null when the argument is an ordinary
  // text.
  patternMethod(name, code, given) {
    const [node] = given;
    const isPattern = node && !isUndefined(node) && this.ex(node).type?.kind === 'RegExp';
    switch (name) {
      case 'match': return {type: t.match, code: `${code}.match(${this.pattern(node, true)})`};
      case 'search': return {type: t.num, code: `${code}.search(${this.pattern(node, true)})`, loose: true};
      case 'matchAll': return no('iterators of matches');
      case 'split': {
        if (!isPattern) return null;
        const limit = given.length > 1 && !isUndefined(given[1]) ? `, ${asNumber(this.ex(given[1]))}` : '';
        return {type: t.list(t.string), code: `${code}.split(${this.pattern(node)}${limit})`};
      }
      case 'replace': case 'replaceAll': {
        if (!isPattern) return null;
        const groups = groupsOf(bare(node));
        const value = given[1] ? this.ex(given[1]) : null;
        let replacement = '"undefined"';
        if (value?.type?.kind === 'function') {
          const {parameters} = value.type.node;
          if (groups === null && parameters.length > 1) no('functions in replace whose groups are not known');
          replacement = this.callback(given[1], [t.string, ...Array(groups ?? 0).fill(t.string), t.num, t.string]).code;
        } else if (value) {
          if (!['String', 'num', 'bool', 'null', 'undefined'].includes(value.type?.kind)) no('regular expressions of objects');
          replacement = asText(value);
        }
        return {type: t.string, code: `${code}.${name}(${this.pattern(node)}, ${replacement})`};
      }
      default: return null;
    }
  }

  // Translates the properties of a pattern, a match or its groups. Returns null when there is no property of this name.
  patternProperty(value, name) {
    if (value.type.kind === 'RegExp') {
      if (!flags.includes(name)) return null;
      const type = name === 'source' || name === 'flags' ? t.string : name === 'lastIndex' ? t.num : t.bool;
      return {type, code: `${value.code}.${name}()`, loose: name === 'lastIndex'};
    }
    if (value.type.kind === 'groups') return {type: t.string, code: `${value.code}[${literal(name)}]`};
    switch (name) {
      case 'length': return {type: t.num, code: `${value.code}.length()`, loose: true};
      case 'index': return {type: t.num, code: `${value.code}.index`, loose: true};
      case 'input': return {type: t.string, code: `${value.code}.input`};
      case 'groups': return {type: t.groups, code: `${value.code}.groups`};
      default: return null;
    }
  }
  // Translates x.lastIndex = n, and the match that a case expects: a list that gets an index and an input.
  assignPatternProperty(target, node) {
    const object = this.ex(target.expression);
    const name = target.name.text;
    if (object.type?.kind === 'RegExp' && name === 'lastIndex') {
      const value = this.ex(node.right);
      if (value.type?.kind !== 'num') no('a lastIndex that is no number');
      return {type: t.num, code: `js::setLastIndex(${object.code}, ${value.code})`, loose: true};
    }
    if (name !== 'index' && name !== 'input') return null;
    if (object.variable && object.type?.kind === 'Array') this.widen(object.variable, t.match);
    if (this.ex(target.expression).type?.kind !== 'RegExpMatch') return null;
    const value = this.ex(node.right);
    if (value.type?.kind !== (name === 'index' ? 'num' : 'String')) no('properties of a match of another type');
    return {type: value.type, code: `(${object.code}.${name} = ${value.code})`};
  }
  // Translates test262's helper buildString: a text of these code points.
  buildString([node]) {
    const parts = new Map((node?.properties ?? []).map(each => [each.name.text, each.initializer]));
    const codes = list => list.elements.map(each => String(Number(each.getText())));
    const lone = codes(parts.get('loneCodePoints') ?? no('helpers of test262 that are not there'));
    const ranges = parts.get('ranges').elements.map(each => `{${codes(each).join(', ')}}`);
    return {type: t.string, code: `js::buildString({${lone.join(', ')}}, {${ranges.join(', ')}})`};
  }
  // Finds a pattern that is constructed inside of a message. The case tests that it cannot be constructed.
  patternsIn(nodes) {
    const made = [];
    const visit = node => {
      const called = [K.NewExpression, K.CallExpression].includes(node.kind) ? bare(node.expression) : null;
      if ([K.RegularExpressionLiteral, K.NewExpression, K.CallExpression].includes(called?.kind)) no('calls of what is no function here');
      if (called?.getText() === 'RegExp') made.push(`static_cast<void>(${this.ex(node).code});`);
      else ts.forEachChild(node, visit);
    };
    nodes.forEach(visit);
    return made;
  }
}

module.exports = {RegExps};
