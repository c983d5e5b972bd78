// stderr
// An `error` event of a child process that has no listener.
require('child_process').spawn('no_such_program', ['a', 'b']);
