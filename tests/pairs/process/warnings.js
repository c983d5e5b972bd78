// stderr
// The forms of process.emitWarning, the event `warning`, and the printed text.
process.on('warning', warning => console.log(warning.name, warning.code, warning.message, warning.detail));
process.emitWarning('plain');
process.emitWarning('typed', 'OwnWarning');
process.emitWarning('coded', 'OwnWarning', 'OWN001');
process.emitWarning('with options', {type: 'TypedWarning', code: 'T001', detail: 'some details\non two lines'});
process.emitWarning('only details', {detail: 'the details'});
const warning = new Error('an error of its own');
warning.name = 'SpecialWarning';
warning.code = 'S001';
process.emitWarning(warning);
process.nextTick(() => console.log('tick'));
setTimeout(() => {
  process.removeAllListeners('warning');
  process.emitWarning('nobody prints this');
  process.noDeprecation = true;
  process.on('warning', warning => console.log('deprecated?', warning.message));
  process.emitWarning('dropped', 'DeprecationWarning');
}, 5);
