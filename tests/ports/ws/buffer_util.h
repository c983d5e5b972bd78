// lib/buffer-util.js of ws 8.18.3 (https://www.npmjs.com/package/ws), what its receiver needs of it, ported line by line.
//
// Copyright (c) 2011 Einar Otto Stangvik <einaros@gmail.com>
// Copyright (c) 2013 Arnout Kazemier and contributors
// Copyright (c) 2016 Luigi Pinca and contributors
//
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
// files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
// modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
// is furnished to do so, subject to the following conditions: the above copyright notice and this permission notice shall be
// included in all copies or substantial portions of the Software.
//
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
// HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
// OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
#pragma once

#include <nodecpp/array.h>
#include <nodecpp/array_buffer.h>
#include <nodecpp/buffer.h>
#include <nodecpp/typed_arrays.h>

namespace ws {

using namespace nodecpp;

// Merges an array of buffers into a new buffer.
inline Buffer concat(Array<Buffer> list, num totalLength) {
  if (list.length() == 0) return Buffer();
  if (list.length() == 1) return list[0];

  auto target = Buffer::allocUnsafe(totalLength);
  int offset = 0;

  for (int i = 0; i < list.length(); i++) {
    auto buf = list[i];
    target.set(buf, offset);
    offset += buf.length();
  }

  if (offset < totalLength) {
    return target.subarray(0, offset);
  }

  return target;
}

// Masks a buffer using the given mask.
inline void mask(Buffer source, Buffer mask, Buffer output, int offset, int length) {
  for (int i = 0; i < length; i++) {
    output[offset + i] = source[i] ^ mask[i & 3];
  }
}

// Unmasks a buffer using the given mask.
inline void unmask(Buffer buffer, Buffer mask) {
  for (int i = 0; i < buffer.length(); i++) {
    buffer[i] ^= mask[i & 3];
  }
}

// Converts a buffer to an `ArrayBuffer`.
inline ArrayBuffer toArrayBuffer(Buffer buf) {
  if (buf.length() == buf.buffer().byteLength()) {
    return buf.buffer();
  }

  return buf.buffer().slice(buf.byteOffset(), buf.byteOffset() + buf.length());
}

}  // namespace ws
