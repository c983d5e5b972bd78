'use strict';
// Parses query strings and counts their values.
const querystring = require('querystring');
const measure = require('../measure.js');

const queries = [];
for (let i = 0; i < 500; i++) queries.push(`user=u${i % 37}&page=${i}&q=some+words%20and%20more&tag=a&tag=b${i % 5}`);

measure(() => {
  const users = new Map();
  let pages = 0;
  let letters = 0;
  for (const query of queries) {
    const asked = querystring.parse(query);
    users.set(asked.user, (users.get(asked.user) ?? 0) + 1);
    pages += Number(asked.page);
    letters += asked.q.length + asked.tag.length;
  }
  return `${users.size} ${users.get('u3')} ${pages} ${letters}`;
});
