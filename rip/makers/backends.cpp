#include "rip/makers/backends.h"

#include <algorithm>
#include <string>
#include <vector>

#include "rip/makers/gpu_kinds.h"

namespace platerip::rip {
namespace {

std::vector<std::string_view> all_names() {
  std::vector<std::string_view> names{"auto"};
  const auto add = [&](std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  };
  for (const separation::Backend& backend : separation::backends()) add(backend.name);
  for (const GpuKind& kind : gpu_kinds()) {
    if (kind.open != nullptr) add(kind.name);
  }
  for (const halftone::Backend& backend : halftone::backends()) add(backend.name);
  return names;
}

Error unknown(std::string_view name, const std::vector<std::string_view>& names) {
  std::string list;
  for (const std::string_view known : names) list.append(list.empty() ? "" : ", ").append(known);
  return Error{"'" + std::string(name) + "' is not one of " + list};
}

}  // namespace

Result<Backends> find_backends(std::string_view name) {
  const std::vector<std::string_view> names = all_names();
  if (std::find(names.begin(), names.end(), name) == names.end()) return unknown(name, names);
  const auto separation = separation::find_backend(name_or_auto(name, separation::backends()));
  if (!separation.ok()) return separation.error();
  const auto halftone = halftone::find_backend(name_or_auto(name, halftone::backends()));
  if (!halftone.ok()) return halftone.error();
  return Backends{*separation, *halftone};
}

Result<Backends> find_cores(std::string_view name) {
  return find_backends(use_of(name) == Use::gpu ? "auto" : name);
}

Use use_of(std::string_view name) {
  if (name == "auto") return Use::best;
  return gpu_kind(name) != nullptr ? Use::gpu : Use::cores;
}

Status check_backend(std::string_view name, int device) {
  if (use_of(name) == Use::gpu) return gpu_kind(name)->find(device);
  const auto backends = find_backends(name);
  return backends.ok() ? Status() : backends.error();
}

}  // namespace platerip::rip
