#include "tiffio/plates/plate_writer.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/files.h"
#include "tiffio/plates/encode_strip.h"
#include "tiffio/plates/output_tiff.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/resolution_tags.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

bool set_text(TIFF* tiff, std::uint32_t tag, const std::string& text) {
  return text.empty() || TIFFSetField(tiff, tag, text.c_str()) != 0;
}

// Also sets NumberOfInks, to 1.
bool set_ink(TIFF* tiff, const std::string& ink) {
  const auto bytes = static_cast<std::uint32_t>(ink.size() + 1);
  return ink.empty() || TIFFSetField(tiff, TIFFTAG_INKNAMES, bytes, ink.c_str()) != 0;
}

bool set_resolution(TIFF* tiff, const Resolution& resolution) {
  const bool known = resolution.x > 0 || resolution.y > 0;
  const auto set = [tiff](std::uint32_t tag, double dots) { return dots <= 0 || TIFFSetField(tiff, tag, dots) != 0; };
  return set(TIFFTAG_XRESOLUTION, resolution.x) && set(TIFFTAG_YRESOLUTION, resolution.y) &&
         (!known || TIFFSetField(tiff, TIFFTAG_RESOLUTIONUNIT, resolution.unit) != 0);
}

bool set_tags(TIFF* tiff, const PlateInfo& info, const std::optional<std::string>& date) {
  return TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(info.width)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(info.height)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, info.bits) != 0 &&
         TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, 1) != 0 &&
         TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISWHITE) != 0 &&
         TIFFSetField(tiff, TIFFTAG_COMPRESSION, scheme_of(info.compression)) != 0 &&
         TIFFSetField(tiff, TIFFTAG_FILLORDER, FILLORDER_MSB2LSB) != 0 &&
         TIFFSetField(tiff, TIFFTAG_ORIENTATION, info.orientation) != 0 &&
         TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, static_cast<std::uint32_t>(plate_strip_rows(info))) != 0 &&
         TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG) != 0 && set_resolution(tiff, info.resolution) &&
         set_text(tiff, TIFFTAG_PAGENAME, info.ink) && set_ink(tiff, info.ink) &&
         set_text(tiff, TIFFTAG_DOCUMENTNAME, info.document) &&
         set_text(tiff, TIFFTAG_SOFTWARE, "platerip " PLATERIP_VERSION) &&
         set_text(tiff, TIFFTAG_DATETIME, date.value_or(""));
}

}  // namespace

struct PlateWriter::Impl {
  Impl(int descriptor, std::string file, PlateInfo plate, OutputTiff tiff, RunInOrder tasks, FileObserver* watcher)
      : fd(descriptor),
        name(std::move(file)),
        info(std::move(plate)),
        output(std::move(tiff)),
        run(std::move(tasks)),
        observer(watcher) {
    if (is_observed_early()) observer->take(header);
  }

  int fd;

  std::string name;
  PlateInfo info;
  OutputTiff output;
  RunInOrder run;
  FileObserver* observer;
  FileObserver* strip_observer = nullptr;
  std::vector<std::byte> header = plain_header(info);
  std::int64_t row_bytes = plate_row_bytes(info);
  std::int64_t strip_rows = plate_strip_rows(info);
  std::byte flip = info.invert ? std::byte{0xff} : std::byte{0};
  // The bits of a row's last byte that lie within the width.
  std::byte last_mask = static_cast<std::byte>(0xff << (row_bytes * 8 - info.width * info.bits));
  std::int64_t next_row = 0;
  std::vector<std::byte> strip;  // the rows so far of the current strip

  std::mutex mutex;  // guards the rest: any thread may put strips, though one at a time
  Status written;
  std::uint32_t next_strip = 0;
  std::vector<std::byte> spare;  // the memory of a strip that was put

  void copy(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride);
  void give_strip(std::int64_t rows);
  void put(const Result<std::span<const std::byte>>& encoded);
  Status put_strip(std::span<const std::byte> encoded);
  Status read(std::uint64_t place, std::span<std::byte> bytes) const;
  [[nodiscard]] Status no_such_strips() const;
  [[nodiscard]] bool is_observed_early() const { return observer != nullptr && info.compression == Compression::none; }
  [[nodiscard]] bool has_plain_strips() const;
  // The strips that are complete with the first `rows` rows.
  [[nodiscard]] std::int64_t strips_of(std::int64_t rows) const {
    return rows == info.height ? (rows + strip_rows - 1) / strip_rows : rows / strip_rows;
  }
  [[nodiscard]] bool begins_with_header() const;
  [[nodiscard]] Status show_file(std::uint64_t seen) const;

  Status status() {
    const std::lock_guard lock(mutex);
    return written;
  }
};

void PlateWriter::Impl::copy(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
  strip.resize(static_cast<std::size_t>(strip_rows * row_bytes));
  std::byte* out = strip.data() + next_row % strip_rows * row_bytes;
  for (; rows > 0; --rows, data += stride, out += row_bytes) {
    std::transform(data, data + row_bytes, out, [this](std::byte bits) { return bits ^ flip; });
    out[row_bytes - 1] &= last_mask;
  }
}

// Hands over the current strip, which has `rows` rows.
void PlateWriter::Impl::give_strip(std::int64_t rows) {
  struct Given {
    std::vector<std::byte> bytes;
    std::span<const std::byte> rows;
    Result<std::span<const std::byte>> encoded = std::span<const std::byte>();
  };
  const auto given = std::make_shared<Given>(Given{.bytes = std::move(strip), .rows = {}});
  given->rows = std::span(given->bytes).first(static_cast<std::size_t>(rows * row_bytes));
  run({.work = [this, given](std::span<std::byte> out) { given->encoded = encode_strip(name, info, given->rows, out); },
       .end =
           [this, given] {
             put(given->encoded);
             const std::lock_guard lock(mutex);
             spare = std::move(given->bytes);
           }});
  const std::lock_guard lock(mutex);
  strip = std::move(spare);
}

void PlateWriter::Impl::put(const Result<std::span<const std::byte>>& encoded) {
  if (!status().ok()) return;
  Status now = encoded.ok() ? put_strip(*encoded) : encoded.error();
  const std::lock_guard lock(mutex);
  written = std::move(now);
}

Status PlateWriter::Impl::put_strip(std::span<const std::byte> encoded) {
  const auto bytes = static_cast<tmsize_t>(encoded.size());
  if (TIFFWriteRawStrip(output.get(), next_strip++, const_cast<std::byte*>(encoded.data()), bytes) != bytes)
    return output.write_error();
  if (is_observed_early()) observer->take(encoded);
  if (strip_observer != nullptr) strip_observer->take(encoded);
  return {};
}

Status PlateWriter::Impl::read(std::uint64_t place, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t got = ::pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return no_such_strips();
    place += static_cast<std::uint64_t>(got);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
  }
  return {};
}

Status PlateWriter::Impl::no_such_strips() const {
  return file_error(name, "does not hold the strips that were written", "make the plate anew", ErrorCode::unreadable);
}

// Whether the strips follow the header and each other, as libtiff writes them. Precondition: no directory was written.
bool PlateWriter::Impl::has_plain_strips() const {
  std::uint64_t end = header.size();
  for (std::uint32_t index = 0; index < next_strip; ++index) {
    if (TIFFGetStrileOffset(output.get(), index) != end) return false;
    end += TIFFGetStrileByteCount(output.get(), index);
  }
  return true;
}

bool PlateWriter::Impl::begins_with_header() const {
  std::vector<std::byte> begin(header.size());
  return ::pread(fd, begin.data(), begin.size(), 0) == static_cast<ssize_t>(begin.size()) && begin == header;
}

// Shows the observer the finished file from byte `seen` on.
Status PlateWriter::Impl::show_file(std::uint64_t seen) const {
  constexpr std::size_t piece_bytes = std::size_t{256} << 10;
  const auto piece = std::make_unique_for_overwrite<std::byte[]>(piece_bytes);
  for (;;) {
    const ssize_t got = ::pread(fd, piece.get(), piece_bytes, static_cast<off_t>(seen));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return file_error(name, std::string("cannot be read again: ") + std::strerror(errno), "check the disk",
                        ErrorCode::unreadable);
    if (got == 0) return {};
    observer->take({piece.get(), static_cast<std::size_t>(got)});
    seen += static_cast<std::uint64_t>(got);
  }
}

namespace {

RunInOrder run_here(const PlateInfo& info) {
  const std::size_t bytes = encoded_bytes(info);
  return [bytes, memory = std::make_shared_for_overwrite<std::byte[]>(bytes)](const OrderedTask& task) {
    task.work({memory.get(), bytes});
    task.end();
  };
}

}  // namespace

PlateWriter::PlateWriter(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PlateWriter::PlateWriter(PlateWriter&&) noexcept = default;
PlateWriter& PlateWriter::operator=(PlateWriter&&) noexcept = default;
PlateWriter::~PlateWriter() = default;

std::size_t PlateWriter::task_bytes(const PlateInfo& info) {
  return encoded_bytes(info);
}

std::size_t PlateWriter::heap_bytes(const PlateInfo& info) {
  return encoder_bytes(info) + static_cast<std::size_t>(plate_strip_rows(info) * plate_row_bytes(info));
}

Result<PlateWriter> PlateWriter::open(int fd, const std::string& name, const PlateInfo& info, RunInOrder run,
                                      FileObserver* observer) {
  if (Status status = check_info(name, info); !status.ok()) return status.error();
  const Result<std::optional<std::string>> date = date_time();
  if (!date.ok()) return date.error();
  Result<OutputTiff> output = OutputTiff::open(fd, name, needs_big_tiff(info));
  if (!output.ok()) return output.error();
  if (!set_tags(output->get(), info, *date)) return output->write_error();
  if (!run) run = run_here(info);
  return PlateWriter(std::make_unique<Impl>(fd, name, info, *std::move(output), std::move(run), observer));
}

void PlateWriter::show_strips_to(FileObserver& strips) {
  impl_->strip_observer = &strips;
}

// libtiff learns where the strips are by writing them once more; set_already_written() keeps the file as it is.
Status PlateWriter::go_on(const PlateProgress& progress, const std::function<bool()>& stop) {
  Impl& plate = *impl_;
  const auto strips = static_cast<std::int64_t>(progress.strips.size());
  const std::int64_t rest = progress.height - std::min(progress.height, strips * plate.strip_rows);
  const bool fits = progress.height >= 0 && progress.height <= plate.info.height && rest < plate.strip_rows &&
                    strips == plate.strips_of(progress.height) &&
                    std::cmp_equal(progress.rows.size(), rest * plate.row_bytes);
  if (!fits) return plate.no_such_strips();
  const auto whole = static_cast<std::size_t>(plate.strip_rows * plate.row_bytes);
  std::vector<std::byte> strip(std::max(whole, encoded_bytes(plate.info)));
  std::uint64_t end = plate.header.size();
  plate.output.set_already_written(true);
  for (const std::uint64_t bytes : progress.strips) {
    if (stop && stop()) return Error{plate.name + ": stopped", ErrorCode::stopped};
    if (bytes > strip.size()) return plate.no_such_strips();
    const auto piece = std::span(strip).first(static_cast<std::size_t>(bytes));
    if (const Status status = plate.read(end, piece); !status.ok()) return status;
    if (const Status status = plate.put_strip(piece); !status.ok()) return status;
    end += bytes;
  }
  plate.output.set_already_written(false);
  if (!plate.has_plain_strips() || ::ftruncate(plate.fd, static_cast<off_t>(end)) != 0) return plate.no_such_strips();
  plate.next_row = progress.height;
  plate.strip = progress.rows;
  return {};
}

Result<PlateProgress> PlateWriter::progress() const {
  Impl& plate = *impl_;
  if (const Status status = plate.status(); !status.ok()) return status.error();
  PlateProgress progress{.height = plate.next_row, .strips = {}, .rows = {}};
  for (std::uint32_t index = 0; index < plate.next_strip; ++index)
    progress.strips.push_back(TIFFGetStrileByteCount(plate.output.get(), index));
  const std::int64_t in_file = std::min(plate.info.height, plate.next_strip * plate.strip_rows);
  const auto rest = static_cast<std::ptrdiff_t>((plate.next_row - in_file) * plate.row_bytes);
  progress.rows.assign(plate.strip.begin(), plate.strip.begin() + rest);
  return progress;
}

Status PlateWriter::write(std::int64_t rows, const std::byte* data, std::ptrdiff_t stride) {
  Impl& plate = *impl_;
  while (rows > 0) {
    const std::int64_t in_strip = plate.next_row % plate.strip_rows;
    const std::int64_t strip_rows = std::min(plate.strip_rows, plate.info.height - (plate.next_row - in_strip));
    const std::int64_t count = std::min(rows, strip_rows - in_strip);
    plate.copy(count, data, stride);
    if (in_strip + count == strip_rows) {
      plate.give_strip(strip_rows);
      if (Status status = plate.status(); !status.ok()) return status;
    }
    plate.next_row += count;
    rows -= count;
    data += count * stride;
  }
  return {};
}

// Like go_on(), with rows that are not there yet.
Status PlateWriter::leave_out_rows() {
  Impl& plate = *impl_;
  const std::vector<std::byte> strip(static_cast<std::size_t>(plate.strip_rows * plate.row_bytes));
  plate.output.set_already_written(true);
  for (; plate.next_row < plate.info.height; plate.next_row += plate.strip_rows) {
    const std::int64_t rows = std::min(plate.strip_rows, plate.info.height - plate.next_row);
    const auto bytes = std::span(strip).first(static_cast<std::size_t>(rows * plate.row_bytes));
    if (const Status status = plate.put_strip(bytes); !status.ok()) return status;
  }
  plate.output.set_already_written(false);
  plate.next_row = plate.info.height;
  // The directory goes to the end of the file, below the rows.
  const auto end = static_cast<std::int64_t>(plate.header.size()) + plate.info.height * plate.row_bytes;
  if (::ftruncate(plate.fd, static_cast<off_t>(end)) != 0)
    return file_error(plate.name, std::string("cannot be extended: ") + std::strerror(errno), "check the disk",
                      kind_of(errno));
  return {};
}

Status PlateWriter::finish() {
  if (Status status = impl_->status(); !status.ok()) return status;
  const bool has_plain_strips = impl_->is_observed_early() && impl_->has_plain_strips();
  if (TIFFWriteDirectory(impl_->output.get()) == 0) return impl_->output.write_error();
  if (Status status = write_resolution(impl_->fd, impl_->name, impl_->info.resolution); !status.ok()) return status;
  if (impl_->observer == nullptr) return {};
  if (has_plain_strips && impl_->begins_with_header())
    return impl_->show_file(impl_->header.size() + static_cast<std::uint64_t>(impl_->info.height * impl_->row_bytes));
  if (impl_->is_observed_early()) impl_->observer->restart();
  return impl_->show_file(0);
}

}  // namespace platerip::tiffio
