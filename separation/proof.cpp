#include "separation/proof.h"

#include <lcms2.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "profiles/black_point.h"
#include "profiles/lcms.h"
#include "separation/check.h"
#include "separation/tables/cmyk_grid.h"

namespace platerip::separation {

namespace {

constexpr cmsUInt32Number proof_flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_NOCACHE;

// Whether LittleCMS' FixWhiteMisalignment() makes paper white.
bool fixes_paper(std::span<const std::uint16_t> rgb) {
  const auto first = std::ranges::find_if(rgb, [](std::uint16_t sample) { return sample < 0xFFFF; });
  return first != rgb.end() && *first >= 0xFFFF - 0xF000;
}

}  // namespace

struct Proof::Impl {
  profiles::Profile press;  // the transform refers to it
  profiles::lcms::Context context;
  profiles::lcms::ProfileHandle srgb;
  profiles::lcms::Transform transform;
  std::atomic<std::int64_t> converted = 0;  // pixels
  std::once_flag grid_made;
  std::optional<CmykGrid> grid;

  [[nodiscard]] profiles::lcms::Transform transform_to(cmsUInt32Number rgb, cmsUInt32Number flags) const {
    const int space = _cmsLCMScolorSpace(cmsGetColorSpace(press.handle()));
    const auto inks = static_cast<cmsUInt32Number>(COLORSPACE_SH(space) | CHANNELS_SH(press.channels()) | BYTES_SH(2));
    return profiles::transform_between(context.get(), press.handle(), inks, srgb.get(), rgb, profiles::Intent::relative,
                                       proof_flags | flags);
  }

  void convert(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
    cmsDoTransform(transform.get(), inks.data(), rgb.data(), static_cast<cmsUInt32Number>(rgb.size() / 3));
  }

  // Samples LittleCMS' grid for CMYK, and compares it with the transform.
  void make_grid() {
    const auto exact = transform_to(TYPE_RGB_16, cmsFLAGS_NOOPTIMIZE);
    if (!exact) return;
    const std::vector<std::uint16_t> colors = CmykGrid::node_colors();
    std::vector<std::uint16_t> nodes(colors.size() / 4 * 3);
    cmsDoTransform(exact.get(), colors.data(), nodes.data(), static_cast<cmsUInt32Number>(colors.size() / 4));
    if (fixes_paper(std::span(nodes).first(3))) std::fill_n(nodes.begin(), 3, std::uint16_t{0xFFFF});
    CmykGrid made(nodes, 3);
    const auto pixels = telling_pixels<std::uint16_t>({.model = profiles::ColorModel::cmyk, .bits = 16});
    std::vector<std::uint8_t> expected(static_cast<std::size_t>(3 * pixels.count())), interpolated(expected.size());
    convert(pixels.samples, expected);
    made.interpolate_to_rgb(pixels.samples.data(), pixels.count(), interpolated.data());
    if (expected == interpolated) grid = std::move(made);
  }

  // The grid, once it pays.
  const CmykGrid* grid_for(std::size_t count) {
    constexpr std::int64_t least_pixels = std::int64_t{1} << 19;  // take LittleCMS as long as a grid
    if (cmsGetColorSpace(press.handle()) != cmsSigCmykData) return nullptr;
    if (converted.fetch_add(static_cast<std::int64_t>(count)) < least_pixels) return nullptr;
    std::call_once(grid_made, [this] { make_grid(); });
    return grid ? &*grid : nullptr;
  }
};

Proof::Proof(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Proof::Proof(Proof&&) noexcept = default;
Proof& Proof::operator=(Proof&&) noexcept = default;
Proof::~Proof() = default;

Result<Proof> Proof::make(const profiles::Profile& press) {
  auto impl = std::make_unique<Impl>(press, profiles::lcms::make_context());
  const profiles::lcms::Complaint complaint;
  impl->srgb.reset(cmsCreate_sRGBProfileTHR(impl->context.get()));
  // Otherwise LittleCMS samples 7 nodes per ink: for 8 inks millions of nodes, which takes seconds.
  impl->transform = impl->transform_to(TYPE_RGB_8, press.channels() > 4 ? cmsFLAGS_NOOPTIMIZE : 0);
  if (!impl->transform) {
    return Error{press.name() + ": cannot show its inks on a monitor: " + complaint.text_or("no usable A2B table"),
                 ErrorCode::bad_input,
                 {{Advice::Action::give_another, "profile"}, {Advice::Action::leave_out, "preview"}}};
  }
  return Proof(std::move(impl));
}

void Proof::run(std::span<const std::uint16_t> inks, std::span<std::uint8_t> rgb) const {
  const std::size_t count = rgb.size() / 3;
  if (const CmykGrid* const grid = impl_->grid_for(count))
    grid->interpolate_to_rgb(inks.data(), static_cast<std::int64_t>(count), rgb.data());
  else
    impl_->convert(inks, rgb);
}

}  // namespace platerip::separation
