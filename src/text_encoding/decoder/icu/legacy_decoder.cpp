// The encodings of several bytes a character, by ICU. This file stands in a folder of its own so that nothing else is
// compiled together with it.
#include <nodecpp/error.h>

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include "base/assertion.h"
#include "text_encoding/decoder/encodings.h"

namespace nodecpp::detail {

namespace {

constexpr char16_t replacementCharacter = u'\ufffd', euroSign = u'\u20ac';

// Characters of GB 18030 that had private code points before its edition of 2022, which Node has. Debian's ICU is
// older.
struct Moved {
  char16_t from, to;
};
constexpr Moved movedCharacters[] = {
    {u'\ue5e5', u'\u3000'}, {u'\ue78d', u'\ufe10'}, {u'\ue78e', u'\ufe12'}, {u'\ue78f', u'\ufe11'},
    {u'\ue790', u'\ufe13'}, {u'\ue791', u'\ufe14'}, {u'\ue792', u'\ufe15'}, {u'\ue793', u'\ufe16'},
    {u'\ue794', u'\ufe17'}, {u'\ue795', u'\ufe18'}, {u'\ue796', u'\ufe19'}, {u'\ue81e', u'\u9fb4'},
    {u'\ue826', u'\u9fb5'}, {u'\ue82b', u'\u9fb6'}, {u'\ue82c', u'\u9fb7'}, {u'\ue832', u'\u9fb8'},
    {u'\ue843', u'\u9fb9'}, {u'\ue854', u'\u9fba'}, {u'\ue864', u'\u9fbb'},
};

char16_t afterMove(char16_t unit) {
  if (unit < 0xe5e5 || unit > 0xe864) return unit;
  for (const Moved& moved : movedCharacters)
    if (moved.from == unit) return moved.to;
  return unit;
}

}  // namespace

struct LegacyDecoder::State {
  UConverter* converter = nullptr;
  bool fatal;
  bool isGb18030;

  // ICU calls this for bytes that it cannot convert.
  static void malformed(const void* context, UConverterToUnicodeArgs* args, const char* bytes, std::int32_t size,
                        UConverterCallbackReason reason, UErrorCode* error) {
    const auto& self = *static_cast<const State*>(context);
    if (reason > UCNV_IRREGULAR) return;
    const bool isEuro = self.isGb18030 && size == 1 && bytes[0] == '\x80';
    if (self.fatal && !isEuro) return;  // the error stays and ends the conversion
    *error = U_ZERO_ERROR;
    ucnv_cbToUWriteUChars(args, isEuro ? &euroSign : &replacementCharacter, 1, 0, error);
  }
};

LegacyDecoder::LegacyDecoder(std::string_view encoding, bool fatal)
    : state_(new State{.fatal = fatal, .isGb18030 = encoding == "gbk" || encoding == "gb18030"}) {
  UErrorCode error = U_ZERO_ERROR;
  // By the standard GBK is decoded as GB 18030.
  state_->converter = ucnv_open(state_->isGb18030 ? "gb18030" : std::string(encoding).c_str(), &error);
  if (U_SUCCESS(error)) ucnv_setToUCallBack(state_->converter, &State::malformed, state_, nullptr, nullptr, &error);
  if (U_SUCCESS(error)) return;
  ucnv_close(state_->converter);
  delete state_;
  throw codedError<RangeError>("ERR_ENCODING_NOT_SUPPORTED", "The \"" + str(encoding) + "\" encoding is not supported");
}

LegacyDecoder::~LegacyDecoder() {
  ucnv_close(state_->converter);
  delete state_;
}

bool LegacyDecoder::decode(const char* data, std::size_t size, bool flush, std::u16string& out) {
  const char* const end = data + size;
  char16_t units[1024];
  UErrorCode error = U_BUFFER_OVERFLOW_ERROR;
  while (error == U_BUFFER_OVERFLOW_ERROR) {
    error = U_ZERO_ERROR;
    char16_t* to = units;
    ucnv_toUnicode(state_->converter, &to, units + std::size(units), &data, end, nullptr, flush, &error);
    out.append(units, to);
  }
  NODECPP_ASSERT(U_FAILURE(error) || data == end);
  if (flush || U_FAILURE(error)) ucnv_resetToUnicode(state_->converter);
  if (state_->isGb18030)
    for (char16_t& unit : out) unit = afterMove(unit);
  return U_SUCCESS(error);
}

}  // namespace nodecpp::detail
