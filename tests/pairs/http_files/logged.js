// env: NODE_ENV=production
// What a program sees of the header fields of an answer once it was sent, and what fields of its own become of it.
const {root, show, files, tidy} = require('./requests.js');
const lines = [];
const logged = (handler, before = () => {}) => (request, response) => {
  before(response);
  response.on('finish', () => {
    lines.push(request.method + ' ' + request.url + ' ' + response.statusCode + ' ' + response.getHeader('content-length') + ' ' + response.getHeader('ETAG'));
    lines.push('  ' + response.getHeaderNames().map((name) => name + '=' + response.getHeader(name)).join('; '));
    lines.push('  ' + response.getRawHeaderNames().join(' ') + ' ' + response.hasHeader('Last-Modified') + ' ' + response.headersSent);
    try {
      response.setHeader('X-Late', '1');
    } catch (error) {
      lines.push('  ' + error.code);
    }
  });
  handler(request, response);
};
const asked = ['GET /a.txt', 'HEAD /a.txt', 'GET /empty.txt', 'GET /big.txt', 'GET /digits.bin|Range: bytes=1-3', 'GET /digits.bin|range: bytes=1000-', 'GET /digits.bin|Range: bytes=0-1|If-Range: "no"',
  'GET /a.txt|If-None-Match: *', 'GET /a.txt|IF-NONE-MATCH: W/"6-18bcfe5687b"', 'GET /a.txt|If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT', 'GET /a.txt|if-match: "no"',
  'GET /a.txt|If-Unmodified-Since: Mon, 13 Nov 2023 00:00:00 GMT', 'GET /a.txt|Ranges: bytes=1-2', 'GET /a.txt|If: a', 'GET /missing', 'GET /dir', 'GET /end.', 'GET /UPPER.TXT', 'GET /plain', 'GET /dir/'];
(async () => {
  await show('nothing set', logged(files(root)), asked);
  await show('one field set', logged(files(root), (response) => { response.setHeader('X-Own', 'a'); }), asked);
  await show('set and removed', logged(files(root), (response) => { response.setHeader('X-Own', 'a'); response.removeHeader('x-own'); }), asked.slice(0, 3));
  await show('fields of the file set', logged(files(root), (response) => {
    response.setHeader('etag', '"own"');
    response.setHeader('CONTENT-TYPE', 'text/x-own');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('Content-Length', 2);
  }), asked);
  await show('setHeaders', logged(files(root, {setHeaders: (response) => { response.setHeader('Accept-Ranges', 'none'); response.setHeader('Last-Modified', 'never'); }})), asked);
  await show('few fields', logged(files(root, {acceptRanges: false, cacheControl: false, etag: false, lastModified: false})), asked);
  await show('another status', logged(files(root), (response) => { response.statusCode = 404; }), asked.slice(0, 8));
  for (const line of lines) console.log(line);
  tidy();
})();
