#include "rip/records/old_manifest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::ordered_json;

constexpr off_t most_bytes = 4 << 20;
constexpr int most_levels = 8;  // of nested values

// Nothing if there is no such file, or it is larger than any manifest.
std::optional<std::string> text_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > most_bytes)
    return std::nullopt;
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  const ssize_t got = ::read(file, text.data(), text.size());
  return got == static_cast<ssize_t>(text.size()) ? std::optional(std::move(text)) : std::nullopt;
}

// "" and 0 if the field is missing or something else.
std::string text_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_string() ? found->get<std::string>() : "";
}

std::uint64_t number_in(const Json& json, const char* field) {
  const auto found = json.find(field);
  return found != json.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

std::vector<Json> objects_in(const Json& json, const char* field) {
  std::vector<Json> objects;
  const auto found = json.find(field);
  if (found == json.end() || !found->is_array()) return objects;
  std::copy_if(found->begin(), found->end(), std::back_inserter(objects),
               [](const Json& item) { return item.is_object(); });
  return objects;
}

}  // namespace

std::optional<OldManifest> read_manifest(const std::string& path) {
  const auto text = text_of(path);
  if (!text) return std::nullopt;
  const auto is_kept = [](int level, Json::parse_event_t, Json&) { return level < most_levels; };
  const Json json = Json::parse(*text, is_kept, false);
  if (!json.is_object() || text_in(json, "format") != "platerip plates 1") return std::nullopt;
  OldManifest manifest;
  manifest.document = text_in(json, "document");
  manifest.page = static_cast<std::int64_t>(number_in(json, "page"));
  manifest.software = text_in(json, "software");
  manifest.date = text_in(json, "date");
  if (const auto settings = json.find("settings"); settings != json.end() && settings->is_object()) {
    for (const auto& [name, value] : settings->items())
      manifest.settings[name] = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
  for (const Json& file : objects_in(json, "made_from"))
    manifest.made_from.push_back({text_in(file, "file"), number_in(file, "bytes"), text_in(file, "modified")});
  for (const Json& plate : objects_in(json, "plates"))
    manifest.plates.push_back({text_in(plate, "file"), number_in(plate, "bytes"), text_in(plate, "sha256")});
  return manifest;
}

Status remove_manifest_of(const std::string& path, std::span<const OutputFile> plates) {
  const auto manifest = plates.empty() ? std::nullopt : read_manifest(path);
  if (!manifest) return {};
  const bool is_theirs = std::any_of(plates.begin(), plates.end(), [&](const OutputFile& plate) {
    const std::string name = std::filesystem::path(plate.path()).filename().string();
    return std::any_of(manifest->plates.begin(), manifest->plates.end(),
                       [&](const OldPlate& old) { return old.file == name; });
  });
  if (!is_theirs || ::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
  return Error{tiffio::printable(path) +
                   ": describes plates that would be replaced, and cannot be removed: " + std::strerror(errno),
               kind_of(errno)};
}

}  // namespace platerip::rip
