'use strict';
// Builds an HTML page from rows, with special characters escaped.
const measure = require('../measure.js');

const rows = [];
for (let i = 0; i < 200; i++) rows.push({name: `Item <${i}> & "more"`, price: i * 1.25, tags: ['new', 'a&b', 't' + i % 7]});

const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

measure(() => {
  let page = '<!doctype html>\n<html><head><title>Items</title></head><body>\n<table>\n';
  for (const row of rows) {
    const tags = row.tags.map(tag => `<li>${escape(tag)}</li>`).join('');
    page += `<tr><td>${escape(row.name)}</td><td>${row.price.toFixed(2)}</td><td><ul>${tags}</ul></td></tr>\n`;
  }
  page += '</table>\n</body></html>\n';
  return page.length + ' ' + page.slice(1000, 1100);
});
