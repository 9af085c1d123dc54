#include "rip/pages/pictures/jpeg_decoder.h"

#include <jerror.h>

#include <algorithm>
#include <array>
#include <csetjmp>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "rip/pages/pictures/jpeg_markers.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

// libjpeg's own state, tables for the conversion of colours, and the piece that bytes_of() reads.
constexpr std::size_t jpeg_state_bytes = std::size_t{512} << 10;

// More would only cost time. Programs write about ten.
constexpr int most_scans = 500;

constexpr auto get_again = "get the page again from where it came";

constexpr std::uint64_t block_side = 8;

std::uint64_t whole_units(std::uint64_t count, int unit) {
  const auto size = static_cast<std::uint64_t>(unit);
  return (count + size - 1) / size * size;
}

// Rows of samples that wait for others: a row of blocks, and rows around it.
std::uint64_t bytes_of_rows(const jpeg_decompress_struct& jpeg, const jpeg_component_info& component) {
  constexpr std::uint64_t row_groups = 12;
  const std::uint64_t across = whole_units(component.width_in_blocks, component.h_samp_factor) * block_side;
  const std::uint64_t down = row_groups * static_cast<std::uint64_t>(component.v_samp_factor);
  const std::uint64_t full = whole_units(jpeg.image_width, jpeg.max_h_samp_factor * 8);
  return across * down + full * static_cast<std::uint64_t>(jpeg.max_v_samp_factor);
}

std::uint64_t bytes_of_coefficients(const jpeg_component_info& component) {
  return whole_units(component.width_in_blocks, component.h_samp_factor) *
         whole_units(component.height_in_blocks, component.v_samp_factor) * sizeof(JBLOCK);
}

struct JpegColors {
  int components;
  J_COLOR_SPACE decoded;
  tiffio::ColorModel model;
};

constexpr std::array jpeg_colors = {
    JpegColors{1, JCS_GRAYSCALE, tiffio::ColorModel::gray},
    JpegColors{3, JCS_RGB, tiffio::ColorModel::rgb},
    JpegColors{4, JCS_CMYK, tiffio::ColorModel::cmyk},
};

}  // namespace

struct JpegDecoder::Impl {
  Impl(std::shared_ptr<JpegBytes> from, std::string name) : bytes(std::move(from)), page(std::move(name)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { jpeg_destroy_decompress(&jpeg); }

  Status open();
  Status describe();
  [[nodiscard]] std::uint64_t memory_bytes() const;
  Status read(std::int64_t count, std::byte* to, std::ptrdiff_t step);

  // libjpeg leaves these by longjmp, so they have nothing to destroy.
  static void fail(j_common_ptr jpeg);
  static void warn(j_common_ptr jpeg, int level);
  static void check_scans(j_common_ptr jpeg);
  static boolean keep(j_decompress_ptr jpeg);
  bool call(void (*work)(Impl& self));
  [[nodiscard]] bool is_incomplete() const;

  [[nodiscard]] Error failure() const;
  [[nodiscard]] bool is_inverted() const { return info.model == tiffio::ColorModel::cmyk && jpeg.saw_Adobe_marker; }

  std::shared_ptr<JpegBytes> bytes;
  std::string page;
  tiffio::PageInfo info;
  JpegMarkers markers;
  bool is_decoding = false;
  bool has_failed = false;
  bool has_too_many_scans = false;
  bool lacks_scans = false;
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  std::jmp_buf escape{};
  std::array<std::byte, 65536> segment{};
  std::int64_t row = 0;
  std::int64_t rows = 0;  // to read now
  std::byte* out = nullptr;
  std::ptrdiff_t stride = 0;
};

void JpegDecoder::Impl::fail(j_common_ptr jpeg) {
  std::longjmp(static_cast<Impl*>(jpeg->client_data)->escape, 1);
}

// Libjpeg goes on with gray where the data are damaged.
void JpegDecoder::Impl::warn(j_common_ptr jpeg, int level) {
  const bool is_warning = level < 0;
  if (is_warning && jpeg->err->msg_code != JWRN_JFIF_MAJOR) fail(jpeg);
}

void JpegDecoder::Impl::check_scans(j_common_ptr jpeg) {
  auto& self = *static_cast<Impl*>(jpeg->client_data);
  self.has_too_many_scans = self.jpeg.input_scan_number > most_scans;
  if (self.has_too_many_scans) fail(jpeg);
}

boolean JpegDecoder::Impl::keep(j_decompress_ptr jpeg) {
  auto& self = *static_cast<Impl*>(jpeg->client_data);
  jpeg_source_mgr& source = *jpeg->src;
  std::size_t count = 2;  // of the length, which counts itself
  for (std::size_t got = 0; got < count; ++got) {
    if (source.bytes_in_buffer == 0) source.fill_input_buffer(jpeg);
    self.segment[got] = static_cast<std::byte>(*source.next_input_byte++);
    --source.bytes_in_buffer;
    if (got == 1)
      count = std::to_integer<std::size_t>(self.segment[0]) << 8 | std::to_integer<std::size_t>(self.segment[1]);
  }
  if (count < 2) ERREXIT(jpeg, JERR_BAD_LENGTH);
  const bool is_kept = self.bytes->guard([&self, count, marker = jpeg->unread_marker] {
    self.markers.add(marker, std::span(self.segment).subspan(2, count - 2));
  });
  if (!is_kept) ERREXIT(jpeg, JERR_OUT_OF_MEMORY);
  return TRUE;
}

bool JpegDecoder::Impl::call(void (*work)(Impl& self)) {
  if (setjmp(escape) != 0) return false;  // NOLINT(cert-err52-cpp): libjpeg has no other way
  work(*this);
  return true;
}

Error JpegDecoder::Impl::failure() const {
  constexpr std::array unsupported = {JERR_BAD_PRECISION,      JERR_SOF_UNSUPPORTED, JERR_ARITH_NOTIMPL,
                                      JERR_CONVERSION_NOTIMPL, JERR_CCIR601_NOTIMPL, JERR_FRACT_SAMPLE_NOTIMPL};
  if (bytes->error()) return *bytes->error();
  if (lacks_scans) return tiffio::file_error(page, "is cut off: its JPEG lacks scans", get_again);
  if (has_too_many_scans)
    return tiffio::file_error(page, "has more than " + std::to_string(most_scans) + " scans", "save the page again");
  const int code = errors.msg_code;
  if (code == JERR_IMAGE_TOO_BIG)
    return tiffio::file_error(
        page, "is wider or higher than " + std::to_string(JPEG_MAX_DIMENSION) + " pixels, the most for a JPEG",
        "save the page as TIFF or PNG", ErrorCode::unsupported);
  std::array<char, JMSG_LENGTH_MAX> words{};
  errors.format_message(reinterpret_cast<j_common_ptr>(const_cast<jpeg_decompress_struct*>(&jpeg)), words.data());
  const std::string says = " (libjpeg says: " + tiffio::printable(words.data()) + ")";
  if (std::ranges::find(unsupported, code) != unsupported.end()) {
    return tiffio::file_error(page, "is a kind of JPEG that is not handled" + says,
                              "save the page as a baseline or progressive JPEG of 8 bits", ErrorCode::unsupported);
  }
  const std::string where = is_decoding ? " in row " + std::to_string(row) + " of " + std::to_string(info.height) : "";
  const std::string wrong = code == JERR_INPUT_EOF ? "is cut off" + where : "its JPEG is damaged" + where + says;
  return tiffio::file_error(page, wrong, get_again);
}

// A JPEG may end between two scans: libjpeg then shows what it has.
bool JpegDecoder::Impl::is_incomplete() const {
  for (int i = 0; i < jpeg.num_components; ++i) {
    const bool has_no_scan = jpeg.comp_info[i].quant_table == nullptr;
    const auto is_exact = [](int unknown_bits) { return unknown_bits == 0; };
    if (has_no_scan || (jpeg.progressive_mode != FALSE && !std::ranges::all_of(jpeg.coef_bits[i], is_exact)))
      return true;
  }
  return false;
}

Status JpegDecoder::Impl::open() {
  jpeg.err = jpeg_std_error(&errors);
  jpeg.client_data = this;
  errors.error_exit = fail;
  errors.emit_message = warn;
  const bool is_read = call([](Impl& self) {
    jpeg_create_decompress(&self.jpeg);
    self.jpeg.src = self.bytes->source();
    self.progress.progress_monitor = check_scans;
    self.jpeg.progress = &self.progress;
    jpeg_set_marker_processor(&self.jpeg, JpegMarkers::exif_marker, keep);
    jpeg_set_marker_processor(&self.jpeg, JpegMarkers::profile_marker, keep);
    jpeg_read_header(&self.jpeg, TRUE);
  });
  return is_read ? describe() : failure();
}

Status JpegDecoder::Impl::describe() {
  const auto colors = std::ranges::find(jpeg_colors, jpeg.num_components, &JpegColors::components);
  if (colors == jpeg_colors.end()) {
    return tiffio::file_error(page, "is a JPEG of " + std::to_string(jpeg.num_components) + " colours",
                              "save the page in gray, RGB or CMYK", ErrorCode::unsupported);
  }
  jpeg.out_color_space = colors->decoded;
  info.width = jpeg.image_width;
  info.height = jpeg.image_height;
  info.model = colors->model;
  if (info.model == tiffio::ColorModel::cmyk && !is_inverted())
    info.remarks.emplace_back("is CMYK without Adobe's marker; 0 is taken for paper");
  std::optional<JfifDensity> jfif;
  if (jpeg.saw_JFIF_marker != FALSE) jfif = {jpeg.density_unit, jpeg.X_density, jpeg.Y_density};
  markers.describe(jfif, info);
  return {};
}

std::uint64_t JpegDecoder::Impl::memory_bytes() const {
  const bool keeps_coefficients = jpeg_has_multiple_scans(const_cast<jpeg_decompress_struct*>(&jpeg)) != FALSE;
  std::uint64_t needed = jpeg_state_bytes;
  for (const jpeg_component_info& component :
       std::span(jpeg.comp_info, static_cast<std::size_t>(jpeg.num_components))) {
    needed += bytes_of_rows(jpeg, component);
    if (keeps_coefficients) needed += bytes_of_coefficients(component);
  }
  return needed;
}

Status JpegDecoder::Impl::read(std::int64_t count, std::byte* to, std::ptrdiff_t step) {
  if (has_failed) return failure();
  rows = count;
  out = to;
  stride = step;
  has_failed = !call([](Impl& self) {
    if (!std::exchange(self.is_decoding, true)) {
      jpeg_start_decompress(&self.jpeg);
      self.lacks_scans = self.is_incomplete();
      if (self.lacks_scans) fail(reinterpret_cast<j_common_ptr>(&self.jpeg));
    }
    for (; self.rows > 0; --self.rows, ++self.row, self.out += self.stride) {
      auto* decoded = reinterpret_cast<JSAMPROW>(self.out);
      jpeg_read_scanlines(&self.jpeg, &decoded, 1);
    }
    if (self.row == self.info.height) jpeg_finish_decompress(&self.jpeg);
  });
  if (has_failed) return failure();
  for (; is_inverted() && count > 0; --count, to += step)
    std::transform(to, to + info.row_bytes(), to, [](std::byte sample) { return ~sample; });
  return {};
}

JpegDecoder::JpegDecoder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
JpegDecoder::~JpegDecoder() = default;

Result<std::unique_ptr<JpegDecoder>> JpegDecoder::open(std::shared_ptr<JpegBytes> bytes, std::string page) {
  auto impl = std::make_unique<Impl>(std::move(bytes), std::move(page));
  if (const Status status = impl->open(); !status.ok()) return status.error();
  return std::unique_ptr<JpegDecoder>(new JpegDecoder(std::move(impl)));
}

const tiffio::PageInfo& JpegDecoder::info() const {
  return impl_->info;
}

std::size_t JpegDecoder::memory_bytes() const {
  return impl_->memory_bytes();
}

Status JpegDecoder::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  return impl_->read(rows, out, stride);
}

bool JpegDecoder::is_at_end() const {
  return impl_->row == impl_->info.height;
}

bool JpegDecoder::has_companions() const {
  return impl_->markers.names_companions();
}

}  // namespace platerip::rip
