'use strict';
// The client program of the scripts: runs the recipes that standard input names, several at a time.
//   run ID PORT DIRECTORY RECIPE [ARGUMENT]   begins a recipe; each line that it prints begins with ID
//   end ID                                    releases the objects of the recipe, and prints "ID done"
//   ping N                                    prints "pong N" after all earlier events from outside have been handled
const {Job, describe} = require('./watch.js');
const recipes = new Map([...require('./recipes_request.js'), ...require('./recipes_body.js'),
  ...require('./recipes_agent.js'), ...require('./recipes_end.js')]);

const jobs = new Map();

function run(id, port, directory, name, argument) {
  const job = new Job(id, port, directory, argument);
  jobs.set(id, job);
  try {
    recipes.get(name)(job);
  } catch (error) {
    job.say(`threw ${describe(error)}`);
  }
}

function soon(callback) {
  setImmediate(() => setImmediate(callback));
}

function obey(words) {
  if (words[0] === 'run') run(words[1], Number(words[2]), words[3], words[4], words[5] || '');
  if (words[0] === 'end') {
    jobs.get(words[1]).end();
    soon(() => {
      jobs.delete(words[1]);
      console.log(words[1] + ' done');
    });
  }
  if (words[0] === 'ping') soon(() => console.log('pong ' + words[1]));
}

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', text => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) obey(line.split(' '));
});
