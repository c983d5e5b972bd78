// env: NODE_ENV=production
// serve-static behind a router that has cut the beginning of the path off, and two handlers one after the other.
const finalhandler = require('finalhandler');
const serveStatic = require('serve-static');
const {root, show, tidy} = require('./requests.js');
(async () => {
  const serve = serveStatic(root + '/dir');
  const rest = serveStatic(root, {redirect: false});
  await show('mounted', (request, response) => {
    const url = request.url;
    if (url === '/mount' || url.startsWith('/mount/') || url.startsWith('/mount?')) {
      request.originalUrl = url;
      request.url = url.slice(6);
      if (!request.url.startsWith('/')) request.url = '/' + request.url;
      return serve(request, response, finalhandler(request, response));
    }
    serve(request, response, () => { rest(request, response, finalhandler(request, response)); });
  }, ['GET /mount', 'GET /mount/', 'GET /mount?a=b', 'GET /mount/b.html', 'GET /mount/none', 'GET /mount/../a.txt', 'HEAD /mount', 'POST /mount/x|Content-Length: 0', 'GET /b.html', 'GET /a.txt', 'GET /dir', 'GET /dir/', 'GET /none']);
  tidy();
})();
