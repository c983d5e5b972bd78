'use strict';
// The list of errors that run.js plants, one at a time, into the states of sockets and their handles, to see that an
// assertion notices each of them. README.md says what the fields mean.
module.exports = [
  {file: 'src/net/socket_handle.cpp', about: 'a handle that no longer keeps the loop alive still says so',
    find: 'counted_ = wanted;', wrong: 'if (wanted) counted_ = true;'},
  {file: 'src/net/socket_handle.cpp', about: 'a handle still connects after it is connected',
    find: 'connecting_ = false;', wrong: ''},
  {file: 'src/net/socket_handle.cpp', about: 'a send that the port has under way is not counted',
    find: '++sends_;', wrong: '', tests: ['test_net', 'test_http']},
  {file: 'src/net/socket_handle.cpp', about: 'a send that has ended stays counted',
    find: '--sends_;', wrong: '', tests: ['test_net', 'test_http']},
  {file: 'src/net/socket_handle.cpp', about: 'the result of a shutdown is queued and not marked as queued',
    find: 'shutdownReportQueued_ = true;', wrong: ''},
  {file: 'src/net/open_handles.cpp', about: 'the handle behind one that ends is linked to freed memory',
    find: 'if (next_) next_->link_ = link_;', wrong: ''},
  {file: 'src/net/idle_timer.cpp', about: 'an idle timer does not hold its socket',
    find: 'alive_ = Socket(&socket_);\n  armedMilliseconds_ = milliseconds;', wrong: 'armedMilliseconds_ = milliseconds;',
    tests: ['test_net', 'test_http']},
  {file: 'src/net/socket_handle.cpp', about: 'the bytes that were gathered are not counted, so that they are never sent',
    find: 'gatheredBytes_ += total;', wrong: ''},
  {file: 'src/net/socket.cpp', about: 'a new handle does not know its socket',
    find: 'handle_->owner = this;', wrong: ''},
  {file: 'src/net/socket.cpp', about: 'a socket that was destroyed while it connected still connects',
    within: 'connecting_ = false;\n  hadError_ =', find: 'connecting_ = false;', wrong: ''},
  {file: 'src/net/connect.cpp', about: 'the attempt that begins is counted too late',
    find: 'current++', wrong: 'current'},
];
