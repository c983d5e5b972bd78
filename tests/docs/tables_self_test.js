'use strict';
// Tests that tables.js finds what it must find: a page and headers with deliberate errors. Returns what went wrong.
const fs = require('fs');
const os = require('os');
const path = require('path');

const header = `#pragma once
#include <nodecpp/below.h>
// void commented();
namespace nodecpp {
namespace detail {
void hidden();
}
template <class T>
  requires(!std::is_void_v<T>) && (sizeof(T) > 1)
class Thing : public Below<T> {
  int inside() { return 1; }

 public:
  explicit Thing(int n) noexcept : n_{n}, m_(n) { call(); }
  Thing& operator=(const Thing& other) { return *this; }
  ~Thing() { n_ = 0; }
  bool operator==(const Thing&) const { return true; }
  auto method(Function<void(int)> f = {}) const -> int { return f(1); }
  int first = 0, second{2}, third[3];
  void delete_();

 private:
  int n_, m_;
};
struct Options {
  Map<String, int> option{};
};
enum class Kind { one, two = 5 };
using Alias = int;
inline constexpr int CONSTANT = 1;
template <class T = int>
auto generic(T value = {}) {
  return value;
}
namespace timers {}
}
`;

// The third column is empty for a row without an error, and names the error of any other. The fourth is the row's reason.
const rows = [
  ['`thing.method(f)`, `first`, `second`, `third`', 'have', ''],
  ['`new Thing(n)`, `Kind`, `Alias`, `CONSTANT`, `generic`', 'have', ''],
  ['`delete`, `one`, `two`, `option`, `timers`, `inherited`', 'differs', ''],
  ['`meth…`, `\'tick\'`', 'have', ''],
  ['`absent`, `inside`, `hidden`, `commented`, `n_`', 'not yet', ''],
  ['`dgram.Thing`, `for await (const x of thing)`', 'not yet', ''],
  ['`absent`', 'cannot', '', 'C++ has no such thing'],
  ['`absent`', 'cannot', '`absent`'],
  ['`thing.first`', 'cannot', 'first', 'a reason'],
  ['`thing.absent(a, b)`', 'have', 'absent'],
  ['`thing.inside()`', 'have', 'inside'],
  ['`detail.hidden`', 'differs', 'hidden'],
  ['`thing.second`', 'not yet', 'second'],
  ['`generic(value)`', 'not yet', 'generic'],
  ['`abse…`', 'have', 'abse…'],
  ['`first` and `…Sync`', 'have', 'firstSync'],
  ['`excused`', 'have', ''],
];

module.exports = function selfTest({checkPage, Headers}) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nodecpp-tables-'));
  fs.writeFileSync(path.join(folder, 'page.h'), header);
  fs.writeFileSync(path.join(folder, 'below.h'), 'template <class T>\nstruct Below {\n  void inherited();\n};\n');
  fs.writeFileSync(path.join(folder, 'event_names.h'), 'namespace nodecpp::event {\nNODECPP_EVENT(tick);\n}\n');
  const text = rows.map(([item, state, , reason = '']) => `| ${item} | ${state} | ${reason} |`).join('\n');
  const found = checkPage('page', text, new Headers(folder), [{page: 'page', state: 'have', name: 'excused'}]);
  fs.rmSync(folder, {recursive: true});
  const complaints = [];
  rows.forEach(([item, state, wanted], i) => {
    const said = found.filter(({line, wrong}) => line === i + 1 && wrong).map(({name}) => name).join();
    if (said !== wanted)
      complaints.push(`tests/docs/tables_self_test.js: of ${item} (${state}) "${said}" is wrong, not "${wanted}"`);
  });
  return complaints;
};
