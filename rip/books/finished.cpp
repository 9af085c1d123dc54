#include "rip/books/finished.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <filesystem>
#include <memory>
#include <span>

#include "base/files.h"
#include "profiles/sha256.h"
#include "rip/pages/separations.h"
#include "rip/plates/plate_names.h"
#include "rip/proofs/page_proofs.h"
#include "rip/records/old_manifest.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

// Nothing if the file cannot be read.
std::optional<std::string> digest_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (file < 0) return std::nullopt;
  constexpr std::size_t piece_bytes = 256 << 10;
  const auto piece = std::make_unique_for_overwrite<std::byte[]>(piece_bytes);
  profiles::Sha256 sha256;
  for (;;) {
    const ssize_t got = ::read(file, piece.get(), piece_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return std::nullopt;
    if (got == 0) return profiles::hexadecimal(sha256.digest());
    sha256.update({piece.get(), static_cast<std::size_t>(got)});
  }
}

bool is_whole(const std::string& path, const OldPlate& plate) {
  std::error_code missing;
  return fs::file_size(path, missing) == plate.bytes && !missing && digest_of(path) == plate.sha256;
}

// The name of a setting that is not the same in both; "" if there is none. The option "for" only sets others.
std::string different_setting(const std::map<std::string, std::string>& old,
                              const std::map<std::string, std::string>& wanted) {
  for (const auto* one : {&old, &wanted}) {
    const auto& other = one == &old ? wanted : old;
    for (const auto& [name, value] : *one) {
      const auto same = other.find(name);
      if (name != "for" && (same == other.end() || same->second != value)) return name;
    }
  }
  return "";
}

// What keeps the plates of a manifest from being those of this run; "" if nothing does. `pages_files`: how many of the
// files are the page's own.
std::string difference(const OldManifest& old, const Job& job, std::span<const FileStamp> files,
                       std::size_t pages_files) {
  if (old.software != software()) return "by " + tiffio::printable(old.software);
  if (const std::string setting = different_setting(old.settings, settings_of(job)); !setting.empty())
    return "with another --" + setting;
  if (old.date != plate_date()) return "with another SOURCE_DATE_EPOCH";
  for (std::size_t i = pages_files; i < files.size(); ++i) {
    if (old.made_from[i] != files[i]) return "before " + tiffio::printable(files[i].name) + " was changed";
  }
  return "";
}

}  // namespace

Result<std::optional<std::vector<std::string>>> find_finished(const Job& job, const PageSource& page) {
  const std::optional<std::vector<std::string>> nothing;
  const std::string path = manifest_path(page, job.plates);
  const auto old = read_manifest(path);
  if (!old || old->document != document_name(page) || old->page != page.index + 1 || old->made_from.empty())
    return nothing;
  const std::vector<FileStamp> files = stamps_of(job, page);
  const std::size_t pages_files = files_of(page.path).size();
  const bool has_same_files = old->made_from.size() == files.size();
  if (has_same_files &&
      !std::equal(files.begin(), files.begin() + static_cast<std::ptrdiff_t>(pages_files), old->made_from.begin()))
    return nothing;
  const std::string other =
      difference(*old, job, has_same_files ? std::span(files) : std::span<const FileStamp>(), pages_files);
  if (!other.empty()) {
    return Error{page_label(page) + ": its plates were made " + other,
                 ErrorCode::bad_setting,
                 {{.action = Advice::Action::leave_out, .setting = "resume", .purpose = "to make all plates again"},
                  {.action = Advice::Action::give_another, .setting = "output"}}};
  }
  std::vector<std::string> paths;
  for (const OldPlate& plate : old->plates)
    paths.push_back((fs::path(path).parent_path() / fs::path(plate.file).filename()).string());
  std::atomic<bool> all_are_whole = has_same_files && !paths.empty();
  on_threads(thread_count(job.threads))(static_cast<int>(paths.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    if (all_are_whole && !is_whole(paths[plate], old->plates[plate])) all_are_whole = false;
  });
  const std::vector<std::string> proofs = proof_files(job);
  const auto is_there = [](const std::string& file) {
    std::error_code missing;
    return fs::is_regular_file(file, missing);
  };
  if (!all_are_whole || !std::ranges::all_of(proofs, is_there)) return nothing;
  paths.insert(paths.end(), proofs.begin(), proofs.end());
  paths.push_back(path);
  return std::optional(std::move(paths));
}

}  // namespace platerip::rip
