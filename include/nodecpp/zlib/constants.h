// zlib.constants, with Node's numbers. Programs include nodecpp/zlib.h.
//
// In C some of these names are macros of <zlib.h>, <brotli/encode.h> and <zstd.h>, which are set aside here, so that this header
// may be included after those. A program that includes one of those itself writes Z_FINISH and not zlib::constants::Z_FINISH.
#pragma once

#include <nodecpp/lookup.h>

#pragma push_macro("Z_NO_FLUSH")
#undef Z_NO_FLUSH
#pragma push_macro("Z_PARTIAL_FLUSH")
#undef Z_PARTIAL_FLUSH
#pragma push_macro("Z_SYNC_FLUSH")
#undef Z_SYNC_FLUSH
#pragma push_macro("Z_FULL_FLUSH")
#undef Z_FULL_FLUSH
#pragma push_macro("Z_FINISH")
#undef Z_FINISH
#pragma push_macro("Z_BLOCK")
#undef Z_BLOCK
#pragma push_macro("Z_OK")
#undef Z_OK
#pragma push_macro("Z_STREAM_END")
#undef Z_STREAM_END
#pragma push_macro("Z_NEED_DICT")
#undef Z_NEED_DICT
#pragma push_macro("Z_ERRNO")
#undef Z_ERRNO
#pragma push_macro("Z_STREAM_ERROR")
#undef Z_STREAM_ERROR
#pragma push_macro("Z_DATA_ERROR")
#undef Z_DATA_ERROR
#pragma push_macro("Z_MEM_ERROR")
#undef Z_MEM_ERROR
#pragma push_macro("Z_BUF_ERROR")
#undef Z_BUF_ERROR
#pragma push_macro("Z_VERSION_ERROR")
#undef Z_VERSION_ERROR
#pragma push_macro("Z_NO_COMPRESSION")
#undef Z_NO_COMPRESSION
#pragma push_macro("Z_BEST_SPEED")
#undef Z_BEST_SPEED
#pragma push_macro("Z_BEST_COMPRESSION")
#undef Z_BEST_COMPRESSION
#pragma push_macro("Z_DEFAULT_COMPRESSION")
#undef Z_DEFAULT_COMPRESSION
#pragma push_macro("Z_FILTERED")
#undef Z_FILTERED
#pragma push_macro("Z_HUFFMAN_ONLY")
#undef Z_HUFFMAN_ONLY
#pragma push_macro("Z_RLE")
#undef Z_RLE
#pragma push_macro("Z_FIXED")
#undef Z_FIXED
#pragma push_macro("Z_DEFAULT_STRATEGY")
#undef Z_DEFAULT_STRATEGY
#pragma push_macro("BROTLI_DEFAULT_MODE")
#undef BROTLI_DEFAULT_MODE
#pragma push_macro("BROTLI_MIN_QUALITY")
#undef BROTLI_MIN_QUALITY
#pragma push_macro("BROTLI_MAX_QUALITY")
#undef BROTLI_MAX_QUALITY
#pragma push_macro("BROTLI_DEFAULT_QUALITY")
#undef BROTLI_DEFAULT_QUALITY
#pragma push_macro("BROTLI_MIN_WINDOW_BITS")
#undef BROTLI_MIN_WINDOW_BITS
#pragma push_macro("BROTLI_MAX_WINDOW_BITS")
#undef BROTLI_MAX_WINDOW_BITS
#pragma push_macro("BROTLI_LARGE_MAX_WINDOW_BITS")
#undef BROTLI_LARGE_MAX_WINDOW_BITS
#pragma push_macro("BROTLI_DEFAULT_WINDOW")
#undef BROTLI_DEFAULT_WINDOW
#pragma push_macro("BROTLI_MIN_INPUT_BLOCK_BITS")
#undef BROTLI_MIN_INPUT_BLOCK_BITS
#pragma push_macro("BROTLI_MAX_INPUT_BLOCK_BITS")
#undef BROTLI_MAX_INPUT_BLOCK_BITS
#pragma push_macro("ZSTD_CLEVEL_DEFAULT")
#undef ZSTD_CLEVEL_DEFAULT

namespace nodecpp::zlib::constants {

inline constexpr int Z_NO_FLUSH = 0;
inline constexpr int Z_PARTIAL_FLUSH = 1;
inline constexpr int Z_SYNC_FLUSH = 2;
inline constexpr int Z_FULL_FLUSH = 3;
inline constexpr int Z_FINISH = 4;
inline constexpr int Z_BLOCK = 5;
inline constexpr int Z_OK = 0;
inline constexpr int Z_STREAM_END = 1;
inline constexpr int Z_NEED_DICT = 2;
inline constexpr int Z_ERRNO = -1;
inline constexpr int Z_STREAM_ERROR = -2;
inline constexpr int Z_DATA_ERROR = -3;
inline constexpr int Z_MEM_ERROR = -4;
inline constexpr int Z_BUF_ERROR = -5;
inline constexpr int Z_VERSION_ERROR = -6;
inline constexpr int Z_NO_COMPRESSION = 0;
inline constexpr int Z_BEST_SPEED = 1;
inline constexpr int Z_BEST_COMPRESSION = 9;
inline constexpr int Z_DEFAULT_COMPRESSION = -1;
inline constexpr int Z_FILTERED = 1;
inline constexpr int Z_HUFFMAN_ONLY = 2;
inline constexpr int Z_RLE = 3;
inline constexpr int Z_FIXED = 4;
inline constexpr int Z_DEFAULT_STRATEGY = 0;
inline constexpr int DEFLATE = 1;
inline constexpr int INFLATE = 2;
inline constexpr int GZIP = 3;
inline constexpr int GUNZIP = 4;
inline constexpr int DEFLATERAW = 5;
inline constexpr int INFLATERAW = 6;
inline constexpr int UNZIP = 7;
inline constexpr int BROTLI_DECODE = 8;
inline constexpr int BROTLI_ENCODE = 9;
inline constexpr int ZSTD_DECOMPRESS = 11;
inline constexpr int ZSTD_COMPRESS = 10;
inline constexpr int Z_MIN_WINDOWBITS = 8;
inline constexpr int Z_MAX_WINDOWBITS = 15;
inline constexpr int Z_DEFAULT_WINDOWBITS = 15;
inline constexpr int Z_MIN_CHUNK = 64;
inline constexpr double Z_MAX_CHUNK = __builtin_inf();
inline constexpr int Z_DEFAULT_CHUNK = 16384;
inline constexpr int Z_MIN_MEMLEVEL = 1;
inline constexpr int Z_MAX_MEMLEVEL = 9;
inline constexpr int Z_DEFAULT_MEMLEVEL = 8;
inline constexpr int Z_MIN_LEVEL = -1;
inline constexpr int Z_MAX_LEVEL = 9;
inline constexpr int Z_DEFAULT_LEVEL = -1;
inline constexpr int BROTLI_OPERATION_PROCESS = 0;
inline constexpr int BROTLI_OPERATION_FLUSH = 1;
inline constexpr int BROTLI_OPERATION_FINISH = 2;
inline constexpr int BROTLI_OPERATION_EMIT_METADATA = 3;
inline constexpr int BROTLI_PARAM_MODE = 0;
inline constexpr int BROTLI_MODE_GENERIC = 0;
inline constexpr int BROTLI_MODE_TEXT = 1;
inline constexpr int BROTLI_MODE_FONT = 2;
inline constexpr int BROTLI_DEFAULT_MODE = 0;
inline constexpr int BROTLI_PARAM_QUALITY = 1;
inline constexpr int BROTLI_MIN_QUALITY = 0;
inline constexpr int BROTLI_MAX_QUALITY = 11;
inline constexpr int BROTLI_DEFAULT_QUALITY = 11;
inline constexpr int BROTLI_PARAM_LGWIN = 2;
inline constexpr int BROTLI_MIN_WINDOW_BITS = 10;
inline constexpr int BROTLI_MAX_WINDOW_BITS = 24;
inline constexpr int BROTLI_LARGE_MAX_WINDOW_BITS = 30;
inline constexpr int BROTLI_DEFAULT_WINDOW = 22;
inline constexpr int BROTLI_PARAM_LGBLOCK = 3;
inline constexpr int BROTLI_MIN_INPUT_BLOCK_BITS = 16;
inline constexpr int BROTLI_MAX_INPUT_BLOCK_BITS = 24;
inline constexpr int BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING = 4;
inline constexpr int BROTLI_PARAM_SIZE_HINT = 5;
inline constexpr int BROTLI_PARAM_LARGE_WINDOW = 6;
inline constexpr int BROTLI_PARAM_NPOSTFIX = 7;
inline constexpr int BROTLI_PARAM_NDIRECT = 8;
inline constexpr int BROTLI_DECODER_RESULT_ERROR = 0;
inline constexpr int BROTLI_DECODER_RESULT_SUCCESS = 1;
inline constexpr int BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT = 2;
inline constexpr int BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT = 3;
inline constexpr int BROTLI_DECODER_PARAM_DISABLE_RING_BUFFER_REALLOCATION = 0;
inline constexpr int BROTLI_DECODER_PARAM_LARGE_WINDOW = 1;
inline constexpr int BROTLI_DECODER_NO_ERROR = 0;
inline constexpr int BROTLI_DECODER_SUCCESS = 1;
inline constexpr int BROTLI_DECODER_NEEDS_MORE_INPUT = 2;
inline constexpr int BROTLI_DECODER_NEEDS_MORE_OUTPUT = 3;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_NIBBLE = -1;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_RESERVED = -2;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_EXUBERANT_META_NIBBLE = -3;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_ALPHABET = -4;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_SIMPLE_HUFFMAN_SAME = -5;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_CL_SPACE = -6;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_HUFFMAN_SPACE = -7;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_CONTEXT_MAP_REPEAT = -8;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_1 = -9;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_BLOCK_LENGTH_2 = -10;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_TRANSFORM = -11;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_DICTIONARY = -12;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_WINDOW_BITS = -13;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_PADDING_1 = -14;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_PADDING_2 = -15;
inline constexpr int BROTLI_DECODER_ERROR_FORMAT_DISTANCE = -16;
inline constexpr int BROTLI_DECODER_ERROR_DICTIONARY_NOT_SET = -19;
inline constexpr int BROTLI_DECODER_ERROR_INVALID_ARGUMENTS = -20;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MODES = -21;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_TREE_GROUPS = -22;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_CONTEXT_MAP = -25;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_1 = -26;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_RING_BUFFER_2 = -27;
inline constexpr int BROTLI_DECODER_ERROR_ALLOC_BLOCK_TYPE_TREES = -30;
inline constexpr int BROTLI_DECODER_ERROR_UNREACHABLE = -31;
inline constexpr int ZSTD_e_continue = 0;
inline constexpr int ZSTD_e_flush = 1;
inline constexpr int ZSTD_e_end = 2;
inline constexpr int ZSTD_fast = 1;
inline constexpr int ZSTD_dfast = 2;
inline constexpr int ZSTD_greedy = 3;
inline constexpr int ZSTD_lazy = 4;
inline constexpr int ZSTD_lazy2 = 5;
inline constexpr int ZSTD_btlazy2 = 6;
inline constexpr int ZSTD_btopt = 7;
inline constexpr int ZSTD_btultra = 8;
inline constexpr int ZSTD_btultra2 = 9;
inline constexpr int ZSTD_c_compressionLevel = 100;
inline constexpr int ZSTD_c_windowLog = 101;
inline constexpr int ZSTD_c_hashLog = 102;
inline constexpr int ZSTD_c_chainLog = 103;
inline constexpr int ZSTD_c_searchLog = 104;
inline constexpr int ZSTD_c_minMatch = 105;
inline constexpr int ZSTD_c_targetLength = 106;
inline constexpr int ZSTD_c_strategy = 107;
inline constexpr int ZSTD_c_enableLongDistanceMatching = 160;
inline constexpr int ZSTD_c_ldmHashLog = 161;
inline constexpr int ZSTD_c_ldmMinMatch = 162;
inline constexpr int ZSTD_c_ldmBucketSizeLog = 163;
inline constexpr int ZSTD_c_ldmHashRateLog = 164;
inline constexpr int ZSTD_c_contentSizeFlag = 200;
inline constexpr int ZSTD_c_checksumFlag = 201;
inline constexpr int ZSTD_c_dictIDFlag = 202;
inline constexpr int ZSTD_c_nbWorkers = 400;
inline constexpr int ZSTD_c_jobSize = 401;
inline constexpr int ZSTD_c_overlapLog = 402;
inline constexpr int ZSTD_d_windowLogMax = 100;
inline constexpr int ZSTD_CLEVEL_DEFAULT = 3;
inline constexpr int ZSTD_error_no_error = 0;
inline constexpr int ZSTD_error_GENERIC = 1;
inline constexpr int ZSTD_error_prefix_unknown = 10;
inline constexpr int ZSTD_error_version_unsupported = 12;
inline constexpr int ZSTD_error_frameParameter_unsupported = 14;
inline constexpr int ZSTD_error_frameParameter_windowTooLarge = 16;
inline constexpr int ZSTD_error_corruption_detected = 20;
inline constexpr int ZSTD_error_checksum_wrong = 22;
inline constexpr int ZSTD_error_literals_headerWrong = 24;
inline constexpr int ZSTD_error_dictionary_corrupted = 30;
inline constexpr int ZSTD_error_dictionary_wrong = 32;
inline constexpr int ZSTD_error_dictionaryCreation_failed = 34;
inline constexpr int ZSTD_error_parameter_unsupported = 40;
inline constexpr int ZSTD_error_parameter_combination_unsupported = 41;
inline constexpr int ZSTD_error_parameter_outOfBound = 42;
inline constexpr int ZSTD_error_tableLog_tooLarge = 44;
inline constexpr int ZSTD_error_maxSymbolValue_tooLarge = 46;
inline constexpr int ZSTD_error_maxSymbolValue_tooSmall = 48;
inline constexpr int ZSTD_error_stabilityCondition_notRespected = 50;
inline constexpr int ZSTD_error_stage_wrong = 60;
inline constexpr int ZSTD_error_init_missing = 62;
inline constexpr int ZSTD_error_memory_allocation = 64;
inline constexpr int ZSTD_error_workSpace_tooSmall = 66;
inline constexpr int ZSTD_error_dstSize_tooSmall = 70;
inline constexpr int ZSTD_error_srcSize_wrong = 72;
inline constexpr int ZSTD_error_dstBuffer_null = 74;
inline constexpr int ZSTD_error_noForwardProgress_destFull = 80;
inline constexpr int ZSTD_error_noForwardProgress_inputEmpty = 82;

}  // namespace nodecpp::zlib::constants

namespace nodecpp::zlib {

// zlib's return codes by their names, and their names by the codes: codes.Z_BUF_ERROR, codes[-5].
struct Codes {
  int Z_OK = 0;
  int Z_STREAM_END = 1;
  int Z_NEED_DICT = 2;
  int Z_ERRNO = -1;
  int Z_STREAM_ERROR = -2;
  int Z_DATA_ERROR = -3;
  int Z_MEM_ERROR = -4;
  int Z_BUF_ERROR = -5;
  int Z_VERSION_ERROR = -6;

  // Returns the name of a code, or undefined.
  Lookup operator[](double code) const;
  template <class I>
  void inspectTo(I& out) const {
    const auto each = [&](auto add) {
      add("Z_OK", Z_OK), add("Z_STREAM_END", Z_STREAM_END), add("Z_NEED_DICT", Z_NEED_DICT), add("Z_ERRNO", Z_ERRNO);
      add("Z_STREAM_ERROR", Z_STREAM_ERROR), add("Z_DATA_ERROR", Z_DATA_ERROR), add("Z_MEM_ERROR", Z_MEM_ERROR);
      add("Z_BUF_ERROR", Z_BUF_ERROR), add("Z_VERSION_ERROR", Z_VERSION_ERROR);
    };
    each([&](const char* name, int code) { out.property(name, code); });
    each([&](const char* name, int code) { out.property(str(code), name); });
  }
};
inline constexpr Codes codes{};

}  // namespace nodecpp::zlib

#pragma pop_macro("Z_NO_FLUSH")
#pragma pop_macro("Z_PARTIAL_FLUSH")
#pragma pop_macro("Z_SYNC_FLUSH")
#pragma pop_macro("Z_FULL_FLUSH")
#pragma pop_macro("Z_FINISH")
#pragma pop_macro("Z_BLOCK")
#pragma pop_macro("Z_OK")
#pragma pop_macro("Z_STREAM_END")
#pragma pop_macro("Z_NEED_DICT")
#pragma pop_macro("Z_ERRNO")
#pragma pop_macro("Z_STREAM_ERROR")
#pragma pop_macro("Z_DATA_ERROR")
#pragma pop_macro("Z_MEM_ERROR")
#pragma pop_macro("Z_BUF_ERROR")
#pragma pop_macro("Z_VERSION_ERROR")
#pragma pop_macro("Z_NO_COMPRESSION")
#pragma pop_macro("Z_BEST_SPEED")
#pragma pop_macro("Z_BEST_COMPRESSION")
#pragma pop_macro("Z_DEFAULT_COMPRESSION")
#pragma pop_macro("Z_FILTERED")
#pragma pop_macro("Z_HUFFMAN_ONLY")
#pragma pop_macro("Z_RLE")
#pragma pop_macro("Z_FIXED")
#pragma pop_macro("Z_DEFAULT_STRATEGY")
#pragma pop_macro("BROTLI_DEFAULT_MODE")
#pragma pop_macro("BROTLI_MIN_QUALITY")
#pragma pop_macro("BROTLI_MAX_QUALITY")
#pragma pop_macro("BROTLI_DEFAULT_QUALITY")
#pragma pop_macro("BROTLI_MIN_WINDOW_BITS")
#pragma pop_macro("BROTLI_MAX_WINDOW_BITS")
#pragma pop_macro("BROTLI_LARGE_MAX_WINDOW_BITS")
#pragma pop_macro("BROTLI_DEFAULT_WINDOW")
#pragma pop_macro("BROTLI_MIN_INPUT_BLOCK_BITS")
#pragma pop_macro("BROTLI_MAX_INPUT_BLOCK_BITS")
#pragma pop_macro("ZSTD_CLEVEL_DEFAULT")
