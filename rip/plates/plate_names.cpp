#include "rip/plates/plate_names.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "base/unicode/names.h"
#include "rip/plates/names/ink_name.h"
#include "rip/plates/target_check.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::filesystem::path folder_of(const PageSource& page, const std::string& folder) {
  return folder.empty() ? std::filesystem::path(page.path).parent_path() : std::filesystem::path(folder);
}

Error wrong_name(std::string message) {
  return {std::move(message), ErrorCode::bad_setting, {}, "name"};
}

// Any plate of the page stands for all.
Result<std::string> name_of_page(const NamePattern& pattern, const PageSource& page) {
  return pattern.file_name(page, {"ink", "I"});
}

}  // namespace

std::vector<std::string> plate_paths(const PageSource& page, const std::string& folder,
                                     std::span<const std::string> inks) {
  std::vector<std::string> paths;
  for (const InkName& ink : ink_names_in_files(inks))
    paths.push_back((folder_of(page, folder) / (numbered_stem(page) + "." + ink.ink + ".tif")).string());
  return paths;
}

Result<std::vector<std::string>> plate_paths(const PageSource& page, const PlateSettings& settings,
                                             std::span<const std::string> inks) {
  const std::string folder = settings.folder.value_or("");
  if (!settings.name) return plate_paths(page, folder, inks);
  std::map<std::string, std::string> inks_by_name;
  std::vector<std::string> paths;
  for (const InkName& ink : ink_names_in_files(inks)) {
    const auto name = settings.name->file_name(page, ink);
    if (!name.ok()) return name.error().of_setting("name");
    const auto [other, is_new] = inks_by_name.try_emplace(unicode::folded(*name), inks[paths.size()]);
    if (!is_new)
      return wrong_name("the plates of " + tiffio::printable(other->second) + " and " +
                        tiffio::printable(inks[paths.size()]) + " would both be " + tiffio::printable(*name) +
                        "; tell them apart with {ink}");
    paths.push_back((folder_of(page, folder) / *name).string());
  }
  return paths;
}

std::string manifest_path(const PageSource& page, const PlateSettings& settings) {
  const std::string set = settings.name ? settings.name->set_name(page) : numbered_stem(page);
  return (folder_of(page, settings.folder.value_or("")) / (set + ".plates.json")).string();
}

Status check_pages_apart(const PlateSettings& settings, std::span<const PageSource> files) {
  if (!settings.name) return {};
  const std::string folder = settings.folder.value_or("");
  std::vector<std::size_t> hashes;
  for (const PageSource& file : files) {
    if (file.count != 1 && !settings.name->tells_pages_apart())
      return wrong_name("all pages of " + tiffio::printable(file.path) +
                        " would have plates of the same names; tell them apart with {page} or {number}");
    const std::string place = canonical_folder(folder_of(file, folder)).string() + "/";
    PageSource page = file;
    for (page.index = 0; page.index < std::max(file.count, 1); ++page.index) {
      const auto name = name_of_page(*settings.name, page);
      if (!name.ok()) return name.error().of_setting("name");
      hashes.push_back(std::hash<std::string>()(place + unicode::folded(*name)));
      if (settings.manifest)
        hashes.push_back(
            std::hash<std::string>()(place + unicode::folded(settings.name->set_name(page)) + ".plates.json"));
    }
  }
  std::sort(hashes.begin(), hashes.end());
  if (std::adjacent_find(hashes.begin(), hashes.end()) == hashes.end()) return {};
  return wrong_name(
      "the plates of two pages would have the same names; tell them apart with {copy}, {page} or {number}");
}

}  // namespace platerip::rip
