'use strict';
// The groups of tests that `make test` takes in turns (test.js says what each of them builds and runs), and the build of
// the library that each of them needs.
module.exports = {
  units: 'asan',         // unit tests
  programs: 'asan',      // the pairs and the pages of docs/
  services: 'asan',      // examples and servers beside Node.js, and what clients and files may send
  checked: 'asan',       // nodecpp-check and the corpus of memory safety
  native: 'release',     // pairs, replays, growth; native modules of Node.js, a project that uses the installed library
  optimised: 'release',  // the same; the instructions for a request with link-time optimisation, whether the profile fits
  threads: 'release',    // the same; src/os, where the threads are, under ThreadSanitizer
};
