#include "census/census_report.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>

#include "base/assertion.h"

namespace nodecpp::census {

namespace {

// Longer chains are shortened in the middle. A linked list of equal blocks is only one step.
constexpr std::size_t mostSteps = 12;

using Key = std::tuple<Kind, std::string_view, std::string_view, int, std::string_view, std::string_view, int, bool, bool>;

// Gives each chain of holders a number. A node's chain is determined by its entry and its holder's chain, so that equal
// chains get equal numbers.
class Chains {
 public:
  explicit Chains(const Heap& heap, const std::vector<std::uint32_t>& entries) : heap_(heap), entries_(entries), of_(heap.nodes.size(), none) {}

  std::uint32_t of(std::uint32_t node) {
    // The way goes from the root down and without recursion, because a chain may have as many links as there are nodes.
    std::vector<std::uint32_t> way;
    for (std::uint32_t at = node; at != none && of_[at] == none; at = heap_.nodes[at].holder) way.push_back(at);
    while (!way.empty()) {
      const std::uint32_t at = way.back();
      way.pop_back();
      const Node& each = heap_.nodes[at];
      const std::uint32_t above = each.holder == none ? none : of_[each.holder];
      NODECPP_ASSERT(each.holder == none || above != none, at, each.holder);
      // A holder of the same entry adds no step, so that a linked list is shown as one.
      if (above != none && links_[above].entry == entries_[at]) {
        of_[at] = above;
        continue;
      }
      const auto [found, isNew] =
          known_.try_emplace({above, each.holder == none ? each.root : none, entries_[at]}, std::uint32_t(links_.size()));
      if (isNew) links_.push_back({above, each.root, entries_[at]});
      of_[at] = found->second;
    }
    NODECPP_ASSERT(of_[node] < links_.size(), of_[node], links_.size());
    return of_[node];
  }
  // Returns the steps of a chain without its first entry.
  std::vector<Step> stepsOf(std::uint32_t chain, const std::vector<Entry>& entries) const {
    std::vector<Step> steps;
    for (std::uint32_t at = chain; at != none; at = links_[at].above) {
      const Entry& entry = entries[links_[at].entry];
      if (at != chain && entry.what != unnamed) steps.push_back({entry.what, entry.made});
      if (links_[at].above == none && links_[at].root != none) steps.push_back({heap_.roots[links_[at].root], {}});
    }
    if (steps.size() > mostSteps) {
      const std::size_t left = steps.size() - mostSteps;
      steps.erase(steps.begin() + mostSteps / 2, steps.begin() + std::ptrdiff_t(mostSteps / 2 + left));
      steps.insert(steps.begin() + mostSteps / 2, {std::to_string(left) + " more", {}});
    }
    return steps;
  }

 private:
  struct Link {
    std::uint32_t above, root, entry;
  };
  const Heap& heap_;
  const std::vector<std::uint32_t>& entries_;
  std::vector<std::uint32_t> of_;
  std::vector<Link> links_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known_;
};

}  // namespace

Report reportOn(const Heap& heap, Names& classifier) {
  Report report{};
  report.noted = detail::MemoryNotes::on();
  const std::vector<Name> names = classifier.all();
  NODECPP_ASSERT(names.size() == heap.nodes.size(), names.size(), heap.nodes.size());
  std::map<Key, std::uint32_t> known;
  std::vector<std::uint32_t> entries(heap.nodes.size());
  for (std::uint32_t i = 0; i < heap.nodes.size(); ++i) {
    const Node& node = heap.nodes[i];
    const Name& name = names[i];
    const bool reached = heap.isReached(node);
    const bool loose = !reached && node.loose;
    const auto [at, isNew] = known.try_emplace(
        {name.kind, name.what, name.made.file, name.made.line, name.made.function, name.waits.file, name.waits.line, reached, loose},
        std::uint32_t(report.entries.size()));
    if (isNew) report.entries.push_back({name.kind, name.what, name.made, name.waits, reached, loose});
    entries[i] = at->second;
    Entry& entry = report.entries[at->second];
    ++entry.count;
    entry.bytes += node.bytes;
    ++report.counts[std::size_t(name.kind)];
    ++report.blocks;
    report.bytes += node.bytes;
    if (!reached) {
      ++report.unreached;
      report.unreachedBytes += node.bytes;
    }
  }
  for (std::uint32_t i = 0; i < heap.nodes.size(); ++i)
    if (const std::uint32_t holder = heap.nodes[i].holder; holder == none || entries[holder] != entries[i])
      report.entries[entries[i]].holds += heap.nodes[i].holds;

  NODECPP_ASSERT(report.blocks == heap.nodes.size() && report.unreached <= report.blocks, report.blocks,
                 report.unreached);
  NODECPP_ASSERT(report.unreachedBytes <= report.bytes, report.unreachedBytes, report.bytes);
  Chains chains(heap, entries);
  std::vector<std::map<std::uint32_t, std::size_t>> often(report.entries.size());
  for (std::uint32_t i = 0; i < heap.nodes.size(); ++i) ++often[entries[i]][chains.of(i)];
  for (std::uint32_t i = 0; i < report.entries.size(); ++i) {
    const auto most = std::ranges::max_element(often[i], {}, [](const auto& each) { return each.second; });
    NODECPP_ASSERT(most != often[i].end() && report.entries[i].count > 0, i);
    report.entries[i].chain = chains.stepsOf(most->first, report.entries);
  }
  std::ranges::sort(report.entries, [](const Entry& a, const Entry& b) {
    return std::tuple(a.reached, b.holds, b.bytes, b.count, a.what, a.made.file, a.made.line, a.made.function, a.waits.line) <
           std::tuple(b.reached, a.holds, a.bytes, a.count, b.what, b.made.file, b.made.line, b.made.function, b.waits.line);
  });
  return report;
}

}  // namespace nodecpp::census
