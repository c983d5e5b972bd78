// stderr
// An invalid URL that nobody catches.
console.log(URL.canParse('/a', 'http://h'), new URL('//x/y', 'https://h').href);
const attempt = f => {
  try {
    f();
  } catch (error) {
    console.log(error.stack.split('\n')[0]);
  }
};
attempt(() => new URL('x'));
attempt(() => new URL('x:y').href = '1');
new URL('/a', 'http://');
console.log('not reached');
