// Runs a state machine over the bytes of a Buffer: quoted fields, commas and lines.
#include <nodecpp/buffer.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

int main(int argc, char** argv) { return run(argc, argv, [] {
  String lines = "";
  for (int i = 0; i < 2000; i++) lines += format("{},\"a \"\"quoted\"\" text, {}\",plain,{}\r\n", i, i, i * 3);
  auto bytes = Buffer::from(lines);

  constexpr int START = 0, PLAIN = 1, QUOTED = 2, QUOTE = 3;

  bench::measure([=] {
    int state = START;
    int fields = 0, rows = 0, quotes = 0;
    std::uint32_t sum = 0;
    for (int i = 0; i < bytes.length(); i++) {
      auto c = bytes[i];
      switch (state) {
        case START:
          if (c == 34) state = QUOTED;
          else if (c == 44) fields++;
          else if (c == 10) rows++;
          else if (c != 13) state = PLAIN;
          break;
        case PLAIN:
          if (c == 44) {
            fields++;
            state = START;
          } else if (c == 13) {
            fields++;
            state = START;
          } else {
            sum = (sum * 31 + c) | 0;
          }
          break;
        case QUOTED:
          if (c == 34) state = QUOTE;
          else sum = (sum + c) | 0;
          break;
        case QUOTE:
          if (c == 34) {
            quotes++;
            state = QUOTED;
          } else {
            fields++;
            state = START;
          }
          break;
      }
    }
    return format("{} {} {} {}", fields, rows, quotes, std::int32_t(sum));
  });
}); }
