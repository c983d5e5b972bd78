// Lists of a class that has a copy constructor alone and whose destructor changes the list that the element was in. What
// is left in the list after an element was copied out of it ends as every object does.
#include <nodecpp/array.h>
#include <nodecpp/function.h>
#include <nodecpp/string.h>

#include <doctest/doctest.h>

#include <memory>
#include <string>

using namespace nodecpp;

namespace {

// Calls the function in the destructor of each of its objects whose number is `last`, while `acts` is set.
struct Acting {
  static inline int alive = 0;
  static inline bool acts = false;
  static inline Function<void()> act;
  int number;
  std::string text;  // memory of its own, so that a second destruction or a use after it is seen

  Acting(int number) : number(number), text(40, char('a' + number % 26)) { ++alive; }
  Acting(const Acting& other) : number(other.number), text(other.text) { ++alive; }
  Acting& operator=(const Acting&) = default;
  ~Acting() {
    --alive;
    if (acts) {
      acts = false;  // once
      act();
    }
    text[0] = '!';
  }
};
static_assert(!std::is_nothrow_move_constructible_v<Acting>);

std::string numbers(const Array<Acting>& list) {
  std::string out;
  for (std::size_t i = 0; i < list.size(); ++i) out += std::to_string(list.at(std::ptrdiff_t(i)).number) + " ";
  return out;
}
Array<Acting> listOf(int count) {
  Array<Acting> list;
  for (int i = 0; i < count; ++i) list.push(i);
  return list;
}

// Calls `change` on a list while the destructor of an element does `inside`, for lists whose memory is full and for
// lists with room. Returns the numbers of the list afterwards.
template <class Change, class Inside>
std::string after(int count, Change change, Inside inside) {
  const int before = Acting::alive;
  std::string out;
  {
    auto list = std::make_unique<Array<Acting>>(listOf(count));
    const Array<Acting> same = *list;
    Acting::act = [&] { inside(list); };
    Acting::acts = true;
    change(*list);
    CHECK_FALSE(Acting::acts);
    Acting::acts = false;
    out = numbers(same);
    same.push(77);
    same.pop();
    CHECK(numbers(same) == out);
    Acting::act = nullptr;
  }
  CHECK(Acting::alive == before);
  return out;
}

using List = std::unique_ptr<Array<Acting>>;
const auto pop = [](const Array<Acting>& list) { CHECK(list.pop().number >= 0); };
const auto shift = [](const Array<Acting>& list) { CHECK(list.shift().number == 0); };

}  // namespace

TEST_CASE("a destructor adds to the list that its element leaves") {
  for (int count = 1; count <= 9; ++count) {
    std::string front, back;
    for (int i = 1; i < count; ++i) front += std::to_string(i) + " ";
    for (int i = 0; i < count - 1; ++i) back += std::to_string(i) + " ";
    const auto push = [](List& list) { (*list).push(90); };
    const auto pushMany = [](List& list) {
      for (int i = 0; i < 20; ++i) (*list).push(90);
    };
    const auto unshift = [](List& list) { (*list).unshift(Acting(90), Acting(91)); };
    std::string many;
    for (int i = 0; i < 20; ++i) many += "90 ";
    CHECK(after(count, pop, push) == back + "90 ");
    CHECK(after(count, shift, push) == front + "90 ");
    CHECK(after(count, pop, pushMany) == back + many);
    CHECK(after(count, shift, pushMany) == front + many);
    CHECK(after(count, pop, unshift) == "90 91 " + back);
    CHECK(after(count, shift, unshift) == "90 91 " + front);
  }
}

TEST_CASE("a destructor takes more from the list that its element leaves") {
  for (int count = 1; count <= 9; ++count) {
    const auto rest = [count](int from, int to) {
      std::string out;
      for (int i = from; i < to && i < count; ++i) out += std::to_string(i) + " ";
      return out;
    };
    const auto popInside = [](List& list) {
      if ((*list).size() > 0) (*list).pop();
    };
    const auto shiftInside = [](List& list) {
      if ((*list).size() > 0) (*list).shift();
    };
    const auto both = [](List& list) {
      if ((*list).size() > 1) (*list).shift(), (*list).pop();
      (*list).push(90);
    };
    const auto clear = [](List& list) { (*list).splice(0); };
    CHECK(after(count, pop, popInside) == rest(0, count - 2));
    CHECK(after(count, shift, shiftInside) == rest(2, count));
    CHECK(after(count, pop, shiftInside) == rest(1, count - 1));
    CHECK(after(count, shift, popInside) == rest(1, count - 1));
    CHECK(after(count, pop, both) == (count > 2 ? rest(1, count - 2) : rest(0, count - 1)) + "90 ");
    CHECK(after(count, shift, both) == (count > 2 ? rest(2, count - 1) : rest(1, count)) + "90 ");
    CHECK(after(count, pop, clear) == "");
    CHECK(after(count, shift, clear) == "");
  }
}

TEST_CASE("a destructor drops the list that its element leaves") {
  const int before = Acting::alive;
  for (const bool first : {false, true}) {
    auto list = std::make_unique<Array<Acting>>(listOf(3));
    Acting::act = [&] { list = nullptr; };
    Acting::acts = true;
    const Acting gone = first ? list->shift() : list->pop();
    CHECK(gone.number == (first ? 0 : 2));
    CHECK_FALSE(list);
  }
  Acting::act = nullptr;
  CHECK(Acting::alive == before);
}

TEST_CASE("destructors inside of destructors of elements of the same list") {
  const int before = Acting::alive;
  {
    Array<Acting> list = listOf(10);
    int deep = 0;
    Acting::act = [&] {
      if (++deep > 4 || list.size() == 0) return;
      Acting::acts = true;
      if (deep == 3)
        for (int i = 0; i < 30; ++i) list.push(90);
      deep % 2 ? list.shift() : list.pop();
      list.push(80);
    };
    Acting::acts = true;
    list.pop();
    Acting::acts = false;
    list.shift();
    CHECK(list.size() > 30);
    Acting::act = nullptr;
  }
  CHECK(Acting::alive == before);
}

TEST_CASE("splice, unshift and reverse show each destructor a whole list") {
  for (int count = 1; count <= 9; ++count) {
    const auto push = [](List& list) { (*list).push(90); };
    const auto pop = [](List& list) {
      if ((*list).size() > 0) (*list).pop();
    };
    std::string all, backwards;
    for (int i = 0; i < count; ++i) all += std::to_string(i) + " ", backwards = std::to_string(i) + " " + backwards;
    // The first destructor runs after the change, or is that of an argument before it.
    const auto ends = [](const std::string& text, const std::string& end) {
      return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
    };
    CHECK(ends(after(count, [](const Array<Acting>& list) { list.splice(0, 1); }, push), "90 "));
    CHECK(after(count, [](const Array<Acting>& list) { list.splice(0, 1); }, push) == (count > 1 ? all.substr(2) : "") + "90 ");
    CHECK(after(count, [](const Array<Acting>& list) { list.reverse(); }, push) == backwards + "90 ");
    CHECK(after(count, [](const Array<Acting>& list) { list.reverse(); }, pop) == backwards.substr(0, backwards.size() - 2));
    CHECK(after(count, [](const Array<Acting>& list) { list.splice(-2); }, push) == (count > 2 ? all.substr(0, all.size() - 4) : "") + "90 ");
    const std::string added = after(count, [](const Array<Acting>& list) { list.splice(1, 0, Acting(50), Acting(51)); }, push);
    CHECK(added.find("50 51 ") != std::string::npos);
    CHECK(added.find("90 ") != std::string::npos);
    const std::string before = after(count, [](const Array<Acting>& list) { list.unshift(Acting(50)); }, push);
    CHECK(before.find("50 ") == 0);
    CHECK(ends(before, "90 "));
  }
}
