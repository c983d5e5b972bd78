'use strict';
// Juliet's flow variants: the ways in which data that is made bad in one place reaches the place where it is used. Each
// is a function of a case (cases.js) and puts the parts of the case into its program, for plain C++ (raw) or for
// Node.cpp's types. It returns the text of the file, and of the second file that Juliet's variants 22 and 51 to 68
// have. The program begins at `entry`.
//
// In Juliet's variant 12 a random number decides; here the condition is true. Its variants 53 and 54 have a file for
// each call; here all calls are in the second file.

// A variable of the program that can be changed.
const state = (raw, name, where = 'static ') => (raw ? `${where}int ${name} = 1;` : `${where}perThread<int> ${name} = 1;`);
const read = (raw, name) => (raw ? name : `*${name}`);

// A class whose member may refer back to it names the member for the cycle collector.
const traced = c => (/Function|var|Handle|let</.test(c.T) ? ' NODECPP_TRACE(data)' : '');

// The source is inside of a condition.
const behind = (head, condition, other = '') => (c, raw) => ({
  text: `${head(raw)}\nvoid entry() {\n  ${c.decl}\n  if (${condition(raw)}) { ${c.source} }\n  ${c.sink}\n}`,
  other: other && other(raw),
});
const around = (before, after) => c => ({text: `void entry() {\n  ${c.decl}\n  ${before} ${c.source} ${after}\n  ${c.sink}\n}`});
const none = () => '';
const entry = (c, last) => `void entry() {\n  ${c.decl}\n  ${c.source}\n  ${last}\n}`;
// A chain of functions in the second file.
const chain = n => c => ({
  text: `void badSink1(${c.T} data);\n${entry(c, 'badSink1(data);')}`,
  other: Array.from({length: n}, (_, i) => n - i).map(i => `void badSink${i}(${c.T} data) { ${i === n ? c.sink : `badSink${i + 1}(data);`} }`).join('\n'),
});

const flows = {
  '01': c => ({text: entry(c, c.sink)}),
  '02': behind(none, () => '1'),
  '03': behind(none, () => '5 == 5'),
  '04': behind(() => 'static const bool staticConstTrue = true;', () => 'staticConstTrue'),
  '05': behind(raw => state(raw, 'staticTrue'), raw => `${read(raw, 'staticTrue')} == 1`),
  '06': behind(() => 'static const int staticConstFive = 5;', () => 'staticConstFive == 5'),
  '07': behind(raw => state(raw, 'staticFive'), raw => `${read(raw, 'staticFive')} == 1`),
  '08': behind(() => 'static bool staticReturnsTrue() { return true; }', () => 'staticReturnsTrue()'),
  '09': behind(() => 'constexpr bool globalConstTrue = true;', () => 'globalConstTrue'),
  '10': behind(raw => `extern ${raw ? 'int' : 'perThread<int>'} globalTrue;`, raw => `${read(raw, 'globalTrue')} == 1`, raw => state(raw, 'globalTrue', '')),
  '11': behind(() => 'bool globalReturnsTrue();', () => 'globalReturnsTrue()', () => 'bool globalReturnsTrue() { return true; }'),
  '12': behind(() => 'bool globalReturnsTrueOrFalse();', () => 'globalReturnsTrueOrFalse()', () => 'bool globalReturnsTrueOrFalse() { return true; }'),
  '13': behind(() => 'extern const int globalConstFive;', () => 'globalConstFive == 5', () => 'extern const int globalConstFive = 5;'),
  '14': behind(raw => `extern ${raw ? 'int' : 'perThread<int>'} globalFive;`, raw => `${read(raw, 'globalFive')} == 1`, raw => state(raw, 'globalFive', '')),
  '15': around('switch (6) { case 6: {', 'break; } default: break; }'),
  '16': around('while (true) {', 'break; }'),
  '17': around('for (int j = 0; j < 1; j++) {', '}'),
  '18': around('goto source; source: {', '}'),
  '21': (c, raw) => ({text: `${state(raw, 'badStatic')}\nstatic ${c.T} badSource(${c.T} data) { if (${read(raw, 'badStatic')} == 1) { ${c.source} } return data; }\n` +
    `void entry() {\n  ${c.decl}\n  data = badSource(data);\n  ${c.sink}\n}`}),
  '22': (c, raw) => ({text: `${c.T} badSource(${c.T} data);\nvoid entry() {\n  ${c.decl}\n  data = badSource(data);\n  ${c.sink}\n}`,
    other: `${state(raw, 'badGlobal', '')}\n${c.T} badSource(${c.T} data) { if (${read(raw, 'badGlobal')} == 1) { ${c.source} } return data; }`}),
  '31': c => ({text: entry(c, `{ ${c.T} dataCopy = data; { ${c.T} data = dataCopy; ${c.sink} } }`)}),
  '32': (c, raw) => ({text: `void entry() {\n  ${c.decl}\n` + (raw
    ? `  ${c.T}* dataPtr1 = &data; ${c.T}* dataPtr2 = &data;\n  { ${c.T} data = *dataPtr1; ${c.source} *dataPtr1 = data; }\n  { ${c.T} data = *dataPtr2; ${c.sink} }\n}`
    : `  let<${c.T}> data1 = data; auto data2 = data1;\n  { ${c.T} data = data1.value(); ${c.source} data1 = data; }\n  { ${c.T} data = data2.value(); ${c.sink} }\n}`)}),
  '33': c => ({text: `void entry() {\n  ${c.decl}\n  ${c.T}& dataRef = data;\n  ${c.source}\n  { ${c.T} data = dataRef; ${c.sink} }\n}`}),
  '34': (c, raw) => ({text: (raw ? `union Shared { ${c.T} first; ${c.T} second; };\n` : `struct Shared { std::optional<${c.T}> first{}; };\n`) +
    entry(c, `Shared shared{}; shared.first = data;\n  { ${c.T} data = ${raw ? 'shared.second' : 'shared.first.value()'}; ${c.sink} }`)}),
  '41': c => ({text: `static void badSink(${c.T} data) { ${c.sink} }\n${entry(c, 'badSink(data);')}`}),
  '42': c => ({text: `static ${c.T} badSource(${c.T} data) { ${c.source} return data; }\nvoid entry() {\n  ${c.decl}\n  data = badSource(data);\n  ${c.sink}\n}`}),
  '43': c => ({text: `static void badSource(${c.T}& data) { ${c.source} }\nvoid entry() {\n  ${c.decl}\n  badSource(data);\n  ${c.sink}\n}`}),
  '44': (c, raw) => ({text: `static void badSink(${c.T} data) { ${c.sink} }\n` +
    entry(c, (raw ? `void (*funcPtr)(${c.T}) = badSink;` : `Function<void(${c.T})> funcPtr = badSink;`) + '\n  funcPtr(data);')}),
  '45': (c, raw) => ({text: (raw ? `static ${c.T} badData;` : `static perThread<${c.T}> badData;`) +
    `\nstatic void badSink() { ${c.T} data = ${raw ? 'badData' : 'badData.value()'}; ${c.sink} }\n${entry(c, `${read(raw, 'badData')} = data;\n  badSink();`)}`}),
  '51': chain(1),
  '52': chain(2),
  '53': chain(3),
  '54': chain(4),
  '61': c => ({text: `${c.T} badSource(${c.T} data);\nvoid entry() {\n  ${c.decl}\n  data = badSource(data);\n  ${c.sink}\n}`, other: `${c.T} badSource(${c.T} data) { ${c.source} return data; }`}),
  '62': c => ({text: `void badSource(${c.T}& data);\nvoid entry() {\n  ${c.decl}\n  badSource(data);\n  ${c.sink}\n}`, other: `void badSource(${c.T}& data) { ${c.source} }`}),
  '63': (c, raw) => (raw
    ? {text: `void badSink(${c.T}* dataPtr);\n${entry(c, 'badSink(&data);')}`, other: `void badSink(${c.T}* dataPtr) { ${c.T} data = *dataPtr; ${c.sink} }`}
    : {text: `void badSink(let<${c.T}> shared);\n${entry(c, 'badSink(data);')}`, other: `void badSink(let<${c.T}> shared) { ${c.T} data = shared.value(); ${c.sink} }`}),
  '64': (c, raw) => (raw
    ? {text: `void badSink(void* dataVoidPtr);\n${entry(c, 'badSink(&data);')}`, other: `void badSink(void* dataVoidPtr) { ${c.T}* dataPtr = (${c.T}*)dataVoidPtr; ${c.T} data = *dataPtr; ${c.sink} }`}
    : {text: `class BoxObject : public Object { public: explicit BoxObject(${c.T} data) : data(data) {} ${c.T} data;${traced(c)} };\nvoid badSink(Handle<Object> object);\n${entry(c, 'badSink(make<Handle<BoxObject>>(data));')}`,
      other: `class BoxObject : public Object { public: explicit BoxObject(${c.T} data) : data(data) {} ${c.T} data;${traced(c)} };\nvoid badSink(Handle<Object> object) { ${c.T} data = object.as<Handle<BoxObject>>()->data; ${c.sink} }`}),
  '65': (c, raw) => ({text: `void badSink(${c.T} data);\n${entry(c, (raw ? `void (*funcPtr)(${c.T}) = badSink;` : `Function<void(${c.T})> funcPtr = badSink;`) + '\n  funcPtr(data);')}`, other: `void badSink(${c.T} data) { ${c.sink} }`}),
  '66': (c, raw) => (raw
    ? {text: `void badSink(${c.T} dataArray[]);\n${entry(c, `${c.T} dataArray[5] = {}; dataArray[2] = data; badSink(dataArray);`)}`, other: `void badSink(${c.T} dataArray[]) { ${c.T} data = dataArray[2]; ${c.sink} }`}
    : {text: `void badSink(Array<${c.T}> dataArray);\n${entry(c, `Array<${c.T}> dataArray; dataArray.push(data, data, data); badSink(dataArray);`)}`,
      other: `void badSink(Array<${c.T}> dataArray) { ${c.T} data = dataArray[2]; ${c.sink} }`}),
  '67': c => ({text: `struct Carrier { ${c.T} data${c.init ?? '{}'}; };\nvoid badSink(Carrier carrier);\n${entry(c, 'Carrier carrier; carrier.data = data; badSink(carrier);')}`,
    other: `struct Carrier { ${c.T} data${c.init ?? '{}'}; };\nvoid badSink(Carrier carrier) { ${c.T} data = carrier.data; ${c.sink} }`}),
  '68': (c, raw) => (raw
    ? {text: `extern ${c.T} badData;\nvoid badSink();\n${entry(c, 'badData = data; badSink();')}`, other: `${c.T} badData;\nvoid badSink() { ${c.T} data = badData; ${c.sink} }`}
    : {text: `extern perThread<${c.T}> badData;\nvoid badSink();\n${entry(c, '*badData = data; badSink();')}`, other: `perThread<${c.T}> badData;\nvoid badSink() { ${c.T} data = badData.value(); ${c.sink} }`}),
  '72': c => ({text: `void badSink(std::vector<${c.T}> dataVector);\n${entry(c, `std::vector<${c.T}> dataVector(3, data); badSink(dataVector);`)}`,
    other: `void badSink(std::vector<${c.T}> dataVector) { ${c.T} data = dataVector[2]; ${c.sink} }`}),
  '73': c => ({text: `void badSink(std::list<${c.T}> dataList);\n${entry(c, `std::list<${c.T}> dataList; dataList.push_back(data); badSink(dataList);`)}`,
    other: `void badSink(std::list<${c.T}> dataList) { ${c.T} data = dataList.back(); ${c.sink} }`}),
  '74': (c, raw) => ({text: `void badSink(${raw ? 'std::map' : 'Map'}<int, ${c.T}> dataMap);\n${entry(c, raw ? `std::map<int, ${c.T}> dataMap; dataMap[2] = data; badSink(dataMap);` : `Map<int, ${c.T}> dataMap; dataMap.set(2, data); badSink(dataMap);`)}`,
    other: `void badSink(${raw ? 'std::map' : 'Map'}<int, ${c.T}> dataMap) { ${c.T} data = ${raw ? 'dataMap[2]' : 'dataMap.get(2)'}; ${c.sink} }`}),
  '81': c => ({text: `class Base { public: virtual ~Base() = default; virtual void action(${c.T} data) const = 0; };\nclass Bad : public Base { public: void action(${c.T} data) const override { ${c.sink} } };\n` +
    entry(c, 'Bad bad; const Base& base = bad; base.action(data);')}),
  '82': (c, raw) => ({text: (raw ? 'class BaseObject { public: virtual ~BaseObject() = default;' : 'class BaseObject : public Object { public:') + ` virtual void action(${c.T} data) = 0; };\n` +
    `class BadObject : public BaseObject { public: void action(${c.T} data) override { ${c.sink} } };\n` +
    entry(c, raw ? 'BaseObject* base = new BadObject; base->action(data); delete base;' : 'Handle<BaseObject> base = make<Handle<BadObject>>(); base->action(data);')}),
  '83': (c, raw) => ({text: `class Bad { ${c.T} data${c.init ?? '{}'}; public: explicit Bad(${c.T} dataCopy) { data = dataCopy; ${c.source} } ${raw ? '~Bad()' : 'void finish()'} { ${c.sink} } };\n` +
    `void entry() {\n  ${c.decl}\n  Bad bad(data);${raw ? '' : ' bad.finish();'}\n}`}),
  '84': (c, raw) => ({text: `class BadObject ${raw ? '' : ': public Object '}{ ${c.T} data${c.init ?? '{}'}; public: explicit BadObject(${c.T} dataCopy) { data = dataCopy; ${c.source} } ${raw ? '~BadObject()' : 'void finish()'} { ${c.sink} }${raw ? '' : traced(c)} };\n` +
    `void entry() {\n  ${c.decl}\n  ${raw ? 'BadObject* bad = new BadObject(data); delete bad;' : 'auto bad = make<Handle<BadObject>>(data); bad->finish();'}\n}`}),
};

module.exports = {flows};
