// env: NODE_ENV=production
// Ranges and conditional requests. The entity tag and the time of a.txt are those of its fixed size and time.
const {root, show, files, tidy} = require('./requests.js');
const tag = 'W/"6-18bcfe5687b"';
const time = 'Tue, 14 Nov 2023 22:13:20 GMT';
const earlier = 'Tue, 14 Nov 2023 22:13:19 GMT';
const later = 'Tue, 14 Nov 2023 22:13:21 GMT';
const range = (...values) => values.map((value) => 'GET /digits.bin|Range: ' + value);
(async () => {
  await show('ranges', files(root), range('bytes=0-0', 'bytes=0-9', 'bytes=5-', 'bytes=-5', 'bytes=990-2000', 'bytes=999-', 'bytes=1000-', 'bytes=2000-3000', 'bytes=-0',
    'bytes=-2000', 'bytes=5-4', 'bytes=', 'bytes=-', 'bytes=a-b', 'bytes=1', 'bytes=0-1,2-3', 'bytes=0-1,5-6', 'bytes=0-5,3-9', 'bytes=5-9,0-4', 'bytes=0-1, 1-2 , 3-4', 'bytes=0-1,',
    'bytes=0-1,x', 'bytes=0-1,2000-', 'items=0-1', 'BYTES=0-1', ' bytes=0-1', 'bytes =0-1', 'bytes= 0 - 1 ', 'bytes=+1-2', 'bytes=0x1-2', 'bytes=1e1-20', 'bytes=99999999999999999999-',
    'bytes=0-99999999999999999999999', 'bytes=-99999999999999999999999', 'bytes=0-0,999-999,0-999', 'bytes=9007199254740993-', 'none', 'bytes=0-1\x09,\x095-6', 'bytes=1-2,0-0,4-4'));
  await show('ranges of others', files(root), ['HEAD /digits.bin|Range: bytes=0-9', 'GET /empty.txt|Range: bytes=0-0', 'GET /empty.txt|Range: bytes=-1', 'GET /big.txt|Range: bytes=100000-199998',
    'HEAD /digits.bin|Range: bytes=5000-', 'GET /a.txt|Range: bytes=0-1|Range: bytes=2-3', 'GET /missing|Range: bytes=0-1', 'GET /dir|Range: bytes=0-1']);
  await show('if-range', files(root), [tag, '"6-18bcfe5687b"', 'W/"other"', time, earlier, later, 'nonsense', '', '"'].map((value) => 'GET /a.txt|Range: bytes=1-2|If-Range: ' + value));
  await show('if-none-match', files(root), [tag, '"6-18bcfe5687b"', 'W/"other"', '*', '"a", ' + tag, tag + ',"b"', ' , ' + tag + ' ,', '"a" ' + tag, '', 'W/W/"6-18bcfe5687b"', '6-18bcfe5687b', '*, "a"']
    .map((value) => 'GET /a.txt|If-None-Match: ' + value));
  await show('if-modified-since', files(root), [time, earlier, later, 'nonsense', '', '2023-11-14', 'Tue, 14 Nov 2023 22:13:20 +0100', '1700000000', 'Tuesday, 14-Nov-23 22:13:20 GMT', 'Tue Nov 14 22:13:20 2023']
    .map((value) => 'GET /a.txt|If-Modified-Since: ' + value));
  await show('if-match', files(root), [tag, '"6-18bcfe5687b"', 'W/"other"', '*', '"a", ' + tag, ',', '', ', ,'].map((value) => 'GET /a.txt|If-Match: ' + value));
  await show('if-unmodified-since', files(root), [time, earlier, later, 'nonsense', ''].map((value) => 'GET /a.txt|If-Unmodified-Since: ' + value));
  await show('together', files(root), [
    'GET /a.txt|If-None-Match: "other"|If-Modified-Since: ' + later, 'GET /a.txt|If-None-Match: ' + tag + '|If-Modified-Since: ' + earlier, 'GET /a.txt|If-None-Match: ' + tag + '|Cache-Control: no-cache',
    'GET /a.txt|If-Modified-Since: ' + time + '|Cache-Control: max-age=0, no-cache ', 'GET /a.txt|If-Modified-Since: ' + time + '|Cache-Control: no-cachex', 'GET /a.txt|If-None-Match: ' + tag + '|Cache-Control: NO-CACHE',
    'GET /a.txt|If-Match: "x"|If-None-Match: ' + tag, 'GET /a.txt|If-Match: ' + tag + '|If-Unmodified-Since: ' + earlier, 'HEAD /a.txt|If-None-Match: ' + tag, 'HEAD /a.txt|If-Match: "x"',
    'GET /a.txt|If-None-Match: ' + tag + '|Range: bytes=0-1', 'GET /a.txt|If-Match: "x"|Range: bytes=0-1', 'GET /a.txt|If-None-Match: "x"|Range: bytes=0-1', 'GET /dir|If-None-Match: *', 'GET /missing|If-None-Match: *',
  ]);
  await show('without validators', files(root, {etag: false, lastModified: false}), ['GET /a.txt', 'GET /a.txt|If-Match: *', 'GET /a.txt|If-None-Match: *', 'GET /a.txt|If-None-Match: ' + tag,
    'GET /a.txt|If-Modified-Since: ' + later, 'GET /a.txt|If-Unmodified-Since: ' + later, 'GET /a.txt|Range: bytes=0-1|If-Range: ' + tag, 'GET /a.txt|Range: bytes=0-1|If-Range: ' + later]);
  tidy();
})();
