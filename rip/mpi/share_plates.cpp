#include "rip/mpi/share_plates.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "rip/plates/kept_files.h"
#include "rip/records/file_digest.h"
#include "rip/resources/threads.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

using Json = nlohmann::json;

constexpr int most_ahead = 4;  // pieces that a rank sends before rank 0 has written the first

Error cannot_write(const std::string& path) {
  const int error = errno;
  return Error{
      tiffio::printable(path) + ": cannot be written by all ranks: " + std::strerror(error) + "; take another folder",
      ErrorCode::unreadable};
}

// A rank may see other files under the same names: it works in another folder or container, or a file was replaced.
Error another_file(const std::string& path, int rank) {
  return Error{tiffio::printable(path) + ": is another file on rank " + std::to_string(rank) +
                   " than on rank 0; give all ranks one folder, by its whole path",
               ErrorCode::unreadable};
}

FileId id_of(int fd) {
  struct stat status {};
  return ::fstat(fd, &status) == 0 ? FileId(status.st_dev, status.st_ino) : FileId();
}

// A TIFF has 8 bytes before its first strip, a BigTIFF 16.
std::int64_t header_bytes(int fd) {
  std::array<char, 4> begin{};
  const bool is_big = ::pread(fd, begin.data(), begin.size(), 0) == std::ssize(begin) && begin[2] == 43;
  return is_big ? 16 : 8;
}

// The digests of missing rows are of no use.
PlateSettings without_manifest(PlateSettings settings) {
  settings.manifest = false;
  return settings;
}

}  // namespace

SharePlates::SharePlates(const PlateSettings& settings, const Share& share, PageLink& link)
    : settings_(settings),
      share_(share),
      link_(link),
      in_place_(settings.compression == tiffio::Compression::none && link.is_one_machine()),
      files_(in_place_ ? without_manifest(settings) : settings) {}

SharePlates::~SharePlates() {
  SharePlates::abandon();
}

std::vector<std::string> SharePlates::files(const PageSource& page, std::span<const std::string> inks) const {
  return is_first() ? PlateFiles(settings_).files(page, inks) : std::vector<std::string>();
}

std::size_t SharePlates::memory_bytes(const PlatesInfo& plates) const {
  return is_first() ? files_.memory_bytes(plates) : 0;
}

Status SharePlates::begin(const PlatesInfo& plates, std::vector<OutputFile>& files) {
  const int bits = halftone::plate_bits(plates.levels);
  plates_ = plates.inks.size();
  threads_ = plates.threads;
  row_bytes_ = halftone::plate_row_bytes(plates.width, plates.levels);
  last_mask_ = static_cast<std::byte>(0xff << (row_bytes_ * 8 - plates.width * bits));
  if (!is_first()) return in_place_ ? open_targets() : Status();
  PlatesInfo whole = plates;
  whole.height = share_.height;
  if (const Status status = files_.begin(whole, files); !status.ok()) return status;
  return in_place_ ? make_without_rows(files) : Status();
}

Status SharePlates::make_without_rows(const std::vector<OutputFile>& files) {
  if (const Status status = files_.leave_out_rows(); !status.ok()) return status;
  if (const Status status = files_.finish(); !status.ok()) return status;
  files_.abandon();
  Json targets = Json::array();
  for (const OutputFile& file : files) {
    const int fd = ::fcntl(file.fd(), F_DUPFD_CLOEXEC, 0);
    if (fd < 0) return cannot_write(file.path());
    targets_.push_back({file.path(), fd, header_bytes(file.fd())});
    targets.push_back({file.part(), targets_.back().offset, id_of(fd)});
  }
  for (int rank = 1; rank < link_.size(); ++rank) link_.send(rank, AboutPage::files, to_message(targets));
  return {};
}

Status SharePlates::open_targets() {
  const auto message = link_.receive(0, AboutPage::files);
  if (!message.ok()) return message.error();
  for (const Json& target : from_message(*message)) {
    const std::string path = target.at(0);
    const int fd = ::open(path.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0) return cannot_write(path);
    targets_.push_back({path, fd, target.at(1)});
    if (id_of(fd) != target.at(2).get<FileId>()) return another_file(path, share_.rank);
  }
  return {};
}

// How many of `rows` rows are written or sent at a time, so that a message has room for them.
std::int64_t SharePlates::piece_rows(std::int64_t rows) const {
  return std::min({rows, most_piece_rows, std::max<std::int64_t>(1, Link::most_bytes / row_bytes_)});
}

Status SharePlates::write(std::span<const halftone::Plate> plates, std::int64_t rows) {
  for (std::int64_t done = 0; done < rows;) {
    const std::int64_t count = piece_rows(std::min(rows - done, share_.rows_together(written_)));
    std::vector<halftone::Plate> pieces(plates.begin(), plates.end());
    for (halftone::Plate& piece : pieces) piece.pixels += done * piece.stride;
    if (const Status status = write_piece(pieces, count, share_.page_row(written_)); !status.ok()) return status;
    written_ += count;
    done += count;
  }
  return {};
}

Status SharePlates::write_piece(std::span<const halftone::Plate> plates, std::int64_t rows, std::int64_t page_row) {
  if (in_place_) {
    for (std::size_t plate = 0; plate < plates.size(); ++plate) {
      if (const Status status = put(targets_[plate], plates[plate], rows, page_row); !status.ok()) return status;
    }
    return {};
  }
  if (!is_first()) return send_piece(plates, rows);
  if (const Status status = take_rows_above(page_row); !status.ok()) return status;
  gathered_ += rows;
  return files_.write(plates, rows);
}

// Waits if rank 0 is far behind, so that memory does not fill with rows on their way.
Status SharePlates::send_piece(std::span<const halftone::Plate> plates, std::int64_t rows) {
  if (ahead_ == most_ahead) {
    if (const auto taken = link_.receive(0, AboutPage::taken); !taken.ok()) return taken.error();
    --ahead_;
  }
  ++ahead_;
  for (const halftone::Plate& plate : plates) {
    Bytes bytes(static_cast<std::size_t>(rows * row_bytes_));
    for (std::int64_t row = 0; row < rows; ++row)
      std::copy_n(plate.pixels + row * plate.stride, row_bytes_, bytes.data() + row * row_bytes_);
    link_.send(0, AboutPage::rows, std::move(bytes));
  }
  return {};
}

// Writes rows as PlateWriter does.
Status SharePlates::put(const Target& target, const halftone::Plate& plate, std::int64_t rows, std::int64_t page_row) {
  const std::byte flip = settings_.invert ? std::byte{0xff} : std::byte{0};
  Bytes bytes(static_cast<std::size_t>(rows * row_bytes_));
  std::byte* out = bytes.data();
  for (std::int64_t row = 0; row < rows; ++row, out += row_bytes_) {
    const std::byte* const in = plate.pixels + row * plate.stride;
    std::transform(in, in + row_bytes_, out, [flip](std::byte bits) { return bits ^ flip; });
    out[row_bytes_ - 1] &= last_mask_;
  }
  return write_at(target.fd, bytes, target.offset + page_row * row_bytes_) ? Status() : cannot_write(target.path);
}

// Rank 0 receives and writes the rows of other ranks above `row`.
Status SharePlates::take_rows_above(std::int64_t row) {
  while (gathered_ < row) {
    const std::int64_t strip = gathered_ / share_.strip_rows;
    const std::int64_t rows = piece_rows(share_.rows_of(strip) - gathered_ % share_.strip_rows);
    std::vector<Bytes> bytes;
    std::vector<halftone::Plate> plates;
    for (std::size_t plate = 0; plate < plates_; ++plate) {
      auto message = link_.receive(share_.rank_of(strip), AboutPage::rows);
      if (!message.ok()) return message.error();
      if (std::ssize(*message) != rows * row_bytes_)
        return Error{"a rank sent rows of another strip; this is a defect of the program"};
      bytes.push_back(*std::move(message));
      plates.push_back({bytes.back().data(), row_bytes_});
    }
    if (const Status status = files_.write(plates, rows); !status.ok()) return status;
    link_.send(share_.rank_of(strip), AboutPage::taken, {});
    gathered_ += rows;
  }
  return {};
}

Status SharePlates::finish() {
  if (const Status status = end_writing(); !status.ok()) return status;
  if (const Status status = wait_for_all(); !status.ok()) return status;
  return in_place_ && settings_.manifest ? make_digests() : Status();
}

// Some disks report an error only when a descriptor is closed.
Status SharePlates::end_writing() {
  for (const Target& target : targets_) {
    const int copy = ::fcntl(target.fd, F_DUPFD_CLOEXEC, 0);
    if (copy < 0 || ::close(copy) != 0) return cannot_write(target.path);
  }
  if (!is_first() || in_place_) return {};
  if (const Status status = take_rows_above(share_.height); !status.ok()) return status;
  return files_.finish();
}

// Rank 0 waits until all ranks have written.
Status SharePlates::wait_for_all() {
  if (!is_first()) {
    link_.send(0, AboutPage::written, {});
    return {};
  }
  for (int rank = 1; rank < link_.size(); ++rank) {
    if (const auto message = link_.receive(rank, AboutPage::written); !message.ok()) return message.error();
  }
  return {};
}

// The ranks that have written take the plates in turn.
Status SharePlates::make_digests() {
  if (is_first()) {
    for (int rank = 1; rank < share_.makers(); ++rank) link_.send(rank, AboutPage::digests, {});
  } else if (const auto told = link_.receive(0, AboutPage::digests); !told.ok()) {
    return told.error();
  }
  digests_.resize(plates_);
  std::vector<Status> made(plates_);
  on_threads(threads_)(static_cast<int>(plates_), [&](int index) {
    const auto plate = static_cast<std::size_t>(index);
    if (maker_of(plate) == share_.rank) made[plate] = make_digest(plate);
  });
  for (const Status& status : made) {
    if (!status.ok()) return status;
  }
  return gather_digests();
}

Status SharePlates::make_digest(std::size_t plate) {
  const Target& target = targets_[plate];
  auto digest = file_digest(target.fd, [this] { return link_.is_given_up(); });
  if (digest) {
    digests_[plate] = *std::move(digest);
    return {};
  }
  if (link_.is_given_up()) return given_up_elsewhere();
  return Error{tiffio::printable(target.path) + ": cannot be read again; check the disk", ErrorCode::unreadable};
}

// Rank 0 gets the digests that the others have made.
Status SharePlates::gather_digests() {
  for (std::size_t plate = 0; plate < plates_; ++plate) {
    const int maker = maker_of(plate);
    if (!is_first() && maker == share_.rank) link_.send(0, AboutPage::digests, to_message(digests_[plate]));
    if (!is_first() || maker == 0) continue;
    const auto message = link_.receive(maker, AboutPage::digests);
    if (!message.ok()) return message.error();
    digests_[plate] = from_message(*message);
  }
  return {};
}

std::vector<std::string> SharePlates::digests() {
  return in_place_ ? digests_ : files_.digests();
}

void SharePlates::abandon() {
  for (const Target& target : targets_) {
    if (target.fd >= 0) ::close(target.fd);
  }
  targets_.clear();
  files_.abandon();
}

}  // namespace platerip::rip
