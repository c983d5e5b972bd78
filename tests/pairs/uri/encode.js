// encodeURIComponent and the related functions.
const texts = ['', 'a b&c=d/é?x', '日本語 😀', "-_.!~*'()", ';/?:@&=+$,#', 'a%20b%2Fc%23', '%F0%9F%98%80', '%u0041%e9', '%', '%C3%28', '%ED%A0%80', JSON.parse('"x\\ud83d"')];
for (const text of texts)
  for (const f of [encodeURIComponent, encodeURI, decodeURIComponent, decodeURI, escape, unescape])
    try {
      console.log(f.name, f(text));
    } catch (error) {
      console.log(f.name, error.name, error.message, error instanceof URIError);
    }
console.log(encodeURIComponent(5), encodeURIComponent(true), decodeURIComponent('a+b'), 'q=' + encodeURIComponent('a&b'));
