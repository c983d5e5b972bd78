// Console, whose lines go to streams of the program.
#include <nodecpp/console/console_class.h>
#include <nodecpp/process/process_object.h>

#include "base/errors/validate.h"
#include "console/console_environment.h"
#include "util/colors.h"
#include "util/value_node.h"

#include <optional>

namespace nodecpp::console {

ColorMode::ColorMode(StringArg text, int) {
  if (text != "auto")
    throw nodecpp::detail::invalidArgValue("colorMode", nodecpp::detail::inspectString(text),
                                           "must be one of: 'auto', true, false");
}

// Writes to the streams of a Console. It lives as long as the Console.
struct ConsoleObject::Sink final : nodecpp::detail::ConsoleSink {
  Sink(ConsoleObject& object, const Options& options)
      : owner(object),
        ignoreErrors(options.ignoreErrors),
        colorMode(options.colorMode),
        inspectOptions(options.inspectOptions) {}

  static process::OutputObject* standard(const stream::Writable& stream) {
    return dynamic_cast<process::OutputObject*>(stream.get());
  }

  void write(int fd, StringArg bytes) override {
    const stream::Writable to = owner.streams_[fd - 1];
    if (!ignoreErrors) {
      to->write(bytes.toString());
      return;
    }
    // An error is emitted during the write or in a later tick. A listener that does nothing keeps it from being an
    // uncaught exception, unless the program listens itself.
    const Function<void(Error)> ignore = [](Error) {};
    const bool listens = to->listenerCount("error") > 0;
    if (!listens) to->once(event::error, ignore);
    try {
      to->write(bytes.toString(), [to](Error error) {
        if (error && to->listenerCount("error") == 0) to->once(event::error, [](Error) {});
      });
    } catch (const Error&) {
      // A stream that has ended or was destroyed refuses the line.
    }
    if (!listens) to->off("error", ignore);
  }
  bool isTerminal(int fd) override {
    process::OutputObject* output = standard(owner.streams_[fd - 1]);
    return output && output->isTTY && process::env["TERM"] != "dumb";
  }
  util::InspectOptions options(int fd) override {
    util::InspectOptions out = inspectOptions ? *inspectOptions : util::InspectOptions();
    process::OutputObject* output = standard(owner.streams_[fd - 1]);
    if (!out.colors)
      out.colors = colorMode.isAuto() ? nodecpp::detail::shouldColorize(output ? output->fd : -1) : colorMode.isOn();
    return out;
  }

  ConsoleObject& owner;
  bool ignoreErrors;
  ColorMode colorMode;
  std::optional<util::InspectOptions> inspectOptions;
};

ConsoleObject::ConsoleObject(Options options) : sink_(nullptr), state_(nullptr) {
  if (!options.stdout)
    throw nodecpp::detail::codedError<TypeError>("ERR_CONSOLE_WRITABLE_STREAM",
                                                 "Console expects a writable stream instance for stdout");
  nodecpp::detail::validateInteger(options.groupIndentation, "groupIndentation", 0, 1000);
  if (options.inspectOptions && options.inspectOptions->colors && !options.colorMode.isAuto())
    throw nodecpp::detail::codedError<TypeError>(
        "ERR_INCOMPATIBLE_OPTION_PAIR",
        "Option \"options.inspectOptions.color\" cannot be used in combination with option \"colorMode\"");
  streams_[0] = options.stdout;
  streams_[1] = options.stderr ? options.stderr : options.stdout;
  sink_ = new Sink(*this, options);
  state_ = new nodecpp::detail::ConsoleState{.sink = sink_, .groupIndentation = std::size_t(options.groupIndentation)};
}
ConsoleObject::~ConsoleObject() {
  delete state_;
  delete sink_;
}

void ConsoleObject::dir(const util::Value& value) { state_->dir(value, state_->options(1)); }
void ConsoleObject::dir(const util::Value& value, util::InspectOptions options) {
  state_->dir(value, std::move(options));
}
void ConsoleObject::table(const util::Value& data) { state_->table(data, nullptr); }
void ConsoleObject::table(const util::Value& data, const Array<String>& columns) { state_->table(data, &columns); }
void ConsoleObject::groupEnd() { state_->groupEnd(); }
void ConsoleObject::count(const util::Value& label) { state_->count(label); }
void ConsoleObject::countReset(const util::Value& label) { state_->countReset(label); }
void ConsoleObject::time(const util::Value& label) { state_->time(label); }
void ConsoleObject::timeEnd(const util::Value& label) { state_->timeEnd(label); }
void ConsoleObject::clear() { state_->clear(); }

void ConsoleObject::line(int fd, StringArg text) { state_->line(fd, text); }
void ConsoleObject::format(int fd, const util::Value* values, std::size_t count) { state_->format(fd, values, count); }
void ConsoleObject::indent() { state_->indentation += state_->groupIndentation; }
void ConsoleObject::logTime(const util::Value& label, const util::Value* values, std::size_t count) {
  state_->timeLog(nodecpp::detail::toJsString(label), values, count);
}
void ConsoleObject::printTrace(const util::Value* values, std::size_t count) {
  state_->line(2, state_->trace(values, count));
}
void ConsoleObject::assertionFailed(const util::Value* values, std::size_t count) {
  state_->assertionFailed(values, count);
}

}  // namespace nodecpp::console
