// lib/receiver.js of ws 8.18.3 (https://www.npmjs.com/package/ws), ported line by line: docs/ports.md says what had to change.
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

#include "buffer_util.h"
#include "validation.h"

#include <nodecpp/map.h>
#include <nodecpp/math.h>
#include <nodecpp/stream.h>
#include <nodecpp/timers.h>
#include <nodecpp/var.h>

namespace ws {

// The extension that inflates compressed messages. It is only an interface: lib/permessage-deflate.js is not ported.
class PerMessageDeflateObject : public Object {
 public:
  static constexpr const char* extensionName = "permessage-deflate";
  virtual void decompress(Buffer data, bool fin, Function<void(Error, Buffer)> callback) = 0;
};
using PerMessageDeflate = Handle<PerMessageDeflateObject>;

struct ReceiverOptions {
  bool allowSynchronousEvents = true;
  String binaryType = undefined;
  Map<String, PerMessageDeflate> extensions{};
  bool isServer = false;
  num maxPayload = 0;
  bool skipUTF8Validation = false;
};

// HyBi Receiver implementation.
class ReceiverObject : public stream::WritableObject {
 public:
  static constexpr Event<var, bool> message{"message"};
  static constexpr Event<Buffer> ping{"ping"};
  static constexpr Event<Buffer> pong{"pong"};
  static constexpr Event<int, Buffer> conclude{"conclude"};

 private:
  enum State {
    GET_INFO = 0,
    GET_PAYLOAD_LENGTH_16 = 1,
    GET_PAYLOAD_LENGTH_64 = 2,
    GET_MASK = 3,
    GET_DATA = 4,
    INFLATING = 5,
    DEFER_EVENT = 6,
  };

  bool _allowSynchronousEvents = true;
  String _binaryType;
  Map<String, PerMessageDeflate> _extensions;
  bool _isServer = false;
  num _maxPayload;
  bool _skipUTF8Validation = false;

  num _bufferedBytes = 0;
  Array<Buffer> _buffers = {};

  bool _compressed = false;
  num _payloadLength = 0;
  Buffer _mask;
  int _fragmented = 0;
  bool _masked = false;
  bool _fin = false;
  int _opcode = 0;

  num _totalPayloadLength = 0;
  num _messageLength = 0;
  Array<Buffer> _fragments = {};

  bool _errored = false;
  bool _loop = false;
  State _state = GET_INFO;

 public:
  NODECPP_TRACE(_extensions)

  // Creates a Receiver instance.
  explicit ReceiverObject(ReceiverOptions options = {}) {
    this->_allowSynchronousEvents = options.allowSynchronousEvents;
    this->_binaryType = options.binaryType || "nodebuffer";
    this->_extensions = options.extensions;
    this->_isServer = options.isServer;
    this->_maxPayload = options.maxPayload | 0;
    this->_skipUTF8Validation = options.skipUTF8Validation;
  }

 private:
  // Implements `Writable.prototype._write()`.
  void _write(stream::Chunk chunk, String encoding, stream::Callback cb) override {
    if (this->_opcode == 0x08 && this->_state == GET_INFO) return cb();

    this->_bufferedBytes += chunk.length();
    this->_buffers.push(Buffer(chunk));
    this->startLoop(cb);
  }

  // Consumes `n` bytes from the buffered data.
  Buffer consume(num n) {
    this->_bufferedBytes -= n;

    if (n == this->_buffers[0].length()) return this->_buffers.shift();

    if (n < this->_buffers[0].length()) {
      auto buf = this->_buffers[0];
      this->_buffers[0] = buf.subarray(n);

      return buf.subarray(0, n);
    }

    auto dst = Buffer::allocUnsafe(n);

    do {
      auto buf = this->_buffers[0];
      const num offset = dst.length() - n;

      if (n >= buf.length()) {
        dst.set(this->_buffers.shift(), offset);
      } else {
        dst.set(buf.subarray(0, n), offset);
        this->_buffers[0] = buf.subarray(n);
      }

      n -= buf.length();
    } while (n > 0);

    return dst;
  }

  // Starts the parsing loop.
  void startLoop(stream::Callback cb) {
    this->_loop = true;

    do {
      switch (this->_state) {
        case GET_INFO:
          this->getInfo(cb);
          break;
        case GET_PAYLOAD_LENGTH_16:
          this->getPayloadLength16(cb);
          break;
        case GET_PAYLOAD_LENGTH_64:
          this->getPayloadLength64(cb);
          break;
        case GET_MASK:
          this->getMask();
          break;
        case GET_DATA:
          this->getData(cb);
          break;
        case INFLATING:
        case DEFER_EVENT:
          this->_loop = false;
          return;
      }
    } while (this->_loop);

    if (!this->_errored) cb();
  }

  // Reads the first two bytes of a frame.
  void getInfo(stream::Callback cb) {
    if (this->_bufferedBytes < 2) {
      this->_loop = false;
      return;
    }

    auto buf = this->consume(2);

    if ((buf[0] & 0x30) != 0x00) {
      auto error = this->createError<RangeError>(
        "RSV2 and RSV3 must be clear",
        true,
        1002,
        "WS_ERR_UNEXPECTED_RSV_2_3"
      );

      cb(error);
      return;
    }

    const bool compressed = (buf[0] & 0x40) == 0x40;

    if (compressed && !this->_extensions.get(PerMessageDeflateObject::extensionName)) {
      auto error = this->createError<RangeError>(
        "RSV1 must be clear",
        true,
        1002,
        "WS_ERR_UNEXPECTED_RSV_1"
      );

      cb(error);
      return;
    }

    this->_fin = (buf[0] & 0x80) == 0x80;
    this->_opcode = buf[0] & 0x0f;
    this->_payloadLength = buf[1] & 0x7f;

    if (this->_opcode == 0x00) {
      if (compressed) {
        auto error = this->createError<RangeError>(
          "RSV1 must be clear",
          true,
          1002,
          "WS_ERR_UNEXPECTED_RSV_1"
        );

        cb(error);
        return;
      }

      if (!this->_fragmented) {
        auto error = this->createError<RangeError>(
          "invalid opcode 0",
          true,
          1002,
          "WS_ERR_INVALID_OPCODE"
        );

        cb(error);
        return;
      }

      this->_opcode = this->_fragmented;
    } else if (this->_opcode == 0x01 || this->_opcode == 0x02) {
      if (this->_fragmented) {
        auto error = this->createError<RangeError>(
          format("invalid opcode {}", this->_opcode),
          true,
          1002,
          "WS_ERR_INVALID_OPCODE"
        );

        cb(error);
        return;
      }

      this->_compressed = compressed;
    } else if (this->_opcode > 0x07 && this->_opcode < 0x0b) {
      if (!this->_fin) {
        auto error = this->createError<RangeError>(
          "FIN must be set",
          true,
          1002,
          "WS_ERR_EXPECTED_FIN"
        );

        cb(error);
        return;
      }

      if (compressed) {
        auto error = this->createError<RangeError>(
          "RSV1 must be clear",
          true,
          1002,
          "WS_ERR_UNEXPECTED_RSV_1"
        );

        cb(error);
        return;
      }

      if (
        this->_payloadLength > 0x7d ||
        (this->_opcode == 0x08 && this->_payloadLength == 1)
      ) {
        auto error = this->createError<RangeError>(
          format("invalid payload length {}", this->_payloadLength),
          true,
          1002,
          "WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH"
        );

        cb(error);
        return;
      }
    } else {
      auto error = this->createError<RangeError>(
        format("invalid opcode {}", this->_opcode),
        true,
        1002,
        "WS_ERR_INVALID_OPCODE"
      );

      cb(error);
      return;
    }

    if (!this->_fin && !this->_fragmented) this->_fragmented = this->_opcode;
    this->_masked = (buf[1] & 0x80) == 0x80;

    if (this->_isServer) {
      if (!this->_masked) {
        auto error = this->createError<RangeError>(
          "MASK must be set",
          true,
          1002,
          "WS_ERR_EXPECTED_MASK"
        );

        cb(error);
        return;
      }
    } else if (this->_masked) {
      auto error = this->createError<RangeError>(
        "MASK must be clear",
        true,
        1002,
        "WS_ERR_UNEXPECTED_MASK"
      );

      cb(error);
      return;
    }

    if (this->_payloadLength == 126) this->_state = GET_PAYLOAD_LENGTH_16;
    else if (this->_payloadLength == 127) this->_state = GET_PAYLOAD_LENGTH_64;
    else this->haveLength(cb);
  }

  // Gets extended payload length (7+16).
  void getPayloadLength16(stream::Callback cb) {
    if (this->_bufferedBytes < 2) {
      this->_loop = false;
      return;
    }

    this->_payloadLength = this->consume(2).readUInt16BE(0);
    this->haveLength(cb);
  }

  // Gets extended payload length (7+64).
  void getPayloadLength64(stream::Callback cb) {
    if (this->_bufferedBytes < 8) {
      this->_loop = false;
      return;
    }

    auto buf = this->consume(8);
    const num number = buf.readUInt32BE(0);

    //
    // The maximum safe integer in JavaScript is 2^53 - 1. An error is returned
    // if payload length is greater than this number.
    //
    if (number > Math::pow(2, 53 - 32) - 1) {
      auto error = this->createError<RangeError>(
        "Unsupported WebSocket frame: payload length > 2^53 - 1",
        false,
        1009,
        "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH"
      );

      cb(error);
      return;
    }

    this->_payloadLength = number * Math::pow(2, 32) + buf.readUInt32BE(4);
    this->haveLength(cb);
  }

  // Payload length has been read.
  void haveLength(stream::Callback cb) {
    if (this->_payloadLength && this->_opcode < 0x08) {
      this->_totalPayloadLength += this->_payloadLength;
      if (this->_totalPayloadLength > this->_maxPayload && this->_maxPayload > 0) {
        auto error = this->createError<RangeError>(
          "Max payload size exceeded",
          false,
          1009,
          "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH"
        );

        cb(error);
        return;
      }
    }

    if (this->_masked) this->_state = GET_MASK;
    else this->_state = GET_DATA;
  }

  // Reads mask bytes.
  void getMask() {
    if (this->_bufferedBytes < 4) {
      this->_loop = false;
      return;
    }

    this->_mask = this->consume(4);
    this->_state = GET_DATA;
  }

  // Reads data bytes.
  void getData(stream::Callback cb) {
    Buffer data;

    if (this->_payloadLength) {
      if (this->_bufferedBytes < this->_payloadLength) {
        this->_loop = false;
        return;
      }

      data = this->consume(this->_payloadLength);

      if (
        this->_masked &&
        (this->_mask[0] | this->_mask[1] | this->_mask[2] | this->_mask[3]) != 0
      ) {
        unmask(data, this->_mask);
      }
    }

    if (this->_opcode > 0x07) {
      this->controlMessage(data, cb);
      return;
    }

    if (this->_compressed) {
      this->_state = INFLATING;
      this->decompress(data, cb);
      return;
    }

    if (data.length()) {
      //
      // This message is not compressed so its length is the sum of the payload
      // length of all fragments.
      //
      this->_messageLength = this->_totalPayloadLength;
      this->_fragments.push(data);
    }

    this->dataMessage(cb);
  }

  // Decompresses data.
  void decompress(Buffer data, stream::Callback cb) {
    auto perMessageDeflate = this->_extensions.get(PerMessageDeflateObject::extensionName);

    perMessageDeflate->decompress(data, this->_fin, [=, self = Handle(this)](Error err, Buffer buf) {
      if (err) return cb(err);

      if (buf.length()) {
        self->_messageLength += buf.length();
        if (self->_messageLength > self->_maxPayload && self->_maxPayload > 0) {
          auto error = self->createError<RangeError>(
            "Max payload size exceeded",
            false,
            1009,
            "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH"
          );

          cb(error);
          return;
        }

        self->_fragments.push(buf);
      }

      self->dataMessage(cb);
      if (self->_state == GET_INFO) self->startLoop(cb);
    });
  }

  // Handles a data message.
  void dataMessage(stream::Callback cb) {
    if (!this->_fin) {
      this->_state = GET_INFO;
      return;
    }

    const num messageLength = this->_messageLength;
    auto fragments = this->_fragments;

    this->_totalPayloadLength = 0;
    this->_messageLength = 0;
    this->_fragmented = 0;
    this->_fragments = Array<Buffer>();

    if (this->_opcode == 2) {
      var data;

      if (this->_binaryType == "nodebuffer") {
        data = concat(fragments, messageLength);
      } else if (this->_binaryType == "arraybuffer") {
        data = toArrayBuffer(concat(fragments, messageLength));
      } else {
        data = fragments;
      }

      if (this->_allowSynchronousEvents) {
        this->emit(message, data, true);
        this->_state = GET_INFO;
      } else {
        this->_state = DEFER_EVENT;
        setImmediate([=, self = Handle(this)] {
          self->emit(message, data, true);
          self->_state = GET_INFO;
          self->startLoop(cb);
        });
      }
    } else {
      auto buf = concat(fragments, messageLength);

      if (!this->_skipUTF8Validation && !isValidUTF8(buf)) {
        auto error = this->createError<Error>(
          "invalid UTF-8 sequence",
          true,
          1007,
          "WS_ERR_INVALID_UTF8"
        );

        cb(error);
        return;
      }

      if (this->_state == INFLATING || this->_allowSynchronousEvents) {
        this->emit(message, buf, false);
        this->_state = GET_INFO;
      } else {
        this->_state = DEFER_EVENT;
        setImmediate([=, self = Handle(this)] {
          self->emit(message, buf, false);
          self->_state = GET_INFO;
          self->startLoop(cb);
        });
      }
    }
  }

  // Handles a control message.
  void controlMessage(Buffer data, stream::Callback cb) {
    if (this->_opcode == 0x08) {
      if (data.length() == 0) {
        this->_loop = false;
        this->emit(conclude, 1005, Buffer());
        this->end();
      } else {
        const int code = data.readUInt16BE(0);

        if (!isValidStatusCode(code)) {
          auto error = this->createError<RangeError>(
            format("invalid status code {}", code),
            true,
            1002,
            "WS_ERR_INVALID_CLOSE_CODE"
          );

          cb(error);
          return;
        }

        auto buf = data.subarray(2);

        if (!this->_skipUTF8Validation && !isValidUTF8(buf)) {
          auto error = this->createError<Error>(
            "invalid UTF-8 sequence",
            true,
            1007,
            "WS_ERR_INVALID_UTF8"
          );

          cb(error);
          return;
        }

        this->_loop = false;
        this->emit(conclude, code, buf);
        this->end();
      }

      this->_state = GET_INFO;
      return;
    }

    if (this->_allowSynchronousEvents) {
      this->emit(this->_opcode == 0x09 ? ping : pong, data);
      this->_state = GET_INFO;
    } else {
      this->_state = DEFER_EVENT;
      setImmediate([=, self = Handle(this)] {
        self->emit(self->_opcode == 0x09 ? ping : pong, data);
        self->_state = GET_INFO;
        self->startLoop(cb);
      });
    }
  }

  // Builds an error object.
  template <class ErrorCtor>
  Error createError(String message, bool prefix, int statusCode, String errorCode) {
    this->_loop = false;
    this->_errored = true;

    auto err = ErrorCtor(
      prefix ? format("Invalid WebSocket frame: {}", message) : message
    );

    err->code = errorCode;
    err->set("status-code", statusCode);
    return err;
  }
};
using Receiver = Handle<ReceiverObject>;

}  // namespace ws
