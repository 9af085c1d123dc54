#include "rip/plates/plate_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>

#include "profiles/profile.h"

namespace platerip::rip {
namespace {

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) { return lower(c); });
  return text;
}

std::string page_number(const PageSource& page) {
  if (page.count == 1) return "";
  const std::string number = std::to_string(page.index + 1);
  const std::size_t digits = std::to_string(page.count).size();
  return "-" + std::string(std::max(digits, number.size()) - number.size(), '0') + number;
}

}  // namespace

std::string page_stem(const std::string& path) {
  const std::filesystem::path file = std::filesystem::path(path).filename();
  constexpr std::array<std::string_view, 7> endings = {".tif", ".tiff", ".pbm", ".pgm", ".ppm", ".pnm", ".pam"};
  const std::string extension = lower(file.extension().string());
  const bool is_left_out = std::find(endings.begin(), endings.end(), extension) != endings.end();
  return is_left_out ? file.stem().string() : file.string();
}

Result<std::size_t> find_ink(std::span<const std::string> inks, const std::string& name) {
  const std::string wanted = lower(name);
  if (wanted == "k") {
    if (const auto black = profiles::find_black(inks)) return *black;
  }
  std::optional<std::size_t> found;
  std::size_t matches = 0;
  std::string list;
  for (std::size_t i = 0; i < inks.size(); ++i) {
    const std::string ink = lower(inks[i]);
    if (ink == wanted) return i;
    if (!wanted.empty() && ink.starts_with(wanted)) {
      found = i;
      ++matches;
    }
    list += (i ? ", " : "") + inks[i];
  }
  if (matches == 1) return *found;
  return Error{"'" + name + "' names " + (matches ? "several inks" : "no ink") + "; there are " + list};
}

std::string safe_in_file_names(std::string text) {
  const auto is_safe = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
  };
  std::replace_if(
      text.begin(), text.end(), [&](char c) { return !is_safe(c); }, '_');
  return text;
}

std::string plate_path(const PageSource& page, const std::string& folder, const std::string& ink) {
  const std::filesystem::path parent =
      folder.empty() ? std::filesystem::path(page.path).parent_path() : std::filesystem::path(folder);
  return (parent / (page_stem(page.path) + page_number(page) + "." + safe_in_file_names(ink) + ".tif")).string();
}

std::vector<std::string> plate_paths(const PageSource& page, const std::string& folder,
                                     std::span<const std::string> inks) {
  std::vector<std::string> paths;
  for (const std::string& ink : inks) {
    std::string path = plate_path(page, folder, ink);
    for (int n = 2; std::find(paths.begin(), paths.end(), path) != paths.end(); ++n) {
      path = plate_path(page, folder, ink + "-" + std::to_string(n));
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace platerip::rip
