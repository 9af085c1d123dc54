#include "tiffio/plates/plate_reader.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <tiffio.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "tiffio/directories.h"
#include "tiffio/input_file.h"
#include "tiffio/messages.h"
#include "tiffio/plates/plate_layout.h"
#include "tiffio/plates/plate_stream.h"
#include "tiffio/resolution_tags.h"
#include "tiffio/text.h"

namespace platerip::tiffio {
namespace {

constexpr std::size_t most_memory = std::size_t{64} << 20;  // for one allocation: a strip or a table of strips
constexpr std::size_t longest_ink = 128;
constexpr std::size_t longest_document = 4096;
constexpr int most_inks = 64;
constexpr std::string_view remedy = "make it again with platerip -o -";

template <typename T>
T number(TIFF* tiff, std::uint32_t tag) {
  T value = 0;
  TIFFGetFieldDefaulted(tiff, tag, &value);
  return value;
}

// Nothing if the name is too long.
std::optional<std::string> name_in(TIFF* tiff, std::uint32_t tag, std::size_t longest) {
  const char* value = nullptr;
  if (TIFFGetField(tiff, tag, &value) != 1) return std::string();
  std::string name = value;
  return name.size() > longest ? std::nullopt : std::optional(std::move(name));
}

bool is_plate(TIFF* tiff) {
  const auto bits = number<std::uint16_t>(tiff, TIFFTAG_BITSPERSAMPLE);
  return (bits == 1 || bits == 2 || bits == 4) && number<std::uint16_t>(tiff, TIFFTAG_SAMPLESPERPIXEL) == 1 &&
         number<std::uint16_t>(tiff, TIFFTAG_COMPRESSION) == COMPRESSION_NONE &&
         number<std::uint16_t>(tiff, TIFFTAG_PHOTOMETRIC) == PHOTOMETRIC_MINISWHITE &&
         number<std::uint16_t>(tiff, TIFFTAG_FILLORDER) == FILLORDER_MSB2LSB && TIFFIsTiled(tiff) == 0;
}

}  // namespace

struct PlateReader::Impl {
  std::string name;
  std::shared_ptr<const InputFile> input;
  std::uint64_t file_bytes = 0;
  Messages messages;  // declared before tiff, as it must outlive the handle
  TiffPtr tiff;
  std::deque<PlateInfo> infos;  // which plates refer to
  std::vector<StreamedPlate> plates;
  std::uint64_t plate_bytes = 0;  // total over all plates
  int inks = 0;                   // inks of the last page so far
  std::optional<std::uint16_t> page_number;
  std::vector<std::uint64_t> strips;  // the offset of each plate's first strip, in ascending order

  [[nodiscard]] Error not_whole() const { return file_error(name, "is not a complete file of plates", remedy); }
  [[nodiscard]] Error not_plates() const { return file_error(name, "contains something other than plates", remedy); }

  [[nodiscard]] std::optional<PlateInfo> read_info() const;
  [[nodiscard]] std::int64_t strip_rows(const PlateInfo& info) const {
    return std::clamp<std::int64_t>(number<std::uint32_t>(tiff.get(), TIFFTAG_ROWSPERSTRIP), 1, info.height);
  }
  const PlateInfo& shared(PlateInfo info);
  Status add_plate();
  Status find_plates();
  [[nodiscard]] bool is_cut_off() const;
};

// If the file ends within a directory's pointer to the next, libtiff takes the directory for the last one. So
// PlateStream writes the value of Software behind this pointer.
bool PlateReader::Impl::is_cut_off() const {
  const char* software = nullptr;
  return TIFFGetField(tiff.get(), TIFFTAG_SOFTWARE, &software) != 1;
}

// Nothing if this is not a plate, or if it claims to be larger than the file.
std::optional<PlateInfo> PlateReader::Impl::read_info() const {
  TIFF* const file = tiff.get();
  auto ink = name_in(file, TIFFTAG_PAGENAME, longest_ink);
  auto document = name_in(file, TIFFTAG_DOCUMENTNAME, longest_document);
  const auto directory = read_directory(*input, TIFFCurrentDirOffset(file));
  if (!is_plate(file) || !ink || !document || !directory.ok()) return std::nullopt;
  PlateInfo info{.width = number<std::uint32_t>(file, TIFFTAG_IMAGEWIDTH),
                 .height = number<std::uint32_t>(file, TIFFTAG_IMAGELENGTH),
                 .bits = number<std::uint16_t>(file, TIFFTAG_BITSPERSAMPLE),
                 .resolution = read_resolution(*input, *directory),
                 .orientation = number<std::uint16_t>(file, TIFFTAG_ORIENTATION),
                 .ink = *std::move(ink),
                 .document = *std::move(document)};
  const bool has_size =
      info.width > 0 && info.height > 0 &&
      static_cast<std::uint64_t>(info.height) <= file_bytes / static_cast<std::uint64_t>(plate_row_bytes(info));
  if (!has_size || strip_rows(info) * plate_row_bytes(info) > static_cast<std::int64_t>(most_memory))
    return std::nullopt;
  return info;
}

// Plates mostly differ only in their ink. The page before has had the same inks.
const PlateInfo& PlateReader::Impl::shared(PlateInfo info) {
  const auto last = infos.rbegin() + std::min<std::ptrdiff_t>(std::ssize(infos), most_inks);
  const auto found = std::find(infos.rbegin(), last, info);
  return found != last ? *found : infos.emplace_back(std::move(info));
}

Status PlateReader::Impl::add_plate() {
  auto info = read_info();
  std::uint16_t page = 0;
  std::uint16_t of_pages = 0;
  if (!info || TIFFGetField(tiff.get(), TIFFTAG_PAGENUMBER, &page, &of_pages) != 1) return not_plates();
  const std::uint64_t strip = TIFFGetStrileOffset(tiff.get(), 0);
  if (std::binary_search(strips.begin(), strips.end(), strip)) return {};  // a copy
  if (!strips.empty() && strip < strips.back()) return not_plates();       // PlateStream goes from front to back
  strips.push_back(strip);
  plate_bytes += static_cast<std::uint64_t>(info->height * plate_row_bytes(*info));
  inks = page_number == page ? inks + 1 : 1;
  if (plate_bytes > file_bytes || inks > most_inks) return not_plates();
  const int last_page = plates.empty() ? -1 : plates.back().page;
  const int this_page = inks == 1 ? last_page + 1 : last_page;
  plates.push_back({this_page, shared(*std::move(info)), TIFFCurrentDirOffset(tiff.get())});
  page_number = page;
  return {};
}

Status PlateReader::Impl::find_plates() {
  do {
    if (name_in(tiff.get(), TIFFTAG_IMAGEDESCRIPTION, longest_ink) == pages_missing) return not_whole();
    if (Status status = add_plate(); !status.ok()) return status;
    if (TIFFLastDirectory(tiff.get()) != 0) return is_cut_off() ? not_whole() : Status();
  } while (TIFFReadDirectory(tiff.get()) == 1);
  return not_whole();
}

PlateReader::PlateReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PlateReader::PlateReader(PlateReader&&) noexcept = default;
PlateReader& PlateReader::operator=(PlateReader&&) noexcept = default;
PlateReader::~PlateReader() = default;

Result<PlateReader> PlateReader::open(int descriptor, const std::string& name) {
  auto impl = std::make_unique<Impl>();
  impl->name = name;
  struct stat file {};
  if (::fstat(descriptor, &file) != 0 || !S_ISREG(file.st_mode)) return impl->not_plates();
  impl->file_bytes = static_cast<std::uint64_t>(file.st_size);
  auto input = InputFile::share(descriptor, name);
  if (!input.ok()) return input.error();
  impl->input = *std::move(input);
  const int copy = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  ::lseek(copy, 0, SEEK_SET);  // libtiff reads from the current offset
  const OpenOptionsPtr options = make_open_options(impl->messages, most_memory);
  // m: do not map the file. c: do not split strips.
  impl->tiff.reset(TIFFFdOpenExt(copy, name.c_str(), "rmc", options.get()));
  if (!impl->tiff) {
    ::close(copy);
    return impl->not_plates();
  }
  if (Status status = impl->find_plates(); !status.ok()) return status.error();
  impl->strips = {};
  return PlateReader(std::move(impl));
}

const std::vector<StreamedPlate>& PlateReader::plates() const {
  return impl_->plates;
}

Status PlateReader::read(const StreamedPlate& plate, const Take& take) {
  TIFF* const tiff = impl_->tiff.get();
  if (TIFFSetSubDirectory(tiff, plate.directory) != 1) return impl_->not_whole();
  const std::int64_t row_bytes = plate_row_bytes(plate.info);
  const std::int64_t strip_rows = impl_->strip_rows(plate.info);
  std::vector<std::byte> strip(static_cast<std::size_t>(strip_rows * row_bytes));
  std::uint32_t index = 0;
  for (std::int64_t row = 0; row < plate.info.height; row += strip_rows) {
    const std::int64_t rows = std::min(strip_rows, plate.info.height - row);
    if (TIFFReadEncodedStrip(tiff, index++, strip.data(), rows * row_bytes) != rows * row_bytes)
      return impl_->not_whole();
    if (const Status status = take(rows, strip.data(), row_bytes); !status.ok()) return status;
  }
  return {};
}

}  // namespace platerip::tiffio
