#include "fetch/header_list.h"

#include <algorithm>

namespace nodecpp::detail {

std::uint32_t HeaderList::position(std::string_view lower) const noexcept {
  if (!index_.empty()) return index_.find(lower, nameAt());
  for (std::uint32_t at = 0; at < fields_.size(); ++at)
    if (viewOf(fields_[at].lower) == lower) return at;
  return NameIndex::none;
}

const HeaderList::Field* HeaderList::find(std::string_view lower) const noexcept {
  const std::uint32_t at = position(lower);
  return at == NameIndex::none ? nullptr : &fields_[at];
}

HeaderList::Field& HeaderList::add(const String& lower, const String& name, const String& value) {
  NODECPP_ASSERT(!lower.empty());
  fields_.push_back({lower, name, value});
  if (!index_.empty())
    index_.add(std::uint32_t(fields_.size() - 1), nameAt());
  else if (fields_.size() > NameIndex::walked)
    for (std::uint32_t at = 0; at < fields_.size(); ++at) index_.add(at, nameAt());
  return fields_.back();
}

void HeaderList::append(const String& name, const String& value) {
  changed();
  const String lower = name.toLowerCase();
  if (lower == "set-cookie") cookies_.push_back(value);
  const std::uint32_t at = position(viewOf(lower));
  if (at == NameIndex::none) {
    add(lower, name, value);
    return;
  }
  String& values = fields_[at].value;
  values += lower == "cookie" ? "; " : ", ";
  values += value;
}

void HeaderList::set(const String& name, const String& value) {
  changed();
  const String lower = name.toLowerCase();
  if (lower == "set-cookie") cookies_.assign(1, value);
  const std::uint32_t at = position(viewOf(lower));
  if (at == NameIndex::none)
    add(lower, name, value);
  else
    fields_[at] = {lower, name, value};
}

void HeaderList::remove(std::string_view lower) {
  const std::uint32_t at = position(lower);
  if (at == NameIndex::none) return;
  changed();
  if (lower == "set-cookie") cookies_.clear();
  if (index_.empty()) {
    fields_.erase(fields_.begin() + at);
    return;
  }
  // A list with an index keeps an empty field in place of each removed one, until those are the greater part.
  index_.remove(at, nameAt());
  fields_[at] = Field();
  if (++removed_ * 2 <= fields_.size()) return;
  std::erase_if(fields_, [](const Field& field) { return field.lower.empty(); });
  removed_ = 0;
  index_.clear();
  if (fields_.size() > NameIndex::walked)
    for (std::uint32_t each = 0; each < fields_.size(); ++each) index_.add(each, nameAt());
}

void HeaderList::clear() { *this = HeaderList(); }

const std::vector<HeadersEntry>& HeaderList::sorted() const {
  if (isSorted_) return sorted_;
  std::vector<const Field*> order;
  each([&](const Field& field) { order.push_back(&field); });
  std::ranges::sort(order, {}, [](const Field* field) { return viewOf(field->lower); });
  sorted_.clear();
  for (const Field* field : order)
    if (field->lower == "set-cookie")
      for (const String& cookie : cookies_) sorted_.push_back({field->lower, cookie});
    else
      sorted_.push_back({field->lower, field->value});
  isSorted_ = true;
  return sorted_;
}

}  // namespace nodecpp::detail
