'use strict';
// Removes from standard error where an error happened: Node.js shows the source line and the stack, and Node.cpp shows
// neither.
function withoutPlaces(text) {
  const kept = [];
  const lines = text.replace(/^[^\n]*:\d+\n[^\n]*\n\s*\^+\n\n/, '').replace(/^Uncaught exception\n\n/, '')
    .replace(/^\s*throw er;[^\n]*\n\s*\^\n\n/, '').split('\n');
  for (const line of lines) {
    if (!line.startsWith('    at ')) kept.push(line);
    else if (line.endsWith(' {')) kept.push(kept.pop() + ' {');
  }
  return kept.join('\n')
    .replace(/^\(node:\d+\) /gm, '(node:PID) ')
    .replace(/^([A-Z][A-Z0-9-]*) \d+: /gm, '$1 PID: ')
    .replace(/^\(Use `node --trace-\S+ \.\.\.` to show where the warning was created\)\n/gm, '')
    .replace(/^(Emitted 'error' event.*?) at:/gm, '$1')
    .replace(/\n\nNode\.(js|cpp) v\S+\n$/, '\n')
    .replace(/\n+$/, '\n');
}

module.exports = {withoutPlaces};
