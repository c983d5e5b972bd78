#include <nodecpp/date.h>
#include <nodecpp/json.h>
#include <nodecpp/number.h>

#include "told.h"

int main(int argc, char** argv) { return run(argc, argv, [] {
  auto missing = [] {};
  auto wrong = [] { throw TypeError("wrong value"); };
  auto coded = [] { Error error("no file"); error->code = "ENOENT"; throw error; };
  auto text = [] { throw str("a text"); };
  auto bad = [] { Buffer::from("a").readInt8(5); };

  told([=] { assert::throws(wrong); });
  told([=] { assert::throws(missing); });
  told([=] { assert::throws(missing, "it should throw"); });
  told([=] { assert::throws<TypeError>(missing); });
  told([=] { assert::throws<TypeError>(missing, "it should throw"); });
  told([=] { assert::throws(missing, re("x")); });
  told([=] { assert::throws(missing, RangeError("r")); });
  told([=] { assert::throws(missing, {{"name", "RangeError"}}); });
  told([=] { assert::throws(missing, {{"message", "m"}}, "it should throw"); });
  told([=] { assert::throws(wrong, "another text"); });
  told([=] { assert::throws(wrong, "wrong value"); });
  told([=] { assert::throws(text, "a text"); });
  told([=] { assert::throws(text, "another text"); });
  told([=] { assert::throws<TypeError>(wrong); });
  told([=] { assert::throws<Error>(wrong); });
  told([=] { assert::throws<RangeError>(wrong); });
  told([=] { assert::throws<RangeError>(wrong, "not a RangeError"); });
  told([=] { assert::throws<TypeError>(text); });
  told([=] { assert::throws(wrong, re("value")); });
  told([=] { assert::throws(wrong, re("^TypeError: wrong value$")); });
  told([=] { assert::throws(wrong, re("nothing")); });
  told([=] { assert::throws(wrong, re("nothing"), "not this"); });
  told([=] { assert::throws(bad, re("^RangeError \\[ERR_OUT_OF_RANGE\\]: ")); });
  told([=] { assert::throws(text, re("^a text$")); });
  told([=] { assert::throws(wrong, {{"name", "TypeError"}, {"message", "wrong value"}}); });
  told([=] { assert::throws(wrong, {{"name", "TypeError"}, {"message", re("value$")}}); });
  told([=] { assert::throws(wrong, {{"name", "TypeError"}, {"message", re("values$")}}); });
  told([=] { assert::throws(wrong, {{"name", "RangeError"}, {"message", "wrong value"}}); });
  told([=] { assert::throws(wrong, {{"name", "RangeError"}, {"message", "other"}}, "other properties"); });
  told([=] { assert::throws(wrong, {{"message", "wrong value"}, {"code", "X"}}); });
  told([=] { assert::throws(coded, {{"code", "ENOENT"}}); });
  told([=] { assert::throws(coded, {{"code", "EACCES"}}); });
  told([=] { assert::throws(coded, var::object()); });
  told([=] { assert::throws(text, {{"message", "x"}}); });
  told([=] { assert::throws(wrong, TypeError("wrong value")); });
  told([=] { assert::throws(wrong, TypeError("right value")); });
  told([=] { assert::throws(wrong, Error("wrong value")); });
  told([=] { assert::throws(wrong, [](Error error) { return error->name == "TypeError"; }); });
  told([=] { assert::throws(wrong, [](Error error) { return error->message == "x"; }); });
  told([=] { assert::throws(wrong, [](Error error) { return error->message == "x"; }, "by a function"); });
  told([=] { assert::throws(bad, [](Error) {}); });
  told([=] { assert::throws(wrong, [](Error) { return 1; }); });
  told([=] { assert::throws(wrong, "a text", "a message"); });
  told([=] { assert::throws(bad, {{"code", "ERR_OUT_OF_RANGE"}, {"name", "RangeError"}}); });
  told([=] { assert::doesNotThrow(missing); });
  told([=] { assert::doesNotThrow(wrong); });
  told([=] { assert::doesNotThrow(wrong, "it should not"); });
  told([=] { assert::doesNotThrow<TypeError>(wrong); });
  told([=] { assert::doesNotThrow<TypeError>(wrong, "it should not"); });
  told([=] { assert::doesNotThrow<RangeError>(wrong); });
  told([=] { assert::doesNotThrow(wrong, re("value")); });
  told([=] { assert::doesNotThrow(wrong, re("nothing")); });
  told([=] { assert::doesNotThrow(wrong, [](Error error) { return error->message == "wrong value"; }, "by a function"); });
  told([] { assert::match("I will pass", re("pass")); });
  told([] { assert::match("I will fail", re("pass")); });
  told([] { assert::match("I will fail", re("pass", "i"), "a message"); });
  told([] { assert::match("I will fail", re("pass"), Error("an error")); });
  told([] { assert::match(123, re("pass")); });
  told([] { assert::match("it's\ntwo lines", re("pass")); });
  told([] { assert::doesNotMatch("I will pass", re("fail")); });
  told([] { assert::doesNotMatch("I will fail", re("fail")); });
  told([] { assert::doesNotMatch("I will fail", re("fail"), "a message"); });
  told([] { assert::doesNotMatch(nullptr, re("fail")); });
}); }
