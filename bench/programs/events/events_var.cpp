// Objects that emit events and listen to each other: an auction with bidders. Written with var instead of static types.
#include <nodecpp/events.h>

#include "../measure.h"
using namespace nodecpp;

class AuctionObject : public EventEmitterObject {
 public:
  static constexpr Event<var, var> bidden{"bid"};
  static constexpr Event<var, var> refused{"refused"};
  var name;
  var price = 0;
  explicit AuctionObject(var name) : name(name) {}
  void bid(var who, var price) {
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
    let<var> heard = 0;
    let<var> refused = 0;
    let<var> first = "";
    auto auction = make<AuctionObject>("vase");
    for (var i = 0; i < 8; i++) auction->on(AuctionObject::bidden, [=](var, var price) { heard += price % (i + 2); });
    auction->on(AuctionObject::refused, [=] { refused++; });
    auction->once(AuctionObject::bidden, [=](var who) { first = who; });
    for (var i = 0; i < 5000; i++) auction->bid("bidder " + str(i % 7), (i * 7919) % 10007 > 5000 ? i : i - 3);
    auction->removeAllListeners("bid");
    auction->bid("late", 100000);
    return format("{} {} {} {} {}", heard.value(), refused.value(), first.value(), auction->price, auction->listenerCount("bid"));
  });
}); }
