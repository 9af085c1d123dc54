#include "separation/backends/backends.h"

#include <array>
#include <string>

#include "separation/added_inks.h"
#include "separation/cpu/cpu.h"
#include "separation/reference/reference.h"

namespace platerip::separation {
namespace {

using Make = Result<std::unique_ptr<Separator>> (*)(const Settings&);

template <Make make>
Result<std::unique_ptr<Separator>> make_any(const Settings& settings) {
  return adds_inks(settings) ? with_added_inks(settings, make) : make(settings);
}

}  // namespace

std::span<const Backend> backends() {
  static constexpr std::array table = {
      Backend{"cpu", "SIMD, with LittleCMS' arithmetic", cpu::supported, make_any<cpu::make>},
      Backend{"reference", "LittleCMS' own transform: the specification", reference::supported,
              make_any<reference::make>},
  };
  return table;
}

Result<const Backend*> find_backend(std::string_view name) {
  std::string names;
  for (const Backend& backend : backends()) {
    names += std::string(names.empty() ? "" : ", ") + std::string(backend.name);
    if (name != backend.name && name != "auto") continue;
    const Status status = backend.supported();
    if (status.ok()) return &backend;
    if (name != "auto") return status.error().about("separation backend " + std::string(name));
  }
  return Error{"no separation backend '" + std::string(name) + "'; there are auto, " + names, ErrorCode::bad_setting};
}

Result<std::unique_ptr<Separator>> make_separator(const Settings& settings, std::string_view backend) {
  const auto found = find_backend(backend);
  if (!found.ok()) return found.error();
  return (*found)->make(settings);
}

}  // namespace platerip::separation
