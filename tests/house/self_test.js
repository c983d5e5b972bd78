'use strict';
// Checks the checks, because a check that cannot fail is a defect: puts one fault of each kind into a small source tree
// and verifies that each check finds its fault. Next to each fault is something correct that must not be reported.
const fs = require('fs');
const os = require('os');
const path = require('path');
const checks = require('./checks.js');
const {friends, friendsIn} = require('./friends.js');
const {longFunctions} = require('./functions.js');
const {untested} = require('./have.js');
const pages = require('./pages.js');
const plantedErrors = require('../assertions/errors.js');
const drawing = require('../../tools/architecture/draw.js');

const rules = {
  floors: {base: 0, os: 1, http: 7},
  headerFloors: {'string.h': 'base'},
  innerFloors: {'os/port': 0, 'os/record': 1, 'os/replay': 1},
  beyondPort: {base: ['os/record']},
  defaultBudget: 50,
  budgets: {},
  outsideHeaders: ['filesystem', 'thread'],
  allowedHeaders: {'src/http/allowed.cpp': ['sys/types.h']},
  allowedCalls: {},
  threadLocals: {'src/http/threads.cpp': {cache: 'a cache', rows: 'as well', gone: 'is no more'}, 'src/http/none.cpp': {}},
  hooks: {'src/http/hooks.cpp': {known: 'a reason'}},
  thirdParty: {'fmt/': '*', 'ares.h': 'os'},
  warnLines: 400,
  failLines: 500,
  longData: {'tests/ports/': 'a reason', 'tests/told.js': 'a reason', 'tests/short.js': 'a reason', 'tests/none/': 'a reason'},
  mostFunctionLines: 80,
  headersAlone: {},
  mostFiles: 3,
  fullFolders: {'tests/known': {why: 'a reason'}, 'tests/gone': {why: 'a reason'},
    'data/': {why: 'a reason'}, 'tests/fits/': {why: 'a reason'}},
  unrunExamples: {'docs/x.md': {'known();': 'a reason', 'gone();': 'a reason'}, 'docs/whole.md': 'a reason', 'docs/empty.md': 'a reason'},
  riddles: [[/\bclothes\b/, 'say the form'], [/^Who (?:does|has)\b[^?]*$/, 'say who']],
  checkedPages: ['ARCHITECTURE.md', 'GUIDE.md'],
};

const tree = {
  'include/nodecpp/string.h': '#pragma once\n#include <vector>\n',
  'include/nodecpp/http.h': '#pragma once\nint x = missing;\n',
  'include/nodecpp/other.h': '#pragma once\n',
  'src/base/up.cpp': '#include "http/parser.h"\n#include <nodecpp/http.h>\n// #include "http/comment.h"\n' +
    'const char* s = "#include <sys/x.h>";\n',
  'src/base/bare.cpp': '#include "slab.h"\n',
  'src/http/fine.cpp': '#include "base/slab.h"\n#include <nodecpp/string.h>\n#include <fmt/core.h>\n#include <map>\n' +
    'std::map<std::string, int*> m; std::vector<int*> v; // std::map<int*, int>\nint random_(int); int rand_ = 1;\n' +
    'auto d = std::chrono::seconds(1); response.time(0);\n',
  'src/http/system.cpp': '#include <sys/socket.h>\n#include <filesystem>\n#include <ares.h>\n',
  'src/http/allowed.cpp': '#include <sys/types.h>\n',
  'src/http/x_test.cpp': '#include <sys/socket.h>\n#include "classic/x.h"\n',
  'src/http/keys.cpp': 'std::map<Socket*, int> a;\nstd::unordered_set<const Socket*> b;\nstd::less<int*> c;\n',
  'src/http/calls.cpp': 'auto a = std::chrono::steady_clock::now();\nint b = rand();\nstd::random_device c;\n' +
    'auto d = getenv("X");\nauto e = time(nullptr);\nstd::cout << 1;\nos::linuxPort();\nstd::abort();\n',
  'src/http/threads.cpp': 'constinit thread_local int cache = 0;\nstatic thread_local std::vector<int> rows[2]{};\n' +
    'thread_local Agent agent;\nextern thread_local Loop* now;\n// thread_local int comment;\n',
  'src/http/hooks.cpp': 'void (*told)(int code) = nullptr;\nstruct X {\n  void (*member)(int);\n  static bool (*listen)(int);\n};\n' +
    'extern constinit String (*known)();\nconstinit std::map<int, int>* (*T::made)(const char*) = nullptr;\n' +
    'template <int (*inside)(int)>\nvoid call(void (*callback)(int), int n);\nusing F = void (*)(int);\nint (*const fixed)(int) = nullptr;\n',
  'src/os/record/aside.cpp': '#include "os/replay/x.h"\n#include "os/port/x.h"\n#include "os/else/x.h"\n',
  'src/os/port/up.cpp': '#include "os/record/x.h"\n',
  'src/http/beyond.cpp': '#include "os/port/x.h"\n#include "os/record/x.h"\n',
  'src/http/numbers.cpp': 'int a = -ENOENT;\nint b = errno;\nconst char* c = "-ENOENT"; // -ENOENT\nint d = UV_ENOENT;\n',
  'src/os/calls.cpp': '#include <sys/epoll.h>\n#include <ares.h>\nauto a = getenv("X");\n',
  'src/http/long.cpp': 'int x;\n'.repeat(501),
  'src/http/limit.cpp': 'int x;\n'.repeat(500),
  'src/http/table.inc': '1,\n'.repeat(501),
  'tests/long.js': 'f();\n'.repeat(500) + 'f();',
  'tests/told.js': 'f();\n'.repeat(501),
  'tests/short.js': 'f();\n'.repeat(500),
  'tests/ports/x/long.h': 'int x;\n'.repeat(501),
  'tests/ports/x/short.h': 'int x;\n',
  'tests/node_modules/long.js': 'f();\n'.repeat(501),
  'src/http/longish.cpp': 'int x;\n'.repeat(401),
  'src/http/functions.cpp': 'namespace x {\nstruct Y {\n  int small() { return 1; }\n' + '  int member;\n'.repeat(90) + '};\n' +
    'constexpr int table[] = {\n' + '  1,\n'.repeat(90) + '};\n#define M(x) {\nvoid fits(int a) {\n' + '  a++;\n'.repeat(78) + '}\n' +
    'template <class T>\n  requires(sizeof(T) == 1)\nvoid Y::tooLong(T a) const {\n  f({1}, [] { g(); });\n' + '  if (a) { a++; }\n'.repeat(80) + '}\n}\n',
  'src/strange/x.cpp': '\n',
};

const expected = [
  'floors src/os/record/aside.cpp:1', 'floors src/os/record/aside.cpp:3', 'floors src/os/port/up.cpp:1',
  'floors src/http/beyond.cpp:2', 'error numbers src/http/numbers.cpp:1', 'error numbers src/http/numbers.cpp:2',
  'floors src/base/up.cpp:1', 'floors src/base/up.cpp:2', 'floors src/base/bare.cpp:1', 'floors src/strange/x.cpp:1',
  'floors include/nodecpp/other.h:1',
  'system headers src/http/system.cpp:1', 'system headers src/http/system.cpp:2', 'system headers src/http/system.cpp:3',
  'pointer keys src/http/keys.cpp:1', 'pointer keys src/http/keys.cpp:2', 'pointer keys src/http/keys.cpp:3',
  'round the port src/http/calls.cpp:1', 'round the port src/http/calls.cpp:2', 'round the port src/http/calls.cpp:3',
  'round the port src/http/calls.cpp:4', 'round the port src/http/calls.cpp:5', 'round the port src/http/calls.cpp:6', 'round the port src/http/calls.cpp:7', 'round the port src/http/calls.cpp:8',
  'thread_local src/http/threads.cpp:3', 'thread_local src/http/threads.cpp:4', 'thread_local src/http/threads.cpp:1',
  'thread_local src/http/none.cpp:1',
  'hooks src/http/hooks.cpp:1', 'hooks src/http/hooks.cpp:4', 'hooks src/http/hooks.cpp:7',
  'file size src/http/long.cpp:501', 'file size tests/long.js:501', 'file size tests/short.js:1', 'file size tests/none/:1',
  'function size src/http/functions.cpp:268',
  'header budget include/nodecpp/string.h:1', 'header alone include/nodecpp/http.h:1',
  'public headers include/nodecpp/third.h:1',
].sort();

// Not written out below, where the check would find it in this file.
const word = 'clothes';

// A second tree tests the checks of pages.js. Each page, folder and header has one fault, and something correct beside
// it.
const wayIn = {
  'include/nodecpp/string.h': '#pragma once\n',
  'include/nodecpp/http.h': '#pragma once\n#include <nodecpp/string.h>\n',
  'src/base/slab.h': '#pragma once\n',
  'src/base/alone.h': '#pragma once\n// #include "base/alone.h"\n',
  'src/base/tested.h': '#pragma once\n',
  'src/base/slab.cpp': `#include "base/slab.h"\n// It is in other ${word}.\nconst char* s = "// ${word}"; // ${word}line\n/* Who does\n * not read. */\n` +
    'void take() {}\nvoid give() {}\n',
  'src/http/server.cpp': '#include "base/slab.h"\n#include <nodecpp/http.h>\n// Who has it? Nobody.\nvoid serve() {}\n',
  'tests/x.cpp': '#include "base/tested.h"\n',
  'tests/x.js': `const a = 1;  // in ${word}\nconst url = "http://${word}";\n`,
  'docs/x.md': '```cpp\nknown();\n```\n\n<!-- pair: a -->\n```js\na();\n```\n```cpp\na();\n```\n```cpp\nunknown();\n```\n' +
    '<!-- not run: it never ends -->\n```cpp\nendless();\n```\n```sh\nls\n```\n',
  'docs/whole.md': '```js\nany();\n```\n',
  'docs/empty.md': 'None.\n',
  'ARCHITECTURE.md': `${drawing.begin}\n${drawing.end}\n`,
  'GUIDE.md': '`src/base/slab.cpp` `take()`, `serve()`\n\n- `give()` in `src/base/slab.cpp`, `Server::serve()` of `src/http/server.cpp`\n' +
    '- `serve()`\n- `src/base/gone.cpp`, `src/NAME/x.cpp`, `src/NAME_x.cpp`, [a page](docs/gone.md), [another](docs/x.md#part), `a / b`\n\n```\n`src/none.cpp`\n```\n',
  ...Object.fromEntries(['known', 'full'].flatMap(folder => [1, 2, 3, 4].map(i => [`tests/${folder}/${i}.txt`, '']))),
  ...Object.fromEntries([1, 2, 3].map(i => [`tests/fits/${i}.txt`, ''])),
  ...Object.fromEntries([1, 2, 3, 4].map(i => [`data/more/${i}.txt`, ''])),
};

const wayInExpected = [
  'homes src/base/alone.h:1', 'full folders tests/full:1', 'full folders tests/gone:1', 'full folders tests/fits/:1', 'full folders src/base:1',
  'examples docs/x.md:12', 'examples docs/x.md:1', 'examples docs/empty.md:1',
  'riddles src/base/slab.cpp:2', 'riddles src/base/slab.cpp:4', 'riddles tests/x.js:1',
  'names GUIDE.md:1', 'names GUIDE.md:3', 'names GUIDE.md:4', 'names GUIDE.md:5', 'names GUIDE.md:5',
].sort();

// Friend declarations that count, and after them friend declarations that do not count.
const befriended = [
  ['friend class A;', 'friend struct detail::B;', 'template <class>\n  friend class C;', 'friend D;', 'friend void e(int) noexcept;',
    'friend bool operator==(const A&, const B&);', '[[gnu::cold]] friend void f(A a = {}, B b = B{});'],
  ['// friend class A;', 'const char* s = "friend class A;";', 'bool befriend = friend_class;', 'friend void a(int) { b(); }',
    'template <class T>\n  friend bool operator==(A a, T b = {}) noexcept\n  {\n  }', 'friend bool operator==(A, A) = default;',
    'friend void c(A) = delete;', 'friend void d(A) NODECPP_DELETED("no; never");'],
];

// Each friend declaration must be found by itself. All together they must be too many when the tree has one line less
// than the rule demands.
function selfTestFriends() {
  const complaints = [];
  befriended.forEach((declarations, doesNotCount) => declarations.forEach(text => {
    const found = friendsIn(checks.blank(`int x;\n${text}\nint y;\n`)).length;
    if (found !== (doesNotCount ? 0 : 1)) complaints.push(`friends: ${found} in "${text}"`);
  }));
  const code = checks.blank(befriended.flat().join('\n'));
  const about = lines => friends([{file: 'x.h', code, lines}], {linesForFriend: 10}).map(({file, line}) => `${file}:${line}`);
  if (String(about(69)) !== 'x.h:1') complaints.push('friends: 7 in 69 lines are not too many');
  if (String(about(70)) !== '') complaints.push('friends: 7 in 70 lines are too many');
  return complaints;
}

function plant(root, files) {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(root, file)), {recursive: true});
    fs.writeFileSync(path.join(root, file), text);
  }
}

// Tests the second tree. The picture and the table are drawn, must be accepted, and are then made out of date in each
// possible way. A third tree tests the check of the names that pages mark as "have". The first row of each page is used
// by a test in one form, the second only seems to be.
const haves = {
  'docs/net.md': '| `net.listen` | have |\n| `net.fd` | have |\n| `net.gone` | not yet |\n| `net.other` | differs |\n| `\'drain\'` | have |\n| `\'lost\'` | have |\n' +
    '| option `backlog` | have |\n| `net.close` | have |\n| `_read` | have |\n| `net.known` | have |\n| `net.isOn` | have |\n| `net.alert` | have |\n',
  'docs/fs.md': '| `fs.read…` | have |\n| `fs.write…` | have |\n| `fs.stat` and `…Sync` | have |\n| `net.listen` | have |\n| `net/x` | have |\n',
  'src/net/net_test.cpp': '#include <nodecpp/net.h>\n// server->fd() and net::fd in a comment\nconst char* s = "->fd(";\nint a = x->fdOf() + R"(net::fd)".size();\n' +
    'void f() { server->listen({.backlog = 3}); on(event::drain, [] {}); note("lost"); once("found"); if (isOn) go(); }\n' +
    'auto close = [] {};\nint alert(int n);\nvoid g() { close(); alert(1); }\nclass R : S { void _read(double) override; };\n',
  'tests/pairs/fs/x.cpp': '#include <nodecpp/fs.h>\nauto a = fs::readFile("write"); auto b = fs::stat("a"), c = fs::write();\n',
  'tests/pairs/net/x.cpp': '#include <nodecpp/net/x.h>\n',
  'tests/compile_fail/x.cpp': '#include <nodecpp/net.h>\nauto a = net::fd(1);\n',
};
const havesExpected = [
  'have docs/fs.md:2: write…', 'have docs/fs.md:3: statSync', 'have docs/fs.md:4: listen', 'have docs/net.md:1: untested of tests/house/rules.js has needless, which needs no exception',
  'have docs/net.md:2: fd', 'have docs/net.md:6: lost', 'have docs/net.md:8: close', 'have docs/net.md:12: alert',
].sort();

// A package that includes what it may, and a file that includes what it may not.
function selfTestPackages() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-house-'));
  try {
    plant(root, {
      'include/nodecpp/http.h': '#pragma once\n',
      'packages/ws/include/nodecpp/ws.h': '#pragma once\n#include <nodecpp/http.h>\n#include <utility>\n',
      'packages/ws/src/frame.h': '#pragma once\n',
      'packages/ws/src/good.cpp': '#include <nodecpp/ws.h>\n#include "frame.h"\n',
      'packages/ws/src/bad.cpp': '#include "http/head.h"\n#include <nodecpp/none.h>\n#include "none.h"\n#include <fmt/core.h>\n',
    });
    const found = checks.packagesAlone(root, checks.loadPackages(root)).map(({file, line}) => `${file}:${line}`);
    const wanted = [1, 2, 3, 4].map(line => `packages/ws/src/bad.cpp:${line}`);
    return String(found) === String(wanted) ? [] : [`the packages: found ${found.join('; ')}`];
  } finally {
    fs.rmSync(root, {recursive: true});
  }
}

function selfTestHaves() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-house-'));
  try {
    plant(root, haves);
    const found = untested(root, {untested: {net: {known: 'a reason', needless: 'a reason'}}})
      .map(({check, file, line, text}) => `${check} ${file}:${line}: ${text.replace(/^"have" |, but no test.*/g, '')}`).sort();
    return String(found) === String(havesExpected) ? [] : [`the tests of what there is: found ${found.join('; ')}`];
  } finally {
    fs.rmSync(root, {recursive: true});
  }
}

function selfTestWayIn() {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-house-'));
  try {
    plant(root, wayIn);
    const complaints = [];
    const about = (f, ...rest) => f(root, checks.load(root), ...rest).map(({check, file, line}) => `${check} ${file}:${line}`);
    const must = (what, found, wanted) => {
      if (String(found) !== String(wanted)) complaints.push(`${what}: found ${found || 'nothing'} in place of ${wanted || 'nothing'}`);
    };
    const drawAll = () => {
      const files = checks.load(root);
      plant(root, {[drawing.picture]: drawing.draw(drawing.house(files, rules)),
        'ARCHITECTURE.md': drawing.withTable(wayIn['ARCHITECTURE.md'], drawing.headerTable(files, rules))});
    };
    const oldPicture = [`picture ${drawing.picture}:1`], oldTable = ['homes ARCHITECTURE.md:1'];
    must('no picture', about(pages.picture, rules), oldPicture);
    drawAll();
    const found = [...about(pages.homes, rules), ...['fullFolders', 'examples', 'riddles', 'names']
      .flatMap(name => pages[name](root, rules).map(({check, file, line}) => `${check} ${file}:${line}`))].sort();
    must('the way in', found, wayInExpected);
    must('a new picture', about(pages.picture, rules), []);
    plant(root, {'src/base/slab.cpp': 'int x;\n'.repeat(1600)});  // grows from less than a thousand lines to 2,000
    must('a larger folder', about(pages.picture, rules), oldPicture);
    plant(root, {'src/base/slab.cpp': 'int x;\n'.repeat(600)});  // to 1,000
    must('a slightly larger folder', about(pages.picture, rules), []);
    plant(root, {'src/http/server.cpp': '', 'include/nodecpp/http.h': '#pragma once\n#include "os/port/x.h"\n', 'src/os/port/x.h': ''});
    must('a new folder', about(pages.picture, rules), oldPicture);
    plant(root, wayIn);
    fs.rmSync(path.join(root, 'src/os'), {recursive: true});
    drawAll();
    plant(root, {'include/nodecpp/os.h': '#pragma once\n'});
    must('a header without a folder', about(pages.homes, rules), ['homes include/nodecpp/os.h:1', ...oldTable, 'homes src/base/alone.h:1']);
    return complaints;
  } finally {
    fs.rmSync(root, {recursive: true});
  }
}

// Tests the lists of planted errors: pieces of code that the source does not have, has twice, that overlap or change
// nothing, and the switches that replace the pieces.
const plantedSource = 'int a() {\n  x = 1;\n  return b + 1;\n}\nint b() { x = 2; y = 2; z = 3; }\n';
function selfTestPlanted(root) {
  plant(root, {'src/base/planted.cpp': plantedSource, 'src/base/planted_test.cpp': ''});
  const fixed = {list: 'list', file: 'src/base/planted.cpp', about: 'a reason', tests: ['test_base'], number: 7};
  const error = (find, wrong, more) => ({...fixed, find, wrong, ...more});
  const right = [error('b + 1', 'b'), error('x = 1;', ''), error('2', '3', {within: 'y = 2;'})];
  const cases = [
    [right, 0], [[error('gone();', '')], 1], [[error('2', '3')], 1], [[error('b', 'c', {within: 'int b()'})], 0],
    [[error('x', 'y', {within: 'x = 9;'})], 1], [[error('z = 3;', 'z = 3;')], 1], [[error('b + 1', '')], 1],
    [[error('z = 3;', '', {about: ''})], 1], [[error('z = 3;', '', {file: 'src/base/none.cpp'})], 1],
    [[error('z = 3;', '', {tests: ['test_none']})], 1], [[error('y = 2; z = 3;', ''), error('z = 3;', '')], 1],
  ];
  const missing = cases.filter(([errors, count]) => plantedErrors.complaints(root, errors).length !== count)
    .map(([errors]) => `planted error "${errors.at(-1).find}"`);
  const lines = plantedErrors.plant(plantedSource, right).split('\n');
  const on = '::nodecpp::detail::planted(7)';
  if (lines[3] !== `  { if (${on}) {  } else { x = 1; } }` || lines[4] !== `  return (${on} ? b : b + 1);` ||
      !lines[6].includes(`y = (${on} ? 3 : 2);`)) missing.push('the switches of planted errors');
  return missing;
}

module.exports = async function selfTest(compiler) {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-house-'));
  try {
    plant(root, tree);
    const budget = await checks.headerBudgets(root, checks.load(root), rules, compiler);
    fs.writeFileSync(path.join(root, 'include/nodecpp/third.h'), '#include <fmt/core.h>\n');
    const files = checks.load(root);
    const withFloor = {...rules, floors: {...rules.floors}, headerFloors: {...rules.headerFloors, 'third.h': 'base'}};
    const found = [...checks.floors(files, withFloor), ...checks.errorNumbers(files), ...checks.systemHeaders(files, rules), ...checks.pointerKeys(files),
      ...checks.calls(files, rules), ...checks.threadLocals(files, rules), ...checks.hooks(files, rules),
      ...checks.sizes(root, rules), ...longFunctions(files, rules), ...budget.complaints]
      .map(({check, file, line}) => `${check} ${file}:${line}`).sort();
    const longish = checks.longFiles(root, rules).map(file => file.file).join();
    const missing = expected.filter(item => !found.includes(item));
    const extra = found.filter(item => !expected.includes(item));
    if (longish !== 'src/http/limit.cpp,src/http/longish.cpp,tests/short.js') missing.push(`warnings for long files (got "${longish}")`);
    return {missing: [...missing, ...selfTestFriends(), ...selfTestWayIn(), ...selfTestHaves(), ...selfTestPackages(), ...selfTestPlanted(root)], extra};
  } finally {
    fs.rmSync(root, {recursive: true});
  }
};
