#include <nodecpp/stream/web/reason.h>

namespace nodecpp::stream::web {

Reason Reason::ofText(StringArg text) { return Reason(std::make_exception_ptr(text.toString())); }

Reason Reason::ofChunk(const Chunk& value) {
  if (!value) return {};
  return value.isString() ? ofText(value.string()) : Reason(std::make_exception_ptr(value));
}

namespace {

struct Parts {
  Error error;
  Chunk value;
};
Parts partsOf(const std::exception_ptr& exception) {
  if (!exception) return {};
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    return {error, {}};
  } catch (const String& text) {
    return {{}, text};
  } catch (const Chunk& value) {
    return {{}, value};
  } catch (const char* text) {
    return {{}, String(text)};
  } catch (int number) {
    return {{}, Chunk(number)};
  } catch (double number) {
    return {{}, Chunk(number)};
  } catch (...) {
    return {nodecpp::detail::errorFrom(std::current_exception()), {}};
  }
}

}  // namespace

Error Reason::errorOrNull() const { return partsOf(exception_).error; }
Chunk Reason::value() const { return partsOf(exception_).value; }

Error Reason::error() const {
  Parts parts = partsOf(exception_);
  if (parts.error || !parts.value) return parts.error;
  return Error(toString());
}

String Reason::toString() const {
  Parts parts = partsOf(exception_);
  if (parts.error) return parts.error.toString();
  if (!parts.value) return "undefined";
  return parts.value.isObject() && parts.value.object()->isNumber ? str(parts.value.object()->number())
                                                                  : parts.value.toString();
}

std::exception_ptr Reason::exception() const { return exception_ ? exception_ : std::make_exception_ptr(Error()); }

}  // namespace nodecpp::stream::web
