'use strict';
// Questions whose answers differ on purpose; each says why.
module.exports = [
];
