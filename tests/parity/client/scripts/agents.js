'use strict';
// Scripts that test how a client's agent keeps connections open, uses them for several requests, and makes requests
// wait for a free connection.
const {answer, end, ok, request, reset, said, script, send, sleep, wait} = require('../script.js');

const two = [request, send(ok('one')), request, send(ok('two'))];
const three = [...two, request, send(ok('three'))];
const one = [request, send(ok('one'))];
// Two connections are answered one after the other. If both were answered at the same time, the system would decide
// which answer the client reads first.
const behind = line => [request, said(line), send(ok('one'))];
const recipes = ['twice', 'twiceSoon', 'twiceInEnd', 'twiceLate'];
const more = recipe => (recipe === 'twiceLate' ? {quiet: 120, cuts: 2} : {});

module.exports = [
  ...recipes.map(recipe => script(`${recipe}`, recipe, two, two, more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, closed by a field`, recipe, [request, send(ok('one', 'Connection: close'))],
    two, more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, closed behind`, recipe, [request, send(ok('one')), end], behind('s1 close'), more(recipe))),
  ...recipes.slice(1).map(recipe => script(`${recipe}, closed later`, recipe, [request, send(ok('one')), wait, end], two,
    more(recipe))),
  ...recipes.slice(1).map(recipe => script(`${recipe}, reset later`, recipe, [request, send(ok('one')), wait, reset], two,
    more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, bytes behind`, recipe, [request, send(ok('one') + ok('false')), request,
    send(ok('two'))], two, more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, bytes later`, recipe, [request, send(ok('one')), sleep(20), send(ok('false')),
    request, send(ok('two'))], two, {...more(recipe), cuts: 0})),
  ...recipes.map(recipe => script(`${recipe}, closed by the second`, recipe, [request, send(ok('one')), request, end], two,
    more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, reset by the second`, recipe, [request, send(ok('one')), request, reset], two,
    more(recipe))),
  ...recipes.map(recipe => script(`${recipe}, 304`, recipe, [request, send(answer('HTTP/1.1 304 X')), request,
    send(answer('HTTP/1.1 304 X'))], two, more(recipe))),
  script('three in turn', 'threeInTurn', three, three),
  script('three in turn, trailers', 'threeInTurn', [request,
    send(answer('HTTP/1.1 200 OK', ['Transfer-Encoding: chunked'], '1\r\na\r\n0\r\nX: y\r\n\r\n')), request, send(ok('two')),
    request, send(ok('three'))], three),
  script('parallel', 'parallel', one, behind('a response close')),
  script('parallel, not kept', 'parallelPlain', one, behind('s1 close')),
  script('parallel, one closes', 'parallel', [request, send(ok('one')), end], behind('s1 close')),
  script('queue', 'queue', three, three),
  script('queue, the first closes', 'queue', [request, send(ok('one', 'Connection: close'))], two),
  script('queue, the first fails', 'queue', [request, end], two, one),
  script('queue, the first is reset', 'queue', [request, reset], two, one),
  script('queue, all fail', 'queue', [request, end], [request, end], [request, end]),
  script('queue, wrong bytes', 'queue', 'rubbish\r\n\r\n', two, two),
  script('queue, not kept', 'queuePlain', one, one),
  script('queue, not kept, closed', 'queuePlain', [request, send(ok('one')), end], one),
  script('queue, one given up', 'queueDestroy', three, three),
  script('queue, the first given up', 'queueDestroyFirst', one, one),
  script('in all one', 'total', two, two),
  script('in all one, closes', 'total', [request, send(ok('one', 'Connection: close'))], one),
  script('in all one, not kept', 'totalPlain', one, one),
  script('lifo', 'scheduling lifo', three, three, {quiet: 100, cuts: 0}),
  script('fifo', 'scheduling fifo', three, three, {quiet: 100, cuts: 0}),
  script('few are kept', 'maxFree', one, behind('a response close'), {cuts: 0}),
  script('kept for a time', 'agentTimeout', one, {quiet: 120, cuts: 2}),
  script('kept for a time, silence', 'agentTimeout', [request], {quiet: 120, cuts: 2}),
  ...[['timeout=5', '9000'], ['timeout=5', '2000'], ['timeout=5', '0'], ['timeout=1', '9000'], ['timeout=0', '9000'],
    ['timeout=5, max=10', '9000'], ['max=10, timeout=5', '9000'], ['timeout=x', '9000'], ['Timeout=5', '9000'],
    ['timeout=2.5', '9000']].map(([hint, timeout]) => script(`Keep-Alive: ${hint} and ${timeout}`, `hint ${timeout}`,
    ok('ok', `Keep-Alive: ${hint}`), {cuts: 1})),
  script('Keep-Alive with a buffer', 'hintBuffer 3000', ok('ok', 'Keep-Alive: timeout=5'), {cuts: 1}),
  script('Keep-Alive with a large buffer', 'hintBuffer 6000', ok('ok', 'Keep-Alive: timeout=5'), {cuts: 1}),
  ...['socket', 'response', 'close'].map(stage => script(`agent destroyed at ${stage}`, `agentDestroy ${stage}`, one,
    {cuts: 1})),
];
