'use strict';
// The weaknesses that are tested, ordered by their CWE numbers. Each is used in all flow variants. In plain C++ (raw)
// each case must be refused by one of `rules` in each variant. With Node.cpp's types the bad one is refused by `rules`,
// or stops with the error `stops` (a code or a name), or is right (`right`), because JavaScript defines the result. The
// good one is accepted and prints `prints`.
//   T      the type of data      decl     its declaration      init    the initial value of a member of that type
//   bad, good   what makes data bad or good     sink    what uses data        head    declarations before the program

const raw = [
  {cwe: 121, name: 'index', T: 'int', decl: 'int data = -1;', bad: 'data = 10;', sink: 'int buffer[10] = {0}; buffer[data] = 1; print(buffer[0]);', rules: ['array-index']},
  {cwe: 121, name: 'strcpy', T: 'const char*', decl: 'const char* data = "";', bad: 'data = "AAAAAAAAAAAAAAAAAAAA";', sink: 'char dest[10] = ""; strcpy(dest, data); print(dest);', rules: ['foreign-function']},
  {cwe: 122, name: 'memset', T: 'char*', decl: 'char* data = nullptr;', bad: 'data = new char[10];', sink: "memset(data, 'A', 99); data[99] = 0; print(data); delete[] data;", rules: ['raw-new', 'pointer-variable', 'raw-delete', 'foreign-function']},
  {cwe: 122, name: 'malloc', T: 'int*', decl: 'int* data = nullptr;', bad: 'data = (int*)malloc(10);', sink: 'for (int i = 0; i < 10; i++) data[i] = i; print(data[0]); free(data);', rules: ['foreign-function', 'pointer-arithmetic']},
  {cwe: 124, name: 'pointer', T: 'char*', head: 'static char room[100];', decl: 'char* data = room;', bad: 'data = room - 8;', sink: "for (int i = 0; i < 10; i++) data[i] = 'A'; print(data[0]);", rules: ['pointer-arithmetic', 'pointer-variable']},
  {cwe: 126, name: 'index', T: 'int', decl: 'int data = -1;', bad: 'data = 10;', sink: 'int buffer[10] = {0}; print(buffer[data]);', rules: ['array-index']},
  {cwe: 127, name: 'pointer', T: 'char*', head: 'static char room[100];', decl: 'char* data = room;', bad: 'data = room - 8;', sink: 'char dest[100] = ""; memcpy(dest, data, 99); print(dest);', rules: ['foreign-function', 'pointer-variable']},
  {cwe: 415, name: 'delete', T: 'char*', decl: 'char* data = nullptr;', bad: 'data = new char[10]; delete[] data;', sink: 'delete[] data;', rules: ['raw-delete', 'pointer-variable']},
  {cwe: 416, name: 'delete', T: 'char*', decl: 'char* data = nullptr;', bad: 'data = new char[10]; delete[] data;', sink: 'print(data[0]);', rules: ['pointer-arithmetic', 'pointer-variable']},
  {cwe: 457, name: 'int', T: 'int', decl: 'int data;', init: '', bad: '', sink: 'print(data);', rules: ['uninitialized']},
  {cwe: 476, name: 'pointer', T: 'int*', decl: 'int* data = nullptr;', bad: 'data = nullptr;', sink: 'print(*data);', rules: ['pointer-variable']},
  {cwe: 562, name: 'return', T: 'char*', head: 'static char* bytes() { char local[10] = "local"; return local; }', decl: 'char* data = nullptr;', bad: 'data = bytes();', sink: 'print(data[0]);', rules: ['pointer-arithmetic', 'pointer-variable']},
  {cwe: 787, name: 'loop', T: 'int', decl: 'int data = -1;', bad: 'data = 12;', sink: 'int* at = new int[10]; for (int i = 0; i < data; i++) at[i] = i; print(at[0]); delete[] at;', rules: ['raw-new', 'pointer-arithmetic']},
  {cwe: 825, name: 'scope', T: 'int*', decl: 'int* data = nullptr;', bad: '{ int local = 5; data = &local; }', sink: 'print(*data);', rules: ['pointer-variable']},
  {cwe: 843, name: 'cast', T: 'void*', head: 'static short small = 8;', decl: 'void* data = nullptr;', bad: 'data = &small;', sink: 'print(*(int*)data);', rules: ['pointer-cast']},
];

const ours = [
  {cwe: 121, name: 'std_array', T: 'int', decl: 'int data = 0;', bad: 'data = 10;', good: 'data = 7;', sink: 'std::array<int, 10> buffer{}; buffer[std::size_t(data)] = 1; print(buffer[7]);', stops: 'SIGABRT', prints: '1'},
  {cwe: 121, name: 'fill', T: 'int', decl: 'int data = 0;', bad: 'data = 20;', good: 'data = 8;', sink: 'auto buffer = Buffer::alloc(10); buffer.fill("A", 0, data); print(buffer.toString("latin1", 7, 8));', stops: 'ERR_OUT_OF_RANGE', prints: 'A'},
  {cwe: 122, name: 'set', T: 'Buffer', decl: 'Buffer data;', bad: 'data = Buffer::alloc(100, 65);', good: 'data = Buffer::alloc(50, 65);', sink: 'auto dest = Buffer::alloc(50); dest.set(data); print(dest[49]);', stops: 'RangeError', prints: '65'},
  {cwe: 122, name: 'write', T: 'int', decl: 'int data = 0;', bad: 'data = 8;', good: 'data = 4;', sink: 'auto buffer = Buffer::alloc(10); buffer.writeInt32LE(1, data); print(buffer[4]);', stops: 'ERR_OUT_OF_RANGE', prints: '1'},
  {cwe: 122, name: 'vector', T: 'int', decl: 'int data = 0;', bad: 'data = 10;', good: 'data = 9;', sink: 'std::vector<int> list(10); list[std::size_t(data)] = 1; print(list[9]);', stops: 'SIGABRT', prints: '1'},
  {cwe: 122, name: 'assigned', T: 'int', decl: 'int data = 0;', bad: 'data = 20;', good: 'data = 9;', sink: 'auto buffer = Buffer::alloc(10); buffer[data] = 1; print(buffer.length());', right: '10', prints: '10'},
  {cwe: 124, name: 'write', T: 'int', decl: 'int data = 0;', bad: 'data = -8;', good: 'data = 0;', sink: 'auto buffer = Buffer::alloc(10); buffer.writeUInt8(1, data); print(buffer[0]);', stops: 'ERR_OUT_OF_RANGE', prints: '1'},
  {cwe: 124, name: 'array', T: 'int', decl: 'int data = 0;', bad: 'data = -1;', good: 'data = 0;', sink: 'Array<int> list = {1, 2}; list[data] = 5; print(list[0]);', stops: 'RangeError', prints: '5'},
  {cwe: 126, name: 'array', T: 'int', decl: 'int data = 0;', bad: 'data = 10;', good: 'data = 1;', sink: 'Array<int> list = {1, 2}; print(int(list[data]));', stops: 'RangeError', prints: '2'},
  {cwe: 126, name: 'text', T: 'int', decl: 'int data = 0;', bad: 'data = 10;', good: 'data = 1;', sink: 'String text = "ab"; print(text[data]);', right: 'undefined', prints: 'b'},
  {cwe: 127, name: 'read', T: 'int', decl: 'int data = 0;', bad: 'data = -1;', good: 'data = 0;', sink: 'auto buffer = Buffer::alloc(10, 65); print(buffer.readUInt8(data));', stops: 'ERR_OUT_OF_RANGE', prints: '65'},
  {cwe: 415, name: 'handle', T: 'Thing', decl: 'Thing data;', bad: 'data = make<Thing>(); data = nullptr;', good: 'data = make<Thing>();', sink: 'data = nullptr; print(bool(data));', right: 'false', prints: 'false'},
  {cwe: 416, name: 'soft_ptr', T: 'soft_ptr<Part>', decl: 'soft_ptr<Part> data;', bad: '{ auto part = make_owning<Part>(); data = part; }', good: 'owners->part = make_owning<Part>(); data = owners->part;', sink: 'print(data->name);', stops: 'ReferenceError', prints: 'part'},
  {cwe: 416, name: 'handle', T: 'Thing', decl: 'Thing data;', bad: '{ auto thing = make<Thing>(); data = thing; thing = nullptr; }', good: 'data = make<Thing>();', sink: 'print(data->name);', right: 'thing', prints: 'thing'},
  {cwe: 457, name: 'int', T: 'int', decl: {bad: 'int data;', good: 'int data = 0;'}, bad: '', good: 'data = 5;', sink: 'print(data);', rules: ['uninitialized'], prints: '5'},
  {cwe: 457, name: 'handle', T: 'Thing', decl: 'Thing data;', bad: '', good: 'data = make<Thing>();', sink: 'print(data->name);', stops: 'TypeError', prints: 'thing'},
  {cwe: 476, name: 'handle', T: 'Thing', decl: 'Thing data;', bad: 'data = nullptr;', good: 'data = make<Thing>();', sink: 'print(data->name);', stops: 'TypeError', prints: 'thing'},
  {cwe: 476, name: 'function', T: 'Function<void()>', decl: 'Function<void()> data;', bad: 'data = nullptr;', good: 'data = [] { print("called"); };', sink: 'data();', stops: 'TypeError', prints: 'called'},
  {cwe: 476, name: 'list', T: 'Array<int>', decl: 'Array<int> data;', bad: 'data = undefined;', good: 'data = Array<int>{3};', sink: 'print(data.length());', stops: 'TypeError', prints: '1'},
  {cwe: 562, name: 'reference', T: 'String', head: {bad: 'static const String& text() { String local = "local"; return local; }', good: 'static String text() { String local = "local"; return local; }'},
    decl: 'String data;', bad: 'data = text();', good: 'data = text();', sink: 'print(data);', rules: ['returned-reference'], prints: 'local'},
  {cwe: 562, name: 'view', T: 'String', head: {bad: 'static std::string_view text(const String& from) { return {from.data(), from.size()}; }', good: 'static String text(const String& from) { return from; }'},
    decl: 'String data;', bad: 'data = text("abc");', good: 'data = text("abc");', sink: 'print(data);', rules: ['returned-reference'], prints: 'abc'},
  {cwe: 787, name: 'view', T: 'int', decl: 'int data = 0;', bad: 'data = 14;', good: 'data = 12;', sink: 'DataView view(ArrayBuffer(16)); view.setInt32(data, 1); print(view.getInt32(data));', stops: 'RangeError', prints: '1'},
  {cwe: 787, name: 'typed', T: 'int', decl: 'int data = 0;', bad: 'data = 3;', good: 'data = 2;', sink: 'Int32Array list(4); list.set(Int32Array({1, 2}), data); print(list[3]);', stops: 'RangeError', prints: '2'},
  {cwe: 787, name: 'span', T: 'int', decl: 'int data = 0;', bad: 'data = 4;', good: 'data = 3;', sink: 'std::vector<int> list(4); std::span<int> all(list); all[std::size_t(data)] = 1; print(all[3]);', stops: 'SIGABRT', prints: '1'},
  {cwe: 825, name: 'capture', T: 'Function<void()>', decl: 'Function<void()> data;', bad: '{ String name = "x"; data = [&] { print(name); }; }', good: '{ String name = "x"; data = [=] { print(name); }; }', sink: 'data();', rules: ['reference-capture'], prints: 'x'},
  {cwe: 825, name: 'soft_ptr', T: 'soft_ptr<Part>', decl: 'soft_ptr<Part> data;', bad: 'owners->part = make_owning<Part>(); data = owners->part; owners->part = make_owning<Part>();', good: 'owners->part = make_owning<Part>(); data = owners->part;',
    sink: 'print(data->name);', stops: 'ReferenceError', prints: 'part'},
  {cwe: 843, name: 'var', T: 'var', decl: 'var data(undefined);', init: ' = undefined', bad: 'data = "text";', good: 'data = Buffer::alloc(3);', sink: 'print(data.buffer().length());', stops: 'TypeError', prints: '3'},
  {cwe: 843, name: 'handle', T: 'Handle<Object>', decl: 'Handle<Object> data;', bad: 'data = make<Handle<OtherObject>>();', good: 'data = make<Thing>();', sink: 'print(data.as<Thing>()->name);', stops: 'TypeError', prints: 'thing'},
];

module.exports = {ours, raw};
