// env: NODE_ENV=production
// The options of serve-static, the next handler with its errors, and what the packages refuse.
const {base, root, put, show, files, filesThen, tidy, fs} = require('./requests.js');
(async () => {
  const a = ['GET /a.txt', 'HEAD /a.txt', 'GET /a.txt|Range: bytes=0-1'];
  await show('acceptRanges', files(root, {acceptRanges: false}), a);
  await show('cacheControl', files(root, {cacheControl: false}), a);
  for (const maxAge of [1000, 1999, 86400000, 1e12, -1, NaN, '1d', '2 hours', '1.5h', '10', '1 y', '-1d', '1 fortnight', 'soon', '2 DAYS', '', '.5m', '1  w', ' 1d'])
    await show('maxAge ' + maxAge, files(root, {maxAge}), ['HEAD /a.txt']);
  await show('immutable', files(root, {immutable: true, maxAge: '1d'}), ['HEAD /a.txt', 'HEAD /missing']);
  for (const dotfiles of ['allow', 'deny', 'ignore']) {
    const hidden = ['GET /.hidden', 'GET /.folder/a.txt', 'GET /.missing', 'GET /.folder', 'GET /a.txt'];
    await show('dotfiles ' + dotfiles, files(root, {dotfiles}), hidden);
    await show('dotfiles ' + dotfiles + ' without fallthrough', filesThen(root, {dotfiles, fallthrough: false}), hidden);
  }
  await show('extensions', files(root, {extensions: ['html', 'htm']}), ['GET /page', 'GET /page.htm', 'GET /dir/b', 'GET /missing', 'GET /dir', 'GET /plain', 'GET /a', 'GET /page/', 'GET /x.tar']);
  await show('extensions with a folder', files(root, {extensions: ['d', 'html']}), ['GET /f']);
  fs.mkdirSync(root + '/f.d');
  put('f.html', 'f\n');
  await show('extensions with a folder', files(root, {extensions: ['d', 'html']}), ['GET /f']);
  await show('extensions, only a folder', filesThen(root, {extensions: 'd', fallthrough: false}), ['GET /f', 'GET /page', 'GET /.']);
  await show('index', files(root, {index: ['index.htm', 'index.html']}), ['GET /', 'GET /dir/', 'GET /other/']);
  await show('no index', files(root, {index: false}), ['GET /', 'GET /dir/', 'GET /dir']);
  await show('index in a folder', files(root, {index: 'dir/b.html'}), ['GET /', 'GET /dir/']);
  await show('index that climbs', files(root, {index: '../outside.txt'}), ['GET /']);
  await show('no redirect', files(root, {redirect: false}), ['GET /dir', 'GET /dir/', 'GET /other/', 'GET /other']);
  await show('setHeaders', files(root, {setHeaders: (response, path, stat) => {
    response.setHeader('X-Path', path.replace(base, 'BASE'));
    response.setHeader('X-Size', stat.size);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('ETag', '"mine"');
    response.setHeader('Content-Type', 'text/x-mine');
    response.setHeader('Last-Modified', 'never');
    response.setHeader('Accept-Ranges', 'none');
    response.setHeader('Content-Language', 'en');
  }}), [...a, 'GET /a.txt|If-None-Match: "mine"', 'GET /dir', 'GET /missing', 'GET /a.txt|If-Match: "x"', 'GET /a.txt|Range: bytes=9-', 'GET /a.txt|If-Modified-Since: Tue, 14 Nov 2023 22:13:21 GMT']);
  await show('setHeaders with a status', files(root, {setHeaders: (response) => { response.statusCode = 404; }}), ['GET /a.txt', 'GET /a.txt|If-None-Match: *', 'GET /a.txt|Range: bytes=0-0']);
  await show('start', files(root, {start: 2}), [...a, 'GET /empty.txt', 'GET /digits.bin|Range: bytes=0-3', 'GET /digits.bin|Range: bytes=-3', 'GET /digits.bin|Range: bytes=999-']);
  await show('end', files(root, {end: 3}), [...a, 'GET /empty.txt', 'GET /digits.bin|Range: bytes=2-', 'GET /digits.bin|Range: bytes=4-']);
  await show('start and end', files(root, {start: 1, end: 3}), [...a, 'GET /digits.bin|Range: bytes=1-1']);
  await show('start beyond the end', files(root, {start: 100}), ['GET /a.txt', 'HEAD /a.txt']);
  const bad = ['GET /a.txt', 'GET /missing', 'GET /dir', 'GET /other/', 'GET /%', 'GET /../a', 'GET /.hidden', 'GET /a.txt|Range: bytes=9-', 'GET /a.txt|If-Match: "x"', 'GET /a.txt/', 'GET /' + 'a'.repeat(300), 'GET /loop'];
  fs.symlinkSync('loop', root + '/loop');
  await show('next', filesThen(root), [...bad, 'POST /a.txt|Content-Length: 0']);
  await show('next without fallthrough', filesThen(root, {fallthrough: false}), [...bad, 'POST /a.txt|Content-Length: 0']);
  fs.symlinkSync(base + '/outside.txt', root + '/link.txt');
  fs.symlinkSync('dir', root + '/folder_link');
  await show('links', files(root), ['GET /folder_link/b.html', 'GET /folder_link', 'HEAD /link.txt|If-None-Match: *', 'GET /loop']);
  await show('a root that is missing', files(base + '/none'), ['GET /', 'GET /a.txt']);
  await show('a root that is a file', files(root + '/a.txt'), ['GET /', 'GET /a.txt']);
  await show('a root with a slash', files(root + '/'), ['GET /a.txt', 'GET /dir/']);
  const attempt = (f) => {
    try {
      f();
      console.log('fine');
    } catch (error) {
      console.log(error.name, error.message);
    }
  };
  attempt(() => files(''));
  tidy();
})();
