#include "census/heap_graph.h"

#include <algorithm>
#include <unordered_map>

#include "base/assertion.h"
#include "census/block_names.h"

namespace nodecpp::census {

using detail::MemoryRegion;

namespace {

// Reads any memory word by word. The attributes keep sanitizers from reporting these reads as errors of the program.
__attribute__((noinline, no_sanitize("address", "undefined", "thread"))) const char* wordAt(const char* at) noexcept {
  return *reinterpret_cast<const char* const volatile*>(at);
}

}  // namespace

std::uint32_t Heap::find(const void* address) const noexcept {
  const auto* at = static_cast<const char*>(address);
  if (at < lowest_ || at >= highest_) return none;
  auto after = std::ranges::upper_bound(nodes, at, {}, &Node::address);
  NODECPP_ASSERT(!nodes.empty() && lowest_ == nodes.front().address, nodes.size());
  if (after == nodes.begin()) return none;
  const Node& node = *--after;
  return at == node.address || at < node.address + node.bytes ? std::uint32_t(after - nodes.begin()) : none;
}

bool Heap::isStatic(const void* address) const noexcept {
  const auto* at = static_cast<const char*>(address);
  return std::ranges::any_of(regions_, [&](const MemoryRegion& each) {
    return (each.kind == MemoryRegion::Kind::constant || each.kind == MemoryRegion::Kind::variables) && at >= each.begin &&
           at < each.begin + each.bytes;
  });
}

void Heap::addSurvey(const detail::ReferenceSurvey& survey) {
  // Blocks that were made before blocks were noted are known only because they are enrolled.
  std::vector<Node> unknown;
  for (const detail::ReferenceSurvey::Part& part : survey.parts)
    if (find(part.refs) == none) unknown.push_back({reinterpret_cast<const char*>(part.refs), 0, unknown.size(), none});
  std::ranges::sort(unknown, {}, &Node::address);
  const auto gone = std::ranges::unique(unknown, {}, &Node::address);
  unknown.erase(gone.begin(), gone.end());
  nodes.insert(nodes.end(), unknown.begin(), unknown.end());
  std::ranges::sort(nodes, {}, &Node::address);
  if (!nodes.empty()) {
    lowest_ = nodes.front().address;
    highest_ = nodes.back().address + std::max<std::size_t>(nodes.back().bytes, 1);
  }

  counted_.assign(nodes.size(), 0);
  std::vector<std::uint32_t> nodeOf;
  for (const detail::ReferenceSurvey::Part& part : survey.parts) {
    const std::uint32_t at = find(part.refs);
    NODECPP_ASSERT(at != none, part.refs);  // A node was added above for each block without one.
    nodeOf.push_back(at);
    Node& node = nodes[at];
    if (!node.type || part.type == node.type) node.type = part.type;
    node.refs = part.refs;
    node.loose = node.loose || part.loose;
  }
  for (const detail::ReferenceSurvey::Reference& each : survey.references) {
    const std::uint32_t to = find(each.to);
    NODECPP_ASSERT(each.from < nodeOf.size(), each.from, nodeOf.size());
    if (to == none) continue;
    exact_.push_back({nodeOf[each.from], to});
    counted_[to] += each.times;
  }
  collectorListBlock_ = find(survey.roll);
  for (const detail::ReferenceSurvey::Label& each : survey.labels) {
    const std::uint32_t at = find(each.part);
    if (at == none) continue;
    NODECPP_ASSERT(each.of < nodeOf.size(), each.of, nodeOf.size());
    labels.push_back(each.text);
    nodes[at].label = std::uint32_t(labels.size() - 1);
    nodes[at].labelledBy = nodeOf[each.of];
  }
}

void Heap::scan(const char* begin, std::size_t bytes, std::vector<std::uint32_t>& found) const {
  const auto skew = reinterpret_cast<std::uintptr_t>(begin) % sizeof(void*);
  if (skew) {
    begin += sizeof(void*) - skew;
    bytes -= std::min(bytes, sizeof(void*) - skew);
  }
  for (const char* end = begin + bytes / sizeof(void*) * sizeof(void*); begin < end; begin += sizeof(void*)) {
    const char* word = wordAt(begin);
    if (word < lowest_ || word >= highest_) continue;
    if (const std::uint32_t at = find(word); at != none) found.push_back(at);
  }
}

void Heap::findWords() {
  NODECPP_ASSERT(words_.empty() && counted_.size() == nodes.size(), counted_.size(), nodes.size());
  seen_.assign(nodes.size(), 0);
  std::vector<std::uint32_t> found;
  for (std::uint32_t from = 0; from < nodes.size(); ++from) {
    if (from == collectorListBlock_) continue;
    found.clear();
    scan(nodes[from].address, nodes[from].bytes, found);
    for (const std::uint32_t to : found) {
      if (to == from) {
        nodes[from].holdsItself = true;
        continue;
      }
      ++seen_[to];
      // All references that are counted are known exactly, so another word with the block's address does not keep the
      // block.
      if (nodes[to].refs && counted_[to] >= *nodes[to].refs) continue;
      words_.push_back({from, to});
    }
  }
}

void Heap::sortEdges() {
  starts_.assign(nodes.size() + 1, 0);
  for (const auto* edges : {&exact_, &words_})
    for (const Edge& edge : *edges) ++starts_[edge.from + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  edges_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const auto* edges : {&exact_, &words_})
    for (const Edge& edge : *edges) edges_[next[edge.from]++] = edge.to;
  NODECPP_ASSERT(edges_.size() == exact_.size() + words_.size(), edges_.size(), exact_.size(), words_.size());
  NODECPP_ASSERT(next.empty() || next.back() == starts_.back());
}

// Reaches nodes from these hits, in an order that does not depend on addresses. All hits are assigned to their roots
// first, and then the nodes that they lead to.
void Heap::reach(std::vector<FoundReference> hits) {
  std::ranges::sort(hits, [&](const FoundReference& a, const FoundReference& b) {
    return a.name != b.name ? a.name < b.name : nodes[a.node].number < nodes[b.node].number;
  });
  std::vector<std::uint32_t> fresh;
  for (const FoundReference& hit : hits) {
    NODECPP_ASSERT(hit.node < nodes.size(), hit.node, nodes.size());
    if (isReached(nodes[hit.node])) continue;
    if (roots.empty() || roots.back() != hit.name) roots.push_back(hit.name);
    nodes[hit.node].root = std::uint32_t(roots.size() - 1);
    fresh.push_back(hit.node);
  }
  std::size_t at = order_.size();
  order_.insert(order_.end(), fresh.begin(), fresh.end());
  for (; at < order_.size(); ++at)
    for (std::uint32_t i = starts_[order_[at]]; i < starts_[order_[at] + 1]; ++i) {
      Node& to = nodes[edges_[i]];
      if (isReached(to)) continue;
      to.holder = order_[at];
      order_.push_back(edges_[i]);
    }
  NODECPP_ASSERT(order_.size() <= nodes.size(), order_.size(), nodes.size());  // Each node is reached once.
}

void Heap::reachFrom(const Root& root) {
  std::vector<std::uint32_t> found;
  scan(root.begin, root.bytes, found);
  std::vector<FoundReference> hits;
  for (const std::uint32_t node : found) hits.push_back({node, root.name});
  reach(std::move(hits));
}

void Heap::reachVariables(bool ofProgram) {
  std::vector<FoundReference> hits;
  std::vector<std::uint32_t> found;
  for (const MemoryRegion& each : regions_) {
    if (each.kind != MemoryRegion::Kind::variables) continue;
    for (const char* at = each.begin; at + sizeof(void*) <= each.begin + each.bytes; at += sizeof(void*)) {
      found.clear();
      scan(at, sizeof(void*), found);
      for (const std::uint32_t node : found) {
        if (isReached(nodes[node])) continue;
        const Variable variable = variableAt(at);
        if (variable.ofProgram == ofProgram) hits.push_back({node, variable.text});
      }
    }
  }
  reach(std::move(hits));
}

// Tells whether known references explain the whole reference count of a block.
bool Heap::isExplained(std::uint32_t node) const noexcept {
  const Node& each = nodes[node];
  NODECPP_ASSERT(node < seen_.size() && node < counted_.size(), node, seen_.size(), counted_.size());
  if (!each.refs) return seen_[node] > 0;
  return *each.refs <= std::max(counted_[node], seen_[node] + each.holdsItself);
}

// The stack also contains words of calls that have returned. A word of the stack therefore counts only when other
// references do not explain the block's count.
void Heap::reachKind(MemoryRegion::Kind kind, const char* name) {
  std::vector<std::uint32_t> found;
  for (const MemoryRegion& each : regions_)
    if (each.kind == kind) scan(each.begin, each.bytes, found);
  std::vector<FoundReference> hits;
  for (const std::uint32_t node : found)
    if (!isExplained(node)) hits.push_back({node, name});
  reach(std::move(hits));
}

void Heap::sumUp() {
  for (Node& node : nodes) node.holds = node.bytes;
  for (std::size_t i = order_.size(); i-- > 0;)
    if (const Node& node = nodes[order_[i]]; node.holder != none) {
      NODECPP_ASSERT(node.root == none && node.holder != order_[i], node.root, node.holder);
      nodes[node.holder].holds += node.holds;
    }
}

void Heap::look(const std::vector<Root>& known, BlockClassifier& classifier) {
  NODECPP_ASSERT(nodes.empty() && order_.empty());  // A Heap is built once.
  const std::uint64_t now = detail::MemoryNotes::next();
  const detail::ReferenceSurvey survey = detail::CycleCollector::survey();
  const detail::MemoryNotes::Pause pause;
  std::unordered_map<std::uint32_t, std::uint32_t> stacks;
  for (const detail::NotedBlock& block : pause.blocks(now)) {
    const auto [at, isNew] = stacks.try_emplace(block.calls, std::uint32_t(calls.size()));
    if (isNew) {
      std::size_t count = 0;
      const void* const* first = detail::MemoryNotes::Pause::calls(block.calls, count);
      calls.emplace_back(first, first + count);
    }
    nodes.push_back({block.address, block.bytes, block.number, at->second});
  }
  if (!nodes.empty()) {
    lowest_ = nodes.front().address;
    highest_ = nodes.back().address + std::max<std::size_t>(nodes.back().bytes, 1);
  }
  if (auto around = detail::upward().memoryRegions)
    around(&regions_, [](void* to, MemoryRegion each) { static_cast<std::vector<MemoryRegion>*>(to)->push_back(each); });
  addSurvey(survey);
  classifier.begin(*this);
  for (Node& node : nodes)
    if (!node.refs) node.refs = classifier.countOf(node);
  findWords();
  sortEdges();

  // A block belongs to the first root that reaches it. The program's own variables come first, because they explain
  // best to the programmer why a block is alive. The stack and unknown memory come last.
  reachVariables(true);
  for (const Root& root : known)
    if (root.ofProgram) reachFrom(root);
  std::vector<FoundReference> timers;
  for (std::uint32_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].holdsItself && classifier.isTimer(nodes[i])) timers.push_back({i, "the loop's timers"});
  reach(std::move(timers));
  for (const Root& root : known)
    if (!root.ofProgram) reachFrom(root);
  reachVariables(false);
  reachKind(MemoryRegion::Kind::threadVariables, "a variable of the thread");
  reachKind(MemoryRegion::Kind::stack, "a call that runs");
  // More references are counted than were found. The missing ones are in memory that is not noted.
  std::vector<FoundReference> others;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const Node& node = nodes[i];
    if (!isReached(node) && node.refs && !isExplained(i))
      others.push_back({i, "memory that the census does not know"});
  }
  reach(std::move(others));
  sumUp();
}

}  // namespace nodecpp::census
