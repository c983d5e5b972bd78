'use strict';
// The original of mustache, and the cases for the original and for the port.
const mustache = require('mustache');

// A C++ function has no source text, so the original's functions must not show theirs.
const native = f => Object.assign(f, {toString: () => 'function () { [native code] }'});

function revive(value) {
  if (Array.isArray(value)) return value.map(revive);
  if (!value || typeof value !== 'object') return value;
  switch (value.$function) {
    case undefined: return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, revive(each)]));
    case 'upper': return native(() => native((text, render) => render(text).toUpperCase()));
    case 'wrap': return native(() => native((text, render) => '<b>' + render('{{' + text + '}}') + '</b>'));
    case 'raw': return native(() => native(text => text));
    case 'nothing': return native(() => native(() => {}));
    case 'this': return native(function () { return this.name; });
    case 'list': return native(() => [1, 2, 3]);
    case 'partials': return name => (name === 'none' ? undefined : '<' + name + ': {{name}}>\n  {{#on}}x{{/on}}');
    case 'escape': return each => '[' + String(each) + ']';
    default: return native(() => 7.5);
  }
}

function original(one) {
  // The original caches each template that a function of the view renders. Over thousands of cases they would fill Node's
  // heap, and no answer depends on them.
  mustache.clearCache();
  try {
    if (one.parse) return mustache.parse(one.template, one.tags);
    return mustache.render(one.template, revive(one.view), revive(one.partials), revive(one.config));
  } catch (error) {
    return [error.name, error.message];
  }
}

const names = ['name', 'on', 'off', 'list', 'rows', 'deep', 'deep.name', 'deep.list', 'deep.list.length', 'name.length', 'n', 'f', 'g', '.',
  'missing', 'deep.missing.x', 'é', 'empty', 'null', 'a.b.c', 'n.length', 'rows.0.name'];
const scalar = r => r.pick(['', 'Ann', '<a href="x">\'&`=/', 'żółć 😀', 0, 1, -2.5, 1e21, true, false, null, 'a\nb', '{{name}}', 'x'.repeat(30)]);
const value = (r, depth) => {
  const kind = r.below(depth > 0 ? 10 : 6);
  if (kind < 6) return scalar(r);
  if (kind < 8) return Array.from({length: r.below(4)}, () => value(r, depth - 1));
  if (kind === 8) return {$function: r.pick(['upper', 'wrap', 'raw', 'nothing', 'this', 'list', 'number'])};
  return view(r, depth - 1);
};
function view(r, depth) {
  const out = {};
  for (const name of ['name', 'on', 'off', 'list', 'rows', 'deep', 'n', 'f', 'g', 'é', 'empty', 'null', 'a'])
    if (r.below(3)) out[name] = name === 'off' || name === 'empty' ? r.pick([false, '', 0, [], null]) : value(r, depth);
  return out;
}
const blank = r => r.pick(['', '', '', ' ', '  ', '\t', '\n', '\r\n', ' \n ']);
function template(r, depth, [open, close] = ['{{', '}}']) {
  let out = '';
  for (let i = r.below(7); i > 0; i--) {
    const name = r.pick(names);
    const tag = text => blank(r) + open + blank(r) + text + blank(r) + close + blank(r);
    const kind = r.below(12);
    if (kind < 3) out += r.pick(['text', '\n', ' ', 'a < b', '}}', '{', 'Zeile\n', '  \n', 'ó\u2028']);
    else if (kind < 5) out += tag(name);
    else if (kind === 5) out += open === '{{' ? '{{{' + blank(r) + name + blank(r) + '}}}' : tag('&' + name);
    else if (kind === 6) out += tag('& ' + name);
    else if (kind === 7) out += tag('! a comment');
    else if (kind === 8) out += tag('>' + blank(r) + r.pick(['p', 'q', 'none', 'self']));
    else if (depth > 0) out += tag(r.pick('#^') + name) + template(r, depth - 1, [open, close]) + tag('/' + (r.below(25) ? name : 'other'));
  }
  if (!r.below(12)) out += r.pick(['{{', '{{#open}}', '{{/close}}', '{{=<% %>=}}<%name%>', '{{=| |=}}|name|', '{{= =}}', '{{=a b c=}}', '{{#a}}{{/b}}', '{{{x}}']);
  return out;
}

// The inputs of mustache's own tests and of its README.
const given = [
  ['Hello {{name}}\nYou have just won {{value}} dollars!\n{{#in_ca}}\nWell, {{taxed_value}} dollars, after taxes.\n{{/in_ca}}', {name: 'Chris', value: 10000, taxed_value: 6000, in_ca: true}],
  ['{{title}} spends {{calc}}', {title: 'Joe', calc: {$function: 'number'}}],
  ['* {{name}}\n* {{age}}\n* {{company}}\n* {{{company}}}\n* {{&company}}\n{{=<% %>=}}\n* {{company}}\n<%={{ }}=%>', {name: 'Chris', company: '<b>GitHub</b>'}],
  ['{{#stooges}}<b>{{name}}</b>{{/stooges}}', {stooges: [{name: 'Moe'}, {name: 'Larry'}, {name: 'Curly'}]}],
  ['{{#musketeers}}* {{.}}{{/musketeers}}', {musketeers: ['Athos', 'Aramis', 'Porthos', "D'Artagnan"]}],
  ['{{#bold}}Hi {{name}}.{{/bold}}', {name: 'Tater', bold: {$function: 'upper'}}],
  ['The length of a football field is {{#length}}{{length}}{{/length}}.', {length: '100 yards'}],
  ['{{a.b.c.length}} {{a.b.x}} {{s.length}} {{s.0}}', {a: {b: {c: 'abc'}}, s: 'xy'}],
  ['  {{#a}}\n  x\n  {{/a}}\n  {{>p}}\n y {{>p}}', {a: 1}, {p: 'one\ntwo\n\nthree'}],
  ['<{{#a}}{{#b}}{{c}}{{/b}}{{/a}}>', {a: [{b: [{c: 1}, {c: 2}]}, {b: []}, {b: {c: 3}}]}],
];

function* cases(r, count) {
  for (const [template, view, partials] of given) {
    yield {port: 'mustache', template, view, partials};
    yield {port: 'mustache', parse: true, template};
  }
  yield {port: 'mustache', template: 5, view: {}};
  yield {port: 'mustache', template: [1], view: {}};
  yield {port: 'mustache', parse: true, template: '[[x]] {{y}}', tags: ['[[', ']]']};
  for (let i = 0; i < count; i++) {
    const tags = r.below(8) ? undefined : r.pick([['<%', '%>'], ['|', '|'], ['[[', ']]'], ['{', '}'], ['(', ')'], ['x']]);
    const text = template(r, 3, tags && tags.length === 2 ? tags : undefined);
    if (!r.below(6)) {
      yield {port: 'mustache', parse: true, template: text, tags};
      continue;
    }
    const partials = r.pick([undefined, {$function: 'partials'}, {p: template(r, 1), q: template(r, 1), self: '({{name}})'}]);
    const config = r.pick([undefined, tags, tags && {tags}, {escape: {$function: 'escape'}}, {tags, escape: {$function: 'escape'}}, {}]);
    yield {port: 'mustache', clear: !r.below(20), template: text, view: r.below(20) ? view(r, 3) : scalar(r), partials, config};
  }
}

module.exports = {cases, original};
