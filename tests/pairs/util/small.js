// The small functions of util: diff, getSystemErrorMap, styleText, getCallSites, types.
const util = require('util');
const attempt = f => {
  try {
    console.log(f());
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
};
console.log(util.diff('12345678', '!!5678'));
console.log(util.diff(['1', '2', '3'], ['1', '3', '4']), util.diff('same', 'same'), util.diff([], ['x']), util.diff('é𝒳', '𝒳'));
for (const [op, value] of util.diff('kitten', 'sitting')) console.log(op, value);
const errors = util.getSystemErrorMap();
console.log(errors.get(-2), errors.get(-111), errors.get(-1000), errors.size);
console.log([...errors.keys()].join(' '), [...errors.values()].map(([name]) => name).join(' '));
console.log(JSON.stringify(util.styleText(['bold', 'red'], 'no', {validateStream: false})));
const styles = ['underline', '#f80'];
console.log(JSON.stringify(util.styleText(styles, 'yes', {validateStream: false})));
console.log(JSON.stringify(util.styleText('red', 'to a pipe', {stream: process.stderr})), JSON.stringify(util.styleText('red', 'plain')));
attempt(() => util.styleText('no color', 'x', {validateStream: false}).slice(0, 10));
attempt(() => util.getCallSites(0));
attempt(() => util.getCallSites(201));
attempt(() => util.getCallSites(1.5));
function caller() {
  return util.getCallSites(2)[0];
}
console.log(caller().functionName, util.getCallSites(1).length);
console.log(util.convertProcessSignalToExitCode('SIGTERM'), util.convertProcessSignalToExitCode('SIGKILL'));
attempt(() => util.convertProcessSignalToExitCode('TERM'));
console.log(util.inspect.colors.red, util.inspect.colors.none, Object.keys(util.inspect.colors).slice(0, 3), util.inspect.styles.date, util.inspect.styles.none);
util.inspect.styles.number = 'pale';
util.inspect.colors.pale = [2, 22];
util.inspect.styles.string = undefined;
console.log(JSON.stringify(util.inspect({a: [1, 'x', null, undefined, true]}, {colors: true})));
console.log(JSON.stringify(util.styleText('pale', 'x', {validateStream: false})), util.inspect.colors.pale[0]);
