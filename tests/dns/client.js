'use strict';
// Asks the name server on the port $NAME_SERVER what its standard input says, a question a line: "TYPE name", with
// "reverse", "A+ttl" and "AAAA+ttl" for types, %XX in the name. One after the other, so that what is printed has an order.
const dns = require('dns');
const querystring = require('querystring');
const resolver = new dns.Resolver({timeout: 400, tries: 2});
resolver.setServers([`127.0.0.1:${process.env.NAME_SERVER}`]);
// Where records of other kinds come before those of TLSA, Node's list has holes; and their data are an ArrayBuffer.
const kept = records => records.filter(() => true).map(one => one.certUsage === undefined ? one : {...one, data: Buffer.from(one.data)});
const told = (question, error, result) => {
  if (error) console.log(question, [error.name, error.code, error.errno, error.syscall, error.hostname, error.message]);
  else console.dir({[question]: Array.isArray(result) ? kept(result) : result}, {depth: null, maxArrayLength: null, maxStringLength: null});
};
const ask = (question, done) => {
  const space = question.indexOf(' ');
  const type = question.slice(0, space), name = querystring.unescape(question.slice(space + 1));
  try {
    if (type === 'reverse') resolver.reverse(name, done);
    else if (type === 'A+ttl') resolver.resolve4(name, {ttl: true}, done);
    else if (type === 'AAAA+ttl') resolver.resolve6(name, {ttl: true}, done);
    else resolver.resolve(name, type, done);
  } catch (error) {
    done(error);
  }
};
const questions = require('fs').readFileSync(0, 'utf8').split('\n').filter(Boolean);
const next = () => {
  const question = questions.shift();
  if (question === undefined) return;
  ask(question, (error, result) => {
    told(question, error, result);
    next();
  });
};
next();
