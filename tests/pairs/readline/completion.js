// The tab key: completers of all kinds, and what they write.
const readline = require('readline');
const promises = require('readline/promises');
const {PassThrough} = require('stream');
const sessions = [];
const session = (name, module, completer, keys, columns) => { sessions.push({name, module, completer, keys, columns}); };

function next() {
  if (sessions.length === 0) return;
  const one = sessions.shift();
  console.log('== ' + one.name);
  const input = new PassThrough();
  const output = new PassThrough();
  output.columns = one.columns;
  let written = '';
  output.on('data', (chunk) => { written += chunk; });
  const rl = one.module.createInterface({input, output, completer: one.completer, terminal: true});
  for (const event of ['line', 'pause', 'resume', 'close']) rl.on(event, () => console.log(event));
  const more = (at) => {
    console.log(JSON.stringify(written), JSON.stringify(rl.line), rl.cursor);
    written = '';
    if (at < one.keys.length) {
      input.write(one.keys[at]);
      setTimeout(() => { more(at + 1); }, 5);
    } else {
      rl.close();
      next();
    }
  };
  setImmediate(() => { more(0); });
}

const words = ['help', 'hello', 'history', 'exit', '日本', '日本語', '', 'last'];
const matching = (line) => [words.filter((word) => word.startsWith(line)), line];
const keys = ['h', '\t', '\t', 'el', '\t', '\t', '\t', 'p', '\t', '\t', '\x15', '日', '\t', '\t', '\x15', 'x', '\t', '\t', '\x15', '\t', '\t', 'la\t', '\t'];
session('at once', readline, (line) => matching(line), keys, 30);
session('by a callback', readline, (line, callback) => { setTimeout(() => { callback(null, matching(line)); }, 1); }, keys, 20);
session('by a callback, no width', readline, (line, callback) => { callback(null, matching(line)); }, keys);
session('promises, at once', promises, (line) => matching(line), keys, 30);
session('promises', promises, async (line) => matching(line), keys, 9);
session('a replaced part', readline, (line) => [['One', 'Only'], 'on'], ['say on', '\t', '\t', '\x1b[D', '\t'], 30);
session('an empty part', readline, (line) => [['a', 'b', ''], ''], ['say ', '\t', '\t', '\t'], 30);
session('nothing', readline, (line) => [[], line], ['a', '\t', '\t'], 30);
session('pasted', readline, (line) => matching(line), ['h\te\tl', '\t'], 30);
session('in the middle', readline, (line) => matching(line), ['hi there', '\x1b[H\x1b[C\x1b[C', '\t', '\t'], 30);

const commands = new PassThrough();
commands.on('data', (chunk) => { console.log(JSON.stringify(chunk.toString())); });
const rl = new promises.Readline(commands);
async function readlines() {
  console.log(rl.cursorTo(1).cursorTo(2, 3).moveCursor(1, -2).moveCursor(-3, 4).moveCursor(0, 0).clearLine(-1).clearLine(0).clearLine(1).clearScreenDown() === rl);
  await rl.commit();
  rl.cursorTo(1).rollback();
  await rl.commit();
  for (const f of [() => rl.clearLine(2), () => new promises.Readline()]) {
    try { f(); } catch (error) { console.log(error.code); }
  }
  const automatic = new promises.Readline(commands, {autoCommit: true});
  automatic.cursorTo(5).clearScreenDown().clearLine(0).moveCursor(1, 1);
  console.log('later');
  setImmediate(questions);
}
// Keys that end a question.
async function questions() {
  for (const key of ['\x03', '\x04', 'yes\r']) {
    const input = new PassThrough();
    const asking = promises.createInterface({input, output: new PassThrough(), terminal: true});
    setImmediate(() => { input.write(key); });
    try {
      console.log(await asking.question('well? '));
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
    asking.close();
  }
  for (const options of [{tabSize: 0}, {tabSize: 1.5}, {historySize: -1}, {escapeCodeTimeout: Infinity}]) {
    try {
      readline.createInterface({input: new PassThrough(), ...options});
    } catch (error) {
      console.log(error.name, error.code, error.message);
    }
  }
  next();
}
readlines();
