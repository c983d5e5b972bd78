// What npm's send answers by itself, with its own pages of errors and redirects.
const {root, show, sends, tidy, fs} = require('./requests.js');
(async () => {
  fs.mkdirSync(root + '/f.d');
  await show('send', sends({root}), ['GET /', 'GET /a.txt', 'HEAD /a.txt', 'POST /a.txt|Content-Length: 0', 'GET /a.txt?x', 'GET /missing', 'HEAD /missing', 'GET /dir', 'GET /dir?a=b', 'GET //dir', 'GET /dir/', 'GET /other/',
    'GET /%', 'GET /a%00', 'GET /../outside.txt', 'GET /dir/../a.txt', 'GET /.hidden', 'GET /a.txt/', 'GET /a.txt|Range: bytes=1-2', 'GET /a.txt|Range: bytes=9-', 'GET /a.txt|If-Match: "x"', 'GET /a.txt|If-None-Match: *',
    'GET /digits.bin|Range: bytes=0-1,4-5', 'GET /dir%2F', 'GET /dir/%2e', 'GET /<b>', 'GET /x.css', 'HEAD /dir']);
  for (const dotfiles of ['allow', 'deny', 'ignore']) await show('dotfiles ' + dotfiles, sends({root, dotfiles}), ['GET /.hidden', 'GET /.folder/a.txt']);
  await show('extensions', sends({root, extensions: ['d', 'html']}), ['GET /page', 'GET /f', 'GET /missing']);
  await show('no index', sends({root, index: false}), ['GET /', 'GET /dir/', 'GET /dir']);
  await show('validators and cache', sends({root, etag: false, lastModified: false, cacheControl: false, acceptRanges: false}), ['GET /a.txt', 'GET /a.txt|If-None-Match: *', 'GET /a.txt|If-Match: *']);
  await show('maxAge', sends({root, maxAge: '1y', immutable: true}), ['HEAD /a.txt']);
  process.chdir(root);
  await show('no root', (request, response) => { sends({})({url: request.url.slice(1), method: request.method, headers: request.headers}, response); }, ['GET /a.txt', 'GET /dir/b.html', 'GET /dir/../a.txt', 'GET /../outside.txt', 'GET /.hidden',
    'GET /./a.txt', 'GET /dir']);
  tidy();
})();
