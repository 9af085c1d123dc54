#include "rip/plates/plate_files.h"

#include <algorithm>
#include <utility>

#include "base/ordered_tasks.h"
#include "profiles/sha256.h"
#include "rip/plates/output_folder.h"
#include "rip/plates/plate_names.h"
#include "rip/resources/threads.h"
#include "tiffio/plates/plate_writer.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

std::size_t bytes_per_task(const tiffio::PlateInfo& plate) {
  return tiffio::PlateWriter::task_bytes(plate) + tiffio::PlateWriter::heap_bytes(plate);
}

// Enough tasks for every thread to have one while others wait to be written. 0: write() does everything itself, because
// there is nothing to compress, there is only one thread, or there is too little memory for two tasks.
std::size_t most_tasks(const PlatesInfo& plates, const tiffio::PlateInfo& plate) {
  if (plates.threads == 1 || plate.compression == tiffio::Compression::none) return 0;
  const std::size_t wanted = static_cast<std::size_t>(plates.threads) + 2;
  const std::size_t most = std::min(wanted, plates.memory / bytes_per_task(plate));
  return most < 2 ? 0 : most;
}

}  // namespace

class PlateFiles::Digest : public tiffio::FileObserver {
 public:
  void take(std::span<const std::byte> bytes) override { sha256_.update(bytes); }
  void restart() override { sha256_ = {}; }
  [[nodiscard]] std::string text() { return profiles::hexadecimal(sha256_.digest()); }
  [[nodiscard]] std::string so_far() const { return profiles::hexadecimal(sha256_.so_far()); }

 private:
  profiles::Sha256 sha256_;
};

PlateFiles::PlateFiles(PlateSettings settings) : settings_(std::move(settings)) {}
PlateFiles::~PlateFiles() = default;

std::vector<std::string> PlateFiles::files(const PageSource& page, std::span<const std::string> inks) const {
  auto paths = plate_paths(page, settings_, inks);
  if (!paths.ok()) return {};
  if (settings_.manifest) paths->push_back(manifest_path(page, settings_));
  return *std::move(paths);
}

tiffio::PlateInfo PlateFiles::info_of(const PlatesInfo& plates, std::size_t ink) const {
  return {.width = plates.width,
          .height = plates.height,
          .bits = halftone::plate_bits(plates.levels),
          .resolution = plates.resolution,
          .orientation = plates.orientation,
          .ink = plates.inks[ink],
          .document = document_name(plates.source),
          .compression = settings_.compression,
          .invert = settings_.invert};
}

std::size_t PlateFiles::memory_bytes(const PlatesInfo& plates) const {
  const tiffio::PlateInfo info = info_of(plates, 0);
  return most_tasks(plates, info) * bytes_per_task(info);
}

Status PlateFiles::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  const auto others = static_cast<std::ptrdiff_t>(files.size());
  goes_on_ = false;
  if (plates.earlier.size() == plates.inks.size()) {
    const Status status = open(plates, plates.earlier, files);
    goes_on_ = status.ok();
    if (goes_on_ || status.error().code == ErrorCode::stopped) return status;
  }
  abandon();
  files.erase(files.begin() + others, files.end());
  return open(plates, {}, files);
}

// Goes on with `earlier` plates, unless it is empty.
Status PlateFiles::open(const PlatesInfo& plates, std::span<const PlateRecord> earlier,
                        std::vector<OutputFile>& files) {
  abandon();
  const auto paths = plate_paths(plates.source, settings_, plates.inks);
  if (!paths.ok()) return paths.error().about(page_label(plates.source));
  if (settings_.folder && !settings_.folder->empty()) {
    if (const Status status = make_folder(*settings_.folder); !status.ok()) return status.error();
  }
  const tiffio::PlateInfo first = info_of(plates, 0);
  const std::size_t most = most_tasks(plates, first);
  const bool is_read_again = settings_.manifest && settings_.compression != tiffio::Compression::none;
  threads_ = is_read_again ? plates.threads : 1;
  if (most > 0) {
    tasks_ =
        std::make_unique<OrderedTasks>(plates.inks.size(), most, tiffio::PlateWriter::task_bytes(first), lend_thread);
  }
  for (std::size_t ink = 0; ink < plates.inks.size(); ++ink) {
    const std::string& path = (*paths)[ink];
    auto file = earlier.empty() ? OutputFile::create(path) : OutputFile::reopen(path);
    if (!file.ok()) return file.error();
    files.push_back(*std::move(file));
    const PlateRecord* const record = earlier.empty() ? nullptr : &earlier[ink];
    if (const Status status = open_plate(plates, ink, record, files.back()); !status.ok()) return status;
  }
  return {};
}

Status PlateFiles::open_plate(const PlatesInfo& plates, std::size_t ink, const PlateRecord* earlier,
                              const OutputFile& file) {
  if (settings_.manifest) digests_.push_back(std::make_unique<Digest>());
  tiffio::FileObserver* const observer = settings_.manifest ? digests_.back().get() : nullptr;
  auto writer = tiffio::PlateWriter::open(file.fd(), file.path(), info_of(plates, ink),
                                          tasks_ ? tasks_->lane(ink) : RunInOrder(), observer);
  if (!writer.ok()) return writer.error();
  writers_.push_back(*std::move(writer));
  if (!plates.settles) return {};
  strips_.push_back(std::make_unique<Digest>());
  writers_.back().show_strips_to(*strips_.back());
  if (earlier == nullptr) return {};
  if (const Status status = writers_.back().go_on(earlier->progress, plates.stop); !status.ok()) return status;
  if (strips_.back()->so_far() == earlier->sha256) return {};
  return Error{tiffio::printable(file.path()) + ": is not as it was left; make it anew", ErrorCode::unreadable};
}

Result<std::vector<PlateRecord>> PlateFiles::settle() {
  if (tasks_) tasks_->wait();
  std::vector<PlateRecord> records;
  for (std::size_t ink = 0; ink < writers_.size(); ++ink) {
    auto progress = writers_[ink].progress();
    if (!progress.ok()) return progress.error();
    records.push_back({*std::move(progress), strips_[ink]->so_far()});
  }
  return records;
}

Status PlateFiles::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  std::vector<Status> written(writers_.size());
  parallel_for(static_cast<int>(writers_.size()), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    written[plate] = writers_[plate].write(rows, plates[plate].pixels, plates[plate].stride);
  });
  for (const Status& status : written) {
    if (!status.ok()) return status;
  }
  return {};
}

Status PlateFiles::leave_out_rows() {
  for (tiffio::PlateWriter& writer : writers_) {
    if (const Status status = writer.leave_out_rows(); !status.ok()) return status;
  }
  return {};
}

Status PlateFiles::finish() {
  if (tasks_) tasks_->wait();
  std::vector<Status> finished(writers_.size());
  // Compressed plates are read again for their digests.
  on_threads(threads_)(static_cast<int>(writers_.size()), [&](int plate) {
    finished[static_cast<std::size_t>(plate)] = writers_[static_cast<std::size_t>(plate)].finish();
  });
  const auto failed = std::find_if(finished.begin(), finished.end(), [](const Status& status) { return !status.ok(); });
  return failed == finished.end() ? Status() : *failed;
}

std::vector<std::string> PlateFiles::digests() {
  std::vector<std::string> all;
  for (const auto& digest : digests_) all.push_back(digest->text());
  return all;
}

void PlateFiles::abandon() {
  tasks_.reset();
  writers_.clear();
  digests_.clear();
  strips_.clear();
}

}  // namespace platerip::rip
