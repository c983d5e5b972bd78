#include <nodecpp/date.h>
#include <nodecpp/form_data.h>
#include <nodecpp/map.h>
#include <nodecpp/util.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace nodecpp {

namespace {

String nameOf(const url::Text& name) { return name.text().toWellFormed(); }

}  // namespace

FormDataValue FormDataObject::fileOf(const Blob& blob, const Text& filename) {
  File file = blob.as<File>();
  if (!file) file = make<FileObject>(blob, "blob", Date::now(), blob->type());
  if (filename.given()) file = make<FileObject>(file, filename.text(), file->lastModified(), file->type());
  return file;
}

void FormDataObject::add(const Text& name, const FormDataValue& value) { entries_.push_back({nameOf(name), value}); }

void FormDataObject::replace(const Text& name, const FormDataValue& value) {
  const String key = nameOf(name);
  auto* const first = std::ranges::find(entries_, key, &FormDataEntry::name);
  if (first == entries_.end()) return void(entries_.push_back({key, value}));
  first->value = value;
  const auto index = std::size_t(first - entries_.begin());
  std::size_t at = 0;
  erase_if(entries_, [&](const FormDataEntry& entry) { return at++ > index && entry.name == key; });
}

void FormDataObject::delete_(const Text& name) {
  const String key = nameOf(name);
  erase_if(entries_, [&](const FormDataEntry& entry) { return entry.name == key; });
}

FormDataValue FormDataObject::get(const Text& name) const {
  const String key = nameOf(name);
  for (const FormDataEntry& entry : entries_)
    if (entry.name == key) return entry.value;
  return {};
}

Array<FormDataValue> FormDataObject::getAll(const Text& name) const {
  const String key = nameOf(name);
  Array<FormDataValue> out;
  for (const FormDataEntry& entry : entries_)
    if (entry.name == key) out.push(entry.value);
  return out;
}

bool FormDataObject::has(const Text& name) const {
  const String key = nameOf(name);
  return std::ranges::any_of(entries_, [&](const FormDataEntry& entry) { return entry.name == key; });
}

void FormDataObject::forEach(const Function<void(FormDataValue, String, FormData)>& callback) {
  const FormData form = self();
  // A copy, since the callback may assign to the variable that the caller has given.
  const Function<void(FormDataValue, String, FormData)> call = callback;
  for (const auto& [name, value] : form) call(value, name, form);
}

template <class T>
FormDataIterator<T>::Result FormDataIterator<T>::next() {
  if (index_ >= form_->entries_.size()) return {.done = true};
  const FormDataEntry& entry = form_->entries_[index_++];
  if constexpr (std::same_as<T, String>)
    return {entry.name};
  else if constexpr (std::same_as<T, FormDataValue>)
    return {entry.value};
  else
    return {entry};
}
template FormDataIterator<String>::Result FormDataIterator<String>::next();
template FormDataIterator<FormDataValue>::Result FormDataIterator<FormDataValue>::next();
template FormDataIterator<FormDataEntry>::Result FormDataIterator<FormDataEntry>::next();

// As undici prints a form: an object whose values are lists where a name occurs more than once. An empty text is
// replaced by the next value of its name. The prefix of an object without a prototype counts where lines are broken,
// and is taken off.
String FormDataObject::printed() const {
  static constexpr std::string_view prefix = "[Object: null prototype]";
  struct Named {
    String name;
    Array<FormDataValue> values;
  };
  struct Members {
    std::vector<Named> all;
    void inspectTo(util::Inspector& out) const {
      out.name(prefix);
      for (const auto& [name, values] : all)
        if (values.length() == 1)
          out.property(name, values[0]);
        else
          out.property(name, values);
    }
  };
  Members members;
  Map<String, std::size_t> places;
  for (const FormDataEntry& entry : entries_) {
    if (!places.has(entry.name)) {
      places.set(entry.name, members.all.size());
      members.all.push_back({entry.name, {entry.value}});
      continue;
    }
    Array<FormDataValue>& values = members.all[places.get(entry.name)].values;
    if (values.length() == 1 && !FormDataValue(values[0])) values.pop();
    values.push(entry.value);
  }
  return "FormData " + util::inspect(members).slice(std::ptrdiff_t(prefix.size()) + 1);
}

}  // namespace nodecpp
