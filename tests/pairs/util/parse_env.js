// util.parseEnv: the lines that are variables, and random contents.
const {parseEnv} = require('util');
const contents = [
  '', 'A=1', 'A=1\n', 'A = 1 ', 'A=  \nB=2', 'A=\nB=2', 'A', 'A\nB=2', '=1\nB=2', '# A=1\nB=2 # c', 'A="x # y" z\nB=2', "A='x\ny'\nB=2", 'A=`x`', 'A="x', 'A="x\nB=2',
  'A="x\\ny"', "A='x\\ny'", 'export A=1', 'export   A = 1', 'exportA=1', 'A=1\r\nB=2\r\n', 'A=1=2', ' A=1', '\n\n\tA=1\n\n', 'A=""', "A=''B", 'A=#x', 'A= #x', 'a.b-c=1', 'Z=1\nA=2\nZ=3', 'é=ü',
  'A=1 \n #B=2\nC=3', 'A\n\n  B=2', 'A="\\\\n"', 'A=\t"x"\t', '2=b\n1=a', '#c\n #B=2\nC=3', '\n  #B=2', 'A=\n #B=2', 'x\n #B=2', '#x\n\t#B=2\n #C=3',
];
for (const content of contents) console.log(JSON.stringify(content), parseEnv(content));
let seed = 12345;
const random = n => {
  seed = Number((BigInt(seed) * 1103515245n + 12345n) % 2147483648n);
  return Math.floor(seed / 65536) % n;
};
const parts = ['A', 'B', '=', '=', '\n', '\n', '"', "'", '`', ' ', '#', '\\n', 'export ', '\t', '\r', 'x'];
for (let i = 0; i < 8000; i++) {
  let content = '';
  for (let n = random(14); n >= 0; n--) content += parts[random(parts.length)];
  console.log(JSON.stringify(content), JSON.stringify(parseEnv(content)));
}
