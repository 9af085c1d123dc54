#include "rip/runs/finished.h"

#include <fcntl.h>

#include <algorithm>
#include <atomic>
#include <filesystem>

#include "base/files.h"
#include "rip/plates/plate_names.h"
#include "rip/proofs/page_proofs.h"
#include "rip/records/file_digest.h"
#include "rip/records/old_manifest.h"
#include "rip/resources/threads.h"

namespace platerip::rip {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> digest_of(const std::string& path, const std::function<bool()>& stop) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  return file < 0 ? std::nullopt : file_digest(file, stop);
}

bool is_whole(const std::string& path, const OldPlate& plate, const std::function<bool()>& stop) {
  std::error_code missing;
  return fs::file_size(path, missing) == plate.bytes && !missing && digest_of(path, stop) == plate.sha256;
}

// After a power failure, a file may be there and empty.
bool has_content(const std::string& path) {
  std::error_code missing;
  return fs::is_regular_file(path, missing) && fs::file_size(path, missing) > 0 && !missing;
}

std::vector<std::string> plates_of(const OldManifest& manifest, const fs::path& folder) {
  std::vector<std::string> paths;
  for (const OldPlate& plate : manifest.plates) paths.push_back((folder / fs::path(plate.file).filename()).string());
  return paths;
}

}  // namespace

Result<std::optional<std::vector<std::string>>> find_finished(const Job& job, const MadeWith& now,
                                                              const PageSource& page,
                                                              const std::function<bool()>& stop) {
  const std::optional<std::vector<std::string>> nothing;
  const std::string manifest = manifest_path(page, job.plates);
  const auto old = read_manifest(manifest);
  if (!old) return nothing;
  const auto is_same = is_the_same(old->made_with, now, page);
  if (!is_same.ok()) return is_same.error();
  auto files = plates_of(*old, fs::path(manifest).parent_path());
  if (!*is_same || files.empty()) return nothing;
  std::atomic<bool> all_are_whole = true;
  on_threads(thread_count(job.threads))(static_cast<int>(files.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    if (all_are_whole && !is_whole(files[plate], old->plates[plate], stop)) all_are_whole = false;
  });
  const std::vector<std::string> proofs = proof_files(job);
  if (!all_are_whole || !std::ranges::all_of(proofs, has_content)) return nothing;
  files.insert(files.end(), proofs.begin(), proofs.end());
  files.push_back(manifest);
  return std::optional(std::move(files));
}

}  // namespace platerip::rip
