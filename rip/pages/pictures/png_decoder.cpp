#include "rip/pages/pictures/png_decoder.h"

#include <png.h>

#include <algorithm>
#include <array>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "profiles/icc.h"
#include "rip/pages/pictures/exif.h"
#include "rip/pages/pictures/png_color.h"
#include "rip/pages/pictures/png_passes.h"
#include "rip/pages/pictures/png_pixels.h"
#include "tiffio/text.h"

namespace platerip::rip {
namespace {

constexpr std::size_t png_piece_bytes = std::size_t{64} << 10;

// The own state of libpng and zlib, and the pieces that these and bytes_of() read.
constexpr std::size_t png_state_bytes = std::size_t{256} << 10;

// Read by us, or by nobody: texts, times, thumbnails. libpng would keep some, unpacked.
constexpr int passed_on = 13;
constexpr std::string_view chunks_passed_on(
    "iCCP\0cICP\0eXIf\0tEXt\0zTXt\0iTXt\0sPLT\0hIST\0sBIT\0bKGD\0pCAL\0sCAL\0tIME\0", 5 * passed_on);

// What some programs leave behind the pixels. Nobody minds.
bool is_harmless(std::string_view warning) {
  return warning.ends_with("Extra compressed data") || warning.ends_with("Too much image data");
}

}  // namespace

struct PngDecoder::Impl {
  Impl(ReadBytes read, std::string name) : bytes(std::move(read)), page(std::move(name)) {}
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() { png_destroy_read_struct(&png, &png_info, nullptr); }

  Status open();
  Status read_row(std::byte* to);

  // libpng leaves these by longjmp, so they have nothing to destroy.
  static void complain(png_structp png, png_const_charp message);
  static void warn(png_structp png, png_const_charp message);
  static void read(png_structp png, png_bytep out, std::size_t count);
  static int keep(png_structp png, png_unknown_chunkp chunk);
  bool call(void (*work)(Impl& self));

  void describe();
  [[nodiscard]] bool is_plain() const;
  [[nodiscard]] std::size_t stored_row_bytes() const { return png_get_rowbytes(png, png_info); }
  bool read_by_libpng();
  bool read_plain(std::byte* to);
  [[nodiscard]] Error failure() const;

  PictureBytes bytes;
  std::string page;
  png_structp png = nullptr;
  png_infop png_info = nullptr;
  tiffio::PageInfo info;
  PngChunks chunks;
  bool is_interlaced = false;
  bool is_decoding = false;
  bool has_failed = false;
  std::int64_t rows = 0;  // of all passes
  std::int64_t row = 0;
  png_bytep out = nullptr;
  std::array<std::byte, 8> chunk_begin{};  // the last that libpng has read
  std::optional<PngPixels> pixels;         // reads the rows, if these are plain
  std::array<char, 160> complaint{};
};

void PngDecoder::Impl::complain(png_structp png, png_const_charp message) {
  auto& self = *static_cast<Impl*>(png_get_error_ptr(png));
  std::string_view(message).copy(self.complaint.data(), self.complaint.size() - 1);
  png_longjmp(png, 1);
}

void PngDecoder::Impl::warn(png_structp png, png_const_charp message) {
  auto& self = *static_cast<Impl*>(png_get_error_ptr(png));
  if (self.is_decoding && !is_harmless(message)) png_error(png, message);
  if (self.is_decoding) return;
  self.bytes.guard(
      [&self, message] { self.info.remarks.push_back("libpng says of it: " + tiffio::printable(message)); });
}

void PngDecoder::Impl::read(png_structp png, png_bytep out, std::size_t count) {
  auto& self = *static_cast<Impl*>(png_get_io_ptr(png));
  if (self.bytes.read(reinterpret_cast<std::byte*>(out), count) < count) png_error(png, "it ends too early");
  if (count == self.chunk_begin.size()) std::memcpy(self.chunk_begin.data(), out, count);
}

int PngDecoder::Impl::keep(png_structp png, png_unknown_chunkp chunk) {
  constexpr int is_done = 1, is_unknown = 0, failed = -1;
  // libpng lets chunks that it does not know precede the header. PngPages would not find it there.
  if ((chunk->location & PNG_HAVE_IHDR) == 0) png_error(png, "its header is not its first chunk");
  const bool is_needed = (chunk->name[0] & 0x20) == 0;  // to read the pixels
  if (is_needed) return is_unknown;
  auto& self = *static_cast<Impl*>(png_get_user_chunk_ptr(png));
  const bool is_kept = self.bytes.guard([&self, chunk] {
    auto* const kept = self.chunks.find(reinterpret_cast<const char*>(chunk->name));
    const auto* const data = reinterpret_cast<const std::byte*>(chunk->data);
    if (kept != nullptr && kept->empty() && !self.is_decoding) kept->assign(data, data + chunk->size);
  });
  return is_kept ? is_done : failed;
}

bool PngDecoder::Impl::call(void (*work)(Impl& self)) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng has no other way
  work(*this);
  return true;
}

Error PngDecoder::Impl::failure() const {
  if (bytes.error()) return *bytes.error();
  const bool has_rows = is_decoding && !is_interlaced && row < rows;
  const std::string where = has_rows ? " in row " + std::to_string(row) + " of " + std::to_string(rows) : "";
  const std::string cause =
      pixels ? std::string(pixels->wrong()) : "libpng says: " + tiffio::printable(complaint.data());
  const std::string wrong = bytes.ended() ? "is cut off" + where : "its PNG is damaged" + where + " (" + cause + ")";
  return tiffio::file_error(page, wrong, "get the page again from where it came");
}

Status PngDecoder::Impl::open() {
  png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, complain, warn);
  png_info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (png_info == nullptr) throw std::bad_alloc();
  const bool is_read = call([](Impl& self) {
    constexpr png_uint_32 longest = PNG_UINT_31_MAX;
    png_set_read_fn(self.png, &self, read);
    png_set_read_user_chunk_fn(self.png, &self, keep);
    png_set_keep_unknown_chunks(self.png, PNG_HANDLE_CHUNK_ALWAYS,
                                reinterpret_cast<png_const_bytep>(chunks_passed_on.data()), passed_on);
    png_set_user_limits(self.png, longest, longest);
    png_set_chunk_malloc_max(self.png, profiles::max_profile_bytes);
    png_set_crc_action(self.png, PNG_CRC_ERROR_QUIT, PNG_CRC_ERROR_QUIT);
    png_set_compression_buffer_size(self.png, png_piece_bytes);
    png_read_info(self.png, self.png_info);
  });
  if (!is_read) return failure();
  describe();
  return {};
}

void PngDecoder::Impl::describe() {
  const int type = png_get_color_type(png, png_info);
  const bool has_colors = (type & PNG_COLOR_MASK_COLOR) != 0;
  const bool has_alpha = (type & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, png_info, PNG_INFO_tRNS) != 0;
  info.width = png_get_image_width(png, png_info);
  info.height = png_get_image_height(png, png_info);
  info.model = has_colors ? tiffio::ColorModel::rgb : tiffio::ColorModel::gray;
  info.alpha = has_alpha ? tiffio::Alpha::unassociated : tiffio::Alpha::none;
  info.bits = png_get_bit_depth(png, png_info) == 16 ? 16 : 8;
  is_interlaced = png_get_interlace_type(png, png_info) != PNG_INTERLACE_NONE;
  rows = is_interlaced ? std::transform_reduce(png_passes.begin(), png_passes.end(), std::int64_t{0}, std::plus(),
                                               [this](const PngPass& pass) { return pass.rows(info); })
                       : info.height;
  png_uint_32 x = 0, y = 0;
  int unit = PNG_RESOLUTION_UNKNOWN;
  if (png_get_pHYs(png, png_info, &x, &y, &unit) != 0 && unit == PNG_RESOLUTION_METER) {
    constexpr std::uint16_t centimetre = 3;
    info.resolution = {{x, 100}, {y, 100}, centimetre};
    info.has_one_resolution = tiffio::complete(info.resolution);
  }
  info.orientation = read_exif(chunks.exif).orientation;
  set_png_colors(png, png_info, chunks, info);
  chunks = {};
}

/// Whether rows are stored as they are returned, but for the order of bytes.
bool PngDecoder::Impl::is_plain() const {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  const bool is_whole = png_get_bit_depth(png, png_info) >= 8;
  return is_whole && !is_interlaced && stored_row_bytes() == static_cast<std::size_t>(info.row_bytes()) &&
         info.row_bytes() <= most && png_get_color_type(png, png_info) != PNG_COLOR_TYPE_PALETTE;
}

Status PngDecoder::Impl::read_row(std::byte* to) {
  if (has_failed) return failure();
  if (!is_decoding && is_plain()) {
    std::uint32_t bytes_of_chunk = 0;
    for (const std::byte byte : std::span(chunk_begin).first(4))
      bytes_of_chunk = bytes_of_chunk << 8 | std::to_integer<std::uint32_t>(byte);
    const std::size_t pixel_bytes = stored_row_bytes() / static_cast<std::size_t>(info.width);
    pixels.emplace(bytes, bytes_of_chunk, PngPixels::Rows{info.height, stored_row_bytes(), pixel_bytes});
  }
  out = reinterpret_cast<png_bytep>(to);
  has_failed = !(pixels ? read_plain(to) : read_by_libpng());
  is_decoding = true;
  return has_failed ? failure() : Status();
}

bool PngDecoder::Impl::read_by_libpng() {
  return call([](Impl& self) {
    if (!self.is_decoding) {
      png_set_expand(self.png);  // to whole bytes, palettes to RGB, and a transparent colour to alpha
      if constexpr (std::endian::native == std::endian::little) png_set_swap(self.png);
      self.is_decoding = true;
      png_start_read_image(self.png);
    }
    png_read_row(self.png, self.out, nullptr);
    if (++self.row == self.rows) png_read_end(self.png, nullptr);
  });
}

bool PngDecoder::Impl::read_plain(std::byte* to) {
  const auto stored = pixels->read_row();
  if (stored.empty()) return false;
  if (to != nullptr && info.bits == 8) std::memcpy(to, stored.data(), stored.size());
  for (std::size_t at = 0; to != nullptr && info.bits == 16 && at < stored.size(); at += 2) {
    const auto sample = static_cast<std::uint16_t>(std::to_integer<unsigned>(stored[at]) << 8 |
                                                   std::to_integer<unsigned>(stored[at + 1]));
    std::memcpy(to + at, &sample, sizeof sample);
  }
  return ++row < rows || pixels->read_end();
}

PngDecoder::PngDecoder(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
PngDecoder::~PngDecoder() = default;

Result<std::unique_ptr<PngDecoder>> PngDecoder::open(ReadBytes read, std::string page) {
  auto impl = std::make_unique<Impl>(std::move(read), std::move(page));
  if (const Status status = impl->open(); !status.ok()) return status.error();
  return std::unique_ptr<PngDecoder>(new PngDecoder(std::move(impl)));
}

const tiffio::PageInfo& PngDecoder::info() const {
  return impl_->info;
}

bool PngDecoder::is_interlaced() const {
  return impl_->is_interlaced;
}

// libpng has two rows, whose pixels it expands in place. PngPixels have more, of pixels that need no more room.
std::size_t PngDecoder::memory_bytes() const {
  constexpr std::int64_t longest_pixel = 8;
  const auto libpngs = static_cast<std::size_t>(2 * (info().width + 8) * longest_pixel);
  return png_state_bytes + std::max(libpngs, PngPixels::memory_bytes(impl_->stored_row_bytes()));
}

Status PngDecoder::read_row(std::byte* out) {
  return impl_->read_row(out);
}

bool PngDecoder::is_at_end() const {
  return impl_->row == impl_->rows;
}

}  // namespace platerip::rip
