'use strict';
// Renders a page with a list of a hundred rows from a template that was parsed before.
const mustache = require('mustache');
const measure = require('../programs/measure.js');

const template = '<h1>{{title}}</h1>\n<ul>\n{{#rows}}\n  <li class="{{kind}}">{{name}}: {{price.amount}} {{price.unit}}{{^left}} (sold out){{/left}}</li>\n' +
  '{{/rows}}\n</ul>\n{{>footer}}';
const rows = [];
for (let i = 0; i < 100; i++) rows.push({name: 'Thing <' + i + '>', kind: i % 2 ? 'odd' : 'even', price: {amount: i / 4, unit: 'EUR'}, left: i % 3});
const view = {title: 'Things & more', rows, year: 2026};

measure(() => mustache.render(template, view, {footer: '<p>{{year}} "{{title}}"</p>\n'}).length);
