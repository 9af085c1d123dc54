#include "halftone/method.h"

#include <string>

namespace platerip::halftone {

std::span<const MethodInfo> methods() {
  return method_table;
}

Result<Method> find_method(std::string_view name) {
  std::string names;
  for (const MethodInfo& info : method_table) {
    if (info.name == name) return Method(info);
    names += (names.empty() ? "" : ", ") + std::string(info.name);
  }
  return Error{"no halftone is called '" + std::string(name) + "'; there are " + names};
}

}  // namespace platerip::halftone
