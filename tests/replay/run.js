'use strict';
// Records and replays real programs. A recording must replay identically, however the run ended and whatever the
// program used. Differences must be noticed and reported. See README.md.
const fs = require('fs');
const http = require('http');
const path = require('path');
const {spawn, spawnSync} = require('child_process');
const {start} = require('../support/programs.js');
const {pairNames, settingsOf} = require('../pairs/pairs.js');
const {sample, seed: sampled} = require('../support/sample.js');
const flights = require('./flights.js');
const {records, mend, read, endOf, KIND} = require('./log.js');
const {build, each, ended, example, expect, folder, get, makeKeys, newFolder, program, recorded, replay, run, secretParts, summary,
  whole} = require('./support.js');

const only = process.argv.slice(2);

const tests = {
  // Each pair of tests/pairs is another kind of program. Its replay must print the same.
  async pairs() {
    const names = pairNames();
    const wrong = [];
    await each(names, 2, async name => {
      const {args, env, input, children} = settingsOf(name);
      const log = newFolder();
      const command = path.join(build, 'pairs', name);
      const first = await run(command, [`--nodecpp-record=${log}`, ...args], {input, env});
      const second = await replay(command, log);
      const ending = second.signal ? second.signal === first.signal : second.code === 0 && summary.test(second.stdout);
      const said = second.stdout.replace(summary, '');
      // Output that child processes write to the program's own streams is not part of its recording.
      if (children) {
        if (!ending) wrong.push(`${name}: ${JSON.stringify(second)}`);
      } else if (!ending || said !== first.stdout || second.stderr !== first.stderr + (second.signal ? /replay: SIG.*\n/.exec(second.stderr)?.[0] ?? '' : ''))
        wrong.push(`${name}: ${JSON.stringify(second)} after ${JSON.stringify(first)}`);
      fs.rmSync(log, {recursive: true, force: true});
    });
    if (wrong.length) throw new Error(`${wrong.length} of ${names.length} pairs differ:\n${wrong.join('\n')}`);
  },

  // Servers with many clients are killed while they work.
  async servers() {
    const load = url => async port => {
      const agent = new http.Agent({keepAlive: true, maxSockets: 20});
      await each(Array.from({length: 400}, (_, i) => i), 20, i => get(port, url(i), i % 3 ? agent : undefined));
      agent.destroy();
    };
    for (const [name, url] of [['listing1', i => `/?value=${i}`],
      ...(sampled ? [] : [['listing1_async', i => `/?value=${i}`]]),
      ['gather', i => `/?a=${i % 7}/ok&b=${i % 5}/ok&c=3/fail&limit=50`]]) {
      const log = await recorded(example(name), load(url));
      const result = await replay(example(name), log);
      expect(`${name}'s replay`, `${result.code} ${result.stderr}`, '0 ');
      expect(`${name}'s summary`, result.stdout, summary);
    }
  },

  async 'a folder of its own'() {
    const log = newFolder();
    await run(program('beside'), [`--nodecpp-record=${log}`]);
    expect('the folder\'s mode', (fs.statSync(log).mode & 0o777).toString(8), '700');
    expect('the log\'s mode', (fs.statSync(`${log}/main.0000.log`).mode & 0o777).toString(8), '600');
    let again = await run(program('beside'), [`--nodecpp-record=${log}`]);
    expect('a second recording there', `${again.code} ${again.stdout}`, '9 ');
    expect('its message', again.stderr, /File exists \(a log is never written over\)/);
    const link = newFolder();
    fs.symlinkSync(folder, link);
    again = await run(program('beside'), [`--nodecpp-record=${link}`]);
    expect('a link\'s message', `${again.code} ${again.stderr}`, /^9 .*cannot open the folder/);
    const open = newFolder();
    fs.mkdirSync(open);
    fs.chmodSync(open, 0o770);
    again = await run(program('beside'), [`--nodecpp-record=${open}`]);
    expect('an open folder\'s message', `${again.code} ${again.stderr}`, /^9 .*not for its owner alone/);
    again = await run(program('beside'), [`--nodecpp-record=${folder}/a%p-%t`]);
    expect('a named one', fs.readdirSync(folder).filter(name => /^a\d+-\d+$/.test(name)).length, 1);
  },

  // The environment of a worker is passed beside its messages, which are in the worker's log.
  async 'the environment of a program and its worker'() {
    const log = newFolder();
    const command = path.join(build, 'pairs/worker_threads/basics');
    await run(command, [`--nodecpp-record=${log}`], {env: {NEVER_READ: 'a s3cret'}});
    const manifest = fs.readFileSync(`${log}/manifest.jsonl`, 'utf8').trim().split('\n').map(line => JSON.parse(line));
    expect('the manifest', manifest.map(entry => `${entry.log} ${entry.kind} ${entry.of}`).join(), 'main process undefined,worker-1 thread main');
    for (const {log: name} of manifest) {
      const bytes = fs.readFileSync(`${log}/${name}.0000.log`);
      expect(`the variable in ${name}`, bytes.includes('NEVER_READ'), true);
      expect(`its value in ${name}`, bytes.includes('s3cret'), false);
      const result = await replay(command, log, `--nodecpp-replay-worker=${name}`);
      expect(`the replay of ${name}`, `${result.code} ${result.stdout}`, /^0 [^]*identical\n$/);
    }
  },

  // The program has its key, and the log has marks, with which a replay does the same.
  async 'private keys'() {
    const place = newFolder();
    const files = makeKeys(place);
    const key = fs.readFileSync(`${place}/key.pem`, 'utf8');
    const log = newFolder();
    const first = await run(program('keys'), [`--nodecpp-record=${log}`, '--nodecpp-record-redact=REDACTED_KEY', key],
      {env: {KEYS: place, KEY: key, KEY_JSON: JSON.stringify({key}), REDACTED_KEY: 'a s3cret'}, input: key});
    expect('the program', `${first.code} ${first.stdout.replace(/\n/g, ';')}`,
      /^0 file \d+ true;both \d+ true;(?:.* \d+ true;)+(true false hello;true true hello;){3}$/);
    expect('what came whole', first.stdout.match(/ \d+ true\n/g).length, 12);
    expect('what it printed', first.stderr, `${key}\n`);
    for (const [copy, of] of [['key.copy', 'both.pem'], ['key.later', 'key.pem'], ['key.pem.stream', 'key.pem'], ['der.copy', 'key.der']])
      expect(copy, fs.readFileSync(`${place}/${copy}`).equals(fs.readFileSync(`${place}/${of}`)), true);
    const secrets = secretParts(files);
    for (const name of fs.readdirSync(log)) {
      const bytes = fs.readFileSync(`${log}/${name}`, 'latin1');
      for (let i = 0; i + 16 <= bytes.length; i++)
        if (secrets.has(bytes.slice(i, i + 16))) throw new Error(`${name} has a part of a key at ${i}, none was expected`);
      expect(`the variable in ${name}`, bytes.includes('s3cret'), false);
      if (!name.startsWith('main')) continue;
      expect('marks of keys', bytes.includes(`-----BEGIN PRIVATE KEY-----\n${'*'.repeat(64)}\n`), true);
      expect('marks of sessions', /\*session [0-9a-f]{8}\*{64}/.test(bytes), true);
    }
    fs.rmSync(place, {recursive: true});
    const result = await replay(program('keys'), log);
    expect('the replay', `${result.code} ${result.stdout}`, `0 ${first.stdout}${summary.exec(result.stdout)?.[0]}`);
    expect('what it prints', result.stderr, `${key.replace(/^[^-]+$/gm, line => line.replace(/[^\n]/g, '*'))}\n`);
    const thread = await replay(program('keys'), log, '--nodecpp-replay-worker=worker-1');
    expect('the replay of the thread', `${thread.code} ${thread.stderr}${thread.stdout}`, /^0 replay: .*identical\n$/);
  },

  // Neither the log nor a socket may get the descriptor of a standard stream that was closed.
  async 'no standard streams'() {
    const log = newFolder();
    const child = spawn('sh', ['-c', 'exec "$0" "$1" <&- >&- 2>&-', program('crash'), `--nodecpp-record=${log}`],
      {env: {...process.env, PORT: 0}, stdio: 'ignore'});
    const open = () => fs.readdirSync(`/proc/${child.pid}/fd`).map(fd => {
      try { return fs.readlinkSync(`/proc/${child.pid}/fd/${fd}`); } catch { return ''; }
    });
    for (let i = 0; i < 400 && !open().some(name => name.startsWith('socket:')); i++)
      await new Promise(resolve => setTimeout(resolve, 10));
    const streams = open().slice(0, 3);
    child.kill();
    await ended(child);
    expect('its streams', String(streams), '/dev/null,/dev/null,/dev/null');
  },

  // Received bytes may be secret, so they must not be in a core file.
  async 'no log in a core'() {
    const log = newFolder();
    const {child} = await start([example('listing1'), `--nodecpp-record=${log}`]);
    const maps = fs.readFileSync(`/proc/${child.pid}/smaps`, 'utf8').split(/^(?=[0-9a-f]+-[0-9a-f]+ )/m);
    const flags = maps.filter(map => map.includes(`${log}/main.0000.log`)).map(map => /^VmFlags: (.*)$/m.exec(map)[1]);
    child.kill('SIGKILL');
    expect('mappings of the log', String(flags.length > 0), 'true');
    for (const flag of flags) expect('its flags', flag, /\bdd\b/);
  },

  // The log contains the variable TZ and the files of the zones.
  async 'local time, replayed in another zone'() {
    const log = newFolder();
    const command = path.join(build, 'pairs/date/setters');
    const first = await run(command, [`--nodecpp-record=${log}`], {env: {TZ: 'Europe/Berlin'}});
    expect('what it printed', first.stdout, /^Sat Mar 28 2026 02:30:00 GMT\+0100 \(Central European Standard Time\)/);
    const result = await run(command, [`--nodecpp-replay=${log}`], {env: {TZ: 'Asia/Tokyo'}});
    expect('the replay', `${result.code} ${result.stderr}${result.stdout.replace(summary, '')}`, `0 ${first.stdout}`);
    expect('its summary', result.stdout, summary);
  },

  // The stack's limit must be the same in a replay as in the recorded program.
  async 'calls without end'() {
    const log = newFolder();
    const first = await run(program('recursion'), [`--nodecpp-record=${log}`]);
    expect('what it printed', first.stdout, 'RangeError Maximum call stack size exceeded\n');
    const result = await run(program('recursion'), [`--nodecpp-replay=${log}`]);
    expect('the replay', `${result.code} ${result.stderr}${result.stdout.replace(summary, '')}`, `0 ${first.stdout}`);
    expect('its summary', result.stdout, summary);
  },

  // The command line in the log is replayed, not the one of the replay.
  async 'the command line'() {
    const log = newFolder();
    const command = path.join(build, 'pairs/process/values');
    await run(command, [`--nodecpp-record=${log}`, 'one', 'two']);
    const result = await run(command, ['three', `--nodecpp-replay=${log}`]);
    expect('the replay', `${result.code} ${result.stdout}`, summary);
    for (const [option, why] of [['--nodecpp-record=', 'a value'], ['--nodecpp-until=0', 'a number'],
      ['--nodecpp-flight=12x', 'a number'], ['--nodecpp-flight=2000G', '1024G'],
      [`--nodecpp-record=x`, 'only one']]) {
      const refused = await run(command, [`--nodecpp-replay=${log}`, option]);
      expect(option, `${refused.code} ${refused.stderr}`, new RegExp(`^9 .*bad option.*${why}`));
    }
  },

  async 'another build'() {
    const log = await recorded(example('listing1'), port => get(port, '/?value=hello'));
    const other = await replay(example('gather'), log);
    expect('another program', `${other.code}`, '4');
    const ids = /recording was made by build-id ([0-9a-f]{16,}), this is ([0-9a-f]{16,})/.exec(other.stderr);
    if (!ids || ids[1] === ids[2]) throw new Error(`both ids are to be named: ${other.stderr}`);
    // The copy is the same program with another build-id, as if it were linked from other sources.
    const copy = path.join(folder, 'listing1');
    const bytes = fs.readFileSync(example('listing1'));
    const at = bytes.indexOf(Buffer.from(ids[1], 'hex'));
    bytes[at] ^= 1;
    fs.writeFileSync(copy, bytes, {mode: 0o755});
    const rebuilt = await replay(copy, log);
    expect('a rebuilt program', `${rebuilt.code} ${rebuilt.stderr}`, /^4 replay: refused: this is another build/);
    expect('no log', (await replay(copy, newFolder())).code, 4);
  },

  // A byte of the received data is changed, and the checksums are corrected.
  async 'an edited log'() {
    const log = await recorded(example('listing1'), async port => {
      for (const value of ['zero', 'one', 'two', 'three']) await get(port, `/?value=${value}`);
    });
    const bytes = read(log);
    const record = records(bytes).find(({kind, fields, end}) =>
      kind === KIND.received && bytes.subarray(fields, end).includes('/?value=two'));
    bytes[bytes.indexOf('/?value=two', record.fields) + '/?value='.length] = 'T'.charCodeAt(0);
    mend(bytes, record);
    fs.writeFileSync(`${log}/main.0000.log`, bytes);
    const result = await replay(example('listing1'), log);
    expect('the replay\'s code', result.code, 3);
    expect('what it says', result.stderr,
      /^replay: different in turn \d+\n  expected: write connection:\d+ bytes:\{"size":(\d+),"checksum":"[0-9a-f]{8}"\} \| .*\n  actual:   write connection:\d+ bytes:\{"size":\1,.*\nthe last operations before it:\n(  turn \d+: .*\n){20}$/);
  },

  async 'a clock, a socket and an order beside the port'() {
    const runs = whole ? 100 : 12;
    const logs = {};
    for (const name of ['clock', 'beside', 'order']) {
      logs[name] = newFolder();
      expect(name, (await run(program(name), [`--nodecpp-record=${logs[name]}`])).code, 0);
    }
    const seen = {clock: 0, beside: 0, order: 0};
    for (let i = 0; i < runs; i++)
      for (const name of Object.keys(logs)) seen[name] += (await replay(program(name), logs[name])).code === 3;
    console.log(`  of ${runs} replays stopped: ${JSON.stringify(seen)}`);
    expect('clock', (await replay(program('clock'), logs.clock)).stderr, /the clock was read beside the port in turn \d+/);
    expect('socket', (await replay(program('beside'), logs.beside)).stderr, /system call 41 was made beside the port in turn/);
    expect('order', (await replay(program('order'), logs.order)).stderr, /expected: writeStandard/);
    for (const [what, why] of [['time', 'the clock was read'], ['thread', 'a thread was started']]) {
      const log = newFolder();
      await run(program('beside'), [`--nodecpp-record=${log}`], {env: {BESIDE: what}});
      const {code, stderr} = await replay(program('beside'), log);
      expect(what, `${code} ${stderr}`, new RegExp(`^3 replay: different: ${why} beside the port in turn`));
    }
    expect('clocks seen', seen.clock, runs);
    expect('sockets seen', seen.beside, runs);
    if (seen.order < 0.95 * runs - 1) throw new Error(`the order of addresses was seen ${seen.order} times of ${runs}`);
  },

  // Whatever happened to a log, its valid part must be replayed, or the fault must be named.
  async 'cut and flipped logs'() {
    const log = await recorded(example('listing1'), async port => {
      for (let i = 0; i < 40; i++) await get(port, `/?value=${'x'.repeat(i * 7)}`);
    });
    const bytes = read(log);
    const end = endOf(bytes);
    const fine = result => (result.code === 0 && summary.test(result.stdout)) ||
      (result.code === 3 && /^replay: different in turn/.test(result.stderr)) ||
      (result.code === 4 && /^replay: refused: /.test(result.stderr));
    const ways = [];
    for (let cut = Math.max(0, end - 4096); cut < end; cut += whole || end - cut < 64 ? 1 : 37) ways.push({cut});
    let seed = 24;
    const random = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
    for (let i = 0; i < (whole ? 10000 : 200); i++) ways.push({byte: random(end), bit: random(8)});
    const codes = {};
    await each(sample(ways, 5, JSON.stringify), 2, async way => {
      const changed = newFolder();
      fs.mkdirSync(changed);
      const copy = Buffer.from(bytes.subarray(0, way.cut ?? end));
      if (way.byte !== undefined) copy[way.byte] ^= 1 << way.bit;
      fs.writeFileSync(`${changed}/main.0000.log`, copy);
      const result = await replay(example('listing1'), changed);
      if (!fine(result) || (way.cut > 4096 && result.code !== 0))
        throw new Error(`${JSON.stringify(way)}: ${JSON.stringify(result)}`);
      codes[result.code] = (codes[result.code] || 0) + 1;
      fs.rmSync(changed, {recursive: true});
    });
    const asked = Object.values(codes).reduce((all, count) => all + count, 0);
    console.log(`  ${asked} logs, by exit code: ${JSON.stringify(codes)}`);
  },

  async 'until a turn'() {
    const log = await recorded(example('listing1'), async port => {
      for (let i = 0; i < 10; i++) await get(port, `/?value=${i}`);
    });
    const child = spawn(example('listing1'), [`--nodecpp-replay=${log}`, '--nodecpp-until=9'], {stdio: ['ignore', 'ignore', 'pipe']});
    let stderr = '';
    const said = new Promise(resolve => child.stderr.on('data', chunk => { if (/\n/.test(stderr += chunk)) resolve(); }));
    await said;
    expect('what it says', stderr, /^replay: stopped before turn 9, in turn 8, process \d+: gdb -p \d+\n$/);
    // The replay first prints where it stops, and then stops.
    let state = '';
    for (let i = 0; i < 200 && state !== 'T'; i++) {
      state = /\) (\w)/.exec(fs.readFileSync(`/proc/${child.pid}/stat`, 'utf8'))[1];
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    expect('its state', state, 'T');
    child.kill('SIGCONT');
    await ended(child);
    expect('its end', child.exitCode, 0);
  },

  // When the disk is full the recording stops, but the program continues, and the log is complete up to that point.
  async 'a full disk'() {
    const script = 'mount -t tmpfs -o size=20m none "$1" && exec "$2" --nodecpp-record="$1/log"';
    const place = newFolder();
    fs.mkdirSync(place);
    if (spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', place]).status !== 0)
      return console.log('  left out: a file system of its own cannot be mounted here');
    const copy = newFolder();
    const {port, child} = await start(['unshare', '-m', 'sh', '-c', script, 'sh', place, example('listing1')]);
    const agent = new http.Agent({keepAlive: true, maxSockets: 20});
    const value = 'v'.repeat(12000);
    for (let i = 0; i < 100 && !/recording has stopped/.test(child.errors); i++)
      await each(Array.from({length: 50}), 20, () => get(port, `/?value=${value}`, agent));
    expect('what is said', child.errors, /^\(nodecpp\) the recording has stopped: cannot make room in 'main\.0001\.log': No space left on device\n$/);
    expect('an answer after that', await get(port, '/?value=still'), 'still');
    // Only the program's own mount namespace shows these files.
    fs.cpSync(`/proc/${child.pid}/root${place}/log`, copy, {recursive: true});
    child.kill();
    agent.destroy();
    const result = await replay(example('listing1'), copy);
    expect('the replay', `${result.code} ${result.stdout}`, summary);
    expect('and why it is over', result.stderr, /^replay: the recording stopped there: cannot make room/);
  },
};

(async () => {
  let failed = 0;
  let passed = 0;
  for (const [name, test] of Object.entries({...tests, ...flights})) {
    if (only.length && !only.includes(name)) continue;
    const began = Date.now();
    try {
      await test();
      ++passed;
    } catch (error) {
      ++failed;
      console.log(`${name}: ${error.message}`);
      if (!/expected|differ/.test(error.message)) console.log(error.stack);
    }
    console.log(`${name}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
})();
