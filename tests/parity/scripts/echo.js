'use strict';
const {request, script, send, wait, end} = require('../script.js');
exports.js = 'examples/echo/echo.js';
exports.programs = ['echo'];
exports.scripts = [
  script('all at once', 'POST /a"b HTTP/1.1\r\nHost: x\r\nX: \xe9\\\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nab\xff\r\n0\r\nT: u\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nExpect: x\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nrest"')];
