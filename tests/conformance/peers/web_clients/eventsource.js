'use strict';
// npm's eventsource.
const {EventSource} = require('eventsource');
const {Agent, fetch} = require('undici');

module.exports = async tools => {
  const dispatcher = new Agent({connect: {ca: tools.ca}});
  const withAuthority = (url, init) => fetch(url, {...init, dispatcher});
  await require('./event_streams.js')(tools, 'npm\'s eventsource', path => new EventSource(tools.base + path, {fetch: withAuthority}));
};
