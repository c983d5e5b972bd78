'use strict';
// Which of the web platform's tests are taken: [name of the set, folder, files that are left out, the files of globals/
// whose objects take the place of Node's].

const sets = [
  ['encoding', 'encoding', /idlharness|\/streams\/|legacy-mb.*\.html|unsupported-labels/, 'texts'],
  ['url', 'url', /idlharness|javascript-urls|-a-area|percent-encoding|a-element/, 'urls,forms'],
  ['streams', 'streams', /idlharness|readable-byte-streams|garbage-collection|owning-type|cross-realm|transferable|realm|from\.any|queuing-strategies\.any|queuing-strategies-size/, 'byte_streams'],
  ['byte streams', 'streams/readable-byte-streams', /non-transferable/, 'byte_streams'],
  ['streams of encodings', 'encoding/streams', /realm|encode-bad-chunks/, 'encoding_streams'],
  ['events', 'dom/events', /idlharness|window\.js/, 'events'],
  ['abort', 'dom/abort', /idlharness/, 'events'],
  ['structuredClone', 'html/webappapis/structured-clone', /battery/, 'channels'],
  ['channels', 'webmessaging/broadcastchannel', /origin/, 'channels'],
  ['user timing', 'user-timing', /idlharness/, 'performance'],
  ['performance timeline', 'performance-timeline', /idlharness/, 'performance'],
  ['high-resolution time', 'hr-time', /idlharness|window-worker/, 'performance'],
  ['data URLs', '../../tests/wpt/own', /url_patterns/, 'forms'],
  ['URL patterns', '../../tests/wpt/own', /data_urls/, 'url_patterns'],
  ['File API', 'FileAPI', /idlharness|FileReader|fileReader|filereader|Blob-stream|window\.js|FileAPI.url|send-file|Determining|crash/, 'blobs'],
  ['atob, btoa', 'html/webappapis/atob', /idlharness/, 'texts'],
];

module.exports = {sets};
