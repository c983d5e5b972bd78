#include <optional>
#include <string>
#include <vector>

#include "native/functions.h"

using namespace sample;

NODECPP_MODULE(exports) {
  exports.function<add>("add", {"a", "b"});
  exports.async<add>("addLater", {"a", "b"});
  exports.function<same<bool>>("sameBool", {"value"});
  exports.function<same<std::int8_t>>("sameInt8", {"value"});
  exports.function<same<std::uint8_t>>("sameUint8", {"value"});
  exports.function<same<int>>("sameInt", {"value"});
  exports.function<same<std::uint32_t>>("sameUint32", {"value"});
  exports.function<same<std::int64_t>>("sameInt64", {"value"});
  exports.function<same<float>>("sameFloat", {"value"});
  exports.function<same<native::BigInt64>>("sameBigInt64", {"value"});
  exports.function<same<native::BigUint64>>("sameBigUint64", {"value"});
  exports.function<same<native::BigInt>>("sameBigInt", {"value"});
  exports.function<same<String>>("sameString", {"value"});
  exports.function<same<std::string>>("sameStdString", {"value"});
  exports.function<same<std::vector<double>>>("sameNumbers", {"list"});
  exports.function<same<std::vector<std::vector<String>>>>("sameTable", {"rows"});
  exports.function<same<Array<double>>>("sameArray", {"list"});
  exports.function<same<Array<Array<String>>>>("sameArrays", {"rows"});
  exports.function<same<std::optional<Array<int>>>>("sameOptionalArray", {"list"});
  exports.function<same<std::optional<double>>>("sameOptional", {"value"});
  exports.function<lengthOf>("lengthOf", {"text"});
  exports.function<greet>("greet", {"name", "greeting"});
  exports.async<greet>("greetLater", {"name", "greeting"});
  exports.function<mirrored>("mirrored", {"point"});
  exports.function<reversed>("reversed", {"path"});
  exports.async<reversed>("reversedLater", {"path"});

  exports.function<sum>("sum", {"values"});
  exports.async<sum>("sumLater", {"values"});
  exports.function<sumBytes>("sumBytes", {"bytes"});
  exports.async<sumBytes>("sumBytesLater", {"bytes"});
  exports.function<fill>("fill", {"bytes", "value"});
  exports.async<fillSlowly>("fillSlowly", {"bytes", "value"});
  exports.function<addressOf>("addressOf", {"bytes"});
  exports.async<addressOf>("addressOfLater", {"bytes"});
  exports.function<addressOfSpan>("addressOfSpan", {"bytes"});
  exports.function<keep>("keep", {"bytes"});
  exports.function<giveKept>("giveKept");
  exports.function<makeBuffer>("makeBuffer", {"size", "value"});
  exports.async<makeBuffer>("makeBufferLater", {"size", "value"});
  exports.function<ramp>("ramp", {"size"});
  exports.async<ramp>("rampLater", {"size"});

  exports.function<twice>("twice", {"f", "n"});
  exports.async<twice>("twiceLater", {"f", "n"});
  exports.function<each>("each", {"f", "items"});
  exports.function<orElse>("orElse", {"f"});
  exports.function<listen>("listen", {"f"});
  exports.function<tell>("tell", {"n"});
  exports.function<unlisten>("unlisten");
  exports.function<what>("what", {"f"});
  exports.async<what>("whatLater", {"f"});
  exports.function<rethrow>("rethrow", {"f"});
  exports.async<rethrow>("rethrowLater", {"f"});
  exports.function<bytesThen>("bytesThen", {"bytes", "f"});

  exports.function<parts>("parts", {"text"});
  exports.function<fail>("fail", {"how"});
  exports.async<fail>("failLater", {"how"});
  exports.async<spin>("spin", {"milliseconds"});
  exports.async<sleepOn>("sleep", {"milliseconds"});
  exports.async<progress>("progress", {"steps", "report"});
  exports.function<countPrimes>("countPrimesSync", {"limit"});
  exports.async<countPrimes>("countPrimes", {"limit"});
  exports.function<countCall>("countCall");
  exports.function<[](double x) { return x * x; }>("square", {"x"});

  exports.class_<Counter>("Counter")
      .constructor<int>({"start"})
      .method<&Counter::add>("add", {"by"})
      .async<&Counter::addSlowly>("addSlowly", {"by"})
      .method<&Counter::copy>("copy")
      .getter<&Counter::value>("value")
      .setter<&Counter::setValue>("value")
      .static_<&Counter::zero>("zero");
  exports.class_<Token>("Token").getter<&Token::text>("text");
  exports.function<makeToken>("makeToken");
  exports.function<valueOf>("valueOf_", {"counter"});
  exports.async<valueOf>("valueOfLater", {"counter"});
  exports.function<raise>("raise", {"counter"});
  exports.function<countersAlive>("countersAlive");
}
