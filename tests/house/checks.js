'use strict';
// The checks of the source tree's structure, over the files of src/ and include/. Each check returns its complaints:
// [{check, file, line, text}].
const fs = require('fs');
const path = require('path');
const {spawn} = require('child_process');
const {packages, includeOf} = require('../support/packages.js');

const STANDARD = new Set(`algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono
  cinttypes climits clocale cmath compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef
  cstdint cstdio cstdlib cstring ctime cuchar cwchar cwctype deque exception execution expected filesystem format
  forward_list fstream functional future generator initializer_list iomanip ios iosfwd iostream istream iterator latch
  limits list locale map mdspan memory memory_resource mutex new numbers numeric optional ostream print queue random
  ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span spanstream sstream stack
  stacktrace stdexcept stdfloat stop_token streambuf string string_view strstream syncstream system_error thread tuple
  type_traits typeindex typeinfo unordered_map unordered_set utility valarray variant vector version
  assert.h ctype.h errno.h float.h inttypes.h limits.h math.h stddef.h stdint.h stdio.h stdlib.h string.h time.h
  signal.h`.split(/\s+/));

// Returns the text with comments and the contents of literals replaced by spaces. The line breaks stay.
function blank(text) {
  const pattern = new RegExp([
    '//[^\\n]*', '/\\*[\\s\\S]*?\\*/',
    'R"([^()\\\\\\s]{0,16})\\([\\s\\S]*?\\)\\1"',
    '"(?:[^"\\\\\\n]|\\\\[\\s\\S])*"', "(?<![0-9a-fA-F])'(?:[^'\\\\\\n]|\\\\[\\s\\S])+'"].join('|'), 'g');
  return text.replace(pattern, found => found.replace(/[^\n]/g, ' '));
}

function walk(directory, found = []) {
  if (!fs.existsSync(directory)) return found;
  for (const entry of fs.readdirSync(directory, {withFileTypes: true})) {
    const full = path.join(directory, entry.name);
    if (!entry.isDirectory()) found.push(full);
    else if (entry.name !== 'node_modules') walk(full, found);  // Installed packages are not part of the source tree.
  }
  return found.sort();
}

// Returns the C++ files of a tree: {file (relative), folder, kind: public|own|test, text, code, includes: [{line, name,
// angle}]}
function load(root) {
  return loadFolder(root, ['src', 'include']);
}

// Loads the files of the packages, each of which has the folders of the whole tree. `file` is relative to the tree, and
// `parts` and `folder` to the package.
function loadPackages(root) {
  return packages(root).flatMap(name => loadFolder(path.join(root, 'packages', name), ['src', 'include', 'tests'])
    .map(file => ({...file, file: `packages/${name}/${file.file}`, package: name})));
}

function loadFolder(root, folders) {
  const files = [];
  for (const full of folders.flatMap(folder => walk(path.join(root, folder)))) {
    if (!/\.(h|cpp)$/.test(full)) continue;
    const file = path.relative(root, full).split(path.sep).join('/');
    const text = fs.readFileSync(full, 'utf8');
    const parts = file.split('/');
    const isPublic = parts[0] === 'include';
    const kind = isPublic ? 'public' : /_(test|bench)\.cpp$/.test(file) ? 'test' : 'own';
    // An #include in a comment does not count, but the name in a real one is blanked like a literal. So the names are
    // read from the text, on the lines where the blanked code still has a directive.
    const code = blank(text);
    const lines = text.split('\n');
    const codeLines = code.split('\n');
    const includes = [];
    for (let i = 0; i < lines.length; i++) {
      if (!/^\s*#\s*include/.test(codeLines[i])) continue;
      const match = lines[i].match(/^\s*#\s*include\s*([<"])([^>"]+)[>"]/);
      if (match) includes.push({line: i + 1, name: match[2], angle: match[1] === '<'});
    }
    files.push({file, full, parts, kind, folder: isPublic ? null : parts[1], name: parts[parts.length - 1], text, code,
      lines: lines.length - (lines[lines.length - 1] === '' ? 1 : 0), includes});
  }
  return files;
}

// Returns the name of the floor (layer) that a public header belongs to, which is a key of `floors` in rules.js. `name` is
// the header's path under include/nodecpp/. An entry of `headerFloors` for the header comes first, then one for its folder.
// Without an entry, the floor has the name of the folder, or of the header when it is in no folder.
function headerFloor(name, rules) {
  if (rules.headerFloors[name]) return rules.headerFloors[name];
  if (name.includes('/')) {
    const folder = name.split('/')[0];
    if (rules.headerFloors[folder + '/']) return rules.headerFloors[folder + '/'];
    return folder;
  }
  return name.replace(/\.h$/, '');
}

function floors(files, rules) {
  const complaints = [];
  const say = (file, line, text) => complaints.push({check: 'floors', file: file.file, line, text});
  // Checks an include of a header of os/ by the rules for the floors inside os/ (`innerFloors` in rules.js).
  const inner = (file, include) => {
    const target = include.name.split('/').slice(0, 2).join('/');
    const own = file.folder === 'os' ? file.parts.slice(1, 3).join('/') : null;
    if (target === own) return;
    const floor = rules.innerFloors[target];
    if (floor === undefined) return say(file, include.line, `"${include.name}" is on no floor of os/ that we know`);
    if (own === null) {
      const known = target === 'os/port' || (rules.beyondPort[file.folder] || []).includes(target);
      if (!known) say(file, include.line, `"${include.name}": only os/port is known outside os/`);
    } else if (!(floor < rules.innerFloors[own])) {
      say(file, include.line, `${own} reaches up or aside: ${include.name} is on the floor of ${target}`);
    }
  };
  for (const file of files) {
    const own = file.kind === 'public' ? headerFloor(file.parts.slice(2).join('/'), rules) : file.folder;
    if (file.kind !== 'public' && file.parts.length < 3) {
      say(file, 1, 'a source file stands in its module\'s folder, not in src/ itself');
      continue;
    }
    if (rules.floors[own] === undefined) {
      say(file, 1, `"${own}" has no floor: give it one in tests/house/rules.js`);
      continue;
    }
    if (file.kind === 'test') continue;
    for (const include of file.includes) {
      let target = null;
      if (include.name.includes(' ')) continue;  // compiler.h "includes" a sentence, which an old compiler prints
      if (include.name.startsWith('nodecpp/')) target = headerFloor(include.name.slice(8), rules);
      else if (!include.angle && include.name.includes('/')) target = include.name.split('/')[0];
      else if (!include.angle) say(file, include.line, `"${include.name}": include it by its path from src/`);
      if (target === 'os') inner(file, include);
      if (target === null || target === own) continue;
      if (rules.floors[target] === undefined) say(file, include.line, `"${include.name}" is on no floor we know`);
      else if (rules.floors[target] >= rules.floors[own]) {
        say(file, include.line, `${own} reaches up: ${include.name} is on the floor of ${target}`);
      }
    }
  }
  return complaints;
}

// Above os/ the errors are those of libuv, because the system's own numbers differ between systems.
function errorNumbers(files) {
  const text = 'an error of one system; above os/ it is UV_…, of base/errors/uv_errors.h';
  return scan(files, 'error numbers', [
    [/(?<![\w"'])-E[A-Z0-9]{2,}\b(?!["'-])/, text],
    [/(?<![\w.>])errno\b(?!\w)/, text],
  ], file => file.kind === 'test' || (file.folder === 'os' && file.parts[2] !== 'port' && file.parts[2] !== 'sim'));
}

// A package stands on the public headers alone: what it includes in quotes is its own, next to the file.
function packagesAlone(root, files) {
  const complaints = [];
  for (const file of files) {
    for (const include of file.includes) {
      const isPublic = include.name.startsWith('nodecpp/') &&
        [root, path.dirname(includeOf(root, file.package))].some(at => fs.existsSync(path.join(at, 'include', include.name)));
      const isOwn = !include.name.includes('/') && fs.existsSync(path.join(path.dirname(file.full), include.name));
      const right = file.kind === 'test' || (include.angle ? isPublic || STANDARD.has(include.name) : isOwn);
      if (!right) complaints.push({check: 'packages', file: file.file, line: include.line,
        text: `${include.name}: a package includes public headers, the standard library's, and its own`});
    }
  }
  return complaints;
}

function systemHeaders(files, rules) {
  const complaints = [];
  for (const file of files) {
    if (file.kind === 'test') continue;
    const allowed = rules.allowedHeaders[file.file] || [];
    for (const include of file.includes) {
      if (!include.angle || include.name.startsWith('nodecpp/') || allowed.includes(include.name)) continue;
      const say = (check, text) => complaints.push({check, file: file.file, line: include.line, text});
      const third = Object.keys(rules.thirdParty).find(prefix => include.name.startsWith(prefix));
      if (file.kind === 'public') {
        if (third || !STANDARD.has(include.name)) {
          say('public headers', `<${include.name}>: include/ has only the standard library and nodecpp/`);
          continue;
        }
      } else if (third) {
        const who = rules.thirdParty[third];
        if (who !== '*' && who !== file.folder) say('system headers', `<${include.name}> is for src/${who}/ only`);
        continue;
      }
      if (file.folder === 'os' || /^\w+intrin\.h$/.test(include.name)) continue;
      if (!STANDARD.has(include.name)) say('system headers', `<${include.name}> outside src/os/`);
      else if (rules.outsideHeaders.includes(include.name)) {
        say('system headers', `<${include.name}> reaches the outside; only src/os/ does`);
      }
    }
  }
  return complaints;
}

function scan(files, check, patterns, skip) {
  const complaints = [];
  for (const file of files) {
    if (skip(file)) continue;
    const lines = file.code.split('\n');
    for (let i = 0; i < lines.length; i++) {
      for (const [pattern, text, name] of patterns) {
        const match = lines[i].match(pattern);
        if (match) complaints.push({check, file: file.file, line: i + 1, text: `${match[0].trim()}: ${text}`, name});
      }
    }
  }
  return complaints;
}

// No order may depend on an address, because addresses differ from run to run and in a replay.
function pointerKeys(files) {
  const text = 'order by an address is different in each run; give the objects sequence numbers';
  return scan(files, 'pointer keys', [
    [/\b(?:unordered_)?(?:multi)?(?:map|set)\s*<\s*[^,<>()]*\*\s*(?:const\s*)?[,>]/, text],
    [/\b(?:flat_map|flat_set|priority_queue)\s*<\s*[^,<>()]*\*\s*(?:const\s*)?[,>]/, text],
    [/\bstd::(?:less|greater|hash)\s*<\s*[^,<>()]*\*\s*(?:const\s*)?>/, text],
  ], file => file.kind === 'test');
}

function calls(files, rules) {
  const clock = 'a clock beside the port\'s';
  const chance = 'chance that does not come from the port';
  const world = 'goes round the port';
  return scan(files, 'round the port', [
    [/\b(?:system|steady|high_resolution|utc|file)_clock\s*::\s*now\b/, clock, 'now'],
    [/\b(?:clock_gettime|gettimeofday|timespec_get|ftime|clock)\s*\(/, clock, 'clock'],
    [/(?<![\w.>:]|->)(?:std\s*::\s*|::\s*)?time\s*\(\s*(?:nullptr|NULL|0|&\w+)\s*\)/, clock, 'time'],
    [/(?<![\w.>])(?:std\s*::\s*)?s?rand\s*\(/, chance, 'rand'],
    [/\b(?:random_device|getrandom|getentropy|arc4random\w*|mt19937\w*|default_random_engine)\b/, chance, 'random'],
    [/\b(?:secure_)?getenv\s*\(|\bsetenv\s*\(|\benviron\b/, world, 'getenv'],
    [/\b(?:fopen|popen|freopen|std::system|opendir)\s*\(/, world, 'fopen'],
    [/\bstd::(?:cout|cerr|clog|cin)\b/, world, 'iostream'],
    [/\b(?:linuxPort|processEnvironment)\s*\(/, world, 'linuxPort'],
    [/\bstd::f?printf\s*\(|\bstd::(?:abort|exit|_Exit|quick_exit)\s*\(/, world, 'abort'],
  ], file => file.kind === 'test' || file.folder === 'os')
    .filter(found => !(rules.allowedCalls[found.file] || []).includes(found.name));
}

// Returns the name that a declaration declares.
function declared(line) {
  const name = line.replace(/\{.*|=.*|;.*/, '').replace(/\[[^\]]*\]\s*$/, '').match(/([\w:]+)\s*$/);
  return name ? name[1] : line.trim();
}

// thread_local is only for data of the thread, not of a program that runs on it. Each thread_local variable needs a
// reason in the table, and each entry of the table needs its variable.
function threadLocals(files, rules) {
  const complaints = [];
  const check = 'thread_local';
  for (const file of files) {
    if (file.kind === 'test') continue;
    const reasons = {...rules.threadLocals[file.file]};
    const seen = new Set();
    file.code.split('\n').forEach((line, i) => {
      if (!/\bthread_local\b/.test(line)) return;
      const name = declared(line);
      seen.add(name);
      if (!reasons[name]) {
        complaints.push({check, file: file.file, line: i + 1,
          text: `${name} is thread_local without a reason in tests/house/rules.js: what belongs to a program is a LoopLocal`});
      }
    });
    for (const name of Object.keys(reasons)) {
      if (!seen.has(name)) complaints.push({check, file: file.file, line: 1, text: `no thread_local ${name} is here`});
    }
  }
  for (const name of Object.keys(rules.threadLocals)) {
    if (!files.some(({file}) => file === name)) complaints.push({check, file: name, line: 1, text: 'no such file'});
  }
  return complaints;
}

// Finds pointers to functions, at namespace scope or as static members, that a program could assign. Through such a
// pointer a lower floor could call a higher one, which only the table in src/base/upward_calls.h may do.
function hooks(files, rules) {
  const pattern = /^(?:(?:\s*static\b|inline\b|extern\b|constinit\b)\s*)*(?!using\b|typedef\b|return\b|template\b)[\w:][\w:<>,&* ]*[ *&]\(\*\s*([\w:]+)\)\s*\(/;
  const complaints = [];
  for (const file of files) {
    if (file.kind === 'test') continue;
    file.code.split('\n').forEach((line, i) => {
      const match = line.match(pattern);
      if (!match || (rules.hooks[file.file] || {})[match[1]]) return;
      complaints.push({check: 'hooks', file: file.file, line: i + 1,
        text: `${match[1]}: a function pointer that changes; calls upward go through src/base/upward_calls.h`});
    });
  }
  return complaints;
}

// The source files of the whole tree with their lines, [{file, lines}]. Tables and texts that a program reads have other
// endings (.inc, .json): they are data.
function sources(root) {
  return ['bench', 'cmake', 'examples', 'fuzz', 'include', 'packages', 'src', 'tests', 'tools'].flatMap(folder => walk(path.join(root, folder)))
    .filter(file => /\.(h|cpp|js|py|sh|cmake)$/.test(file)).map(full => ({
      file: path.relative(root, full).split(path.sep).join('/'),
      lines: fs.readFileSync(full, 'utf8').replace(/\n$/, '').split('\n').length,
    }));
}

// Checks that each source file is short, because a long file usually has two subjects, and that each file in the table of
// exceptions (`longData`) is still long.
function sizes(root, rules) {
  const complaints = [];
  const say = (file, line, text) => complaints.push({check: 'file size', file, line, text});
  const long = sources(root).filter(({lines}) => lines > rules.failLines);
  const known = name => Object.keys(rules.longData).find(entry => name === entry || (entry.endsWith('/') && name.startsWith(entry)));
  for (const {file, lines} of long) {
    if (!known(file)) say(file, lines, `${lines} lines; more than ${rules.failLines} has two things in it`);
  }
  for (const entry of Object.keys(rules.longData)) {
    if (!long.some(({file}) => known(file) === entry)) say(entry, 1, 'not long any more: take it out of longData in tests/house/rules.js');
  }
  return complaints;
}

function longFiles(root, rules) {
  return sources(root).filter(({lines}) => lines > rules.warnLines && lines <= rules.failLines);
}

function command(program, args, input) {
  return new Promise(resolve => {
    const child = spawn(program, args, {stdio: ['ignore', 'pipe', 'pipe']});
    let out = '';
    let err = '';
    child.stdout.on('data', chunk => { out += chunk; });
    child.stderr.on('data', chunk => { err += chunk; });
    child.on('error', error => resolve({code: 1, out, err: error.message}));
    child.on('close', code => resolve({code, out, err}));
  });
}

// Each public header must compile when it is the only included header, within its budget of lines.
async function headerBudgets(root, files, rules, compiler, jobs = 2) {
  const complaints = [];
  const measured = [];
  const headers = files.filter(file => file.kind === 'public');
  let next = 0;
  const worker = async () => {
    while (next < headers.length) {
      const file = headers[next++];
      const name = file.parts.slice(2).join('/');
      const flags = (rules.headerFlags || {})[name] || (rules.headerFlags || {})[name.replace(/[^/]*$/, '')] || [];
      const base = ['-std=c++23', '-x', 'c++', '-DNODECPP_SAFETY=1', '-I', path.join(root, 'include'),
        ...flags.map(flag => flag.startsWith('node_modules/') ? path.join(root, flag) : flag)];
      const include = ['-include', `nodecpp/${name}`, '/dev/null'];
      const {code, out, err} = await command(compiler, [...base, '-E', '-P', ...include]);
      if (code !== 0) {
        complaints.push({check: 'header budget', file: file.file, line: 1, text: `does not preprocess: ${err}`});
        continue;
      }
      const lines = out.split('\n').filter(line => line.trim() !== '').length;
      // A header in a module's folder has the budget of the module's header, unless it has one of its own.
      const budget = rules.budgets[name] || rules.budgets[name.replace(/\/.*/, '.h')] || rules.defaultBudget;
      measured.push({name, lines, budget});
      if (lines > budget) {
        complaints.push({check: 'header budget', file: file.file, line: 1,
          text: `${lines} lines after preprocessing; its budget is ${budget}`});
      }
      const alone = await command(compiler, [...base, '-fsyntax-only', ...include]);
      if (alone.code !== 0) {
        complaints.push({check: 'header alone', file: file.file, line: 1,
          text: `does not compile alone: ${alone.err.split('\n').find(line => line.includes('error')) || alone.err}`});
      }
    }
  };
  await Promise.all(Array.from({length: jobs}, worker));
  measured.sort((a, b) => b.lines - a.lines);
  return {complaints, measured};
}

module.exports = {load, loadPackages, packagesAlone, blank, walk, headerFloor, floors, errorNumbers, systemHeaders, pointerKeys, calls, threadLocals, hooks, sizes, longFiles, headerBudgets};
