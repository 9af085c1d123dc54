#include "tests/rip/pnm.h"

#include <cstdio>
#include <stdexcept>

namespace platerip::test {
namespace {

std::string header_of(const PageSpec& spec) {
  const std::string size = std::to_string(spec.width) + " " + std::to_string(spec.height);
  const std::string maxval = spec.bits == 16 ? "65535" : "255";
  const bool is_rgb = spec.photometric == PHOTOMETRIC_RGB;
  if (spec.samples == 1) return "P5\n# a comment\n" + size + "\n" + maxval + "\n";
  if (is_rgb && spec.samples == 3) return "P6 " + size + " " + maxval + "\n";
  const std::string type = spec.photometric == PHOTOMETRIC_SEPARATED ? "CMYK" : is_rgb ? "RGB" : "GRAYSCALE";
  return "P7\nWIDTH " + std::to_string(spec.width) + "\nHEIGHT " + std::to_string(spec.height) +
         "\n# a comment\nDEPTH " + std::to_string(spec.samples) + "\nMAXVAL " + maxval + "\nTUPLTYPE " + type +
         (spec.extra_samples.empty() ? "" : "_ALPHA") + "\nENDHDR\n";
}

}  // namespace

std::string pnm_of(const PageSpec& spec) {
  std::vector<std::byte> pixels = expected_pixels(spec);
  if (spec.bits == 16) {
    for (std::size_t i = 0; i < pixels.size(); i += 2) std::swap(pixels[i], pixels[i + 1]);
  }
  return header_of(spec) + std::string(reinterpret_cast<const char*>(pixels.data()), pixels.size());
}

Pbm read_pbm(const std::string& bytes, std::size_t& offset) {
  Pbm pbm;
  int header = 0;
  if (std::sscanf(bytes.c_str() + offset, "P4 %u %u%n", &pbm.width, &pbm.height, &header) != 2)
    throw std::runtime_error("no PBM");
  offset += static_cast<std::size_t>(header) + 1;
  const std::size_t row_bytes = (pbm.width + 7) / 8;
  if (bytes.size() < offset + row_bytes * pbm.height) throw std::runtime_error("the PBM is not whole");
  for (std::uint32_t y = 0; y < pbm.height; ++y, offset += row_bytes) {
    for (std::uint32_t x = 0; x < pbm.width; ++x)
      pbm.pixels.push_back(static_cast<unsigned char>(bytes[offset + x / 8]) >> (7 - x % 8) & 1);
  }
  return pbm;
}

}  // namespace platerip::test
