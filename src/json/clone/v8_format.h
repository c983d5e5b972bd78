// V8's format of serialized values, version 15, which Node.js uses for the messages of child processes with
// serialization: 'advanced' and for v8.serialize. It has no specification: V8's value-serializer.cc is the reference.
#pragma once

#include <nodecpp/var.h>

#include <string>
#include <string_view>

namespace nodecpp::detail {

enum class V8Tag : unsigned char {
  version = 0xff,
  padding = 0,
  hole = '-',
  undefined = '_',
  null = '0',
  yes = 'T',
  no = 'F',
  int32 = 'I',
  uint32 = 'U',
  number = 'N',
  bigInt = 'Z',
  utf8 = 'S',
  latin1 = '"',
  utf16 = 'c',
  again = '^',
  object = 'o',
  endOfObject = '{',
  sparseArray = 'a',
  endOfSparseArray = '@',
  array = 'A',
  endOfArray = '$',
  date = 'D',
  trueObject = 'y',
  falseObject = 'x',
  numberObject = 'n',
  bigIntObject = 'z',
  stringObject = 's',
  regExp = 'R',
  map = ';',
  endOfMap = ':',
  set = '\'',
  endOfSet = ',',
  arrayBuffer = 'B',
  resizableArrayBuffer = '~',
  view = 'V',
  error = 'r',
  host = '\\',  // an object that Node writes in its own way: here a Buffer, a typed array or a DataView
};
inline constexpr unsigned v8Version = 15;
// The marks of an error's parts; a letter of its own stands for each of JavaScript's error classes.
enum class V8ErrorTag : unsigned char { message = 'm', cause = 'c', stack = 's', end = '.' };
struct V8ErrorClass {
  char tag;
  const char* name;
};
inline constexpr V8ErrorClass v8ErrorClasses[] = {{'E', "EvalError"},   {'R', "RangeError"}, {'F', "ReferenceError"},
                                                  {'S', "SyntaxError"}, {'T', "TypeError"},  {'U', "URIError"}};
// The numbers that Node gives the types of views, by ElementKind. A Buffer is a type of its own.
inline constexpr unsigned char v8ViewTypes[] = {0, 1, 2, 3, 4, 5, 6, 13, 7, 8, 11, 12, 9};
inline constexpr std::uint32_t v8BufferType = 10;

// The flags of a RegExp by their bits. The flag l is V8's own.
inline constexpr std::string_view v8RegExpFlags = "gimyusldv";

// What precedes a view: Node's channel of messages says with a number whether the object is a view, v8.serialize says
// nothing.
enum class V8Use : unsigned char { channel, serialize };

// Returns the bytes of a value. Throws the Error that a value cannot be cloned, with the words of structuredClone, for
// functions, symbols, handles and shared memory.
std::string v8Serialize(const var& value, V8Use use);
// Makes a value from its bytes, which may come from anybody. Throws an Error for bytes that are no value, and for a
// BigInt, a RegExp or an array of BigInts when the program has no such values in vars.
var v8Deserialize(std::string_view bytes, V8Use use);

}  // namespace nodecpp::detail
