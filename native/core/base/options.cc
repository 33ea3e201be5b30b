#include "core/base/options.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

#include "core/base/error.h"

namespace loupe::base {
namespace {

/** Nothing that an option counts or measures comes near it. */
constexpr double kGreatestOption = 1e9;

[[noreturn]] void Refuse(const NamedOption& wanted, const char* what) {
  throw Error(ErrorCode::kInvalidArgument, "The option " + wanted.name + " must be " + what + ".");
}

std::string LastPart(const std::string& name) { return name.substr(name.rfind('.') + 1); }

}  // namespace

std::string TakeFieldName(const char** names) {
  std::string name;
  const char* at = *names;
  while (*at == ' ' || *at == '\n') ++at;
  for (; *at != '\0' && *at != ','; ++at) {
    if (*at == '_') continue;
    const bool is_start = !name.empty() && at[-1] == '_';
    name += is_start ? static_cast<char>(std::toupper(static_cast<unsigned char>(*at))) : *at;
  }
  *names = *at == ',' ? at + 1 : at;
  return name;
}

double CheckedOption(const NamedOption& wanted, double standard, bool is_whole) {
  const double value = wanted.value;
  if (!(std::abs(value) <= kGreatestOption)) Refuse(wanted, "a number");
  if (!is_whole) return value;
  if (value != std::floor(value)) Refuse(wanted, "a whole number");
  // Counts and sizes; below these nothing is meaningful, and tables would have no room.
  if (value < (standard > 0.0 ? 1.0 : 0.0)) Refuse(wanted, standard > 0.0 ? "1 or greater" : "0 or greater");
  return value;
}

void RefuseUnknownOption(const std::string& name, const std::vector<NamedOption>& known) {
  std::string message = "There is no option " + name + ".";
  const auto near = std::find_if(known.begin(), known.end(), [&](const NamedOption& option) {
    return LastPart(option.name) == LastPart(name) || option.name.find(name) != std::string::npos;
  });
  if (near != known.end()) message += " Do you mean " + near->name + "?";
  throw Error(ErrorCode::kInvalidArgument, message + " A run of the benchmark lists all of them.");
}

}  // namespace loupe::base
