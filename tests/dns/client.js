'use strict';
// Sends the questions on standard input to the name server on port $NAME_SERVER. Each line is "TYPE name", where TYPE
// may also be "reverse", "A+ttl" or "AAAA+ttl", or the name of a function ("resolveMx"), and the name may contain %XX. The questions are sent one after the
// other, so that the output has a fixed order.
const dns = require('dns');
const querystring = require('querystring');
const resolver = new dns.Resolver({timeout: 400, tries: 2});
resolver.setServers([`127.0.0.1:${process.env.NAME_SERVER}`]);
// When records of other types come before those of TLSA, Node's list has holes. The data of TLSA records are an
// ArrayBuffer.
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
    else if (type.startsWith('resolve')) resolver[type](name, done);
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
