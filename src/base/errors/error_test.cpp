#include <nodecpp/error.h>

#include <doctest/doctest.h>
#include <cmath>
#include <cstring>
#include <stdexcept>

#include "support/scale.h"

using namespace nodecpp;

TEST_CASE("an error with a cause, and with properties of its own") {
  const TypeError error("outer", {.cause = RangeError("inner")});
  CHECK(error->name == "TypeError");
  CHECK(error->cause[0]->message == "inner");
  CHECK(Error("none", {})->cause.empty());
  error->set("statusCode", 404);
  error->set("statusCode", 500);
  error->set("reason", "x");
  CHECK(error->get("statusCode") == 500);
  CHECK(error->get("reason") == "x");
  CHECK(error->get("missing").isUndefined());
  CHECK(Error::isError(error));
  CHECK_FALSE(Error::isError(5));
}

TEST_CASE("an Error is undefined, or has properties") {
  Error none;
  CHECK_FALSE(none);
  CHECK(none == nullptr);
  CHECK(none.toString() == "undefined");
  Error null = nullptr;
  CHECK((!null && null == nullptr && null.isNull() && !none.isNull() && null.toString() == "null"));
  null = none;
  CHECK_FALSE(null.isNull());
  CHECK_THROWS_AS(static_cast<void>(none->message), TypeError);
  Error error("went wrong");
  CHECK(error);
  CHECK(error->message == "went wrong");
  CHECK(error->name == "Error");
  CHECK(str(error) == "Error: went wrong");
  CHECK(std::strcmp(error.what(), "Error: went wrong") == 0);
  CHECK(str(Error("")) == "Error");
  TypeError other("another");
  CHECK(std::strcmp(error.what(), other.what()) != 0);
  Error same = error;
  same->code = "E";
  CHECK(error->code == "E");
  CHECK(same == error);
  CHECK_FALSE(Error("a") == Error("a"));
}

TEST_CASE("errors are caught by their classes and kept as Error") {
  Error kept;
  try {
    throw RangeError("far");
  } catch (const Error& error) {
    kept = error;
  }
  CHECK(kept->name == "RangeError");
  CHECK_THROWS_AS(throw TypeError("x"), TypeError);
  AggregateError all({Error("a"), TypeError("b")}, "both");
  CHECK(all->errors.size() == 2);
  CHECK(AbortError()->code == "ABORT_ERR");
  CHECK(AbortError("stop", Error("why"))->cause[0]->message == "why");
}

TEST_CASE("coded errors have Node's codes and messages") {
  CHECK(detail::invalidArgType("port", "of type number", "undefined")->message ==
        "The \"port\" argument must be of type number. Received undefined");
  CHECK(detail::invalidArgType("options.port", "of type number", "type string ('x')")->message ==
        "The \"options.port\" property must be of type number. Received type string ('x')");
  CHECK(detail::invalidArgType("first argument", "of type string", "undefined")->message ==
        "The first argument must be of type string. Received undefined");
  Error range = detail::outOfRange("port", ">= 0", "-1");
  CHECK(range->code == "ERR_OUT_OF_RANGE");
  CHECK(range->stack ==
        "RangeError [ERR_OUT_OF_RANGE]: The value of \"port\" is out of range. It must be >= 0. Received -1");
}

TEST_CASE("numbers and strings in messages, as Node 24 prints them") {
  CHECK(detail::rangeNumber(4294967296) == "4294967296");
  CHECK(detail::rangeNumber(4294967297) == "4_294_967_297");
  CHECK(detail::rangeNumber(-9007199254740991) == "-9_007_199_254_740_991");
  CHECK(detail::rangeNumber(1e21) == "1e_+21");
  CHECK(detail::rangeNumber(-0.0) == "-0");
  CHECK(detail::rangeNumber(1.5) == "1.5");
  CHECK(detail::rangeNumber(NAN) == "NaN");
  CHECK(detail::rangeNumber(-INFINITY) == "-Infinity");
  CHECK(detail::inspectString("a") == "'a'");
  CHECK(detail::inspectString("it's") == "\"it's\"");
  CHECK(detail::inspectString("'\"") == "`'\"`");
  CHECK(detail::inspectString("'\"`") == "'\\'\"`'");
  CHECK(detail::inspectString("\n\x01\\\x7f") == "'\\n\\x01\\\\\\x7F'");
}

TEST_CASE("errors of the system have Node's properties") {
  CHECK(detail::errnoName(98) == "EADDRINUSE");
  CHECK(detail::errnoName(-98) == "EADDRINUSE");
  CHECK(detail::errnoMessage(-3008) == "unknown node or service");
  CHECK(detail::errnoName(99999) == "Unknown system error -99999");
  Error refused = detail::exceptionWithHostPort(111, "connect", "127.0.0.1", 80);
  CHECK(refused->message == "connect ECONNREFUSED 127.0.0.1:80");
  CHECK(refused->errno_ == -111);
  CHECK(refused->port == 80);
  CHECK(detail::uvExceptionWithHostPort(98, "listen", "::", 80)->message ==
        "listen EADDRINUSE: address already in use :::80");
  CHECK(detail::uvException(2, "open", "/x")->message == "ENOENT: no such file or directory, open '/x'");
  CHECK(detail::uvException(2, "rename", "/x", "/y")->message ==
        "ENOENT: no such file or directory, rename '/x' -> '/y'");
  CHECK(detail::errnoException(104, "read")->message == "read ECONNRESET");
  CHECK(detail::dnsException("ENOTFOUND", -3008, "getaddrinfo", "no.host")->message == "getaddrinfo ENOTFOUND no.host");
}

TEST_CASE("foreign exceptions become Errors") {
  auto from = [](auto thrown) { return detail::errorFrom(std::make_exception_ptr(thrown)); };
  CHECK(from(TypeError("t"))->name == "TypeError");
  CHECK(from(std::runtime_error("std"))->message == "std");
  CHECK(from(String("text"))->message == "text");
  CHECK(from(5)->message == "an exception that is not an Error was thrown");
  CHECK_FALSE(detail::errorFrom(nullptr));
}

TEST_CASE("an error with a million causes behind each other is dropped without a stack as deep") {
  Error last("first");
  for (int i = 0; i < tests::scaled(1000000); ++i) {
    Error next("next");
    next->cause.push_back(last);
    last = next;
  }
  last = nullptr;
  CHECK_FALSE(last);
}
