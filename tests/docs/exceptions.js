'use strict';
// Facts that tables.js cannot find out by itself.

// Besides include/nodecpp/PAGE.h and include/nodecpp/PAGE/, a page describes these headers and folders.
const also = {
  array: ['object', 'iterator', 'number/locale'],
  buffer: ['typed_arrays', 'blob'],
  async_hooks: ['events'],
  typed_arrays: ['array_buffer', 'structured_clone', 'worker_threads/shared', 'iterator', 'number/locale'],
  base: ['string', 'let', 'function', 'object', 'owning_ptr', 'error', 'lookup'],
  concurrency: ['timers', 'events', 'util', 'stream', 'http'],
  event_source: ['event_target', 'http'],
  events: ['event_target'],
  files: ['http', 'https'],
  fs: ['date', 'blob'],
  globals: ['abort_controller', 'blob', 'compression_stream', 'crypto', 'dom_exception', 'event_source', 'event_target', 'fetch', 'form_data', 'websocket', 'stream/web', 'structured_clone', 'text_encoding', 'url_pattern'],
  http: ['event_target', 'websocket'],
  iterators: ['iterator', 'iterable', 'generator', 'async_generator', 'array', 'map', 'set', 'object', 'promise'],
  json: ['var'],
  map: ['set', 'weak', 'finalization_registry', 'iterator'],
  native: ['node_module'],
  number: ['math', 'bigint', 'uri', 'object', 'fields'],
  process: ['child_process', 'worker_threads'],
  url: ['url_pattern'],
  var: ['symbol', 'object', 'structured_clone', 'weak'],
  promise: ['events', 'timers', 'util', 'stream', 'process'],
  regexp: ['string'],
  util: ['text_encoding'],
  web_streams: ['compression_stream', 'stream/web', 'stream', 'structured_clone', 'worker_threads'],
  ws: ['websocket'],
};
exports.headersOf = page => also[page] || [];

// Names that exist in another form than under their own name, or that are declared with another meaning.
const table = [
  ['base', 'have', 'Number', 'toNumber, a method of String'],
  ['buffer', 'cannot', 'from', 'an overload: the others are there'],
  ['buffer', 'cannot', 'Buffer', 'the constructor: the class is there'],
  ['files', 'have', 'serveStatic', 'http::files'],
  ['files', 'cannot', 'stream', 'the event: the module is there'],
  ['native', 'differs', 'Map', 'the class is there, its conversion is not'],
  ['native', 'differs', 'Set', 'the class is there, its conversion is not'],
  ['native', 'have', 'napi_wrap', 'a function of C: class_ calls it'],
  ['process', 'have', 'SIGTERM', 'a signal is named by a text'],
  ['process', 'have', 'SIGINT', 'a signal is named by a text'],
  ['process', 'have', 'SIGHUP', 'a signal is named by a text'],
  ['promise', 'have', 'await', 'co_await, a word of C++'],
  ['readline', 'differs', 'SIGCONT', 'the event is named by a text'],
  ['readline', 'differs', 'SIGINT', 'the event is named by a text'],
  ['readline', 'differs', 'SIGTSTP', 'the event is named by a text'],
  ['util', 'differs', 'custom', 'inspectTo, a method of the type that is shown'],
];
exports.exceptions = table.map(([page, state, name, why]) => ({page, state, name, why}));
