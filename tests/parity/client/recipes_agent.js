'use strict';
// Recipes of the client program that make several requests, to show how their agent uses its connections.
const http = require('http');
const {watch} = require('./watch.js');
const {recipes, recipe} = require('./recipe.js')();

function get(job, name) {
  const options = job.options();
  options.path = '/' + name;
  return watch(job, name, http.get(options));
}

recipe('twice', job => {
  get(job, 'a').on('close', () => {
    job.say(job.lists());
    get(job, 'b');
  });
});
recipe('twiceSoon', job => {
  get(job, 'a').on('close', () => setImmediate(() => {
    job.say(job.lists());
    get(job, 'b');
  }));
});
recipe('twiceLate', job => {
  get(job, 'a').on('close', () => setTimeout(() => {
    job.say(job.lists());
    get(job, 'b');
  }, 60));
});
recipe('twiceInEnd', job => {
  get(job, 'a').on('response', response => response.on('end', () => get(job, 'b')));
});
recipe('threeInTurn', job => {
  get(job, 'a').on('close', () => setImmediate(() => {
    get(job, 'b').on('close', () => setImmediate(() => get(job, 'c')));
  }));
});
recipe('parallel', job => {
  get(job, 'a');
  get(job, 'b').on('socket', () => job.say(job.lists()));
});
recipe('parallelPlain', job => {
  job.use(new http.Agent());
  get(job, 'a');
  get(job, 'b').on('socket', () => job.say(job.lists()));
});
recipe('queue', job => {
  job.use(new http.Agent({keepAlive: true, maxSockets: 1}));
  get(job, 'a');
  get(job, 'b');
  get(job, 'c');
  job.say(job.lists());
});
recipe('queuePlain', job => {
  job.use(new http.Agent({maxSockets: 1}));
  get(job, 'a');
  get(job, 'b');
  job.say(job.lists());
});
recipe('queueDestroy', job => {
  job.use(new http.Agent({keepAlive: true, maxSockets: 1}));
  get(job, 'a');
  const second = get(job, 'b');
  get(job, 'c');
  second.destroy();
  job.say(job.lists());
});
recipe('queueDestroyFirst', job => {
  job.use(new http.Agent({keepAlive: true, maxSockets: 1}));
  const first = get(job, 'a');
  get(job, 'b');
  first.on('socket', () => first.destroy());
});
recipe('total', job => {
  job.use(new http.Agent({keepAlive: true, maxTotalSockets: 1}));
  get(job, 'a');
  const options = job.options();
  options.localAddress = '127.0.0.1';
  watch(job, 'b', http.get(options));
  job.say(job.lists());
});
recipe('totalPlain', job => {
  job.use(new http.Agent({maxTotalSockets: 1}));
  get(job, 'a');
  const options = job.options();
  options.localAddress = '127.0.0.1';
  watch(job, 'b', http.get(options));
  job.say(job.lists());
});
recipe('scheduling', job => {
  job.use(new http.Agent({keepAlive: true, scheduling: job.argument}));
  get(job, 'a');
  get(job, 'b').on('close', () => setTimeout(() => get(job, 'c'), 30));
});
recipe('maxFree', job => {
  job.use(new http.Agent({keepAlive: true, maxFreeSockets: 1}));
  get(job, 'a');
  get(job, 'b');
});
recipe('agentTimeout', job => {
  job.use(new http.Agent({keepAlive: true, timeout: 40}));
  get(job, 'a');
});
recipe('hint', job => {
  job.use(new http.Agent({keepAlive: true, timeout: Number(job.argument)}));
  const request = get(job, 'a');
  request.on('close', () => setImmediate(() => job.say(`timeout ${request.socket.timeout} ${job.lists()}`)));
});
recipe('hintBuffer', job => {
  job.use(new http.Agent({keepAlive: true, timeout: 9000, agentKeepAliveTimeoutBuffer: Number(job.argument)}));
  const request = get(job, 'a');
  request.on('close', () => setImmediate(() => job.say(`timeout ${request.socket.timeout} ${job.lists()}`)));
});
recipe('agentDestroy', job => {
  const request = get(job, 'a');
  request.on(job.argument, () => {
    job.say('destroys the agent');
    job.agent.destroy();
  });
});
recipe('badScheduling', job => {
  job.use(new http.Agent({scheduling: 'random'}));
});
recipe('badTotal', job => {
  job.use(new http.Agent({maxTotalSockets: -1}));
});
recipe('getName', job => {
  const {agent} = job;
  job.say(agent.getName());
  job.say(agent.getName({host: 'h', port: 80}));
  job.say(agent.getName({host: 'h', port: 80, localAddress: 'l', family: 6}));
  job.say(agent.getName({socketPath: '/s', family: 5}));
  job.say(`${agent.defaultPort} ${agent.protocol} ${agent.maxSockets} ${agent.maxFreeSockets} ${agent.scheduling} ` +
    `${agent.maxTotalSockets} ${agent.keepAlive} ${agent.keepAliveMsecs}`);
});
recipe('agentProtocol', job => {
  job.use(new http.Agent({protocol: 'other:', defaultPort: 90}));
  watch(job, 'a', http.get(job.options()));
});

module.exports = recipes;
