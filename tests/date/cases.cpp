// Answers the questions of run.js, one on each line:
//   Z name                     sets the zone for the following questions
//   T time                     prints the date and the minutes of its offset
//   L year month … millisecond prints the time of a local date
//   P text                     prints what Date.parse reads from a text that is given in hexadecimal digits
#include <nodecpp/date.h>
#include <nodecpp/process.h>

#include <iostream>
#include <sstream>
#include <string>

using namespace nodecpp;

namespace {

std::string fromHex(const std::string& digits) {
  std::string text;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) text += char(std::stoi(digits.substr(i, 2), nullptr, 16));
  return text;
}

String answer(char kind, std::istringstream& in) {
  if (kind == 'T') {
    double time = 0;
    in >> time;
    const Date date(time);
    return date.toString() + " " + date.getTimezoneOffset();
  }
  if (kind == 'L') {
    double parts[7] = {};
    for (double& part : parts) in >> part;
    return str(Date(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5], parts[6]).getTime());
  }
  std::string digits;
  in >> digits;
  return str(Date::parse(fromHex(digits)));
}

}  // namespace

int main(int argc, char** argv) {
  return run(argc, argv, [] {
    std::string line, out;
    while (std::getline(std::cin, line)) {
      std::istringstream in(line);
      char kind = 0;
      in >> kind;
      if (kind == 'Z') {
        std::string zone;
        in >> zone;
        process::env["TZ"] = zone;
        continue;
      }
      const String text = answer(kind, in);
      std::cout.write(text.data(), std::streamsize(text.size())) << '\n';
    }
  });
}
