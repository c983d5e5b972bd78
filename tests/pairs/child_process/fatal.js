// stderr
// An error that nobody listens to.
require('child_process').spawn('no_such_program', ['a', 'b']);
