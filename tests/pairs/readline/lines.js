const readline = require('readline');
const {PassThrough} = require('stream');

// Lines with all kinds of ends, in pieces.
function feed(chunks, end, options) {
  const input = new PassThrough();
  const rl = readline.createInterface({input, ...options});
  const lines = [];
  rl.on('line', (line) => lines.push(line));
  rl.on('pause', () => lines.push('(pause)'));
  rl.on('resume', () => lines.push('(resume)'));
  rl.on('close', () => { console.log(JSON.stringify(lines)); end(); });
  for (const chunk of chunks) input.write(chunk);
  input.end();
}
const texts = [
  ['a\nb\r\nc', 'd\r', '\ne\u2028f\u2029g\rh'],
  ['', '\n', '\n\n', 'last'],
  ['no end'],
  ['\r', '\r', '\n', '\n'],
  [Buffer.from('caf\u00e9 \u{1F600}\nx').subarray(0, 4), Buffer.from('caf\u00e9 \u{1F600}\nx').subarray(4)],
  ['end\n'],
];
function more(next) {
  if (next < texts.length) feed(texts[next], () => more(next + 1));
  else questions();
}
more(0);

// Questions take lines; what is left is emitted.
function questions() {
  const input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (bytes) => console.log('output', JSON.stringify(bytes.toString())));
  const rl = readline.createInterface({input, output, prompt: '# '});
  console.log(rl.terminal, rl.getPrompt(), JSON.stringify(rl.line), !!rl.closed);
  rl.on('line', (line) => console.log('line', line));
  rl.on('pause', () => console.log('pause'));
  rl.on('resume', () => console.log('resume'));
  rl.on('close', () => {
    console.log('close', rl.closed);
    for (const f of [() => rl.question('x', () => {}), () => rl.pause(), () => rl.resume(), () => rl.write('x')]) {
      try {
        f();
      } catch (error) {
        console.log(error.code, error.message);
      }
    }
    rl.close();
    iterate();
  });
  rl.question('your name? ', (name) => {
    console.log('answer', name);
    rl.setPrompt('> ');
    rl.prompt();
    rl.pause();
    rl.pause();
    rl.prompt();
    rl.write('written\nand ');
  });
  rl.question('another? ', () => console.log('never'));
  const abort = new AbortController();
  input.write('Ann\nmore\n');
  setTimeout(() => {
    rl.question('no answer? ', {signal: abort.signal}, () => console.log('never'));
    abort.abort();
    rl.question('before? ', {signal: abort.signal}, () => console.log('never'));
    input.write('not taken\n');
    setTimeout(() => input.end('the rest'), 5);
  }, 5);
}

async function iterate() {
  const input = new PassThrough();
  const rl = readline.createInterface({input});
  setTimeout(() => input.write('one\ntwo\nth'), 5);
  setTimeout(() => input.end('ree\nfour'), 10);
  const seen = [];
  for await (const line of rl) seen.push(line);
  console.log(seen.join());
  // A loop that is left early.
  const other = readline.createInterface({input: new PassThrough().end('1\n2\n3\n')});
  for await (const line of other) {
    console.log('first', line);
    break;
  }
  other.close();
  // A signal, and the input's error.
  const abort = new AbortController();
  const signalled = readline.createInterface({input: new PassThrough(), signal: abort.signal});
  signalled.on('close', () => console.log('closed by a signal'));
  abort.abort();
  const broken = new PassThrough();
  const rl2 = readline.createInterface({input: broken});
  rl2.on('error', (error) => console.log('error', error.message));
  broken.destroy(new Error('broken'));
  // A line feed that comes late is a line of its own, unless the delay says otherwise.
  for (const crlfDelay of [100, Infinity]) {
    const late = new PassThrough();
    const lines = [];
    const rl3 = readline.createInterface({input: late, crlfDelay});
    rl3.on('line', (line) => lines.push(line));
    late.write('a\r');
    await new Promise((resolve) => setTimeout(resolve, 150));
    late.end('\nb');
    await new Promise((resolve) => rl3.on('close', resolve));
    console.log(crlfDelay, JSON.stringify(lines));
  }
  // Escape sequences.
  const shown = new PassThrough();
  shown.on('data', (bytes) => console.log(JSON.stringify(bytes.toString())));
  console.log(readline.clearLine(shown, -1), readline.clearLine(shown, 0), readline.clearLine(shown, 1));
  readline.clearScreenDown(shown, () => console.log('cleared'));
  readline.cursorTo(shown, 4);
  readline.cursorTo(shown, 4, 2);
  readline.moveCursor(shown, -3, 2);
  readline.moveCursor(shown, 0, -1);
  readline.moveCursor(shown, 0, 0, () => console.log('not moved'));
  readline.clearLine(null, 0, () => console.log('no stream'));
}
