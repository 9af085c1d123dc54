#include "rip/python/page_array.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "rip/pages/placing/pieces.h"
#include "rip/python/arrays.h"

namespace platerip::python {
namespace {

namespace py = pybind11;
using tiffio::Alpha;
using tiffio::ColorModel;

template <typename T>
T named(const char* what, const std::string& name, std::span<const std::pair<std::string_view, T>> all) {
  std::string names;
  for (const auto& [known, value] : all) {
    if (name == known) return value;
    names += (names.empty() ? "" : ", ") + std::string(known);
  }
  throw py::value_error(std::string(what) + " is one of " + names + "; not '" + name + "'");
}

ColorModel model_of(const std::optional<std::string>& name, py::ssize_t samples) {
  static constexpr std::pair<std::string_view, ColorModel> models[] = {{"gray", ColorModel::gray},
                                                                       {"rgb", ColorModel::rgb},
                                                                       {"cmyk", ColorModel::cmyk},
                                                                       {"lab", ColorModel::lab},
                                                                       {"inks", ColorModel::inks}};
  if (name) return named<ColorModel>("model", *name, models);
  if (samples == 1) return ColorModel::gray;
  if (samples == 3) return ColorModel::rgb;
  if (samples == 4)
    throw py::value_error("4 samples may be CMYK, or RGB and alpha; give model=\"cmyk\" or alpha=\"unassociated\"");
  throw py::value_error(std::to_string(samples) + " samples are not gray or RGB; name the model, alpha and spots");
}

Alpha alpha_of(const std::optional<std::string>& name) {
  static constexpr std::pair<std::string_view, Alpha> alphas[] = {{"unassociated", Alpha::unassociated},
                                                                  {"associated", Alpha::associated}};
  return name ? named<Alpha>("alpha", *name, alphas) : Alpha::none;
}

tiffio::PageInfo info_of(const py::array& array, const PixelMeaning& meaning) {
  if (array.ndim() != 2 && array.ndim() != 3)
    throw py::value_error("a page has rows, pixels and samples; this array has " + std::to_string(array.ndim()) +
                          " dimensions");
  if (array.size() == 0) throw py::value_error("a page needs at least one pixel; this array is empty");
  const py::ssize_t samples = array.ndim() == 2 ? 1 : array.shape(2);
  const Alpha alpha = alpha_of(meaning.alpha);
  const auto spots = static_cast<py::ssize_t>(meaning.spots.size());
  const auto icc = std::as_bytes(std::span(meaning.icc));
  const tiffio::PageInfo info{.width = array.shape(1),
                              .height = array.shape(0),
                              .model = model_of(meaning.model, samples - spots - (alpha == Alpha::none ? 0 : 1)),
                              .alpha = alpha,
                              .bits = sample_bits(array, "a page"),
                              .spots = meaning.spots,
                              .resolution = {},
                              .icc_profile = {icc.begin(), icc.end()}};
  if (info.model == ColorModel::lab && alpha != Alpha::none) throw py::value_error("lab has no alpha");
  if (info.samples() != samples)
    throw py::value_error("a pixel has " + std::to_string(info.samples()) + " samples with this model, alpha and " +
                          "spots; in this array it has " + std::to_string(samples));
  return info;
}

}  // namespace

PageArray::PageArray(const py::array& array, const PixelMeaning& meaning)
    : info_(info_of(array, meaning)),
      first_(static_cast<const std::byte*>(array.data())),
      next_(first_),
      stride_(array.strides(0)) {
  check_rows(array, "a page");
}

Status PageArray::read(std::int64_t rows, std::byte* out, std::ptrdiff_t stride) {
  const std::byte* const from = std::exchange(next_, next_ + rows * stride_);
  return rip::in_pieces(rows, info_.row_bytes(), [&](std::int64_t first, std::int64_t count) -> Status {
    for (std::int64_t row = first; row < first + count; ++row)
      std::copy_n(from + row * stride_, info_.row_bytes(), out + row * stride);
    return {};
  });
}

Status PageArray::skip(std::int64_t rows) {
  next_ += rows * stride_;
  return {};
}

Status PageArray::read_part(const rip::PagePart& part, std::byte* out, std::ptrdiff_t stride) {
  const std::int64_t pixel_bytes = info_.samples() * (info_.bits / 8);
  for (std::int64_t row = 0; row < part.rows; ++row)
    std::copy_n(first_ + (part.row + row) * stride_ + part.column * pixel_bytes, part.columns * pixel_bytes,
                out + row * stride);
  return {};
}

}  // namespace platerip::python
