'use strict';
// Which of the web platform's tests are taken: [name of the set, folder, files that are left out].

const sets = [
  ['encoding', 'encoding', /idlharness|\/streams\/|legacy-mb.*\.html|unsupported-labels/],
  ['url', 'url', /idlharness|javascript-urls|-a-area|percent-encoding|a-element/],
  ['atob, btoa', 'html/webappapis/atob', /idlharness/],
];

module.exports = {sets};
