#include "rip/resources/cache_folder.h"

#include <cstdlib>
#include <filesystem>

namespace platerip::rip {
namespace {

std::optional<std::filesystem::path> absolute_path(const char* variable) {
  const char* value = std::getenv(variable);
  if (!value || *value != '/') return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> cache_folder() {
  if (const auto caches = absolute_path("XDG_CACHE_HOME")) return *caches / "platerip";
  if (const auto home = absolute_path("HOME")) return *home / ".cache/platerip";
  return std::nullopt;
}

}  // namespace platerip::rip
