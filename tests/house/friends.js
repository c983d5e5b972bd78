'use strict';
// Counts friend declarations. Each lets a class or function of another place reach all private members, so a source tree
// that has many of them has few private members. A class that must show something to the runtime's other files names one
// friend, an internal interface with the few functions that those files need.

// Returns the line of each friend declaration of `code`, in which comments and literals are blank. A class and a function
// that is defined elsewhere count. An operator or function whose definition is in the class body does not count: that is
// C++'s way to write one that is found by its arguments only.
function friendsIn(code) {
  const lines = [];
  for (const match of code.matchAll(/(?<!\w)friend\s/g)) {
    const rest = code.slice(match.index + match[0].length);
    let depth = 0;
    let end = 0;
    for (; end < rest.length; end++) {
      const c = rest[end];
      if (c === '(' || c === '[') depth++;
      else if (c === ')' || c === ']') depth--;
      else if (!depth && (c === ';' || c === '{')) break;
    }
    const isDefined = rest[end] === '{' || /=\s*(?:default|delete)\s*$|\bNODECPP_DELETED\b/.test(rest.slice(0, end));
    if (!isDefined) lines.push(code.slice(0, match.index).split('\n').length);
  }
  return lines;
}

// Complains when there is more than one friend declaration for each rules.linesForFriend lines of the files, at the file
// that has the most of them.
function friends(files, rules) {
  const found = files.map(file => ({file: file.file, lines: friendsIn(file.code)})).filter(({lines}) => lines.length)
    .sort((a, b) => b.lines.length - a.lines.length);
  const count = found.reduce((sum, {lines}) => sum + lines.length, 0);
  const all = files.reduce((sum, file) => sum + file.lines, 0);
  if (count * rules.linesForFriend <= all) return [];
  const most = found.slice(0, 5).map(({file, lines}) => `${file} has ${lines.length}`).join(', ');
  return [{check: 'friends', file: found[0].file, line: found[0].lines[0],
    text: `${count} friend declarations in ${all} lines, more than one for each ${rules.linesForFriend}: ${most}`}];
}

module.exports = {friendsIn, friends};
