#include <nodecpp/dom_exception.h>
#include <nodecpp/error.h>
#include <nodecpp/fields.h>

#include <doctest/doctest.h>
#include <stdexcept>

using namespace nodecpp;

namespace {

int alive = 0;  // objects of HttpError and of the classes derived from it

class HttpError : public Error {
 public:
  int status;
  HttpError(int status, StringArg message) : Error(message), status(status) { ++alive; }
  HttpError(const HttpError& other) : Error(other), status(other.status) { ++alive; }
  HttpError& operator=(const HttpError&) = default;
  ~HttpError() override { --alive; }
  virtual String describe() const { return "http"; }
};
NODECPP_FIELDS(HttpError, status)

class NotFound : public HttpError {
 public:
  String where;
  explicit NotFound(StringArg where) : HttpError(404, "not found"), where(where.toString()) {}
  String describe() const override { return "not found"; }
};

class Plain : public TypeError {
  using TypeError::TypeError;
};

// Is named nowhere but where it is thrown.
class Unnamed : public HttpError {
 public:
  Unnamed() : HttpError(418, "unnamed") {}
};

class Chained : public Error {
 public:
  Error inner;
  Chained(Error inner) : Error("chained"), inner(inner) {}
};

class Uncopyable : public Error {
 public:
  bool* fails;
  Uncopyable& operator=(const Uncopyable&) = default;
  explicit Uncopyable(bool* fails) : Error("x"), fails(fails) {}
  Uncopyable(const Uncopyable& other) : Error(other), fails(other.fails) {
    if (*fails) throw std::runtime_error("no copy");
  }
};

Error passed(Error error) { return error; }
Error passedByReference(const Error& error) { return error; }

}  // namespace

TEST_CASE("an error that is stored as an Error keeps its class and its fields") {
  {
    Error error = NotFound("/a");
    CHECK(error.is<NotFound>());
    CHECK(error.is<HttpError>());
    CHECK(error.is<Error>());
    CHECK_FALSE(error.is<TypeError>());
    CHECK_FALSE(error.is<Plain>());
    CHECK(error.as<NotFound>().where == "/a");
    CHECK(error.as<HttpError>().status == 404);
    CHECK(error.as<HttpError>().describe() == "not found");
    CHECK(error.as<HttpError>()->message == "not found");
    CHECK(error.className() == "NotFound");
    CHECK(error.as<HttpError>() == error);
    const Error copy = passed(passedByReference(error));
    CHECK(copy.as<NotFound>().where == "/a");
    copy.as<HttpError>().status = 410;
    CHECK(error.as<HttpError>().status == 410);
    CHECK(passedByReference(HttpError(500, "x")).as<HttpError>().status == 500);
    CHECK(passedByReference(NotFound("/b")).as<NotFound>().where == "/b");
    Array<Error> list = {HttpError(1, "a"), NotFound("/c"), TypeError("t"), Error("e")};
    list.push(HttpError(2, "b"));
    const Error fromList = list[3];
    CHECK(fromList.className() == "Error");
    CHECK(passed(list[2]).className() == "TypeError");
    Array<Plain> same = {Plain("s")};
    CHECK(same[0].className() == "Plain");
    CHECK(passed(same[0]).className() == "Plain");
    CHECK(passed(same[0]).as<Plain>()->message == "s");
    CHECK(list[0].as<HttpError>().status == 1);
    CHECK(list[1].as<NotFound>().where == "/c");
    CHECK(list[4].as<HttpError>().status == 2);
    CHECK(instanceof<TypeError>(list[2]));
    CHECK_FALSE(instanceof<TypeError>(list[3]));
    CHECK(list[2].className() == "TypeError");
    CHECK(list[3].className() == "Error");
    Error cause = Error("outer", {.cause = NotFound("/d")})->cause[0];
    CHECK(cause.as<NotFound>().where == "/d");
    AggregateError all({HttpError(3, "c")});
    CHECK(all->errors[0].as<HttpError>().status == 3);
    Error stored;
    stored = NotFound("/e");
    CHECK(stored.as<NotFound>().where == "/e");
    stored = nullptr;
    CHECK_FALSE(stored.is<Error>());
    CHECK_FALSE(stored.is<NotFound>());
    CHECK(stored.className() == "");
  }
  CHECK(alive == 0);
}

TEST_CASE("a caught error keeps its class when it is stored") {
  {
    Error kept;
    try {
      throw NotFound("/a");
    } catch (const Error& error) {
      CHECK(error.is<NotFound>());
      CHECK(error.as<NotFound>().where == "/a");
      CHECK(error->get("status") == 404);
      kept = error;
    }
    CHECK(kept.as<NotFound>().where == "/a");
    CHECK(kept->get("status") == 404);
    CHECK(kept->get("where").isUndefined());
    kept->set("status", 405);
    CHECK(kept->get("status") == 405);
    try {
      throw HttpError(500, "by value");
    } catch (Error error) {
      CHECK(error.as<HttpError>().status == 500);
      kept = error;
    }
    CHECK(kept.as<HttpError>().status == 500);
    // A copy of the base remains an error of the derived class.
    try {
      throw NotFound("/b");
    } catch (HttpError error) {
      kept = error;
    }
    CHECK(kept.as<HttpError>().status == 404);
    try {
      throw Unnamed();
    } catch (const Error& error) {
      kept = error;
    }
    CHECK(kept.className() == "Unnamed");
    CHECK(kept.as<HttpError>().status == 418);
    CHECK(kept.is<Unnamed>());
    kept = detail::errorFrom(std::make_exception_ptr(NotFound("/c")));
    CHECK(kept.as<NotFound>().where == "/c");
    // The exception of an Error is found by its class.
    CHECK_THROWS_AS(std::rethrow_exception(detail::exceptionOf(kept)), NotFound);
    CHECK_THROWS_AS(std::rethrow_exception(detail::exceptionOf(TypeError("x"))), TypeError);
    CHECK_THROWS_AS(std::rethrow_exception(detail::exceptionOf(passed(TypeError("x")))), TypeError);
    CHECK_THROWS_AS(std::rethrow_exception(detail::exceptionOf(passed(Plain("x")))), Plain);
    CHECK_THROWS_AS(std::rethrow_exception(detail::exceptionOf(nullptr)), Error);
  }
  CHECK(alive == 0);
}

TEST_CASE("fields that change before an error is stored again are stored, too") {
  {
    HttpError error(1, "x");
    Error first = error;
    error.status = 2;
    Error second = error;
    CHECK(first.as<HttpError>().status == 2);
    CHECK(second.as<HttpError>().status == 2);
    HttpError copy = second.as<HttpError>();
    copy.status = 3;
    CHECK(second.as<HttpError>().status == 2);
    // The stored object may be replaced; what referred to it before keeps its properties.
    second.as<HttpError>() = HttpError(4, "y");
    CHECK(first->message == "x");
    CHECK(first.as<HttpError>().status == 4);
    first = second = nullptr;
    CHECK(error->message == "x");
  }
  CHECK(alive == 0);
}

TEST_CASE("as() of another class is a TypeError") {
  const Error error = HttpError(1, "x");
  CHECK_THROWS_WITH_AS(error.as<TypeError>(), doctest::Contains("TypeError but of HttpError: Error: x"), TypeError);
  CHECK_THROWS_AS(Error().as<HttpError>(), TypeError);
  CHECK_THROWS_AS(Error("x").as<HttpError>(), TypeError);
  CHECK_FALSE(Error("x").is<HttpError>());
}

TEST_CASE("the classes of JavaScript are kept without an object") {
  const Error error = passed(RangeError("far"));
  CHECK(error.is<RangeError>());
  CHECK(error->identity.object == nullptr);
  CHECK(error.as<RangeError>()->message == "far");
  CHECK(error.as<RangeError>() == error);
  const Error plain = passed(Plain("p"));
  CHECK(plain.is<Plain>());
  CHECK(plain.is<TypeError>());
  CHECK(plain.as<TypeError>()->message == "p");
  CHECK(plain.className() == "Plain");
  CHECK(passed(detail::codedError<TypeError>("E", "x")).is<TypeError>());
  const Error dom = passed(DOMException("x", "AbortError"));
  CHECK(dom.is<DOMException>());
  CHECK(dom.className() == "DOMException");
  CHECK(passed(AbortError()).is<AbortError>());
  CHECK(passed(AggregateError(Array<Error>())).is<AggregateError>());
  CHECK(Error("x")->identity.type == nullptr);
}

TEST_CASE("a local class, and one whose copy fails") {
  class Local : public Error {
   public:
    int number = 7;
    Local() : Error("local") {}
  };
  const Error error = Local();
  CHECK(error.className() == "Local");
  CHECK(error.as<Local>().number == 7);
  bool fails = true;
  const Uncopyable original(&fails);
  const Error kept = original;
  CHECK(kept.is<Uncopyable>());
  CHECK_THROWS_AS(kept.as<Uncopyable>(), TypeError);
}

TEST_CASE("a long chain of errors in fields is freed without deep recursion") {
  Error chain = Error("last");
  for (int i = 0; i < 100'000; ++i) chain = Chained(chain);
  CHECK(chain.as<Chained>().inner.as<Chained>().inner->message == "chained");
  chain = nullptr;
}

TEST_CASE("the first line of a stack is made when the stack is read") {
  Error error("first");
  error->name = "Other";
  error->message = "second";
  const ErrorStack copy = error->stack;
  CHECK(copy.startsWith("Other: second"));
  error->message = "third";
  CHECK(error->stack.startsWith("Other: third"));
  error->message = "fourth";
  CHECK(error->stack.startsWith("Other: third"));
  Error::captureStackTrace(error);
  CHECK(error->stack.startsWith("Other: fourth"));
  detail::setCode(error, "E_CODE");
  error->message = "fifth";
  CHECK(error->stack.startsWith("Other [E_CODE]: fourth"));
}
