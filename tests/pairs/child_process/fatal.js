// stderr
// An error event without a listener.
require('child_process').spawn('no_such_program', ['a', 'b']);
