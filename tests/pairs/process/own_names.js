// A program's own functions may have the names of global ones.
const log = (...values) => console.log(...values);
function run() { log('own run'); }
function fetch(url = 'nothing') { log('own fetch', url); }
function structuredClone(text) { return text; }
function setTimeout(ms) { return ms; }
run();
fetch();
fetch('x');
log(structuredClone('y'), setTimeout(3));
