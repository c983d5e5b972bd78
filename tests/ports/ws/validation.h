// lib/validation.js of ws 8.18.3 (https://www.npmjs.com/package/ws), what its receiver needs of it, ported line by line.
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

#include <nodecpp/buffer.h>

namespace ws {

using namespace nodecpp;

// Checks if a status code is allowed in a close frame.
inline bool isValidStatusCode(int code) {
  return (
    (code >= 1000 &&
      code <= 1014 &&
      code != 1004 &&
      code != 1005 &&
      code != 1006) ||
    (code >= 3000 && code <= 4999)
  );
}

// Checks if a given buffer contains only correct UTF-8.
// Ported from https://www.cl.cam.ac.uk/%7Emgk25/ucs/utf8_check.c by
// Markus Kuhn.
inline bool _isValidUTF8(Buffer buf) {
  const auto len = buf.length();
  int i = 0;

  while (i < len) {
    if ((buf[i] & 0x80) == 0) {
      // 0xxxxxxx
      i++;
    } else if ((buf[i] & 0xe0) == 0xc0) {
      // 110xxxxx 10xxxxxx
      if (
        i + 1 == len ||
        (buf[i + 1] & 0xc0) != 0x80 ||
        (buf[i] & 0xfe) == 0xc0 // Overlong
      ) {
        return false;
      }

      i += 2;
    } else if ((buf[i] & 0xf0) == 0xe0) {
      // 1110xxxx 10xxxxxx 10xxxxxx
      if (
        i + 2 >= len ||
        (buf[i + 1] & 0xc0) != 0x80 ||
        (buf[i + 2] & 0xc0) != 0x80 ||
        (buf[i] == 0xe0 && (buf[i + 1] & 0xe0) == 0x80) || // Overlong
        (buf[i] == 0xed && (buf[i + 1] & 0xe0) == 0xa0) // Surrogate (U+D800 - U+DFFF)
      ) {
        return false;
      }

      i += 3;
    } else if ((buf[i] & 0xf8) == 0xf0) {
      // 11110xxx 10xxxxxx 10xxxxxx 10xxxxxx
      if (
        i + 3 >= len ||
        (buf[i + 1] & 0xc0) != 0x80 ||
        (buf[i + 2] & 0xc0) != 0x80 ||
        (buf[i + 3] & 0xc0) != 0x80 ||
        (buf[i] == 0xf0 && (buf[i + 1] & 0xf0) == 0x80) || // Overlong
        (buf[i] == 0xf4 && buf[i + 1] > 0x8f) ||
        buf[i] > 0xf4 // > U+10FFFF
      ) {
        return false;
      }

      i += 4;
    } else {
      return false;
    }
  }

  return true;
}

inline bool isValidUTF8(Buffer buf) {
  return buf.length() < 24 ? _isValidUTF8(buf) : buffer::isUtf8(buf);
}

}  // namespace ws
