// The keys that a stream emits for what a terminal sends.
const readline = require('readline');
const {PassThrough} = require('stream');
const input = new PassThrough();
readline.emitKeypressEvents(input);
readline.emitKeypressEvents(input);
console.log(input.listenerCount('data'), input.listenerCount('newListener'));
const onKey = (text, key) => { console.log(JSON.stringify(text), key); };
input.on('keypress', onKey);
console.log(input.listenerCount('data'), input.listenerCount('newListener'));

const chunks = [];
// Letters, digits and signs; Ctrl and letters; each of them after an escape.
for (let code = 0; code < 128; code++) {
  chunks.push(String.fromCharCode(code));
  chunks.push('\x1b' + String.fromCharCode(code) + 'z');
}
chunks.push('é', '\u{1f600}', 'e\u0301', '\u0080', '\u2028', '\ufffd');
// Sequences of xterm, gnome, rxvt, putty, cygwin and the Linux console.
for (const letter of ['A', 'B', 'C', 'D', 'E', 'F', 'H', 'P', 'Q', 'R', 'S', 'Z', 'a', 'b', 'c', 'd', 'e', 'x']) {
  for (const front of ['[', 'O', '[[', '[1;2', '[1;5', '[5', '[0', 'O5', 'O0', '[12;5', '[1;9', '[;5', '\x1b[', '\x1bO']) chunks.push('\x1b' + front + letter);
}
for (const number of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '11', '12', '13', '14', '15', '17', '18', '19', '20', '21', '23', '24', '99', '200', '201', '1234']) {
  for (const last of ['~', '$', '^', '@', ';5~', ';2^', ';~', ';12~']) chunks.push('\x1b[' + number + last);
}
for (const number of ['1', '5', '6']) chunks.push('\x1b[[' + number + '~', '\x1b\x1b[' + number + '~');
chunks.push('\x1b[', 'A', '\x1bO', 'A', '\x1b[1', ';', '5', 'A', '\x1b[\x1b', 'A', '\x1b[1;\u{1f600}', '\x1b[é', 'abc\x1b[Adef', '\x1b\x1b\x1b', 'x', '\x1b\x1b', 'y');

const more = (at) => {
  if (at === chunks.length) {
    alone();
    return;
  }
  console.log('>', JSON.stringify(chunks[at]));
  input.write(chunks[at]);
  setImmediate(() => { more(at + 1); });
};
// An escape that nothing follows, and an escape that something follows late.
const alone = () => {
  input.removeListener('keypress', onKey);
  const other = new PassThrough();
  const rl = readline.createInterface({input: other, terminal: true, escapeCodeTimeout: 20});
  other.on('keypress', onKey);
  const steps = ['\x1b', '[A', '\x1b[', '\x1b\x1b', 'a'];
  const step = (at) => {
    if (at === steps.length) {
      rl.close();
      throwing();
      return;
    }
    console.log('>', JSON.stringify(steps[at]));
    other.write(steps[at]);
    setTimeout(() => { step(at + 1); }, 60);
  };
  step(0);
};
// A listener that throws does not disturb the next key.
const throwing = () => {
  input.write('lost');
  setImmediate(() => {
    console.log(input.listenerCount('data'), input.listenerCount('newListener'));
    input.on('keypress', (text, key) => {
      console.log(text, key.name);
      if (key.name === 'up') throw new Error('up');
    });
    process.once('uncaughtException', (error) => { console.log(error.message); });
    input.write('a\x1b[Ab');
    setImmediate(() => { input.write('c'); });
  });
};
more(0);
