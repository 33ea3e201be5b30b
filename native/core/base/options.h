#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/**
 * Options of a stage: a commented struct of numbers, of arrays of numbers and of further such structs. The
 * line
 *
 *   LOUPE_OPTIONS(min_inliers, max_error_px)
 *
 * at the end of the struct names all of its fields once more, so that every option can be listed and set by
 * name. A test (options_test.cc of the folder `engine`) fails when a field is forgotten.
 */
#define LOUPE_OPTIONS(...)                                        \
  template <typename Visit>                                       \
  void VisitOptions(const Visit& visit) {                         \
    ::loupe::base::VisitFields(#__VA_ARGS__, visit, __VA_ARGS__); \
  }                                                               \
  template <typename Visit>                                       \
  void VisitOptions(const Visit& visit) const {                   \
    ::loupe::base::VisitFields(#__VA_ARGS__, visit, __VA_ARGS__); \
  }

namespace loupe::base {

/** The first name of "first_name, second_name, ..." as "firstName", taken off the text. */
std::string TakeFieldName(const char** names);

template <typename Visit, typename... Fields>
void VisitFields(const char* names, const Visit& visit, Fields&... fields) {
  (visit(TakeFieldName(&names), fields), ...);
}

template <typename T>
struct IsOptionArray : std::false_type {};
template <typename T, size_t kSize>
struct IsOptionArray<std::array<T, kSize>> : std::true_type {};

/** Calls `leaf(name, number)` for every number of some options, names joined by dots: "decision.minInliers".
 */
template <typename Options, typename Leaf>
void ForEachOption(const std::string& prefix, Options& options, const Leaf& leaf) {
  options.VisitOptions([&](const std::string& name, auto& field) {
    using Field = std::remove_const_t<std::remove_reference_t<decltype(field)>>;
    const std::string full = prefix.empty() ? name : prefix + "." + name;
    if constexpr (std::is_arithmetic_v<Field>) {
      leaf(full, field);
    } else if constexpr (IsOptionArray<Field>::value) {
      for (size_t i = 0; i < field.size(); ++i) leaf(full + "." + std::to_string(i), field[i]);
    } else {
      ForEachOption(full, field, leaf);
    }
  });
}

struct NamedOption {
  std::string name;
  double value = 0.0;
};

/** All options with their values, in the order of their declaration. */
template <typename Options>
std::vector<NamedOption> ListOptions(const Options& options) {
  std::vector<NamedOption> all;
  ForEachOption("", options, [&](const std::string& name, const auto& value) {
    all.push_back({name, static_cast<double>(value)});
  });
  return all;
}

/** A number as an option takes it. @throws Error kInvalidArgument naming the option when it cannot */
double CheckedOption(const NamedOption& wanted, double standard, bool is_whole);

/** @throws Error kInvalidArgument: there is no such option */
[[noreturn]] void RefuseUnknownOption(const std::string& name, const std::vector<NamedOption>& known);

/**
 * Sets one option. Whole numbers stay whole and, where they are 1 or more so far, 1 or more.
 * @throws Error kInvalidArgument for an unknown name or a number that the option cannot take
 */
template <typename Options>
void SetOption(Options* options, const NamedOption& wanted) {
  bool is_known = false;
  ForEachOption("", *options, [&](const std::string& name, auto& value) {
    using Value = std::remove_reference_t<decltype(value)>;
    if (name != wanted.name) return;
    value = static_cast<Value>(CheckedOption(wanted, static_cast<double>(value), std::is_integral_v<Value>));
    is_known = true;
  });
  if (!is_known) RefuseUnknownOption(wanted.name, ListOptions(*options));
}

}  // namespace loupe::base
