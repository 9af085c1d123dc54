#include "rip/pages/pictures/png_color.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "profiles/icc.h"
#include "profiles/made_icc.h"

namespace platerip::rip {
namespace {

// What PNGs say that mean sRGB: 0.45455, and its primaries rounded in several ways.
constexpr double srgb_gamma = 2.2;
constexpr double same_gamma = 0.005;
constexpr double same_chromaticity = 0.0011;

bool is_near(const profiles::Chromaticity& a, const profiles::Chromaticity& b) {
  return std::abs(a.x - b.x) < same_chromaticity && std::abs(a.y - b.y) < same_chromaticity;
}

bool is_srgb(const profiles::Primaries& given) {
  constexpr profiles::Primaries srgb = profiles::srgb_primaries;
  return is_near(given.white, srgb.white) && is_near(given.red, srgb.red) && is_near(given.green, srgb.green) &&
         is_near(given.blue, srgb.blue);
}

std::optional<profiles::Primaries> primaries_of(png_const_structrp png, png_inforp info) {
  profiles::Primaries given;
  if (png_get_cHRM(png, info, &given.white.x, &given.white.y, &given.red.x, &given.red.y, &given.green.x,
                   &given.green.y, &given.blue.x, &given.blue.y) == 0)
    return std::nullopt;
  return given;
}

// The power of the samples that is light.
std::optional<double> gamma_of(png_const_structrp png, png_inforp info) {
  double given = 0;
  if (png_get_gAMA(png, info, &given) == 0 || !(given > 0)) return std::nullopt;
  return 1 / given;
}

void set_colors_by_numbers(png_const_structrp png, png_inforp info, tiffio::PageInfo& page) {
  auto primaries = primaries_of(png, info);
  if (page.model == tiffio::ColorModel::gray || (primaries && is_srgb(*primaries))) primaries.reset();
  std::optional<double> gamma = gamma_of(png, info);
  if (gamma && !primaries && std::abs(*gamma - srgb_gamma) < same_gamma) gamma.reset();
  if (!gamma && !primaries) return;
  page.icc_profile = page.model == tiffio::ColorModel::gray
                         ? profiles::gray_icc(*gamma)
                         : profiles::rgb_icc(primaries.value_or(profiles::srgb_primaries), gamma);
  if (page.icc_profile.empty())
    page.remarks.emplace_back("its gAMA and cHRM are no colours that can be; it is taken for sRGB");
}

// cICP is for video; only what it says of sRGB is what a page can be.
bool is_srgb(const std::vector<std::byte>& video_color) {
  constexpr std::array<std::byte, 2> srgb = {std::byte{1}, std::byte{13}};
  return video_color.size() >= srgb.size() && std::equal(srgb.begin(), srgb.end(), video_color.begin());
}

}  // namespace

std::vector<std::byte>* PngChunks::find(std::string_view name) {
  return name == "iCCP" ? &profile : name == "cICP" ? &video_color : name == "eXIf" ? &exif : nullptr;
}

void set_png_colors(png_const_structrp png, png_inforp info, const PngChunks& chunks, tiffio::PageInfo& page) {
  if (!chunks.video_color.empty() && !is_srgb(chunks.video_color))
    page.remarks.emplace_back("its cICP, the colours of a video, is not used");
  if (!chunks.profile.empty()) {
    page.icc_profile = unpacked_profile(chunks.profile);
  } else if (png_get_valid(png, info, PNG_INFO_sRGB) == 0) {
    set_colors_by_numbers(png, info, page);
  }
}

std::vector<std::byte> unpacked_profile(std::span<const std::byte> chunk) {
  const auto name_end = std::ranges::find(chunk, std::byte{0});
  const auto data = chunk.subspan(static_cast<std::size_t>(name_end - chunk.begin()));
  constexpr std::size_t before_data = 2;  // the end of the name, and the method
  z_stream stream{};
  std::vector<std::byte> as_it_is(chunk.begin(), chunk.end());
  if (data.size() <= before_data || inflateInit(&stream) != Z_OK) return as_it_is;
  const std::unique_ptr<z_stream, decltype(&inflateEnd)> end(&stream, inflateEnd);
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(data.data() + before_data));
  stream.avail_in = static_cast<uInt>(data.size() - before_data);
  std::vector<std::byte> profile;
  std::vector<std::byte> piece(std::size_t{64} << 10);
  int state = Z_OK;
  while (state == Z_OK && profile.size() <= profiles::max_profile_bytes) {
    stream.next_out = reinterpret_cast<Bytef*>(piece.data());
    stream.avail_out = static_cast<uInt>(piece.size());
    state = inflate(&stream, Z_NO_FLUSH);
    const std::size_t got = piece.size() - stream.avail_out;
    profile.insert(profile.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
  }
  const bool is_whole = state == Z_STREAM_END || profile.size() > profiles::max_profile_bytes;
  return is_whole ? profile : as_it_is;
}

}  // namespace platerip::rip
