'use strict';
// `names HOST` prints the address of a host and the names of that address, with await, like the $dns of Stratified
// Node.js. `names HOST callbacks` does the same with callbacks.
const dns = require('dns');

async function straight(name) {
  const found = await dns.promises.lookup(name);
  console.log(name + ' is ' + found.address);
  const names = await dns.promises.reverse(found.address);
  for (const each of names)
    console.log(found.address + ' is ' + each);
}

function callbacks(name, done) {
  dns.lookup(name, (err, address) => {
    if (err) return done(err);
    console.log(name + ' is ' + address);
    dns.reverse(address, (err, names) => {
      if (err) return done(err);
      for (const each of names)
        console.log(address + ' is ' + each);
    });
  });
}

const failed = error => {
  console.error(error.message);
  process.exitCode = 1;
};
const name = process.argv[2] || 'localhost';
if (process.argv[3] === 'callbacks')
  callbacks(name, failed);
else
  straight(name).catch(failed);
