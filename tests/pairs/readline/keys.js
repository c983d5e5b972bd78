// Keys on a terminal: what is written for them byte by byte, the line, the cursor, and the events.
const readline = require('readline');
const {PassThrough} = require('stream');
const sessions = [];
// Each text of `keys` comes in a chunk of its own.
const session = (name, options, keys, columns) => { sessions.push({name, options, keys, columns}); };

function next() {
  if (sessions.length === 0) return;
  const one = sessions.shift();
  console.log('== ' + one.name);
  const input = new PassThrough();
  const output = new PassThrough();
  output.columns = one.columns;
  let written = '';
  output.on('data', (chunk) => { written += chunk; });
  const rl = readline.createInterface({terminal: true, ...one.options, input, output});
  rl.on('line', (line) => console.log('line', JSON.stringify(line)));
  rl.on('history', (history) => console.log('history', JSON.stringify(history)));
  rl.on('pause', () => console.log('pause'));
  rl.on('resume', () => console.log('resume'));
  rl.on('close', () => console.log('close'));
  rl.prompt();
  const more = (at) => {
    console.log(JSON.stringify(written), JSON.stringify(rl.line), rl.cursor);
    written = '';
    if (at < one.keys.length && !rl.closed) {
      input.write(one.keys[at]);
      setImmediate(() => { setImmediate(() => { more(at + 1); }); });
    } else {
      const {cols, rows} = rl.getCursorPos();
      console.log(cols, rows);
      rl.close();
      next();
    }
  };
  setImmediate(() => { more(0); });
}

const up = '\x1b[A', down = '\x1b[B', right = '\x1b[C', left = '\x1b[D', home = '\x1b[H', end = '\x1b[F', del = '\x1b[3~', back = '\x7f';
const ctrl = (letter) => String.fromCharCode(letter.charCodeAt(0) - 96);
const alt = (letter) => '\x1b' + letter;

session('text', {}, ['a', 'b', 'cde', '\r']);
session('line ends', {}, ['one\r', '\n', 'two\n', 'three\r\nfour\r\r', 'five\n\nsix', '\u2028x\u2029']);
session('moving', {}, ['hello', left, left, 'X', right, right, right, 'Y', home, 'Z', end, '!', ctrl('a'), ctrl('f'), ctrl('b'), ctrl('e')]);
session('deleting', {}, ['hello world', back, left, left, del, back, ctrl('h'), home, back, del, ctrl('d'), end, del, ctrl('d')]);
session('words', {}, ['one two-three  four', alt('b'), alt('b'), alt('b'), alt('b'), alt('f'), alt('f'), alt('f'), alt('f'), alt('f')]);
session('words deleted', {}, ['one two-three  four, five', ctrl('w'), ctrl('w'), alt('\x7f'), home, alt('d'), alt('d'), '\x1b[3;5~', ctrl('w')]);
session('words by ctrl', {}, ['one  _two three', '\x1b[1;5D', '\x1b[1;5D', '\x1b[1;5C', '\x1b[1;5D', '\x1b[1;5D', '\x1b[1;5D', '\x1b[1;5C']);
session('kill and yank', {}, ['one two three', ctrl('u'), ctrl('y'), left, left, ctrl('k'), ctrl('y'), alt('y'), alt('y'), 'x', alt('y'), ctrl('y')]);
session('kill by ctrl and shift', {}, ['one two', left, left, '\x1b[3;6~', 'x', ctrl('y')]);
session('undo and redo', {}, ['abc', '\x1f', '\x1f', '\x1e', 'd', '\x1f', '\x1f', '\x1f', '\x1f', '\x1e', '\x1e', '\x1e', '\x1e', '\x1e']);
session('undo of other edits', {}, ['one two', ctrl('w'), 'x', left, 'y', back, ctrl('u'), ctrl('y'), '\x1f', '\x1f', '\x1f', '\x1f', '\x1f', '\x1f', '\x1f', '\x1f', '\x1f', '\x1e', '\x1e']);
session('history', {}, ['one\r', 'two\r', 'three\r', up, up, up, up, up, down, down, down, down, down, 'x', up, '\r', up]);
session('history by prefix', {history: ['abc', 'xyz', 'abd', 'b', 'abc']}, ['ab', up, up, up, up, down, down, down, down, 'c', up, ctrl('p'), ctrl('p'), ctrl('n'), ctrl('n'), ctrl('n')]);
session('history of one size', {historySize: 2}, ['1\r', '2\r', '2\r', '  \r', '\r', '3\r', up, up, up]);
session('no history', {historySize: 0}, ['1\r', '2\r', up, up]);
session('no duplicates', {removeHistoryDuplicates: true}, ['1\r', '2\r', '1\r', '1\r', up, up, up]);
session('a history of several lines', {history: ['b\ra', 'x']}, [up, up, up, down, down, left, up, '!', down, '\r', up]);
session('lines of different lengths', {history: ['x\rlonger line\rab']}, [up, up, end, down, down, up, up, home, left, left, up, down]);
session('ctrl-c', {}, ['abc', ctrl('c'), 'd']);
session('ctrl-d', {}, ['a', ctrl('d'), back, ctrl('d')]);
session('ctrl-l', {}, ['abc', left, ctrl('l')]);
session('tab without a completer', {}, ['a\tb', '\t', '\t\t']);
session('control characters', {}, ['a\x01b', '\x00', '\x1c\x1d', ctrl('t'), ctrl('g'), ctrl('q'), '\x80', '\x9f']);
session('keys without an effect', {}, ['x', '\x1bOP', '\x1b[15~', '\x1b[5~', '\x1b[Z', '\x1b[99~', '\x1b[2~', '\x1bx', '\x1b.', '\x1b\x1b[A', '\x1b[200~paste\x1b[201~']);
session('characters of two units', {}, ['a\u{1f600}b', left, left, left, right, 'X', back, del, '\u{1f600}', back]);
session('wide characters', {}, ['日本語', left, 'x', left, left, back, '\u{1f468}\u200d\u{1f469}', 'e\u0301', left, left, 'ｱ', '한글']);
session('wrapped', {}, ['0123456789', 'abcdefghij', 'k', left, left, home, right, 'X', end, up, down, ctrl('u')], 10);
session('wrapped wide', {prompt: '>>> '}, ['日本語日本語', home, 'x', end, back, back, 'y', ctrl('w')], 9);
session('wrapped tabs', {tabSize: 4}, ['\t1\t22', '333\t4', home, end, left, left, 'x'], 12);
session('a prompt with colours and lines', {prompt: '\x1b[32mone\x1b[0m\n> '}, ['abc', left, 'x', '\r', 'y']);
session('a list of keys at once', {}, ['one two' + left + left + 'x' + home + 'y' + end + back + ctrl('a') + ctrl('k') + ctrl('y') + ctrl('y')]);
session('keys cut in pieces', {}, ['ab', '\x1b', '[', 'D', 'c', '\x1b[', '1;5', 'D', 'd', 'é'.slice(0, 1)]);
session('no terminal', {terminal: false}, ['ab' + back + 'c', '\r\n']);
next();
