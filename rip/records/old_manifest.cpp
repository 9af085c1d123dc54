#include "rip/records/old_manifest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/files.h"
#include "rip/records/json_fields.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr off_t most_bytes = 4 << 20;

// Nothing if there is no such file, or it is larger than any manifest.
std::optional<std::string> text_at(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_size > most_bytes)
    return std::nullopt;
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t got = ::read(file, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    done += static_cast<std::size_t>(got);
  }
  return text;
}

}  // namespace

std::optional<OldManifest> read_manifest(const std::string& path) {
  const auto text = text_at(path);
  const auto json = text ? object_of(*text) : std::nullopt;
  if (!json || text_in(*json, "format") != "platerip plates 1") return std::nullopt;
  const auto plates = objects_in(*json, "plates");
  if (!plates) return std::nullopt;
  OldManifest manifest{.made_with = made_with_in(*json), .plates = {}};
  for (const Json& plate : *plates) {
    manifest.plates.push_back({text_in(plate, "file"), number_in(plate, "bytes"), text_in(plate, "sha256")});
  }
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
