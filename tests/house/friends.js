'use strict';
// Counts friend declarations. A friend reaches all private members of a class, so in a source tree with many friends
// few members are really private. A class whose private members other files of the runtime need declares one friend: an
// internal interface with the few functions that those files call.

// Returns the line of each friend declaration of `code`, in which comments and literals are blank. A friend class
// counts, and so does a function that is defined elsewhere. An operator or function whose definition is in the class
// body does not count, because that is the usual way in C++ to write a function that is found by its arguments only.
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
