#include "rip/records/checkpoint.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <span>
#include <string_view>
#include <utility>

#include "base/files.h"
#include "profiles/sha256.h"
#include "rip/plates/output_file.h"
#include "rip/plates/plate_names.h"
#include "rip/records/boundary_fields.h"
#include "rip/records/json_fields.h"

namespace platerip::rip {
namespace {

// The file: this line, a line of JSON, the bytes of each plane and plate in order, and the SHA-256 of all that.
constexpr std::string_view first_line = "platerip checkpoint 1\n";

std::string checkpoint_path(const PageSource& page, const PlateSettings& settings) {
  const std::filesystem::path manifest = manifest_path(page, settings);
  std::string name = manifest.filename().string();
  name.erase(name.rfind(".plates.json"));
  return (manifest.parent_path() / ("." + name + ".checkpoint")).string();
}

Json json_of(const Checkpoint& checkpoint) {
  Json plates = Json::array();
  for (const PlateRecord& plate : checkpoint.plates)
    plates.push_back({{"height", plate.progress.height},
                      {"strips", plate.progress.strips},
                      {"rows", plate.progress.rows.size()},
                      {"sha256", plate.sha256}});
  const MadeWith& made_with = checkpoint.made_with;
  Json json{{"document", made_with.document},          {"page", made_with.page},
            {"software", made_with.software},          {"date", made_with.date},
            {"settings", json_of_settings(made_with)}, {"made_from", json_of_files(made_with)}};
  set_boundary(checkpoint.boundary, json);
  json["plates"] = std::move(plates);
  json["level_sums"] = checkpoint.level_sums;
  json["ink_sum"] = checkpoint.ink_sum;
  json["ink_max"] = checkpoint.ink_max;
  return json;
}

// The bytes that follow the JSON. `Checkpoint` may be const.
template <typename Checkpoint>
auto blobs_of(Checkpoint& checkpoint) {
  auto blobs = bytes_of(checkpoint.boundary);
  for (auto& plate : checkpoint.plates) blobs.push_back(&plate.progress.rows);
  return blobs;
}

// A checkpoint with all fields, but with zeros in the data of planes and plates. Nothing if `json` is no checkpoint, or
// if these data do not have `most` bytes together.
std::optional<Checkpoint> checkpoint_of(const Json& json, std::uint64_t most) {
  auto boundary = boundary_in(json, most);
  const auto plates = objects_in(json, "plates");
  const auto level_sums = numbers_in(json, "level_sums");
  if (!boundary || !plates || !level_sums) return std::nullopt;
  Checkpoint checkpoint{.made_with = made_with_in(json),
                        .boundary = *std::move(boundary),
                        .plates = {},
                        .level_sums = *level_sums,
                        .ink_sum = number_in(json, "ink_sum"),
                        .ink_max = static_cast<std::uint32_t>(number_in(json, "ink_max"))};
  const auto take = [&most](const Json& item, const char* field) {
    const std::uint64_t bytes = std::min(number_in(item, field), most);
    most -= bytes;
    return std::vector<std::byte>(static_cast<std::size_t>(bytes));
  };
  for (const Json& plate : *plates) {
    auto strips = numbers_in(plate, "strips");
    if (!strips) return std::nullopt;
    const auto height = static_cast<std::int64_t>(number_in(plate, "height"));
    checkpoint.plates.push_back({{height, *std::move(strips), take(plate, "rows")}, text_in(plate, "sha256")});
  }
  return most == 0 ? std::optional(std::move(checkpoint)) : std::nullopt;
}

// The file without its digest, if it is an intact checkpoint of at most `most` bytes that this user has written.
std::optional<std::string> content_of(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW));
  struct stat status {};
  if (file < 0 || ::fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != ::geteuid() ||
      std::cmp_greater(status.st_size, most))
    return std::nullopt;
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t got = ::read(file, text.data() + done, text.size() - done);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    done += static_cast<std::size_t>(got);
  }
  constexpr std::size_t digest_bytes = std::tuple_size_v<profiles::Fingerprint>;
  if (!text.starts_with(first_line) || text.size() < first_line.size() + digest_bytes) return std::nullopt;
  const auto bytes = std::as_bytes(std::span(text));
  const profiles::Fingerprint digest = profiles::sha256(bytes.first(bytes.size() - digest_bytes));
  if (!std::ranges::equal(digest, bytes.last(digest_bytes))) return std::nullopt;
  text.resize(text.size() - digest_bytes);
  return text;
}

std::optional<Checkpoint> read_checkpoint(const std::string& path, std::size_t most) {
  const auto text = content_of(path, most);
  const std::size_t end = text ? text->find('\n', first_line.size()) : std::string::npos;
  if (end == std::string::npos) return std::nullopt;
  const auto json = object_of(text->substr(first_line.size(), end - first_line.size()));
  auto rest = std::as_bytes(std::span(*text)).subspan(end + 1);
  auto checkpoint = json ? checkpoint_of(*json, rest.size()) : std::nullopt;
  if (!checkpoint) return std::nullopt;
  for (std::vector<std::byte>* const blob : blobs_of(*checkpoint)) {
    std::ranges::copy(rest.first(blob->size()), blob->begin());
    rest = rest.subspan(blob->size());
  }
  return checkpoint;
}

}  // namespace

Status write_checkpoint(const Checkpoint& checkpoint, const PageSource& page, const PlateSettings& settings) {
  const std::string path = checkpoint_path(page, settings);
  auto file = OutputFile::create(path);
  if (!file.ok()) return file.error();
  profiles::Sha256 sha256;
  const auto put = [&](std::span<const std::byte> bytes) {
    sha256.update(bytes);
    return file->write(bytes);
  };
  const std::string head = std::string(first_line) + text_of(json_of(checkpoint)) + "\n";
  if (const Status status = put(std::as_bytes(std::span(head))); !status.ok()) return status;
  for (const std::vector<std::byte>* const blob : blobs_of(checkpoint)) {
    if (const Status status = put(*blob); !status.ok()) return status;
  }
  const profiles::Fingerprint digest = sha256.digest();
  if (const Status status = file->write(digest); !status.ok()) return status;
  if (const Status status = file->sync(); !status.ok()) return status;
  if (const Status status = OutputFile::commit({&*file, 1}); !status.ok()) return status;
  return OutputFile::sync_folder_of(path);
}

Result<std::optional<Checkpoint>> find_checkpoint(const Job& job, const MadeWith& now, const PageSource& page) {
  auto checkpoint = read_checkpoint(checkpoint_path(page, job.plates), memory_range(job).most);
  if (!checkpoint) return std::optional<Checkpoint>();
  const auto is_same = is_the_same(checkpoint->made_with, now, page);
  if (!is_same.ok()) return is_same.error();
  return *is_same ? std::move(checkpoint) : std::nullopt;
}

void remove_checkpoint(const PageSource& page, const PlateSettings& settings) {
  const std::string path = checkpoint_path(page, settings);
  ::unlink(path.c_str());
  ::unlink(OutputFile::part_of(path).c_str());  // of a run that was killed while it wrote one
}

}  // namespace platerip::rip
