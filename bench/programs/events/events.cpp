// Objects that emit events and listen to each other: an auction with bidders.
#include <nodecpp/events.h>
#include <nodecpp/number.h>

#include "../measure.h"
using namespace nodecpp;

class AuctionObject : public EventEmitterObject {
 public:
  static constexpr Event<String, num> bidden{"bid"};
  static constexpr Event<String, num> refused{"refused"};
  String name;
  num price = 0;
  explicit AuctionObject(String name) : name(name) {}
  void bid(String who, num price) {
    if (price <= this->price) {
      emit(refused, who, price);
      return;
    }
    this->price = price;
    emit(bidden, who, price);
  }
};
using Auction = Handle<AuctionObject>;

int main(int argc, char** argv) { return run(argc, argv, [] {
  bench::measure([] {
    let<num> heard = 0;
    let<num> refused = 0;
    let<String> first = "";
    auto auction = make<AuctionObject>("vase");
    for (num i = 0; i < 8; i++) auction->on(AuctionObject::bidden, [=](String, num price) { heard += price % (i + 2); });
    auction->on(AuctionObject::refused, [=] { refused++; });
    auction->once(AuctionObject::bidden, [=](String who) { first = who; });
    for (num i = 0; i < 5000; i++) auction->bid("bidder " + str(i % 7), i * 7919 % 10007 > 5000 ? i : i - 3);
    auction->removeAllListeners("bid");
    auction->bid("late", 100000);
    return format("{} {} {} {} {}", heard.value(), refused.value(), first.value(), auction->price, auction->listenerCount("bid"));
  });
}); }
