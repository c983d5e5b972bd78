// What the url module makes of URLs: options for http.request, paths, formatted texts; and its errors.
const url = require('url');
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
const u = new URL('https://a%20b:c%2Fd@測試.com:8080/p/a?x=y#z');
const options = url.urlToHttpOptions(u);
console.log(options.protocol, options.hostname, options.hash, options.search, options.pathname, options.path, options.href, options.port, options.auth);
console.log(url.urlToHttpOptions(new URL('http://[::1]/')).hostname, url.urlToHttpOptions(new URL('http://h')).port, url.urlToHttpOptions(new URL('http://u@h')).auth);
attempt(() => url.urlToHttpOptions(new URL('http://%zz@h/')).auth);
console.log(url.format(u), url.format(u, {unicode: true}));
console.log(url.format(u, {auth: false, search: false}), url.format(u, {fragment: false}));
attempt(() => url.fileURLToPath('file:///a%20b/c'));
attempt(() => url.fileURLToPath(new URL('file:///a')));
attempt(() => url.fileURLToPath('http://h/a'));
attempt(() => url.fileURLToPath('a'));
attempt(() => url.fileURLToPath('file://h/a'));
attempt(() => url.fileURLToPath('file:///a%2Fb'));
attempt(() => url.fileURLToPath('file:///%'));
attempt(() => url.fileURLToPath('file:///a', {windows: true}));
attempt(() => url.fileURLToPath('file:///C:/a%5Cb', {windows: true}));
attempt(() => url.fileURLToPath('file://server/a', {windows: true}));
attempt(() => url.fileURLToPathBuffer('file:///%ff').length);
attempt(() => url.pathToFileURL('/a b/#?%\n').href);
attempt(() => url.pathToFileURL('C:\\a b\\', {windows: true}).href);
attempt(() => url.pathToFileURL('\\\\server', {windows: true}).href);
attempt(() => url.pathToFileURL('\\\\server\\share\\x', {windows: true}).href);
console.log(url.pathToFileURL('/a/').pathname, url.pathToFileURL('/').href);
console.log(url.domainToASCII('español.com'), url.domainToUnicode('xn--fiq228c.com'), JSON.stringify(url.domainToASCII('xn--iñvalid.com')));
console.log(u);
console.log({u: new URL('x:y')});
attempt(() => new URL());
