// stderr
// No server listens at 127.0.0.1:1, and 192.0.2.1 never answers.
const dns = require('dns');
const util = require('util');
const nobody = new dns.Resolver({timeout: 100, tries: 2}), silent = new dns.Resolver({timeout: 50, tries: 2});
const refused = new dns.promises.Resolver({tries: 1}), cancelled = new dns.promises.Resolver();
nobody.setServers(['127.0.0.1:1']);
silent.setServers(['127.0.0.1:1']);
refused.setServers(['127.0.0.1:1']);
cancelled.setServers(['192.0.2.1']);
const told = name => (error, ...rest) => console.log(name, error ? [error.name, error.code, error.syscall, error.hostname, error.message] : rest);
const main = async () => {
  dns.lookup('127.0.0.1', told('lookup 4'));
  dns.lookup('::1', {all: true}, told('lookup 6'));
  dns.lookup('', told('lookup nothing'));
  dns.lookup('', {all: true}, told('lookup nothing, all'));
  dns.lookup('', 6, told('lookup nothing, 6'));
  process.nextTick(() => console.log('tick'));
  dns.promises.lookup('127.0.0.1').then(found => console.log('promised', found));
  dns.promises.lookup('').then(found => console.log('promised', found));
  Promise.resolve().then(() => console.log('microtask'));
  nobody.resolve4('a..b', told('bad name'));
  nobody.resolve4('x.onion', told('onion'));
  nobody.reverse('127.0.0.1', error => console.log('reverse', error));
  setImmediate(() => console.log('immediate'));
  console.log('main');
  await new Promise(resolve => setTimeout(resolve, 50));
  for (const name of ['one.test', 'two.test', 'three.test']) nobody.resolve4(name, told(name));
  try { nobody.setServers(['127.0.0.1']); } catch (error) { console.log(error.code, error.message); }
  await new Promise(resolve => setTimeout(resolve, 300));
  console.log(await util.promisify(dns.lookup)('localhost', {family: 4}), await dns.promises.lookup('::1', {all: true}));
  console.log(await util.promisify(dns.lookup)('127.0.0.1', 4), await util.promisify(dns.lookup)('127.0.0.1'));
  await util.promisify(dns.lookup)('nowhere.invalid').catch(told('promisified'));
  console.log(await util.promisify(dns.lookupService)('127.0.0.1', 22));
  await refused.resolveMx('four.test').catch(told('promises'));
  await refused.reverse('192.0.2.7').catch(told('promises'));
  await refused.resolve('five.test', 'TLSA').catch(told('promises'));
  const all = ['six.test', 'seven.test'].map(name => cancelled.resolve4(name).catch(told(name)));
  cancelled.cancel();
  console.log('cancel');
  await Promise.all(all);
  cancelled.setServers([]);
  await cancelled.resolve4('eight.test').catch(told('no servers'));
  await dns.promises.lookup('nowhere.invalid', {all: true}).catch(told('lookup'));
  await dns.promises.lookupService('192.0.2.1', 80).catch(told('service'));
  dns.lookupService('192.0.2.1', 80, told('service'));
};
main();
