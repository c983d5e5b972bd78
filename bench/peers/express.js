'use strict';
// Listing 1 with Express in production mode. Its x-powered-by and its ETag are off and the head is written as in
// Listing 1, so that the response has the same bytes: the benchmark measures how Express gets to the handler.
const express = require('express');

const app = express();
app.disable('x-powered-by');
app.disable('etag');
app.get('/', (request, response) => {
  response.writeHead(200, {'Content-Type': 'text/xml'});
  response.end(request.query.value === '' ? 'no value specified' : '' + request.query.value);
});
app.use((request, response) => {
  response.writeHead(405, 'Method Not Allowed');
  response.end();
});
app.listen(process.env.PORT || 2000, '127.0.0.1');
